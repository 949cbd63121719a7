package dev.fallow.benchmarks.data;

import java.util.Arrays;

/** The extent of the measurements. */
enum DataScale {
    /** Small enough for the build; the times are meaningless. */
    SMOKE("smoke", new Sizes(256, 1024, 20, 100_000, 3_000, 4, 2_000, 500), 1, 1, false, 300, 256),
    /** Less than two minutes; the times are those of cold programs. */
    QUICK("quick", new Sizes(256, 32_768, 200, 8 << 20, 10_000, 8, 20_000, 5_000), 3, 1, false, 1024, 256),
    /** 1 GiB of field and of contiguous elements, a million rows and chunks. */
    FULL("full", new Sizes(4096, 65_536, 2_000, 128 << 20, 1_000_000, 100, 1_000_000, 100_000), 4, 3, true, 5120, 256);

    private final String label;
    private final Sizes sizes;
    private final int laps;
    private final int processes;
    private final boolean apart;
    private final int heapMegabytes;
    private final int smallHeapMegabytes;

    DataScale(
            String label,
            Sizes sizes,
            int laps,
            int processes,
            boolean apart,
            int heapMegabytes,
            int smallHeapMegabytes) {
        this.label = label;
        this.sizes = sizes;
        this.laps = laps;
        this.processes = processes;
        this.apart = apart;
        this.heapMegabytes = heapMegabytes;
        this.smallHeapMegabytes = smallHeapMegabytes;
    }

    /** @throws IllegalArgumentException if there is no such scale */
    static DataScale named(String label) {
        return Arrays.stream(values())
                .filter(scale -> scale.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no scale " + label));
    }

    String label() {
        return label;
    }

    Sizes sizes() {
        return sizes;
    }

    /** The least number of repetitions in a process; several short ones are repeated more often. */
    int laps() {
        return laps;
    }

    /** The number of processes of each contender for each work. */
    int processes() {
        return processes;
    }

    /** Whether each work has processes of its own; otherwise those of one section share them. */
    boolean apart() {
        return apart;
    }

    /** The Java heap in MiB. */
    int heapMegabytes() {
        return heapMegabytes;
    }

    /** The Java heap for reading all elements of many chunks. */
    int smallHeapMegabytes() {
        return smallHeapMegabytes;
    }
}
