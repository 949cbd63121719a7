package dev.fallow.format.array;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;
import dev.fallow.format.Widths;
import java.util.function.Consumer;

/**
 * Extensible array, version 0: the header, and the sizes of the blocks, which follow from it. O, L: sizes of offsets
 * and of lengths.
 *
 * <pre>
 *   header                                        index block
 *   bytes  field                                  bytes  field
 *     4    signature, "EAHD"                        4    signature, "EAIB"
 *     1    version, 0                               1    version, 0
 *     1    client: 0 chunks, 1 with filters         1    client
 *     1    bytes of an element                      O    header
 *     1    bits of an element's number, m                elements
 *     1    elements in the index block                   data blocks (O each), of super blocks 0, 1, ... that have no
 *     1    elements of the smallest data block           block of their own
 *     1    data blocks of the first super block          super blocks (O each)
 *     1    elements of a page, log2                 4    checksum
 *    6*L   counts
 *     O    index block, or undefined
 *     4    checksum
 *
 *   super block u                                 data block
 *     4    signature, "EASB"                        4    signature, "EADB"
 *     1    version, 0                               1    version, 0
 *     1    client                                   1    client
 *     O    header                                   O    header
 *     o    offset of its first element              o    offset of its first element
 *          paged: bits for the pages in use of           elements, if it is not paged
 *          each data block, whole bytes each        4    checksum
 *          data blocks (O each)                          paged: pages of elements, each with a checksum (4)
 *     4    checksum
 * </pre>
 *
 * o: bytes for m bits. Super block u has 2^(u/2) data blocks of min * 2^((u+1)/2) elements each, where min is the
 * number of elements of the smallest data block. A data block is paged if it has more elements than a page. The offsets
 * are ignored, because libhdf5 writes unexpected ones.
 *
 * <p>The reader passed to a method that decodes a block has all its bytes, and {@code headerAddress} is the array's; the
 * block must contain the same.
 *
 * @param limit the highest number of an element ever set, plus one: those from there on are not allocated
 */
