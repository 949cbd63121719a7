package dev.fallow.internal.localheap;

import dev.fallow.format.Widths;
import dev.fallow.format.heap.LocalHeapFreeList;
import dev.fallow.internal.extent.Extents;
import java.io.IOException;

/**
 * The bytes of a data segment that texts and free blocks occupy: finds overlaps, and unused bytes. O(n log n).
 */
final class TextExtents {
    private final DataSegment segment;
    private final Extents extents = new Extents();

    TextExtents(DataSegment segment) {
        this.segment = segment;
        extents.add(0, Math.min(DataSegment.ALIGNMENT, segment.size()), "the empty text");
    }

    /** @param inUse every text except the empty one at offset 0 */
    void add(LocalHeap.Texts inUse) throws IOException {
        inUse.forEach(offset -> extents.add(offset, segment.footprint(offset), "a text"));
    }

    void add(LocalHeapFreeList list) {
        for (int i = 0; i < list.count(); i++) {
            extents.add(list.offsets()[i], list.sizes()[i], "a free block");
        }
    }

    /** Frees all unused bytes. Texts may have been added more than once. */
    void freeUnused(SegmentSpace space) {
        extents.sweep(segment.size(), new Extents.Sweep() {
            @Override
            public void claimed(long offset, long size, Object label) {
                // unchanged
            }

            @Override
            public void unclaimed(long offset, long size) {
                long from = Widths.align8(offset);
                long bytes = (offset + size - from) / DataSegment.ALIGNMENT * DataSegment.ALIGNMENT;
                if (bytes > 0) {
                    space.free(from, bytes);
                }
            }

            @Override
            public void overlap(long offset, long size, Object first, Object second) {
                // the same text twice, or one inside another: in use in any case
            }
        });
    }

    /**
     * Checks that nothing overlaps. Each text must have been added once.
     *
     * @throws dev.fallow.format.FormatException if texts or free blocks overlap
     */
    void requireDisjoint() {
        extents.sweep(segment.size(), new Extents.Sweep() {
            @Override
            public void claimed(long offset, long size, Object label) {
                // as expected
            }

            @Override
            public void unclaimed(long offset, long size) {
                // too short for the list, or lost
            }

            @Override
            public void overlap(long offset, long size, Object first, Object second) {
                throw segment.damaged("%d bytes at offset %d are used by two texts or blocks: %s, and %s"
                        .formatted(size, offset, first, second));
            }
        });
    }
}
