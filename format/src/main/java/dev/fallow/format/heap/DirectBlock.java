package dev.fallow.format.heap;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;

/**
 * Fractal heap direct block, version 0: the prefix before the objects. O: size of offsets; h: bytes of a heap offset.
 *
 * <pre>
 *   bytes  field
 *     4    signature, "FHDB"
 *     1    version, 0
 *     O    fractal heap header address
 *     h    heap offset of this block
 *   0, 4   if the heap has checksums: checksum of the whole block, computed with these four bytes as 0
 *     n    objects
 * </pre>
 *
 * The prefix is part of the heap's address space, so no object has the offset of its block.
 */
public final class DirectBlock {
    public static final String STRUCTURE = "fractal heap direct block";
    /** The fields, before the checksum and the objects. */
    public static final Layout LAYOUT = Layout.of(STRUCTURE, "FHDB", "version:1 heapHeader:O blockOffset:V");

    private static final int CHECKSUM_LENGTH = 4;

    private DirectBlock() {}

    /** The length of the prefix in bytes. */
    public static int overhead(FractalHeapHeader heap, FieldSizes sizes) {
        return checksumOffset(heap, sizes) + (heap.checksummed() ? CHECKSUM_LENGTH : 0);
    }

    /** The position of the checksum in the prefix, in heaps with checksums. */
    public static int checksumOffset(FractalHeapHeader heap, FieldSizes sizes) {
        return LAYOUT.end(sizes) + heap.offsetWidth();
    }

    /**
     * Checks a block's prefix and its checksum. Linear.
     *
     * @param block a reader of all bytes of the block, with filters already removed; advanced past the block
     * @return the heap offset of the block
     */
    public static long decode(FieldReader block, FractalHeapHeader heap, long heapAddress) {
        FieldReader prefix = block.inner(overhead(heap, block.sizes()), STRUCTURE);
        int from = prefix.position();
        prefix.begin(LAYOUT, 0);
        prefix.owner("heap", heapAddress);
        long offset = prefix.unsigned(heap.offsetWidth());
        block.skip(block.remaining());
        if (heap.checksummed()) {
            int stored = prefix.i32();
            prefix.checksum(stored, block.checksumSince(from, prefix.position() - CHECKSUM_LENGTH));
        }
        return offset;
    }

    /** Writes the prefix into the image of a block, but not the checksum. */
    public static void putPrefix(
            byte[] image, FractalHeapHeader heap, FieldSizes sizes, long heapAddress, long blockOffset) {
        FieldWriter out = new FieldWriter(sizes).begin(LAYOUT, 0).offset(heapAddress);
        out.unsigned(blockOffset, heap.offsetWidth()).copyTo(image, 0);
    }
}
