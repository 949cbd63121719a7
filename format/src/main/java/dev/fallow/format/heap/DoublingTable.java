package dev.fallow.format.heap;

import dev.fallow.format.Widths;

/**
 * The doubling table of a fractal heap: how the heap's address space is divided into rows of blocks. With s the size of
 * a starting block and w the width (blocks in a row):
 *
 * <pre>
 *   row            0     1     2      3      r
 *   block size     s     s     2*s    4*s    s * 2^(r-1)
 *   heap offset    0     s*w   2*s*w  4*s*w  s * w * 2^(r-1)
 * </pre>
 *
 * Blocks up to the maximum direct block size are direct blocks. The rows after them contain child indirect blocks,
 * whose entries are divided in the same way from their own heap offset. All methods take constant time.
 *
 * @param width blocks in a row, a power of 2
 * @param startBlockSize bytes of a block of the first two rows, a power of 2
 * @param maxDirectBlockSize bytes of the largest direct block, a power of 2
 * @param maxHeapBits the heap's address space is 2^{@code maxHeapBits} bytes, 1 to 63
 */
public record DoublingTable(int width, long startBlockSize, long maxDirectBlockSize, int maxHeapBits) {
    /** The table of a heap of links. */
    public static final DoublingTable LINKS = new DoublingTable(4, 512, 65_536, 32);
    /** The table of a heap of attributes. */
    public static final DoublingTable ATTRIBUTES = new DoublingTable(4, 1024, 65_536, 40);

    /** @throws IllegalArgumentException if the fields do not make a table */
    public DoublingTable {
        String problem = problem(width, startBlockSize, maxDirectBlockSize, maxHeapBits);
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
    }

    static String problem(int width, long start, long maxDirect, int bits) {
        if (width < 1 || width > 0xFFFF || Integer.bitCount(width) != 1) {
            return "expected a table width that is a power of 2, found " + width;
        }
        if (start < 1 || Long.bitCount(start) != 1) {
            return "expected a starting block size that is a power of 2, found " + start;
        }
        if (maxDirect < start || Long.bitCount(maxDirect) != 1 || maxDirect > 1L << 30) {
            return "expected a largest direct block of " + start + " to " + (1L << 30) + " bytes, a power of 2, found "
                    + maxDirect;
        }
        int firstRow = Widths.log2(start) + Widths.log2(width);
        if (bits < firstRow || bits < Widths.log2(maxDirect) || bits > 63) {
            return "expected a heap of " + Math.max(firstRow, Widths.log2(maxDirect)) + " to 63 bits, found " + bits;
        }
        return null;
    }

    private int firstRowBits() {
        return Widths.log2(startBlockSize) + Widths.log2(width);
    }

    /** Most rows of the root indirect block: what the address space has room for. */
    public int maxRootRows() {
        return maxHeapBits - firstRowBits() + 1;
    }

    /** Rows of direct blocks; the rows after them contain child indirect blocks. May exceed {@link #maxRootRows}. */
    public int directRows() {
        return Widths.log2(maxDirectBlockSize) - Widths.log2(startBlockSize) + 2;
    }

    /** Whether entries of a row are direct blocks. */
    public boolean isDirectRow(int row) {
        return row < directRows();
    }

    /** Bytes of a block of a row, direct or (all that it spans) indirect; of rows below {@link #maxRootRows}. */
    public long blockSize(int row) {
        return row == 0 ? startBlockSize : startBlockSize << row - 1;
    }

    /** Where a row starts in the heap, from the start of the indirect block that has it. */
    public long rowOffset(int row) {
        return row == 0 ? 0 : startBlockSize * width << row - 1;
    }

    /** Bytes of heap spanned by an indirect block with this many rows, at least 1; at most 2^63-1. */
    public long span(int rows) {
        int bits = firstRowBits() + rows - 1;
        return bits > 62 ? Long.MAX_VALUE : 1L << bits;
    }

    /** Rows of a child indirect block that spans {@code size} bytes, as {@link #blockSize} gives for its row. */
    public int childRows(long size) {
        return Widths.log2(size) - firstRowBits() + 1;
    }

    /** Rows of the child indirect blocks in a row. */
    public int childRowsOf(int row) {
        return childRows(blockSize(row));
    }

    /**
     * The row that a heap offset is in.
     *
     * @param offset from the start of the indirect block
     */
    public int row(long offset) {
        return offset < startBlockSize * width ? 0 : Widths.log2(offset) - firstRowBits() + 1;
    }

    /** The column that a heap offset is in; see {@link #row}. */
    public int column(long offset) {
        int row = row(offset);
        return (int) ((offset - rowOffset(row)) / blockSize(row));
    }

    /** The number of the entry of an indirect block that a heap offset is in: row by row. See {@link #row}. */
    public int entry(long offset) {
        return row(offset) * width + column(offset);
    }

    /** Where entry {@code entry} starts in the heap, from the start of the indirect block. */
    public long entryOffset(int entry) {
        int row = entry / width;
        return rowOffset(row) + entry % width * blockSize(row);
    }

    /** The first row whose blocks have at least {@code size} bytes. */
    public int rowOfBlockSize(long size) {
        return size <= startBlockSize ? 0 : Widths.log2(size - 1) - Widths.log2(startBlockSize) + 2;
    }

    /**
     * Size of the direct block that libhdf5 creates for an object that fits into no free section: the next power of 2
     * above the object's size, at least the starting block size, doubled if the block's overhead does not also fit.
     *
     * @param objectSize bytes, at least 1
     * @param overhead bytes of a direct block that are not for objects
     */
    public long directBlockSizeFor(long objectSize, int overhead) {
        long size = objectSize < startBlockSize ? startBlockSize : 2L << Widths.log2(objectSize);
        return objectSize + overhead > size ? 2 * size : size;
    }

    /** Bytes of a heap offset in the file. */
    public int offsetWidth() {
        return (maxHeapBits + 7) / 8;
    }
}
