package dev.fallow;

import dev.fallow.internal.ObjectHandle;
import java.util.List;

/** What groups and datasets have in common: an object header with attributes. */
public abstract sealed class StoredObject permits Group, Dataset {
    private final ObjectHandle handle;

    StoredObject(ObjectHandle handle) {
        this.handle = handle;
    }

    ObjectHandle handle() {
        return handle;
    }

    /** The path that it was reached by. */
    public String path() {
        return handle.path();
    }

    /** The last name of the path; "/" for the root group. */
    public String name() {
        String path = path();
        return path.equals("/") ? path : path.substring(path.lastIndexOf('/') + 1);
    }

    /** The address of its object header, relative to the file's base address. */
    public long address() {
        return handle.address();
    }

    /** How many hard links lead to it; the root group has one that is no link. */
    public long linkCount() {
        return handle.linkCount();
    }

    /** How it was told to keep its attributes. */
    public AttributeOptions attributeOptions() {
        return handle.attributeOptions();
    }

    /** The names of its attributes, in the order of names. */
    public List<String> attributeNames() {
        return handle.attributeNames();
    }

    /** Whether it has an attribute of this name. */
    public boolean hasAttribute(String name) {
        return attributeNames().contains(name);
    }

    /**
     * An attribute, with its value.
     *
     * @throws NoSuchObjectException if there is none of this name
     */
    public Attribute attribute(String name) {
        return handle.attribute(name);
    }

    /**
     * Adds an attribute.
     *
     * @param value a number or a {@code String}, or an n-dimensional rectangular array of primitives or {@code String}s
     * @throws ObjectExistsException if there is one of this name
     * @throws WrongTypeException if the value cannot be stored
     */
    public void createAttribute(String name, Object value) {
        handle.putAttribute(name, value, false);
    }

    /** Adds an attribute, or replaces the one of this name, whatever its type and shape were. */
    public void putAttribute(String name, Object value) {
        handle.putAttribute(name, value, true);
    }

    /**
     * Gives an attribute another name. Its place in the order of creation stays.
     *
     * @throws NoSuchObjectException if there is none of this name
     * @throws ObjectExistsException if the new name is taken
     */
    public void renameAttribute(String name, String newName) {
        handle.renameAttribute(name, newName);
    }

    /**
     * Deletes an attribute.
     *
     * @throws NoSuchObjectException if there is none of this name
     */
    public void deleteAttribute(String name) {
        handle.deleteAttribute(name);
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + " " + path() + " in " + handle.fileName();
    }
}
