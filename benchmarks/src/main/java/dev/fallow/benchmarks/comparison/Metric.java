package dev.fallow.benchmarks.comparison;

/** What is measured. */
public enum Metric {
    /** The time of an operation. */
    NANOS("nanoseconds an operation", true),
    /** How many times as fast as two tree maps in the same rounds. */
    SPEEDUP("times as fast as two tree maps", true),
    /** Nodes or words looked at in an operation. */
    PROBES("probes an operation", true),
    /** The most nodes or words looked at in one operation. */
    MOST_PROBES("most probes of one operation", true),
    /** Heap bytes of the whole manager divided by its sections. */
    BYTES("bytes a section", true),
    /** Heap bytes of the whole manager. */
    TOTAL_BYTES("bytes in all", false),
    /** The time of a step of the walk through all sections in the order of addresses. */
    WALK_NANOS("nanoseconds a section of an ordered walk", true),
    /** Free sections there were. */
    SECTIONS("free sections", false),
    /** The end of allocation. */
    END("end of allocation, MiB", false),
    /** The time of one search, not to be compared with that of a search in another JVM. */
    SEARCH_MICROS("microseconds a search", true),
    /** How many times as fast as the bit-by-bit loop in the same rounds. */
    LOOP_SPEEDUP("times as fast as the loop", true),
    /** The time of one search for a run of the column's length. */
    LENGTH_MICROS("microseconds a search, by the length searched for", true),
    /** Words looked at in one search. */
    SEARCH_PROBES("probes a search", false);

    private final String label;
    private final boolean plotted;

    Metric(String label, boolean plotted) {
        this.label = label;
        this.plotted = plotted;
    }

    /** What tables and plots call it. */
    public String label() {
        return label;
    }

    /** Whether there are plots of it. */
    public boolean plotted() {
        return plotted;
    }
}
