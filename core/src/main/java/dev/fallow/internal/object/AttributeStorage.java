package dev.fallow.internal.object;

import dev.fallow.format.message.Attribute;
import dev.fallow.format.message.AttributeInfo;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;

/**
 * The attribute messages of an object, however they are stored. Each change is prepared first, which checks it and loads
 * what it will touch; changes may turn one kind of storage into the other, so that each is made on what {@link #of} gives
 * then.
 */
sealed interface AttributeStorage permits CompactAttributes, DenseAttributes {
    /**
     * How the attributes of an object are stored now.
     *
     * @param where file and object, for messages
     */
    static AttributeStorage of(ObjectStore store, ObjectHeader header, String where) throws IOException {
        AttributeInfo info = AttributeInfos.get(store, header);
        return info.dense()
                ? new DenseAttributes(store, header, info, where)
                : new CompactAttributes(store, header, info, where);
    }

    /** The attribute of a name, or null. */
    Attribute find(String name) throws IOException;

    /** What {@link #forEach} calls. */
    @FunctionalInterface
    interface Action {
        /** One attribute, and its creation order, which means nothing where it is not tracked. */
        void accept(Attribute attribute, long order) throws IOException;
    }

    /**
     * Goes over all attributes.
     *
     * @throws dev.fallow.format.FormatException if what they are stored in is damaged
     */
    void forEach(Action action) throws IOException;

    /**
     * Checks that an attribute can be added; its name must be free.
     *
     * @param length bytes of the message
     */
    void prepareAdd(String name, int length) throws IOException;

    /** Adds an attribute. */
    void add(String name, byte[] message) throws IOException;

    /**
     * Checks that an attribute that exists can be replaced.
     *
     * @param length bytes of the message
     */
    void prepareReplace(String name, int length) throws IOException;

    /** Puts another attribute of the same name in the place of one, which keeps its creation order. */
    void replace(String name, byte[] message) throws IOException;

    /**
     * Checks that an attribute that exists can be replaced by one of another name, which must be free.
     *
     * @param length bytes of the message
     */
    void prepareRename(String name, String newName, int length) throws IOException;

    /** Puts an attribute of another name in the place of one, which keeps its creation order. */
    void rename(String name, String newName, byte[] message) throws IOException;

    /** Checks that an attribute that exists can be removed. */
    void prepareRemove(String name) throws IOException;

    /** Removes an attribute. */
    void remove(String name) throws IOException;

    /** Checks that what lies outside of the object header can be given back. */
    void prepareRelease() throws IOException;

    /** Gives back what lies outside of the object header, which is about to be deleted. */
    void release() throws IOException;

    /** Tells the blocks that the attributes lie in, besides the object header. */
    void forEachBlock(ExtentVisitor visitor) throws IOException;

    /** As {@link Attributes#verify}. */
    void verify() throws IOException;

    /** The addresses of the structures that the attributes lie in; no other object has the same ones. */
    long[] structures();
}
