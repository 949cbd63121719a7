package dev.fallow;

import dev.fallow.format.Printable;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.internal.ObjectHandle;
import java.util.List;

/** What groups, datasets and committed datatypes have in common: an object header with attributes. */
public abstract sealed class StoredObject permits Group, Dataset, CommittedDatatype {
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
     * Adds an attribute with the shape, the type and the elements of a value.
     *
     * @param value a number, a truth value or a {@code String}, or an n-dimensional rectangular array of these
     * @throws ObjectExistsException if there is one of this name
     * @throws WrongTypeException if the value cannot be stored
     */
    public void createAttribute(String name, Object value) {
        handle.putAttribute(name, value, false);
    }

    /**
     * Adds an attribute of any datatype.
     *
     * @param type of the elements; see {@link Types}
     * @param dimensions elements in each dimension; none for a scalar; null for no value at all
     * @param value a single element for a scalar, else an n-dimensional array of elements; null for no value at all; or
     *     {@link RawElements}
     * @throws ObjectExistsException if there is one of this name
     * @throws WrongTypeException if the value has another shape, or an element does not fit the type
     */
    public void createAttribute(String name, Datatype type, long[] dimensions, Object value) {
        handle.putAttribute(name, type, dimensions, value, false);
    }

    /**
     * As {@link #createAttribute(String, Datatype, long[], Object)}, with a committed datatype, which it uses from then on.
     *
     * @throws ContainerException if the datatype lies in another container
     */
    public void createAttribute(String name, CommittedDatatype type, long[] dimensions, Object value) {
        handle.putAttribute(name, type.handle(), dimensions, value, false);
    }

    /** Adds an attribute, or replaces the one of this name, whatever its type and shape were. */
    public void putAttribute(String name, Object value) {
        handle.putAttribute(name, value, true);
    }

    /** As {@link #putAttribute(String, Object)}, of any datatype. */
    public void putAttribute(String name, Datatype type, long[] dimensions, Object value) {
        handle.putAttribute(name, type, dimensions, value, true);
    }

    /** As {@link #putAttribute(String, Object)}, with a committed datatype. */
    public void putAttribute(String name, CommittedDatatype type, long[] dimensions, Object value) {
        handle.putAttribute(name, type.handle(), dimensions, value, true);
    }

    /** A reference to this object, to be stored as an element. */
    public Reference.ToObject reference() {
        return new Reference.ToObject(address());
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
        return Printable.message(getClass().getSimpleName() + " " + path() + " in " + handle.fileName());
    }
}
