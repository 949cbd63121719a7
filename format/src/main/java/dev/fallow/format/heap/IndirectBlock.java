package dev.fallow.format.heap;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;
import java.util.Arrays;

/**
 * Fractal heap indirect block, version 0. O, L: sizes of offsets and of lengths; h: bytes of a heap offset.
 *
 * <pre>
 *   bytes  field
 *     4    signature, "FHIB"
 *     1    version, 0
 *     O    fractal heap header address
 *     h    heap offset of this block
 *   for each entry, row by row:
 *     O      address of the child, or undefined: a direct block; in later rows, an indirect block
 *   if the heap has filters, for each direct block:
 *     L      length in the file
 *     4      filter mask
 *     4    checksum
 * </pre>
 *
 * The number of rows is stored in the heap's header for the root block; for others it follows from the doubling table.
 *
 * @param children addresses of all entries, {@link Addresses#UNDEFINED} where there is none; not copied
 * @param storedSizes lengths of the direct blocks in the file, in bytes; empty without filters; not copied
 * @param filterMasks of the direct blocks; empty without filters; not copied
 */
public record IndirectBlock(long blockOffset, long[] children, long[] storedSizes, int[] filterMasks) {
    public static final String STRUCTURE = "fractal heap indirect block";
    /** The fields, without those of filters. */
    public static final Layout LAYOUT =
            Layout.sealed(STRUCTURE, "FHIB", "version:1 heapHeader:O blockOffset:V [child:O]");

    public IndirectBlock {
        if (blockOffset < 0 || storedSizes.length > children.length || storedSizes.length != filterMasks.length) {
            throw new IllegalArgumentException("indirect block at heap offset " + blockOffset + " with "
                    + children.length + " entries, " + storedSizes.length + " sizes, " + filterMasks.length
                    + " filter masks");
        }
    }

    /** A block without children, of a heap without filters. */
    public static IndirectBlock empty(long blockOffset, DoublingTable table, int rows) {
        long[] children = new long[rows * table.width()];
        Arrays.fill(children, Addresses.UNDEFINED);
        return new IndirectBlock(blockOffset, children, new long[0], new int[0]);
    }

    /** The length in bytes of a block with {@code rows} rows. */
    public static int length(FractalHeapHeader heap, FieldSizes sizes, int rows) {
        int entries = rows * heap.table().width();
        return Math.toIntExact((long) LAYOUT.length(sizes)
                + heap.offsetWidth()
                + (long) entries * sizes.offsets()
                + (long) filteredEntries(heap, rows) * (sizes.lengths() + 4));
    }

    /** The position of the entries in the image of a block. Without filters, each entry is an address. */
    public static int entriesOffset(FractalHeapHeader heap, FieldSizes sizes) {
        return LAYOUT.end(sizes) + heap.offsetWidth();
    }

    private static int filteredEntries(FractalHeapHeader heap, int rows) {
        return heap.filtered()
                ? Math.min(rows, heap.table().directRows()) * heap.table().width()
                : 0;
    }

    /**
     * Reads a block.
     *
     * @param rows 1 to the table's {@link DoublingTable#maxRootRows}
     */
    public static IndirectBlock decode(FieldReader in, FractalHeapHeader heap, long heapAddress, int rows) {
        FieldReader block = in.inner(length(heap, in.sizes(), rows), STRUCTURE);
        int from = block.position();
        block.begin(LAYOUT, 0);
        block.owner("heap", heapAddress);
        long offset = block.unsigned(heap.offsetWidth());
        long[] children = new long[rows * heap.table().width()];
        long[] sizes = new long[filteredEntries(heap, rows)];
        int[] masks = new int[sizes.length];
        for (int i = 0; i < children.length; i++) {
            children[i] = block.offset();
            if (i < sizes.length) {
                sizes[i] = block.length();
                masks[i] = block.i32();
            }
        }
        block.checksumFrom(from);
        return new IndirectBlock(offset, children, sizes, masks);
    }

    /** Writes {@link #length} bytes. */
    public void encode(FieldWriter out, FractalHeapHeader heap, long heapAddress) {
        if (storedSizes.length
                != filteredEntries(heap, children.length / heap.table().width())) {
            throw new IllegalArgumentException("expected "
                    + filteredEntries(heap, children.length / heap.table().width()) + " sizes of direct blocks, found "
                    + storedSizes.length);
        }
        int from = out.position();
        out.begin(LAYOUT, 0).offset(heapAddress).unsigned(blockOffset, heap.offsetWidth());
        for (int i = 0; i < children.length; i++) {
            out.offset(children[i]);
            if (i < storedSizes.length) {
                out.length(storedSizes[i]).i32(filterMasks[i]);
            }
        }
        out.checksumFrom(from);
    }
}
