package dev.fallow.internal.attribute;

import dev.fallow.format.message.AttributeInfo;
import dev.fallow.internal.codec.AttributeMessage;
import dev.fallow.internal.dense.DenseTable;
import dev.fallow.internal.dense.DenseTable.Entry;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;
import java.util.Map;

/**
 * The attribute messages of an object, independent of how they are stored. Each change is prepared first, which checks
 * it and loads the blocks it will change. A change may convert the storage, so each change is made on a fresh result of
 * {@link #of}.
 */
public sealed interface AttributeStorage permits CompactAttributes, DenseAttributes {
    /**
     * The current attribute storage of an object.
     *
     * @param where file and object, for messages
     */
    static AttributeStorage of(ObjectStore store, ObjectHeader header, String where) throws IOException {
        AttributeInfo info = AttributeInfos.get(header);
        return info.dense()
                ? new DenseAttributes(store, header, info, where)
                : new CompactAttributes(store, header, info, where);
    }

    /** The attribute of a name, or null. */
    Entry<AttributeMessage> find(String name) throws IOException;

    /** Receives the attributes of {@link #forEach}. */
    @FunctionalInterface
    interface Action {
        /** An attribute; its creation order is undefined if it is not tracked. */
        void accept(Entry<AttributeMessage> found) throws IOException;
    }

    /** Visits all attributes. */
    void forEach(Action action) throws IOException;

    /** Checks that an attribute with a message of this length can be added. Its name must be unused. */
    void prepareAdd(String name, int length) throws IOException;

    /**
     * Checks what depends on all of several attributes, each of which can be added or replaced alone.
     *
     * @param lengths of their messages, by name, in the order in which they will be stored
     */
    void preparePutAll(Map<String, Integer> lengths) throws IOException;

    /** Adds an attribute. */
    void add(String name, byte[] message) throws IOException;

    /** Checks that an attribute can be replaced by one of the same name, or of an unused one, with a message of this length. */
    void prepareReplace(String name, String newName, int length) throws IOException;

    /** Replaces an attribute; the creation order is unchanged. */
    void replace(String name, String newName, byte[] message) throws IOException;

    /** Checks that an existing attribute can be removed. */
    void prepareRemove(String name) throws IOException;

    /** Removes an attribute. */
    void remove(String name) throws IOException;

    /** The attributes' structures outside the object header; null if there are none. */
    DenseTable<AttributeMessage> table() throws IOException;
}
