package dev.fallow.benchmarks.aging;

import java.util.Arrays;

/**
 * The three machines of the paper (section 5.2), as far as it describes them: how much is free in the old half of their
 * bitmaps, and the mean request. Nothing else distinguishes the workloads here.
 */
public enum AgingWorkload {
    /** An undergraduate laboratory: small files, made and deleted all the time. */
    INSTRUCTIONAL("INS", 51, 2.6, 0.474),
    /** Research: files that last longer. */
    RESEARCH("RES", 38, 2.3, 0.348),
    /** A web server: files that are hardly ever deleted. */
    WEB("WEB", 4, 3.6, 0.034);

    private final String label;
    private final int freePercent;
    private final double meanRequest;
    private final double keptFree;

    AgingWorkload(String label, int freePercent, double meanRequest, double keptFree) {
        this.label = label;
        this.freePercent = freePercent;
        this.meanRequest = meanRequest;
        this.keptFree = keptFree;
    }

    /** @throws IllegalArgumentException if there is none of that label */
    public static AgingWorkload labelled(String label) {
        return Arrays.stream(values())
                .filter(workload -> workload.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no workload " + label));
    }

    /** The paper's name for the trace. */
    public String label() {
        return label;
    }

    /** The paper's share of free blocks in the old half, in per cent. */
    public int freePercent() {
        return freePercent;
    }

    /** The paper's mean request, in blocks. */
    public double meanRequest() {
        return meanRequest;
    }

    /**
     * The share, 0 to 1, of the part in use that files die to keep free. A little less than what is then free in the old
     * half, because files have had less time to die in what was reached last.
     */
    double keptFree() {
        return keptFree;
    }
}
