package dev.fallow.internal.dataset;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.type.Array;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.ReferenceType;
import dev.fallow.type.VariableLength;
import java.io.IOException;

/**
 * A walk over elements that refer to the global heap. A variable-length element is a length (4) and a global heap ID; an
 * old region reference is a global heap ID; a new reference is a type (1), flags (1), a length (4) and a global heap ID,
 * except for a reference to an object of the same file, which contains its target.
 */
abstract class HeapElements {
    private static final String STRUCTURE = "reference into a global heap";
    /** Bytes in a new reference before its global heap ID: type, flags and length. */
    private static final int BEFORE_HEAP_ID = 6;

    private static final int TO_OBJECT = 2;
    private static final int EXTERNAL = 1;

    private final FieldSizes sizes;

    HeapElements(FieldSizes sizes) {
        this.sizes = sizes;
    }

    /** Whether elements of a datatype are left out. */
    abstract boolean isPlain(Datatype type);

    /**
     * Visits a variable-length element that is not empty.
     *
     * @param length the number of its elements
     * @param id the object that has them
     * @param idAt the position of the ID in the data
     */
    abstract void sequence(VariableLength type, long length, GlobalHeapId id, byte[] data, int idAt) throws IOException;

    /** Visits a reference that is in an object of the heap, or points into one. */
    abstract void reference(GlobalHeapId id, byte[] data, int idAt) throws IOException;

    /** Visits whole elements in sequence, from a position to before another one. */
    final void elements(Datatype type, byte[] data, int from, int to) throws IOException {
        if (!isPlain(type)) {
            long size = type.size();
            for (long at = from; at + size <= to; at += size) {
                element(type, data, (int) at);
            }
        }
    }

    private void element(Datatype type, byte[] data, int at) throws IOException {
        if (type instanceof Compound compound) {
            for (Compound.Member member : compound.members()) {
                int from = Math.toIntExact(at + member.offset());
                elements(member.type(), data, from, Math.toIntExact(from + member.size()));
            }
        } else if (type instanceof Array array) {
            elements(array.base(), data, at, Math.toIntExact(at + array.size()));
        } else if (type instanceof VariableLength sequence) {
            FieldReader in = reader(data, at, type);
            long length = in.u32();
            GlobalHeapId id = GlobalHeapId.decode(in);
            if (!id.isNone()) {
                sequence(sequence, length, id, data, at + Integer.BYTES);
            }
        } else if (type instanceof ReferenceType reference) {
            reference(reference, data, at);
        }
    }

    /** Visits the elements of a sequence. */
    final void elementsOf(VariableLength type, long length, GlobalHeapId id, byte[] data) throws IOException {
        long size = type.base().size();
        if (length > data.length / size) {
            throw new FormatException(
                    STRUCTURE,
                    -1,
                    "expected %d elements of %d bytes in object %d at address %d, found %d bytes"
                            .formatted(length, size, id.index(), id.collectionAddress(), data.length));
        }
        elements(type.base(), data, 0, (int) (length * size));
    }

    void reference(ReferenceType type, byte[] data, int at) throws IOException {
        FieldReader in = reader(data, at, type);
        int idAt = at;
        if (type.kind() != ReferenceType.Kind.REGION) {
            int kind = in.u8();
            int flags = in.u8();
            if (kind == 0 || kind == TO_OBJECT && (flags & EXTERNAL) == 0) {
                return;
            }
            idAt += BEFORE_HEAP_ID;
            in.skip(BEFORE_HEAP_ID - 2);
        }
        GlobalHeapId id = GlobalHeapId.decode(in);
        if (!id.isNone()) {
            reference(id, data, idAt);
        }
    }

    private FieldReader reader(byte[] data, int at, Datatype type) {
        return FieldReader.of(data, at, Math.toIntExact(at + type.size()), sizes, STRUCTURE, -1);
    }
}
