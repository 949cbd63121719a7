package dev.fallow.research.aging;

import java.util.Arrays;

/**
 * The three machines of the paper (section 5.2), as far as it describes them: by the share of free blocks in the old
 * half of their bitmaps, and by the mean request.
 */
public enum AgingWorkload {
    /** An undergraduate laboratory: small files, frequently created and deleted. */
    INSTRUCTIONAL("INS", 51, 2.6, 0.474),
    /** Research: files with longer lifetimes. */
    RESEARCH("RES", 38, 2.3, 0.348),
    /** A web server: files that are rarely deleted. */
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

    /** @throws IllegalArgumentException if there is no such workload */
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
     * The share of the used part, 0 to 1, that is kept free by deleting files. It is slightly less than the share that
     * is finally free in the old half, because fewer files have been deleted in the newer half.
     */
    double keptFree() {
        return keptFree;
    }
}
