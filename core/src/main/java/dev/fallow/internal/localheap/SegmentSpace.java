package dev.fallow.internal.localheap;

import dev.fallow.format.Widths;
import dev.fallow.format.heap.LocalHeapFreeList;
import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.bins.SizeBins;
import java.util.Arrays;

/**
 * The free space in a data segment, managed by the same design as the file's space: best fit, O(log n). It is converted
 * from and to the list in the file, whose blocks have at least 16 bytes (8 if lengths have 4 or fewer); shorter ones
 * are usable only while the heap is in memory.
 */
final class SegmentSpace {
    private final FreeSpace free = new SizeBins(0);
    /** The size of the shortest block in the list. */
    private final int shortest;

    private final boolean exact;

    private SegmentSpace(int shortest, boolean exact) {
        this.shortest = shortest;
        this.exact = exact;
    }

    /**
     * No free space.
     *
     * @param shortest the size of the shortest block in the list
     */
    static SegmentSpace exact(int shortest) {
        return new SegmentSpace(shortest, true);
    }

    /** The blocks in a list; unused bytes that are too short for it are unknown. */
    static SegmentSpace of(LocalHeapFreeList list, int shortest) {
        SegmentSpace space = new SegmentSpace(shortest, false);
        for (int i = 0; i < list.count(); i++) {
            space.free.free(list.offsets()[i], list.sizes()[i]);
        }
        return space;
    }

    /** Whether it contains every unused byte. */
    boolean isExact() {
        return exact;
    }

    void free(long offset, long size) {
        free.free(offset, size);
    }

    /** Allocates bytes; returns their offset, or -1. Avoids remainders too short for the list if possible. */
    long allocate(int needed) {
        long offset = free.allocate(needed);
        if (offset < 0) {
            return offset;
        }
        long rest = free.sizeAt(offset + needed);
        if (rest == 0 || rest >= shortest) {
            return offset;
        }
        long other = free.allocate((long) needed + shortest);
        if (other < 0) {
            return offset;
        }
        free.free(offset, needed);
        free.free(other + needed, shortest);
        return other;
    }

    /** Allocates the first bytes of the smallest block that is large enough. */
    long allocateBestFit(int needed) {
        return free.allocate(needed);
    }

    boolean overlaps(long offset, long size) {
        return free.overlapping(offset, size) != null;
    }

    /** The size of the free block at the end of a segment; 0 if there is none. */
    long tail(int segmentSize) {
        return free.sizeEndingAt(segmentSize);
    }

    /**
     * The number of bytes by which a segment has to grow for a text: at least to twice its size, as in libhdf5.
     *
     * @param needed the bytes of the text, for which there is no free block
     * @param largest the maximum size of a segment
     */
    long growth(int segmentSize, int needed, long largest) {
        long tail = tail(segmentSize);
        long more = Math.max(needed, segmentSize);
        if (tail == 0 && more < needed + shortest) {
            more = needed;
        }
        more = Widths.align8(segmentSize + more) - segmentSize;
        return segmentSize + more > largest ? Widths.align8(segmentSize + needed - tail) - segmentSize : more;
    }

    /** Frees the bytes by which a segment has grown. */
    void grown(int before, int after) {
        long from = tail(before) > 0 ? before : Widths.align8(before);
        free.free(from, after - from);
    }

    /** Removes the free bytes from an offset to the end of a segment. */
    void cut(int offset, int segmentSize) {
        free.take(offset, segmentSize - offset);
    }

    /** The blocks that the list can have, in the order of their offsets. */
    LocalHeapFreeList list() {
        int most = Math.toIntExact(free.sectionCount());
        long[] offsets = new long[most];
        long[] sizes = new long[most];
        int[] count = {0};
        free.forEach((offset, size) -> {
            if (size >= shortest) {
                offsets[count[0]] = offset;
                sizes[count[0]++] = size;
            }
        });
        return new LocalHeapFreeList(Arrays.copyOf(offsets, count[0]), Arrays.copyOf(sizes, count[0]));
    }
}
