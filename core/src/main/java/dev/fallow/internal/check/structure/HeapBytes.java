package dev.fallow.internal.check.structure;

import dev.fallow.freespace.Section;
import dev.fallow.freespace.ordered.OrderedFreeSpace;
import dev.fallow.internal.heap.TakenBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The direct blocks of a fractal heap, and which of their bytes belong to an object or to a free section: one bit for each
 * byte of those that have any. Offsets are heap offsets.
 */
final class HeapBytes {
    /** The maximum number of overlaps kept; a damaged heap may have any number. */
    private static final int MOST_KEPT = 64;

    /** Offset, size and address of each block. */
    private long[] blocks = new long[12];

    private final TakenBytes used = new TakenBytes();
    private int count;
    private final OrderedFreeSpace free = new OrderedFreeSpace(0);
    private final List<Overlap> overlaps = new ArrayList<>();

    /**
     * Bytes that belong to two.
     *
     * @param offset of the first byte
     * @param size in bytes
     * @param owners what they belong to
     */
    record Overlap(long offset, long size, String owners) {}

    /** Adds a block behind those that are here. */
    void block(long offset, long size, long address) {
        if (3 * count == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * blocks.length);
        }
        blocks[3 * count] = offset;
        blocks[3 * count + 1] = size;
        blocks[3 * count++ + 2] = address;
    }

    /** The number of the block with an offset; -1 if there is none. O(log n). */
    int find(long offset) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (blocks[3 * middle] > offset) {
                high = middle - 1;
            } else if (offset >= blocks[3 * middle] + blocks[3 * middle + 1]) {
                low = middle + 1;
            } else {
                return middle;
            }
        }
        return -1;
    }

    /** The offset of a block. */
    long offset(int block) {
        return blocks[3 * block];
    }

    /** The size of a block in bytes. */
    long size(int block) {
        return blocks[3 * block + 1];
    }

    /** The address of a block in the file. */
    long address(int block) {
        return blocks[3 * block + 2];
    }

    /** Adds a free section. All of them are added before the first object. */
    void free(long offset, long size) {
        Section other = free.overlapping(offset, size);
        if (other == null) {
            free.free(offset, size);
        } else {
            long from = Math.max(offset, other.address());
            overlap(from, Math.min(offset + size, other.end()) - from, "a free section, and a free section");
        }
    }

    /** Adds an object, which is inside a block. O(size / 64). */
    void object(long offset, long size) {
        Section section = free.overlapping(offset, size);
        if (section != null) {
            long from = Math.max(offset, section.address());
            overlap(from, Math.min(offset + size, section.end()) - from, "a free section, and an object");
        }
        long first = used.first(offset, size);
        long twice = used.addAgain(offset, size);
        if (twice > 0) {
            overlap(first, twice, "an object, and an object");
        }
    }

    private void overlap(long offset, long size, String owners) {
        if (overlaps.size() < MOST_KEPT) {
            overlaps.add(new Overlap(offset, size, owners));
        }
    }

    /** The bytes that belong to two; at most 64 runs, in the order of detection. */
    List<Overlap> overlaps() {
        return overlaps;
    }
}
