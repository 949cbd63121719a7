package dev.fallow.research.comparison;

import java.util.Arrays;

/** The measures. */
public enum Metric {
    /** The time of an operation. */
    NANOS("nanoseconds per operation"),
    /** The speed, as a multiple of two tree maps in the same rounds. */
    SPEEDUP("times as fast as two tree maps"),
    /** Nodes or words looked at in an operation. */
    PROBES("probes per operation"),
    /** The most nodes or words looked at in one operation. */
    MOST_PROBES("maximum probes of an operation"),
    /** Heap bytes of the whole manager divided by its sections. */
    BYTES("bytes per section"),
    /** Heap bytes of the whole manager. */
    TOTAL_BYTES("bytes in total"),
    /** The time of a step of the walk through all sections in the order of addresses. */
    WALK_NANOS("nanoseconds per section of an ordered walk"),
    /** Free sections at the end of the rounds. */
    SECTIONS("free sections at the end"),
    /** The time of one search, not to be compared with that of a search in another JVM. */
    SEARCH_MICROS("microseconds per search"),
    /** The speed, as a multiple of the bit-by-bit loop in the same rounds. */
    LOOP_SPEEDUP("times as fast as the loop"),
    /** Words looked at in one search. */
    SEARCH_PROBES("probes per search"),
    /** The length of the file at the end of a replayed session. */
    END("end of allocation, bytes"),
    /** The most that the file had at any time of a replayed session. */
    PEAK_END("peak end of allocation, bytes"),
    /** Bytes of all free sections at the end of a replayed session. */
    FREE_BYTES("free bytes at the end"),
    /** The time of a creation or deletion, all that belongs to it included. */
    OPERATION_MICROS("microseconds per creation or deletion"),
    /** The time, as a multiple of that without any forces. */
    TIMES_NEVER("times as long as without forcing"),
    /** The number of forces. */
    FORCES("forces"),
    /** Bytes written to a container and its journal. */
    WRITTEN_BYTES("bytes written"),
    /** Allocated space that no file uses, when a disk is full for the first time. */
    INTERNAL_FRAGMENTATION("internal fragmentation, % of the allocated space"),
    /** Space that is not allocated then. */
    EXTERNAL_FRAGMENTATION("external fragmentation, % of the disk"),
    /** Of the allocation runs of a configuration: those whose disk was full before all files existed. */
    REFUSED("% of the seeds refused a request while files were being created"),
    /** The same, of the throughput runs, whose disk is filled to 95 % only. */
    REFUSED_BEFORE("% of the seeds refused a request while files were being created, before throughput was measured"),
    /** The throughput of a simulated disk array for an application. */
    APPLICATION("application throughput, % of the sustained maximum"),
    /** The same, when files are transferred whole. */
    SEQUENTIAL("sequential throughput, % of the sustained maximum"),
    /** Kilobytes transferred between two seeks or rotational delays of a disk, for an application. */
    APPLICATION_RUN("application, KB transferred per seek or rotational delay"),
    /** The same, when files are transferred whole. */
    SEQUENTIAL_RUN("sequential, KB transferred per seek or rotational delay"),
    /** The allocated part of a disk when throughput was measured. */
    UTILIZATION("% of the disk allocated when measured"),
    /** Pieces that a file consists of. */
    EXTENTS("extents per file"),
    /** The same, what touches on the disk counted as one. */
    RUNS("contiguous pieces per file when measured"),
    /** The distance from one such piece to the next of a file. */
    JUMP("cylinders from a contiguous piece of a file to the next"),
    /** The rest of a disk's busy time goes to seeks and rotational delays. */
    TRANSFER("application, % of the disks' busy time spent on transfers"),
    /** How far numbers are from others, as a factor. */
    FACTOR("a factor of"),
    /** Bytes of files divided by simulated time. */
    MEGABYTES_PER_SECOND("megabytes per second"),
    /** The speed, as a multiple of something else that the row names. */
    RATIO("times as fast"),
    /** Bytes of files on a device divided by its size. */
    UTILISATION("percentage of the fast device in files"),
    /** Bytes in front of files in extents, or skipped to reach the next segment, divided by the size of the device. */
    IN_HOLES("percentage of the fast device in holes"),
    /** Bytes after the last file of extents that are not used again, divided by the size of the device. */
    SHUT("percentage of the fast device after the last file of an extent that is not reused"),
    /** Blocks that MAP skips to reach the next segment. */
    HOLE_BLOCKS("mean blocks per hole"),
    /** The number of partitions until MAP has its answer. */
    LEVELS("mean levels of partitioning"),
    /** Pages searched, or requests for blocks answered. */
    SEARCHES_PER_SECOND("searches per second"),
    /** Of the blocks of a bitmap. */
    FREE_PERCENT("percentage of free blocks"),
    /** Of the requests that aged a bitmap. */
    MEAN_REQUEST("mean blocks per request"),
    /** Of method I of the block store. */
    HEADER_WRITES("header writes per allocation and release"),
    /** Of a distribution of sizes. */
    PERCENT_WITHIN("% of the objects up to this size"),
    /** Of a distribution of sizes. */
    PARAMETER("value"),
    /** Objects written, read or listed. */
    OBJECTS_PER_SECOND("objects per second"),
    /** Space of a store in its file system. */
    DISK_MEGABYTES("megabytes on disk"),
    /** Of a trace. */
    REQUESTS("allocations and releases"),
    /** Asked for and not released. */
    MOST_IN_USE("maximum megabytes in use"),
    /** The end of the last byte in use when a trace is over. */
    FINAL_EXTENT("extent at the end / bytes then in use"),
    /** The most that it was. */
    PEAK_EXTENT("peak extent / maximum bytes in use"),
    /** Of a file whose objects are written again and again. */
    GROWTH("length after the last run / after the first"),
    /** The same, in the last run alone: 1 in a steady state. */
    LAST_GROWTH("length after the last run / after the one before"),
    /** Space handed out beyond the requests at the end of a trace, headers included. */
    WASTED_WITHIN("internal fragmentation, % of the allocated bytes"),
    /** Free space below the end of the last byte in use at the end of a trace. */
    FREE_WITHIN("external fragmentation, % of the extent"),
    /** Writes of pages of the free-space structures on disk. */
    METADATA_WRITES("writes of free-space metadata per 1,000 allocations and releases"),
    /** The same, for a structure that every policy could have. */
    BITMAP_WRITES("pages changed in a bitmap on disk, a bit per unit, per 1,000 allocations and releases"),
    /** Of a block when it is allocated; what touches counts as one. */
    PIECES("contiguous pieces per block"),
    /** The address after the last block, divided by the bytes then in use, at its highest. */
    FOOTPRINT("highest footprint / bytes in use"),
    /** Bytes of all moves of blocks, divided by the bytes of all allocations. */
    MOVED_BYTES("bytes moved per byte allocated"),
    /** Moves of blocks, divided by the allocations. */
    MOVED_BLOCKS("blocks moved per block allocated"),
    /** Of the request that moved the most, as a part of the most bytes ever in use. */
    MOST_MOVED("most bytes moved by one request, % of the most in use"),
    /** What is proven for the bytes that this sequence allocates and releases. */
    PROVEN_BYTES("bytes moved per byte allocated, proven");

    private final String label;

    Metric(String label) {
        this.label = label;
    }

    /** @throws IllegalArgumentException if tables call none so */
    static Metric labelled(String label) {
        return Arrays.stream(values())
                .filter(metric -> metric.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no metric \"" + label + '"'));
    }

    /** The name in tables and plots. */
    public String label() {
        return label;
    }
}
