package dev.fallow.format.array;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldWriter;

/** Writes the blocks of an extensible array as they are before their first chunk. See {@link ExtensibleArray}. */
public final class EmptyExtensibleArray {
    private final ExtensibleArray array;

    /** @param array determines the numbers and sizes */
    public EmptyExtensibleArray(ExtensibleArray array) {
        this.array = array;
    }

    /** Writes the header of an array without blocks. */
    public void header(FieldWriter out) {
        int from = out.position();
        out.text("EAHD")
                .u8(0)
                .u8(array.client())
                .u8(array.elementSize())
                .u8(array.elementBits())
                .u8(array.indexElements());
        out.u8(array.leastElements()).u8(array.leastPointers()).u8(array.pageBits());
        out.zeros(6 * out.sizes().lengths()).offset(Addresses.UNDEFINED).checksumFrom(from);
    }

    /** Writes an index block without chunks and without addresses. */
    public void index(FieldWriter out, long headerAddress) {
        int from = out.position();
        prefix(out, "EAIB", headerAddress);
        ChunkElement.encodeMissing(out, array.elementSize(), array.indexElements());
        undefined(out, array.dataBlocksInIndex() + array.superBlocks() - array.superBlocksInIndex());
        out.checksumFrom(from);
    }

    /** Writes a super block without data blocks. */
    public void superBlock(FieldWriter out, long headerAddress, int superBlock) {
        int from = out.position();
        prefix(out, "EASB", headerAddress);
        out.unsigned(array.firstElement(superBlock), array.offsetLength());
        out.zeros(Math.toIntExact(array.dataBlocks(superBlock) * array.bitmapLength(superBlock)));
        undefined(out, array.dataBlocks(superBlock));
        out.checksumFrom(from);
    }

    /**
     * Writes a data block without chunks; if it is paged, the part before the pages.
     *
     * @param block counted from the first one of the super block
     */
    public void dataBlock(FieldWriter out, long headerAddress, int superBlock, long block) {
        int from = out.position();
        prefix(out, "EADB", headerAddress);
        out.unsigned(offset(superBlock, block), array.offsetLength());
        if (!array.paged(superBlock)) {
            ChunkElement.encodeMissing(out, array.elementSize(), array.elements(superBlock));
        }
        out.checksumFrom(from);
    }

    /**
     * The offset in a data block. As in libhdf5, blocks without a super block of their own are counted over all super
     * blocks, so that their offsets are not the numbers of their first elements.
     */
    private long offset(int superBlock, long block) {
        long counted = superBlock < array.superBlocksInIndex() ? array.dataBlocksBefore(superBlock) + block : block;
        return array.firstElement(superBlock) + counted * array.elements(superBlock);
    }

    /** Writes a page without chunks. */
    public void page(FieldWriter out) {
        int from = out.position();
        ChunkElement.encodeMissing(out, array.elementSize(), 1L << array.pageBits());
        out.checksumFrom(from);
    }

    private static void undefined(FieldWriter out, long count) {
        for (long i = 0; i < count; i++) {
            out.offset(Addresses.UNDEFINED);
        }
    }

    private void prefix(FieldWriter out, String signature, long headerAddress) {
        out.text(signature).u8(0).u8(array.client()).offset(headerAddress);
    }
}
