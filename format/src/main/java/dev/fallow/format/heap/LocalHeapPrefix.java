package dev.fallow.format.heap;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;
import dev.fallow.format.Widths;

/**
 * Local heap prefix, version 0. O, L: sizes of offsets and of lengths.
 *
 * <pre>
 *   bytes  field
 *     4    signature, "HEAP"
 *     1    version, 0
 *     3    reserved, 0
 *     L    size of the data segment, in bytes
 *     L    offset of the first free block in the data segment; 1 for none
 *     O    address of the data segment
 *          zeros, up to a multiple of 8
 * </pre>
 *
 * A data segment directly after its prefix is one block of the file together with it. There is no checksum.
 */
public record LocalHeapPrefix(long dataSize, long freeListHead, long dataAddress) {
    /** The offset stored if there is no further free block. */
    public static final long NO_FREE_BLOCK = 1;

    public static final String STRUCTURE = "local heap";
    public static final Layout LAYOUT =
            Layout.of(STRUCTURE, "HEAP", "version:1 reserved:3 dataSize:L freeListHead:L dataAddress:O");

    public LocalHeapPrefix {
        if (dataSize < 0 || freeListHead < 0 || dataAddress < Addresses.UNDEFINED) {
            throw new IllegalArgumentException("local heap of " + dataSize + " bytes at address " + dataAddress
                    + ", free list at " + freeListHead);
        }
        FieldWriter.refuse("", problem(dataSize, freeListHead));
    }

    private static String problem(long size, long head) {
        return head != NO_FREE_BLOCK && head >= size
                ? "expected a first free block inside the " + size + " bytes of data, found it at " + head
                : null;
    }

    /** The length of a prefix in bytes: 32 for offsets and lengths of 8 bytes. */
    public static int length(FieldSizes sizes) {
        return (int) Widths.align8(LAYOUT.length(sizes));
    }

    /** Reads a prefix. Like libhdf5, refuses a free list that starts outside the data. */
    public static LocalHeapPrefix decode(FieldReader in) {
        FieldReader prefix = in.inner(length(in.sizes()), STRUCTURE);
        prefix.begin(LAYOUT, 0);
        prefix.skip(3);
        long size = prefix.length();
        long head = prefix.length();
        prefix.refuse(problem(size, head), prefix.sizes().lengths());
        return new LocalHeapPrefix(size, head, prefix.offset());
    }

    /** Writes {@link #length} bytes. */
    public void encode(FieldWriter out) {
        int from = out.position();
        out.begin(LAYOUT, 0).zeros(3).length(dataSize).length(freeListHead).offset(dataAddress);
        out.zeros(length(out.sizes()) - (out.position() - from));
    }

    /** Whether the data segment of a heap at {@code address} is directly after its prefix. */
    public boolean contiguousAt(long address, FieldSizes sizes) {
        return dataAddress == address + length(sizes);
    }
}
