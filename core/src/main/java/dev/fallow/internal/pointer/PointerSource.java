package dev.fallow.internal.pointer;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.Layout;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.function.LongConsumer;

/** Reads parts of the file, and reports the addresses in them. */
final class PointerSource {
    private final ObjectStore store;
    private final PointerVisitor visitor;
    /** Receives the addresses of object headers. */
    private final LongConsumer objects;
    /** The chunk whose decoded elements are being visited; null if none are. */
    private EncodedChunk chunk;
    /** The name of the object that is visited, for reasons. */
    private String where = "";
    /** The reason of their filters why the visited chunks cannot be changed; null if they can. */
    private String unwritable;

    PointerSource(ObjectStore store, PointerVisitor visitor, LongConsumer objects) {
        this.store = store;
        this.visitor = visitor;
        this.objects = objects;
    }

    /** Sets what is being visited. */
    void visiting(String what) {
        where = what;
    }

    /** Sets the chunk whose decoded elements are visited. Addresses read without a part are in these elements. Null for none. */
    void visiting(EncodedChunk encoded) {
        chunk = encoded;
    }

    /** Sets why the elements visited cannot be encoded again. Addresses read without a part are in such elements. Null if they can. */
    void visitingUnwritable(String problem) {
        unwritable = problem;
    }

    /** Whether elements of a type are to be looked at. */
    boolean mayContain(Datatype type) {
        return visitor.wantsElements() && ElementPointers.mayContain(type);
    }

    ObjectStore store() {
        return store;
    }

    FieldSizes sizes() {
        return store.sizes();
    }

    /** The width of an address in bytes. */
    int width() {
        return store.sizes().offsets();
    }

    /** The bytes of a part, as they are in the file. */
    byte[] bytes(Part part, String structure) throws IOException {
        return store.cache().read(part.address(), part.length(), structure);
    }

    /** A reader at the start of a part. */
    FieldReader read(Part part, String structure) throws IOException {
        return FieldReader.of(bytes(part, structure), sizes(), structure, part.address());
    }

    /**
     * Reports the address that a reader is at; returns it.
     *
     * @param part null if it cannot be changed where it is
     */
    long pointer(Part part, FieldReader in) {
        long field = in.address();
        long target = in.offset();
        if (target != Addresses.UNDEFINED) {
            if (part == null && chunk != null) {
                visitor.encoded(chunk, (int) field, target);
            } else if (part == null) {
                fixed(target);
            } else {
                visitor.pointer(part, field, target);
            }
        }
        return target;
    }

    /** As {@link #pointer(Part, FieldReader)}, for the address in a field of the structure at the start of the part. */
    long pointer(Part part, FieldReader start, Layout.Field field) {
        return pointer(part, start.at(field.at(sizes())));
    }

    /** As {@link #pointer(Part, FieldReader)}, for the address of an object header, which is going to be visited. */
    void object(Part part, FieldReader in) {
        objects.accept(pointer(part, in));
    }

    /** As {@link #pointer(Part, FieldReader)}, for the address in a reference. */
    void reference(Part part, FieldReader in) {
        long target = pointer(part, in);
        if (target != Addresses.UNDEFINED) {
            visitor.reference(target);
        }
    }

    /** Reports a block that has to stay where it is, because something that is being visited refers to it. */
    void fixed(long target) {
        visitor.fixed(target, unwritable == null ? where : where + ", whose chunks cannot be changed: " + unwritable);
    }
}
