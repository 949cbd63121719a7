package dev.fallow.format.heap;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;

/**
 * ID of an object in a fractal heap; its length is in the heap's header. O, L: sizes of offsets and of lengths; the
 * widths h, n and i follow from the header.
 *
 * <pre>
 *   bytes  field
 *     1    bits 6-7 version, 0; bits 4-5 type; bits 0-3 part of a tiny object's length, otherwise 0
 *   type 0, managed:
 *     h      heap offset
 *     n      length
 *   type 1, huge, in an ID that is long enough:
 *     O      address
 *     L      length in the file
 *     4+L    if the heap has filters: filter mask, length without filters
 *   type 1, huge, in a shorter ID:
 *     i      key in the B-tree of huge objects
 *   type 2, tiny:
 *     0, 1   in IDs of more than 18 bytes: low eight bits of the length less 1; the first byte has the high four
 *     n      data
 *          zeros, up to the ID length
 * </pre>
 */
public sealed interface FractalHeapId {
    /** The maximum size of a tiny object whose length is in the first byte alone, in bytes. */
    int MAX_SHORT_TINY = 16;
    /** The maximum size of any tiny object, in bytes. */
    int MAX_LONG_TINY = 4096;

    String STRUCTURE = "fractal heap ID";

    /**
     * An object in a direct block.
     *
     * @param offset heap offset, more than 0
     * @param length in bytes, more than 0
     */
    record Managed(long offset, int length) implements FractalHeapId {
        /**
         * An ID with these fields. The checks are those of libhdf5: the object must not be at offset 0, must be within
         * the managed space, and must have a length allowed for managed objects.
         */
        public static Managed of(long offset, long length, FractalHeapHeader heap) {
            long space = heap.root().managedSpace();
            if (offset <= 0 || offset >= space || length < 0 || length > space - offset) {
                throw new FormatException(
                        STRUCTURE,
                        -1,
                        "expected an object inside the managed space of " + space + " bytes, found " + length
                                + " bytes at heap offset " + offset);
            }
            if (length == 0 || length > heap.maxManagedSize()) {
                throw new FormatException(
                        STRUCTURE,
                        -1,
                        "expected a managed object of 1 to " + heap.maxManagedSize() + " bytes, found " + length);
            }
            return new Managed(offset, (int) length);
        }
    }

    /**
     * An object stored outside the heap's blocks, found through the B-tree of huge objects.
     *
     * @param id key in the B-tree
     */
    record HugeIndirect(long id) implements FractalHeapId {}

    /**
     * An object stored outside the heap's blocks.
     *
     * @param address of the object
     * @param length in the file, in bytes
     * @param filterMask the filters that were skipped; 0 without filters
     * @param objectSize length without filters, in bytes
     */
    record HugeDirect(long address, long length, int filterMask, long objectSize) implements FractalHeapId {}

    /**
     * An object stored in its ID.
     *
     * @param data not empty; not copied
     */
    record Tiny(byte[] data) implements FractalHeapId {}

    /**
     * Reads an ID of the heap's ID length. Like libhdf5, refuses a managed object at offset 0, past the managed space,
     * of length 0, or longer than managed objects or direct blocks may be. The caller checks that the object is within
     * one direct block and after its prefix.
     */
    static FractalHeapId decode(FieldReader in, FractalHeapHeader heap) {
        FieldReader id = in.inner(heap.idLength(), STRUCTURE);
        int first = id.u8();
        if (first >> 6 != 0) {
            throw id.fail("expected version 0, found " + (first >> 6), 1);
        }
        return switch (first >> 4) {
            case 0 -> Managed.of(id.unsigned(heap.offsetWidth()), id.unsigned(heap.lengthWidth()), heap);
            case 1 -> decodeHuge(id, heap);
            case 2 -> decodeTiny(id, heap, first & 0x0F);
            default -> throw id.fail("expected type 0 to 2, found " + (first >> 4), 1);
        };
    }

    private static FractalHeapId decodeHuge(FieldReader id, FractalHeapHeader heap) {
        if (!heap.hugeIdsAreDirect(id.sizes())) {
            return new HugeIndirect(id.unsigned(heap.hugeIdWidth()));
        }
        long address = id.definedOffset();
        long length = id.length();
        return heap.filtered()
                ? new HugeDirect(address, length, id.i32(), id.length())
                : new HugeDirect(address, length, 0, length);
    }

    private static FractalHeapId decodeTiny(FieldReader id, FractalHeapHeader heap, int lowBits) {
        int length = 1 + (longTiny(heap) ? lowBits << 8 | id.u8() : lowBits);
        if (length > heap.maxTinySize()) {
            throw id.fail("expected a tiny object of at most " + heap.maxTinySize() + " bytes, found " + length);
        }
        return new Tiny(id.bytes(length));
    }

    private static boolean longTiny(FractalHeapHeader heap) {
        return heap.idLength() - 1 > MAX_SHORT_TINY + 1;
    }

    /** Writes an ID of the heap's ID length. */
    default void encode(FieldWriter out, FractalHeapHeader heap) {
        int from = out.position();
        boolean huge = this instanceof HugeDirect || this instanceof HugeIndirect;
        if (huge && heap.hugeIdsAreDirect(out.sizes()) != this instanceof HugeDirect) {
            throw new IllegalArgumentException(
                    "expected another kind of huge object in IDs of " + heap.idLength() + " bytes, found " + this);
        }
        if (this instanceof Managed managed) {
            out.u8(0).unsigned(managed.offset(), heap.offsetWidth()).unsigned(managed.length(), heap.lengthWidth());
        } else if (this instanceof HugeIndirect indirect) {
            out.u8(0x10).unsigned(indirect.id(), heap.hugeIdWidth());
        } else if (this instanceof HugeDirect direct) {
            out.u8(0x10).offset(direct.address()).length(direct.length());
            if (heap.filtered()) {
                out.i32(direct.filterMask()).length(direct.objectSize());
            }
        } else if (this instanceof Tiny tiny) {
            encodeTiny(out, heap, tiny.data());
        }
        int padding = heap.idLength() - (out.position() - from);
        if (padding < 0) {
            throw new IllegalArgumentException(
                    "expected an ID of " + heap.idLength() + " bytes, found " + (heap.idLength() - padding));
        }
        out.zeros(padding);
    }

    private static void encodeTiny(FieldWriter out, FractalHeapHeader heap, byte[] data) {
        if (data.length < 1 || data.length > heap.maxTinySize()) {
            throw new IllegalArgumentException(
                    "expected a tiny object of 1 to " + heap.maxTinySize() + " bytes, found " + data.length);
        }
        int stored = data.length - 1;
        if (longTiny(heap)) {
            out.u8(0x20 | stored >> 8).u8(stored & 0xFF);
        } else {
            out.u8(0x20 | stored);
        }
        out.bytes(data);
    }
}
