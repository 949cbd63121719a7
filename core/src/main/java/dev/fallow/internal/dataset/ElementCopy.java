package dev.fallow.internal.dataset;

import dev.fallow.format.FieldReader;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.internal.data.HeapObjects;
import dev.fallow.internal.globalheap.HeapInsertion;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.type.Array;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.ReferenceType;
import dev.fallow.type.VariableLength;
import java.io.IOException;
import java.util.Arrays;

/**
 * The conversion of elements on copying. Numbers and strings are unchanged. Global heap objects are copied to the
 * target's heap, so that no two elements share an object. References are unchanged within a file; in another file they
 * would be meaningless, and become null, as with the reference library.
 *
 * <p>All elements are {@linkplain #announce announced} when the copy is checked, and {@linkplain #convert converted}
 * when it is made.
 */
public final class ElementCopy {
    private static final String STRUCTURE = "reference into a global heap";
    /** Bytes in a new reference before its global heap ID: type, flags and length. */
    private static final int BEFORE_HEAP_ID = 6;

    private static final int TO_OBJECT = 2;
    private static final int EXTERNAL = 1;

    private final ObjectStore source;
    private final ObjectStore target;
    private final boolean sameFile;
    private final HeapInsertion insertion;

    public ElementCopy(ObjectStore source, ObjectStore target) {
        this.source = source;
        this.target = target;
        sameFile = source == target;
        insertion = target.globalHeap().insertion();
    }

    /** The container of the copy. */
    ObjectStore target() {
        return target;
    }

    /** Whether the copy is in the same container. */
    boolean isInSameFile() {
        return sameFile;
    }

    /** Announces that a global heap object will be copied. */
    void announce(GlobalHeapId id) throws IOException {
        insertion.announce(source.globalHeap().get(id).length);
    }

    /** Copies a global heap object. */
    GlobalHeapId copy(GlobalHeapId id) throws IOException {
        return insertion.put(source.globalHeap().get(id));
    }

    /** Whether elements of a datatype are copied byte by byte. */
    public boolean isPlain(Datatype type) {
        return !type.refersToGlobalHeap() && (sameFile || !hasReferences(type));
    }

    /** Whether elements of a datatype contain references to objects. */
    public static boolean hasReferences(Datatype type) {
        if (type instanceof Compound compound) {
            return compound.members().stream().anyMatch(member -> hasReferences(member.type()));
        } else if (type instanceof Array array) {
            return hasReferences(array.base());
        } else if (type instanceof VariableLength sequence) {
            return hasReferences(sequence.base());
        }
        return type instanceof ReferenceType;
    }

    /**
     * Checks that the elements' global heap objects exist, and announces that they will be copied.
     *
     * @param data whole elements in sequence; modified
     * @throws dev.fallow.format.FormatException if an object is missing or too short
     */
    public void announce(Datatype type, byte[] data) throws IOException {
        HeapObjects bounded = HeapValues.reading(source);
        elements(type, data, 0, data.length, new Parts() {
            @Override
            public byte[] get(GlobalHeapId id) throws IOException {
                return bounded.get(id);
            }

            @Override
            public GlobalHeapId put(byte[] part) throws IOException {
                insertion.announce(part.length);
                return GlobalHeapId.NONE;
            }
        });
    }

    /**
     * Converts elements to their form in the copy, and copies their global heap objects.
     *
     * @param data whole elements in sequence; modified
     */
    public void convert(Datatype type, byte[] data) throws IOException {
        elements(type, data, 0, data.length, new Parts() {
            @Override
            public byte[] get(GlobalHeapId id) throws IOException {
                return source.globalHeap().get(id);
            }

            @Override
            public GlobalHeapId put(byte[] part) {
                return insertion.put(part);
            }
        });
    }

    /** Removes all copied objects from the global heap. */
    public void undo() {
        insertion.undo();
    }

    /** An operation on the parts of elements that are in the global heap. */
    private interface Parts {
        byte[] get(GlobalHeapId id) throws IOException;

        GlobalHeapId put(byte[] part) throws IOException;
    }

    private void elements(Datatype type, byte[] data, int from, int to, Parts parts) throws IOException {
        if (isPlain(type)) {
            return;
        }
        long size = type.size();
        for (long at = from; at + size <= to; at += size) {
            element(type, data, (int) at, parts);
        }
    }

    private void element(Datatype type, byte[] data, int at, Parts parts) throws IOException {
        if (type instanceof Compound compound) {
            for (Compound.Member member : compound.members()) {
                int from = Math.toIntExact(at + member.offset());
                elements(member.type(), data, from, Math.toIntExact(from + member.size()), parts);
            }
        } else if (type instanceof Array array) {
            elements(array.base(), data, at, Math.toIntExact(at + array.size()), parts);
        } else if (type instanceof VariableLength sequence) {
            sequence(sequence, data, at, parts);
        } else if (type instanceof ReferenceType reference && sameFile) {
            reference(reference, data, at, parts);
        } else if (type instanceof ReferenceType reference) {
            Arrays.fill(data, at, Math.toIntExact(at + reference.size()), (byte) 0);
        }
    }

    private void sequence(VariableLength sequence, byte[] data, int at, Parts parts) throws IOException {
        FieldReader in = reader(data, at, sequence);
        long length = in.u32();
        int idAt = at + Integer.BYTES;
        GlobalHeapId id = GlobalHeapId.decode(in);
        if (id.isNone()) {
            return;
        }
        byte[] part = parts.get(id);
        if (!isPlain(sequence.base())) {
            long size = sequence.base().size();
            if (length > part.length / size) {
                throw in.fail("expected %d elements of %d bytes in object %d at address %d, found %d bytes"
                        .formatted(length, size, id.index(), id.collectionAddress(), part.length));
            }
            elements(sequence.base(), part, 0, (int) (length * size), parts);
        }
        replace(parts.put(part), data, idAt);
    }

    /** A region reference, or a new reference whose target is in the global heap; the object is copied unchanged. */
    private void reference(ReferenceType type, byte[] data, int at, Parts parts) throws IOException {
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
            replace(parts.put(parts.get(id)), data, idAt);
        }
    }

    private void replace(GlobalHeapId id, byte[] data, int at) {
        byte[] encoded = target.encode(id::encode);
        System.arraycopy(encoded, 0, data, at, encoded.length);
    }

    private FieldReader reader(byte[] data, int at, Datatype type) {
        return FieldReader.of(data, at, Math.toIntExact(at + type.size()), source.sizes(), STRUCTURE, -1);
    }
}
