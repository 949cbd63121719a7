package dev.fallow.internal.space;

import dev.fallow.freespace.Section;
import dev.fallow.freespace.SectionVisitor;
import dev.fallow.freespace.ordered.OrderedFreeSpace;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes used by the structures of a file, and those used twice. Adjacent runs are merged, so memory is proportional
 * to the number of gaps between them, about 35 bytes for each. O(log n) per structure.
 */
public final class UsedBytes {
    /** The maximum number of overlaps kept; a damaged file may have any number. */
    private static final int MOST_KEPT = 64;

    private final OrderedFreeSpace used = new OrderedFreeSpace(0);
    private final List<Section> overlaps = new ArrayList<>();

    /** Adds the bytes of one structure; its size may be 0. */
    public void add(long address, long size) {
        add(address, size, (from, bytes) -> {});
    }

    /**
     * Adds the bytes of one structure.
     *
     * @param added receives the runs that were not used before
     */
    public void add(long address, long size, SectionVisitor added) {
        long end = address + size;
        long at = address;
        while (at < end) {
            Section other = used.overlapping(at, end - at);
            long free = other == null ? end : Math.max(at, other.address());
            if (free > at) {
                used.free(at, free - at); // used bytes are the sections of a free-space structure, which merges them
                added.visit(at, free - at);
            }
            at = other == null ? end : Math.min(end, other.end());
            if (at > free && overlaps.size() < MOST_KEPT) {
                overlaps.add(new Section(free, at - free));
            }
        }
    }

    /** Whether a byte is used. */
    public boolean uses(long address) {
        return used.overlapping(address, 1) != null;
    }

    /** Visits the runs of unused bytes before an address, in address order. */
    public void forEachGap(long end, SectionVisitor gap) {
        long[] at = {0};
        used.forEach((address, size) -> {
            long to = Math.min(address, end);
            if (to > at[0]) {
                gap.visit(at[0], to - at[0]);
            }
            at[0] = address + size;
        });
        if (end > at[0]) {
            gap.visit(at[0], end - at[0]);
        }
    }

    /** The bytes used by two structures, at most 64 runs, in the order of detection. */
    public List<Section> overlaps() {
        return overlaps;
    }
}
