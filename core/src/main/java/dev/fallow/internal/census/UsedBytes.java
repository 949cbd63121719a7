package dev.fallow.internal.census;

import dev.fallow.freespace.Section;
import dev.fallow.freespace.SectionVisitor;
import dev.fallow.internal.cache.RunEdges;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes used by the structures of a file, and those used twice. Adjacent runs are merged, so memory is proportional
 * to the number of gaps between them, 8 to 16 bytes for each. O(log n) per structure.
 */
public class UsedBytes {
    /** The maximum number of overlaps kept; a damaged file may have any number. */
    private static final int MOST_KEPT = 64;

    private final RunEdges edges = new RunEdges();
    private final List<Section> overlaps = new ArrayList<>();

    /** Adds the bytes of one structure; its size may be 0. */
    public final void add(long address, long size) {
        add(address, size, (from, bytes) -> {});
    }

    /** Adds the bytes of one structure. The visitor receives the runs that were not used before; it must not add any itself. */
    public final void add(long address, long size, SectionVisitor added) {
        edges.add(address, address + size, added, (from, bytes) -> {
            if (overlaps.size() < MOST_KEPT) {
                overlaps.add(new Section(from, bytes));
            }
        });
    }

    /** Whether a byte is used. */
    public final boolean uses(long address) {
        return edges.isInside(address);
    }

    /** Visits the runs of unused bytes before an address, in address order. */
    public final void forEachGap(long end, SectionVisitor gap) {
        edges.forEachGap(end, gap);
    }

    /** The bytes used by two structures, at most 64 runs, in the order of detection. */
    public final List<Section> overlaps() {
        return overlaps;
    }
}
