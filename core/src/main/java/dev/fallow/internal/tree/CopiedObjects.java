package dev.fallow.internal.tree;

import dev.fallow.format.message.SharedMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;

/** The objects of a copied tree, by their index in the order in which they were met, and the addresses of their copies. */
final class CopiedObjects {
    private final ObjectStore source;
    private final ObjectStore target;
    private final VisitedObjects objects;
    private final long[] copies;

    CopiedObjects(ObjectStore source, ObjectStore target, VisitedObjects objects) {
        this.source = source;
        this.target = target;
        this.objects = objects;
        copies = new long[objects.size()];
    }

    ObjectStore source() {
        return source;
    }

    ObjectStore target() {
        return target;
    }

    /** The number of objects. */
    int size() {
        return copies.length;
    }

    /** The object's path, for messages. */
    String path(int index) {
        return objects.path(index);
    }

    /** The object's header. */
    ObjectHeader header(int index) throws IOException {
        return source.header(objects.address(index));
    }

    /** Records the address of the copy's header. */
    void copied(int index, long address) {
        copies[index] = address;
    }

    /** The address of the copy's header. */
    long copy(int index) {
        return copies[index];
    }

    /** The header of the copy. */
    ObjectHeader copiedHeader(int index) throws IOException {
        return target.header(copies[index]);
    }

    /** The address of the copy of the object at an address of the source. */
    long copyOf(long address) {
        return copies[objects.indexOf(address)];
    }

    /** The reference, in the copy, to the committed datatype at an address of the source. */
    byte[] committed(long address) {
        return target.encode(SharedMessage.committed(copyOf(address))::encode);
    }
}
