package dev.fallow.internal.space;

import dev.fallow.freespace.Section;
import dev.fallow.freespace.ordered.OrderedFreeSpace;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes that structures of a file use, and those that two of them use. Runs that touch are merged, so that the memory
 * is that of the gaps between them, about 35 bytes for each. O(log n) for each structure.
 */
final class UsedBytes {
    /** A damaged file may have any number of overlaps; so many are kept. */
    private static final int MOST_KEPT = 64;

    private final OrderedFreeSpace used = new OrderedFreeSpace(0);
    private final List<Section> overlaps = new ArrayList<>();

    /** Adds the bytes of one structure; none if the size is 0. */
    void add(long address, long size) {
        long end = address + size;
        long at = address;
        while (at < end) {
            Section other = used.overlapping(at, end - at);
            long free = other == null ? end : Math.max(at, other.address());
            if (free > at) {
                used.free(at, free - at); // the set of used bytes is kept by a structure whose sections are merged
            }
            at = other == null ? end : Math.min(end, other.end());
            if (at > free && overlaps.size() < MOST_KEPT) {
                overlaps.add(new Section(free, at - free));
            }
        }
    }

    /** Bytes that two structures use, at most 64 runs of them, in the order in which they were found. */
    List<Section> overlaps() {
        return overlaps;
    }
}
