package dev.fallow.format.heap;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Widths;
import java.util.Arrays;

/**
 * The free blocks in the data segment of a local heap: a linked list in any order. L: size of lengths.
 *
 * <pre>
 *   bytes  field
 *     L    offset of the next free block; 1 for none
 *     L    size of this block
 *          unused bytes, up to the size
 * </pre>
 *
 * libhdf5 creates blocks of a multiple of 8 bytes, at least {@link #minBlockSize}. Names are padded to multiples of 8
 * bytes, too. A remainder smaller than the smallest block is lost.
 *
 * @param offsets of the blocks in the data segment, in list order; not copied
 * @param sizes of the blocks in bytes; not copied
 */
public record LocalHeapFreeList(long[] offsets, long[] sizes) {
    public LocalHeapFreeList {
        if (offsets.length != sizes.length) {
            throw new IllegalArgumentException(offsets.length + " offsets, " + sizes.length + " sizes");
        }
    }

    /** The size of the smallest free block in bytes: 16 for lengths of 8 bytes. */
    public static int minBlockSize(FieldSizes sizes) {
        return (int) Widths.align8(2L * sizes.lengths());
    }

    /**
     * Reads the list from the data segment. O(n log n) in the number of blocks; memory is bounded by the size of the
     * data.
     *
     * <p>Like libhdf5, refuses a block outside the data and a next block at 0. Also refuses overlapping blocks and a
     * cyclic list, which libhdf5 does not detect.
     *
     * @param data a reader of the whole data segment
     */
    public static LocalHeapFreeList decode(FieldReader data, long head) {
        int segment = data.remaining();
        int fields = 2 * data.sizes().lengths();
        FieldReader all = data.inner(segment, LocalHeapPrefix.STRUCTURE);
        long start = all.address();
        long[] offsets = new long[8];
        long[] sizes = new long[8];
        int count = 0;
        long left = segment;
        for (long next = head; next != LocalHeapPrefix.NO_FREE_BLOCK; ) {
            if (next > segment - fields || next == 0 && count > 0) {
                throw fail(start, next, "expected a free block inside the " + segment + " bytes of data, found it");
            }
            FieldReader block = all.at((int) next);
            long following = block.length();
            long size = block.length();
            if (size < fields || size > segment - next) {
                throw fail(
                        start,
                        next,
                        "expected a free block of " + fields + " to " + (segment - next) + " bytes, found one of "
                                + size);
            }
            left -= size;
            if (left < 0) {
                throw fail(
                        start, next, "expected free blocks that do not overlap, found more than " + segment + " bytes");
            }
            if (count == offsets.length) {
                offsets = Arrays.copyOf(offsets, 2 * count);
                sizes = Arrays.copyOf(sizes, 2 * count);
            }
            offsets[count] = next;
            sizes[count++] = size;
            next = following;
        }
        LocalHeapFreeList list = new LocalHeapFreeList(Arrays.copyOf(offsets, count), Arrays.copyOf(sizes, count));
        list.requireDisjoint(start);
        return list;
    }

    private void requireDisjoint(long start) {
        long[][] blocks = new long[offsets.length][];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = new long[] {offsets[i], sizes[i]};
        }
        Arrays.sort(blocks, (a, b) -> Long.compare(a[0], b[0]));
        for (int i = 1; i < blocks.length; i++) {
            long end = blocks[i - 1][0] + blocks[i - 1][1];
            if (end > blocks[i][0]) {
                throw fail(
                        start,
                        blocks[i][0],
                        "expected free blocks that do not overlap, found the one before to end at " + end);
            }
        }
    }

    private static FormatException fail(long start, long offset, String problem) {
        return new FormatException(
                LocalHeapPrefix.STRUCTURE, start < 0 ? -1 : start + offset, problem + " at offset " + offset);
    }

    /** The number of free blocks. */
    public int count() {
        return offsets.length;
    }

    /** The offset of the first block, for the {@link LocalHeapPrefix}. */
    public long head() {
        return offsets.length == 0 ? LocalHeapPrefix.NO_FREE_BLOCK : offsets[0];
    }

    /**
     * Writes the list into a data segment. Only the first bytes of each block are changed.
     *
     * @throws IndexOutOfBoundsException if a block exceeds the image
     */
    public void writeTo(byte[] image, int from, FieldSizes widths) {
        FieldWriter out = new FieldWriter(widths);
        for (int i = 0; i < offsets.length; i++) {
            out.clear().length(i + 1 < offsets.length ? offsets[i + 1] : LocalHeapPrefix.NO_FREE_BLOCK);
            out.length(sizes[i]).copyTo(image, from + (int) offsets[i]);
        }
    }
}
