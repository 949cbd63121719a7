package dev.fallow.format.heap;

import dev.fallow.format.FieldWriter;
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
 * @param width the number of blocks in a row, a power of 2
 * @param startBlockSize size of a block of the first two rows in bytes, a power of 2
 * @param maxDirectBlockSize size of the largest direct block in bytes, a power of 2
 * @param maxHeapBits the heap's address space is 2^{@code maxHeapBits} bytes, 1 to 63
 */
public record DoublingTable(int width, long startBlockSize, long maxDirectBlockSize, int maxHeapBits) {
    /** The table of a heap of links. */
    public static final DoublingTable LINKS = new DoublingTable(4, 512, 65_536, 32);
    /** The table of a heap of attributes. */
    public static final DoublingTable ATTRIBUTES = new DoublingTable(4, 1024, 65_536, 40);

    public DoublingTable {
        FieldWriter.refuse("", problem(width, startBlockSize, maxDirectBlockSize, maxHeapBits));
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

    /** The maximum number of rows of the root indirect block, which fill the address space. */
    public int maxRootRows() {
        return maxHeapBits - firstRowBits() + 1;
    }

    /**
     * The number of rows of direct blocks; later rows contain child indirect blocks. May exceed {@link #maxRootRows}.
     */
    public int directRows() {
        return Widths.log2(maxDirectBlockSize) - Widths.log2(startBlockSize) + 2;
    }

    /** Whether the entries of a row are direct blocks. */
    public boolean isDirectRow(int row) {
        return row < directRows();
    }

    /** The size in bytes of a direct block, or the span of an indirect block, in a row below {@link #maxRootRows}. */
    public long blockSize(int row) {
        return row == 0 ? startBlockSize : startBlockSize << row - 1;
    }

    /** The heap offset of a row, relative to its indirect block. */
    public long rowOffset(int row) {
        return row == 0 ? 0 : startBlockSize * width << row - 1;
    }

    /**
     * The size in bytes of the heap space spanned by an indirect block with {@code rows} rows, at least 1; saturates at
     * 2^63-1.
     */
    public long span(int rows) {
        int bits = firstRowBits() + rows - 1;
        return bits > 62 ? Long.MAX_VALUE : 1L << bits;
    }

    /**
     * The number of rows of a child indirect block that spans {@code size} bytes, the {@link #blockSize} of its row.
     */
    public int childRows(long size) {
        return Widths.log2(size) - firstRowBits() + 1;
    }

    /** The number of rows of each child indirect block in a row. */
    public int childRowsOf(int row) {
        return childRows(blockSize(row));
    }

    /**
     * The row that contains a heap offset.
     *
     * @param offset relative to the indirect block
     */
    public int row(long offset) {
        return offset < startBlockSize * width ? 0 : Widths.log2(offset) - firstRowBits() + 1;
    }

    /** The column that contains a heap offset; see {@link #row}. */
    public int column(long offset) {
        int row = row(offset);
        return (int) ((offset - rowOffset(row)) / blockSize(row));
    }

    /** The number of the entry that contains a heap offset, counted row by row; see {@link #row}. */
    public int entry(long offset) {
        return row(offset) * width + column(offset);
    }

    /** The heap offset of an entry, relative to its indirect block. */
    public long entryOffset(int entry) {
        int row = entry / width;
        return rowOffset(row) + entry % width * blockSize(row);
    }

    /** The first row whose blocks have at least {@code size} bytes. */
    public int rowOfBlockSize(long size) {
        return size <= startBlockSize ? 0 : Widths.log2(size - 1) - Widths.log2(startBlockSize) + 2;
    }

    /**
     * The size of the direct block that libhdf5 creates for an object for which no free section is large enough: the
     * next power of 2 above the object's size, at least the starting block size, doubled if the block's overhead does
     * not also fit.
     *
     * @param objectSize bytes, at least 1
     * @param overhead length of a direct block's prefix, in bytes
     */
    public long directBlockSizeFor(long objectSize, int overhead) {
        long size = objectSize < startBlockSize ? startBlockSize : 2L << Widths.log2(objectSize);
        return objectSize + overhead > size ? 2 * size : size;
    }

    /** The width of a heap offset in bytes. */
    public int offsetWidth() {
        return (maxHeapBits + 7) / 8;
    }
}
