package dev.fallow.benchmarks.comparison;

/** What is measured. */
public enum Metric {
    /** The time of an operation. */
    NANOS("nanoseconds an operation"),
    /** How many times as fast as two tree maps in the same rounds. */
    SPEEDUP("times as fast as two tree maps"),
    /** Nodes or words looked at in an operation. */
    PROBES("probes an operation"),
    /** The most nodes or words looked at in one operation. */
    MOST_PROBES("most probes of one operation"),
    /** Heap bytes of the whole manager divided by its sections. */
    BYTES("bytes a section"),
    /** Heap bytes of the whole manager. */
    TOTAL_BYTES("bytes in all"),
    /** The time of a step of the walk through all sections in the order of addresses. */
    WALK_NANOS("nanoseconds a section of an ordered walk"),
    /** Free sections at the end of the rounds. */
    SECTIONS("free sections at the end"),
    /** The time of one search, not to be compared with that of a search in another JVM. */
    SEARCH_MICROS("microseconds a search"),
    /** How many times as fast as the bit-by-bit loop in the same rounds. */
    LOOP_SPEEDUP("times as fast as the loop"),
    /** The time of one search for a run of the column's length. */
    LENGTH_MICROS("microseconds a search, by the length searched for"),
    /** Words looked at in one search. */
    SEARCH_PROBES("probes a search"),
    /** The length of the file at the end of a replayed session. */
    END("end of allocation, bytes"),
    /** The most that the file had at any time of a replayed session. */
    PEAK_END("peak end of allocation, bytes"),
    /** Bytes of all free sections at the end of a replayed session. */
    FREE_BYTES("free bytes at the end"),
    /** The time of a creation or deletion, all that belongs to it included. */
    OPERATION_MICROS("microseconds a creation or deletion"),
    /** How many times as long as when nothing is ever forced. */
    TIMES_NEVER("times as long as without forcing"),
    /** How often the medium was forced. */
    FORCES("forces"),
    /** Bytes written to a container and its journal. */
    WRITTEN_BYTES("bytes written"),
    /** Objects written, read or listed. */
    OBJECTS_PER_SECOND("objects a second"),
    /** Space of a store in its file system. */
    DISK_MEGABYTES("megabytes on disk");

    private final String label;

    Metric(String label) {
        this.label = label;
    }

    /** What tables and plots call it. */
    public String label() {
        return label;
    }
}
