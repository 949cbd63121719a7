package dev.fallow.internal.heap;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.heap.FractalHeapId;

/** Encodes and decodes the IDs of one fractal heap. Those of managed objects, which are the most frequent, directly. */
final class HeapIds {
    private final FractalHeap heap;
    private final FieldSizes sizes;

    HeapIds(FractalHeap heap, FieldSizes sizes) {
        this.heap = heap;
        this.sizes = sizes;
    }

    /** @throws FormatException if the heap can have no object with this ID */
    FractalHeapId decode(byte[] id) {
        if (id.length != heap.header().idLength()) {
            throw new FormatException(
                    "fractal heap",
                    heap.address(),
                    "expected an ID of " + heap.header().idLength() + " bytes, found " + id.length);
        }
        return decode(id, 0);
    }

    /** As {@link #decode(byte[])}, of the ID that begins at a position and is wholly inside the source. */
    FractalHeapId decode(byte[] source, int at) {
        FractalHeapHeader header = heap.header();
        try {
            return source[at] == 0
                    ? FractalHeapId.Managed.of(
                            LittleEndian.unsigned(source, at + 1, header.offsetWidth()),
                            LittleEndian.unsigned(source, at + 1 + header.offsetWidth(), header.lengthWidth()),
                            header)
                    : FractalHeapId.decode(
                            FieldReader.of(source, at, at + header.idLength(), sizes, FractalHeapId.STRUCTURE, -1),
                            header);
        } catch (FormatException e) {
            throw new FormatException("fractal heap", heap.address(), e.getMessage());
        }
    }

    /**
     * The bytes of a packed ID.
     *
     * @param packedId the bytes as a little-endian number, for heaps with IDs of at most 8 bytes
     */
    byte[] unpack(long packedId) {
        byte[] id = new byte[heap.header().idLength()];
        for (int i = 0; i < id.length; i++) {
            id[i] = (byte) (packedId >>> 8 * i);
        }
        return id;
    }

    byte[] encode(FractalHeapId id) {
        FractalHeapHeader header = heap.header();
        if (id instanceof FractalHeapId.Managed object) {
            byte[] encoded = new byte[header.idLength()];
            LittleEndian.put(encoded, 1, header.offsetWidth(), object.offset());
            LittleEndian.put(encoded, 1 + header.offsetWidth(), header.lengthWidth(), object.length());
            return encoded;
        }
        FieldWriter out = new FieldWriter(sizes);
        id.encode(out, header);
        return out.toByteArray();
    }
}
