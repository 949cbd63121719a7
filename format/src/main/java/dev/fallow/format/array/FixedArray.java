package dev.fallow.format.array;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;
import java.util.function.Consumer;

/**
 * Fixed array, version 0: the header, and the size of the data block, which follows from it. O, L: sizes of offsets and
 * of lengths.
 *
 * <pre>
 *   header                                        data block
 *   bytes  field                                  bytes  field
 *     4    signature, "FAHD"                        4    signature, "FADB"
 *     1    version, 0                               1    version, 0
 *     1    client: 0 chunks, 1 with filters         1    client
 *     1    bytes of an element                      O    header
 *     1    elements of a page, log2                 b    paged: a bit for each page that is in use, the first page in
 *     L    elements                                      the highest bit of the first byte
 *     O    data block, or undefined                      elements, if it is not paged
 *     4    checksum                                 4    checksum
 *                                                        paged: pages of elements, each followed by a checksum (4)
 * </pre>
 *
 * The data block is paged if it has more elements than a page. The reader passed to a method that decodes a block has all
 * its bytes, and {@code headerAddress} is the array's; the block must contain the same.
 */
public record FixedArray(int client, int elementSize, int pageBits, long elements, long blockAddress) {
    /** The specification's name of the header, for messages. */
    public static final String STRUCTURE = "fixed array header";
    /** The specification's name of the data block, for messages. */
    public static final String BLOCK_STRUCTURE = "fixed array data block";
    /** The fields of the header. */
    public static final Layout LAYOUT =
            Layout.sealed(STRUCTURE, "FAHD", "version:1 client:1 elementSize:1 pageBits:1 elements:L dataBlock:O");
    /** The fields of the data block, before the elements. */
    public static final Layout BLOCK = Layout.sealed(BLOCK_STRUCTURE, "FADB", "version:1 client:1 header:O");

    private static final int CHECKSUM_LENGTH = 4;
    private static final int MOST_PAGE_BITS = 30;

    /** Bytes of a header: 28 for 8 and 8. */
    public static int headerLength(FieldSizes sizes) {
        return LAYOUT.length(sizes);
    }

    public static FixedArray decode(FieldReader in) {
        int from = in.position();
        in.begin(LAYOUT, 0);
        int client = in.u8("client", ChunkElement.FILTERED);
        int elementSize = in.u8();
        ChunkElement.requireSize(in, client, elementSize);
        int pageBits = in.u8("page bits", MOST_PAGE_BITS);
        long elements = in.length();
        long block = in.offset();
        in.checksumFrom(from);
        return new FixedArray(client, elementSize, pageBits, elements, block);
    }

    /** Writes the header. */
    public void encode(FieldWriter out) {
        int from = out.position();
        out.begin(LAYOUT, 0).u8(client).u8(elementSize).u8(pageBits);
        out.length(elements).offset(blockAddress).checksumFrom(from);
    }

    /** The same array with another address of its data block. */
    public FixedArray at(long newBlock) {
        return new FixedArray(client, elementSize, pageBits, elements, newBlock);
    }

    /** Writes a data block without chunks; if it is paged, the part before the pages, none of which is in use. */
    public void encodeEmptyBlock(FieldWriter out, long headerAddress) {
        int from = out.position();
        out.begin(BLOCK, 0).u8(client).offset(headerAddress);
        if (paged()) {
            out.zeros(Math.toIntExact(bitmapLength()));
        } else {
            ChunkElement.encodeMissing(out, elementSize, elements);
        }
        out.checksumFrom(from);
    }

    /** Writes a page without chunks. */
    public void encodeEmptyPage(FieldWriter out, long page) {
        int from = out.position();
        ChunkElement.encodeMissing(out, elementSize, elementsOn(page));
        out.checksumFrom(from);
    }

    /** Whether the data block is paged. */
    public boolean paged() {
        return elements > 1L << pageBits;
    }

    /** The number of pages in the data block; 0 if it is not paged. */
    public long pages() {
        return paged() ? (elements - 1 >>> pageBits) + 1 : 0;
    }

    private long bitmapLength() {
        return (pages() + 7) / 8;
    }

    /** The position of the page bitmap in a paged data block, in bytes. */
    public static int bitmapAt(FieldSizes sizes) {
        return BLOCK.end(sizes);
    }

    /** The length of the fields before the elements or pages, in bytes, including a page bitmap and its checksum. */
    public long prefixLength(FieldSizes sizes) {
        return BLOCK.end(sizes) + (paged() ? bitmapLength() + CHECKSUM_LENGTH : 0);
    }

    /** The length of the data block in bytes, including its pages; saturates at 2^63-1. */
    public long blockLength(FieldSizes sizes) {
        if (elements > Long.MAX_VALUE / (elementSize + 1)) {
            return Long.MAX_VALUE;
        }
        long checksums = paged() ? pages() * CHECKSUM_LENGTH : CHECKSUM_LENGTH;
        return prefixLength(sizes) + elements * elementSize + checksums;
    }

    /** The length of a page in bytes, including its checksum. */
    public long pageLength(long page) {
        return elementsOn(page) * elementSize + CHECKSUM_LENGTH;
    }

    /** The number of elements on a page. */
    public long elementsOn(long page) {
        return Math.min(1L << pageBits, elements - (page << pageBits));
    }

    /** Reads a data block that is not paged. */
    public void decodeBlock(FieldReader in, long headerAddress, Consumer<ChunkElement> action) {
        int from = in.position();
        decodePrefix(in, headerAddress);
        FieldReader body = in.inner(elements * elementSize, BLOCK_STRUCTURE);
        in.checksumFrom(from);
        ChunkElement.decodeAll(body, client, elementSize, elements, action);
    }

    /** Reads the part of the data block before the pages; returns the page bitmap. */
    public byte[] decodePagedPrefix(FieldReader in, long headerAddress) {
        int from = in.position();
        decodePrefix(in, headerAddress);
        byte[] bitmap = in.bytes(bitmapLength());
        in.checksumFrom(from);
        return bitmap;
    }

    private void decodePrefix(FieldReader in, long headerAddress) {
        in.begin(BLOCK, 0);
        in.u8("client", client);
        in.owner("header", headerAddress);
    }

    /** Whether a page is in use. */
    public static boolean inUse(byte[] bitmap, long page) {
        return (bitmap[(int) (page >>> 3)] & 0x80 >>> (page & 7)) != 0;
    }

    /** Reads a page. */
    public void decodePage(FieldReader in, long page, Consumer<ChunkElement> action) {
        int from = in.position();
        FieldReader body = in.inner(elementsOn(page) * elementSize, BLOCK_STRUCTURE);
        in.checksumFrom(from);
        ChunkElement.decodeAll(body, client, elementSize, elementsOn(page), action);
    }
}
