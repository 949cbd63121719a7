package dev.fallow.internal.dataset;

import dev.fallow.filter.FilterData;
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

    ObjectStore target() {
        return target;
    }

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
        new Parts(bounded::get, part -> {
                    insertion.announce(part.length);
                    return GlobalHeapId.NONE;
                })
                .elements(type, data, 0, data.length);
    }

    /**
     * Converts elements to their form in the copy, and copies their global heap objects.
     *
     * @param data whole elements in sequence; modified
     */
    public void convert(Datatype type, byte[] data) throws IOException {
        convert(type, FilterData.of(data));
    }

    /** As above, for elements in a part of an array. */
    void convert(Datatype type, FilterData data) throws IOException {
        new Parts(source.globalHeap()::get, insertion::put).elements(type, data.array(), data.offset(), data.end());
    }

    /** Removes all copied objects from the global heap. */
    public void undo() {
        insertion.undo();
    }

    /** Reads the bytes of an object. */
    @FunctionalInterface
    private interface PartReader {
        byte[] get(GlobalHeapId id) throws IOException;
    }

    /** Replaces the parts of elements that are in the global heap. */
    private final class Parts extends HeapElements {
        private final PartReader reader;
        private final HeapObjects writer;

        Parts(PartReader reader, HeapObjects writer) {
            super(source.sizes());
            this.reader = reader;
            this.writer = writer;
        }

        @Override
        boolean isPlain(Datatype type) {
            return ElementCopy.this.isPlain(type);
        }

        @Override
        void sequence(VariableLength type, long length, GlobalHeapId id, byte[] data, int idAt) throws IOException {
            byte[] part = reader.get(id);
            if (!isPlain(type.base())) {
                elementsOf(type, length, id, part);
            }
            replace(part, data, idAt);
        }

        @Override
        void reference(ReferenceType type, byte[] data, int at) throws IOException {
            if (sameFile) {
                super.reference(type, data, at);
            } else {
                Arrays.fill(data, at, Math.toIntExact(at + type.size()), (byte) 0);
            }
        }

        /** {@inheritDoc} The object is copied unchanged. */
        @Override
        void reference(GlobalHeapId id, byte[] data, int idAt) throws IOException {
            replace(reader.get(id), data, idAt);
        }

        private void replace(byte[] part, byte[] data, int idAt) throws IOException {
            GlobalHeapId id = writer.put(part);
            byte[] encoded = target.encode(id::encode);
            System.arraycopy(encoded, 0, data, idAt, encoded.length);
        }
    }
}