public record ExtensibleArray(
        int client,
        int elementSize,
        int elementBits,
        int indexElements,
        int leastElements,
        int leastPointers,
        int pageBits,
        long limit,
        long indexAddress) {
    /** The specification's name of the header, for messages. */
    public static final String STRUCTURE = "extensible array header";
    /** The specification's name of the index block, for messages. */
    public static final String INDEX_STRUCTURE = "extensible array index block";
    /** The specification's name of a super block, for messages. */
    public static final String SUPER_STRUCTURE = "extensible array super block";
    /** The specification's name of a data block, for messages. */
    public static final String BLOCK_STRUCTURE = "extensible array data block";
    /** The fields of the header. */
    public static final Layout LAYOUT = Layout.sealed(
            STRUCTURE,
            "EAHD",
            "version:1 client:1 elementSize:1 elementBits:1 indexElements:1 blockElements:1 blockPointers:1 pageBits:1"
                    + " superBlocks:L superBlockBytes:L dataBlocks:L dataBlockBytes:L limit:L elements:L indexBlock:O");
    /** The address of the index block, in the header. */
    public static final Layout.Field INDEX_BLOCK = LAYOUT.field("indexBlock");
    /** The fields of the index block, before the elements. */
    public static final Layout INDEX = Layout.sealed(INDEX_STRUCTURE, "EAIB", "version:1 client:1 header:O");
    /** The fields of a super block, before the offset of its first element. */
    public static final Layout SUPER = Layout.sealed(SUPER_STRUCTURE, "EASB", "version:1 client:1 header:O");
    /** The fields of a data block, before the offset of its first element. */
    public static final Layout BLOCK = Layout.sealed(BLOCK_STRUCTURE, "EADB", "version:1 client:1 header:O");

    private static final int CHECKSUM_LENGTH = 4;
    private static final int MOST_BITS = 62;
    private static final int MOST_PAGE_BITS = 30;

    /** Bytes of a header: 72 for 8 and 8. */
    public static int headerLength(FieldSizes sizes) {
        return LAYOUT.length(sizes);
    }

    public static ExtensibleArray decode(FieldReader in) {
        int from = in.position();
        in.begin(LAYOUT, 0);
        int client = in.u8("client", ChunkElement.FILTERED);
        int elementSize = in.u8();
        ChunkElement.requireSize(in, client, elementSize);
        int bits = in.u8("element bits", MOST_BITS);
        int indexElements = in.u8();
        int leastElements = in.u8();
        int leastPointers = in.u8();
        int pageBits = in.u8("page bits", MOST_PAGE_BITS);
        in.refuse(problem(bits, leastElements, leastPointers), 0);
        in.skip(4L * in.sizes().lengths());
        long limit = in.length();
        in.skip(in.sizes().lengths());
        long index = in.offset();
        in.checksumFrom(from);
        return new ExtensibleArray(
                client, elementSize, bits, indexElements, leastElements, leastPointers, pageBits, limit, index);
    }

    private static String problem(int bits, int leastElements, int leastPointers) {
        boolean powers = Integer.bitCount(leastElements) == 1 && Integer.bitCount(leastPointers) == 1;
        return powers && bits >= Widths.log2(leastElements) && leastPointers >= 2
                ? null
                : "expected powers of two of elements and data blocks, and enough bits, found %d bits, %d elements, %d data blocks"
                        .formatted(bits, leastElements, leastPointers);
    }

    /** An array without blocks. */
    public static ExtensibleArray create(
            int client,
            int elementSize,
            int elementBits,
            int indexElements,
            int leastPointers,
            int leastElements,
            int pageBits) {
        FieldWriter.refuse(
                STRUCTURE + ": ",
                elementBits > MOST_BITS || pageBits > MOST_PAGE_BITS
                        ? "expected at most %d bits and %d page bits, found %d and %d"
                                .formatted(MOST_BITS, MOST_PAGE_BITS, elementBits, pageBits)
                        : problem(elementBits, leastElements, leastPointers));
        return new ExtensibleArray(
                client,
                elementSize,
                elementBits,
                indexElements,
                leastElements,
                leastPointers,
                pageBits,
                0,
                Addresses.UNDEFINED);
    }

    /** The maximum number of super blocks. */
    public int superBlocks() {
        return 1 + elementBits - Widths.log2(leastElements);
    }

    /**
     * The number of super blocks that are not stored separately; the index block contains the addresses of their data
     * blocks.
     */
    public int superBlocksInIndex() {
        return Math.min(superBlocks(), 2 * Widths.log2(leastPointers));
    }

    /** The number of data blocks of a super block. */
    public long dataBlocks(int superBlock) {
        return 1L << superBlock / 2;
    }

    /** The number of elements in each data block of a super block. */
    public long elements(int superBlock) {
        return (long) leastElements << (superBlock + 1) / 2;
    }

    /**
     * The super block of an element that is not in the index block.
     *
     * @param number of the element, less the number of elements in the index block
     */
    public int superBlockOf(long number) {
        return Widths.log2(number / leastElements + 1);
    }

    /** The number of the first element of a super block, less the number of elements in the index block. */
    public long firstElement(int superBlock) {
        return leastElements * ((1L << superBlock) - 1);
    }

    /** The number of data blocks of all super blocks before one. */
    public long dataBlocksBefore(int superBlock) {
        return superBlock % 2 == 0 ? 2 * ((1L << superBlock / 2) - 1) : 3 * (1L << superBlock / 2) - 2;
    }

    private int offsetLength() {
        return (elementBits + 7) / 8;
    }

    /** Whether the data blocks of a super block are paged. */
    public boolean paged(int superBlock) {
        return elements(superBlock) > 1L << pageBits;
    }

    /** The number of pages in each data block of a super block; 0 if they are not paged. */
    public long pages(int superBlock) {
        return paged(superBlock) ? elements(superBlock) >>> pageBits : 0;
    }

    /** The number of data blocks whose addresses are in the index block. */
    public long dataBlocksInIndex() {
        return 2L * (leastPointers - 1);
    }

    /** Bytes of the index block. */
    public long indexLength(FieldSizes sizes) {
        long addresses = dataBlocksInIndex() + superBlocks() - superBlocksInIndex();
        return INDEX.length(sizes) + (long) indexElements * elementSize + addresses * sizes.offsets();
    }

    /** The position of the first element in an index block, in bytes. */
    public static int elementsAt(FieldSizes sizes) {
        return INDEX.end(sizes);
    }

    /**
     * The position in an index block of the address of a data block, in bytes.
     *
     * @param block counted over all super blocks
     */
    public int blockPointerAt(FieldSizes sizes, long block) {
        return elementsAt(sizes) + indexElements * elementSize + (int) block * sizes.offsets();
    }

    /** The position in an index block of the address of a super block, in bytes. */
    public int superPointerAt(FieldSizes sizes, int superBlock) {
        return blockPointerAt(sizes, dataBlocksInIndex() + superBlock - superBlocksInIndex());
    }

    /** The position in a super block of its page bits, in bytes. Block b has the bits from b times its pages on. */
    public int pageBitsAt(FieldSizes sizes) {
        return SUPER.end(sizes) + offsetLength();
    }

    /**
     * The position in a super block of the address of a data block, in bytes.
     *
     * @param block counted from the first one of the super block
     */
    public long blockPointerAt(FieldSizes sizes, int superBlock, long block) {
        return pageBitsAt(sizes) + dataBlocks(superBlock) * bitmapLength(superBlock) + block * sizes.offsets();
    }

    private long bitmapLength(int superBlock) {
        return (pages(superBlock) + 7) / 8;
    }

    /** Bytes of a super block. */
    public long superLength(FieldSizes sizes, int superBlock) {
        return SUPER.length(sizes)
                + offsetLength()
                + dataBlocks(superBlock) * (bitmapLength(superBlock) + sizes.offsets());
    }

    /**
     * The length of the fields before the elements or pages of a data block, in bytes; before pages, they include a
     * checksum.
     */
    public long blockPrefixLength(FieldSizes sizes, int superBlock) {
        return BLOCK.end(sizes) + offsetLength() + (paged(superBlock) ? CHECKSUM_LENGTH : 0);
    }

    /** The length of a data block of a super block in bytes, including its pages. */
    public long blockLength(FieldSizes sizes, int superBlock) {
        long checksums = paged(superBlock) ? pages(superBlock) * CHECKSUM_LENGTH : CHECKSUM_LENGTH;
        return blockPrefixLength(sizes, superBlock) + elements(superBlock) * elementSize + checksums;
    }

    /** The length of a page in bytes, including its checksum. */
    public long pageLength() {
        return (1L << pageBits) * elementSize + CHECKSUM_LENGTH;
    }

    /** Receives data blocks. */
    @FunctionalInterface
    public interface BlockVisitor {
        /**
         * Receives an allocated data block.
         *
         * @param superBlock the number of its super block
         * @param pagesInUse a bit for each page, see {@link FixedArray#inUse}; null if the block is not paged
         */
        void visit(long address, int superBlock, byte[] pagesInUse);
    }

    /** Receives super blocks. */
    @FunctionalInterface
    public interface SuperBlockVisitor {
        /** Receives an allocated super block. */
        void visit(long address, int superBlock);
    }

    /** Reads an index block. */
    public void decodeIndex(
            FieldReader in,
            long headerAddress,
            Consumer<ChunkElement> elementAction,
            BlockVisitor blocks,
            SuperBlockVisitor supers) {
        int from = in.position();
        decodePrefix(in, INDEX, headerAddress);
        ChunkElement.decodeAll(in, client, elementSize, indexElements, elementAction);
        int superBlock = 0;
        long left = dataBlocks(0);
        for (long i = 0; i < dataBlocksInIndex(); i++) {
            while (left == 0) {
                left = dataBlocks(++superBlock);
            }
            left--;
            long address = in.offset();
            if (address >= 0) {
                if (paged(superBlock)) {
                    throw in.fail("expected data blocks without pages in an index block, found " + pages(superBlock)
                            + " pages");
                }
                blocks.visit(address, superBlock, null);
            }
        }
        for (int i = superBlocksInIndex(); i < superBlocks(); i++) {
            long address = in.offset();
            if (address >= 0) {
                supers.visit(address, i);
            }
        }
        in.checksumFrom(from);
    }

    /** Reads a super block. */
    public void decodeSuper(FieldReader in, long headerAddress, int superBlock, BlockVisitor blocks) {
        int from = in.position();
        decodePrefix(in, SUPER, headerAddress);
        in.skip(offsetLength());
        int count = Math.toIntExact(dataBlocks(superBlock));
        byte[] bits = in.bytes(count * bitmapLength(superBlock));
        for (int i = 0; i < count; i++) {
            long address = in.offset();
            if (address >= 0) {
                blocks.visit(address, superBlock, paged(superBlock) ? pagesOf(bits, i, superBlock) : null);
            }
        }
        in.checksumFrom(from);
    }

    /**
     * The bits of one data block. libhdf5 numbers the bits consecutively over all data blocks, although it stores whole
     * bytes for each.
     */
    private byte[] pagesOf(byte[] bits, int block, int superBlock) {
        long pages = pages(superBlock);
        byte[] own = new byte[(int) bitmapLength(superBlock)];
        for (long page = 0; page < pages; page++) {
            if (FixedArray.inUse(bits, block * pages + page)) {
                own[(int) (page >>> 3)] |= (byte) (0x80 >>> (page & 7));
            }
        }
        return own;
    }

    /** Reads a data block that is not paged. */
    public void decodeBlock(FieldReader in, long headerAddress, int superBlock, Consumer<ChunkElement> action) {
        int from = in.position();
        decodePrefix(in, BLOCK, headerAddress);
        in.skip(offsetLength());
        ChunkElement.decodeAll(in, client, elementSize, elements(superBlock), action);
        in.checksumFrom(from);
    }

    /** Checks the part of a data block before its pages. */
    public void decodePagedPrefix(FieldReader in, long headerAddress) {
        int from = in.position();
        decodePrefix(in, BLOCK, headerAddress);
        in.skip(offsetLength());
        in.checksumFrom(from);
    }

    /** Reads a page of a data block. */
    public void decodePage(FieldReader in, Consumer<ChunkElement> action) {
        int from = in.position();
        ChunkElement.decodeAll(in, client, elementSize, 1L << pageBits, action);
        in.checksumFrom(from);
    }

    private void decodePrefix(FieldReader in, Layout block, long headerAddress) {
        in.begin(block, 0);
        in.u8("client", client);
        in.owner("header", headerAddress);
    }

    /** Writes the header of an array without blocks. */
    public void encodeEmptyHeader(FieldWriter out) {
        int from = out.position();
        out.begin(LAYOUT, 0).u8(client).u8(elementSize).u8(elementBits).u8(indexElements);
        out.u8(leastElements).u8(leastPointers).u8(pageBits);
        out.zeros(6 * out.sizes().lengths()).offset(Addresses.UNDEFINED).checksumFrom(from);
    }

    /** Writes an index block without chunks and without addresses. */
    public void encodeEmptyIndex(FieldWriter out, long headerAddress) {
        int from = out.position();
        encodePrefix(out, INDEX, headerAddress);
        ChunkElement.encodeMissing(out, elementSize, indexElements);
        undefined(out, dataBlocksInIndex() + superBlocks() - superBlocksInIndex());
        out.checksumFrom(from);
    }

    /** Writes a super block without data blocks. */
    public void encodeEmptySuper(FieldWriter out, long headerAddress, int superBlock) {
        int from = out.position();
        encodePrefix(out, SUPER, headerAddress);
        out.unsigned(firstElement(superBlock), offsetLength());
        out.zeros(Math.toIntExact(dataBlocks(superBlock) * bitmapLength(superBlock)));
        undefined(out, dataBlocks(superBlock));
        out.checksumFrom(from);
    }

    /**
     * Writes a data block without chunks; if it is paged, the part before the pages.
     *
     * @param block counted from the first one of the super block
     */
    public void encodeEmptyBlock(FieldWriter out, long headerAddress, int superBlock, long block) {
        int from = out.position();
        encodePrefix(out, BLOCK, headerAddress);
        out.unsigned(offsetOf(superBlock, block), offsetLength());
        if (!paged(superBlock)) {
            ChunkElement.encodeMissing(out, elementSize, elements(superBlock));
        }
        out.checksumFrom(from);
    }

    /**
     * The offset in a data block. As in libhdf5, blocks without a super block of their own are counted over all super
     * blocks, so that their offsets are not the numbers of their first elements.
     */
    private long offsetOf(int superBlock, long block) {
        long counted = superBlock < superBlocksInIndex() ? dataBlocksBefore(superBlock) + block : block;
        return firstElement(superBlock) + counted * elements(superBlock);
    }

    /** Writes a page without chunks. */
    public void encodeEmptyPage(FieldWriter out) {
        int from = out.position();
        ChunkElement.encodeMissing(out, elementSize, 1L << pageBits);
        out.checksumFrom(from);
    }

    private static void undefined(FieldWriter out, long count) {
        for (long i = 0; i < count; i++) {
            out.offset(Addresses.UNDEFINED);
        }
    }

    private void encodePrefix(FieldWriter out, Layout block, long headerAddress) {
        out.begin(block, 0).u8(client).offset(headerAddress);
    }
}
