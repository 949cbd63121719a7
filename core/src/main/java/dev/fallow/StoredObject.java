package dev.fallow;

import dev.fallow.format.Printable;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.internal.ObjectHandle;
import dev.fallow.options.AttributeOptions;
import dev.fallow.value.Reference;
import java.util.List;

/** The common base of groups, datasets and committed datatypes: an object header with attributes. */
public abstract sealed class StoredObject permits Group, Dataset, CommittedDatatype {
    private final ObjectHandle handle;

    StoredObject(ObjectHandle handle) {
        this.handle = handle;
    }

    ObjectHandle handle() {
        return handle;
    }

    /** The path through which the object was obtained. */
    public String path() {
        return handle.path();
    }

    /** The last component of the path; "/" for the root group. */
    public String name() {
        String path = path();
        return path.equals("/") ? path : path.substring(path.lastIndexOf('/') + 1);
    }

    /** The address of the object header, relative to the file's base address. */
    public long address() {
        return handle.address();
    }

    /** The number of hard links to the object; the root group has one more, which is not a link. */
    public long linkCount() {
        return handle.linkCount();
    }

    /** How the object stores its attributes. */
    public AttributeOptions attributeOptions() {
        return handle.attributeOptions();
    }

    /** The attribute names, in name order. */
    public List<String> attributeNames() {
        return handle.attributeNames();
    }

    /** Whether the object has an attribute of this name. */
    public boolean hasAttribute(String name) {
        return attributeNames().contains(name);
    }

    /**
     * Returns an attribute with its value.
     *
     * @throws NoSuchObjectException if there is no attribute of this name
     */
    public Attribute attribute(String name) {
        return handle.attribute(name);
    }

    /**
     * Adds an attribute from a value, which determines shape, datatype and elements.
     *
     * @param value a number, a boolean or a {@code String}, or an n-dimensional rectangular array of these
     * @throws ObjectExistsException if there is an attribute of this name
     * @throws WrongTypeException if the value cannot be stored
     */
    public void createAttribute(String name, Object value) {
        handle.putAttribute(name, value, false);
    }

    /**
     * Adds an attribute of any datatype.
     *
     * @param type the datatype of the elements; see {@link dev.fallow.value.Types}
     * @param dimensions the number of elements in each dimension; empty for a scalar; null for a null dataspace
     * @param value a single element for a scalar, an n-dimensional array of elements otherwise; null for a null
     *     dataspace; or {@link dev.fallow.value.RawElements}
     * @throws ObjectExistsException if there is an attribute of this name
     * @throws WrongTypeException if the value has another shape, or an element does not fit the datatype
     */
    public void createAttribute(String name, Datatype type, long[] dimensions, Object value) {
        handle.putAttribute(name, type, dimensions, value, false);
    }

    /**
     * As {@link #createAttribute(String, Datatype, long[], Object)}, with a committed datatype, which the attribute
     * then refers to.
     *
     * @throws ContainerException if the datatype is in another container
     */
    public void createAttribute(String name, CommittedDatatype type, long[] dimensions, Object value) {
        handle.putAttribute(name, type.handle(), dimensions, value, false);
    }

    /** Adds an attribute, or replaces the one of this name regardless of its datatype and shape. */
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

    /** Returns a reference to this object, for storing as an element. */
    public Reference.ToObject reference() {
        return new Reference.ToObject(address());
    }

    /**
     * Renames an attribute. Its creation order is unchanged.
     *
     * @throws NoSuchObjectException if there is no attribute of this name
     * @throws ObjectExistsException if the new name is in use
     */
    public void renameAttribute(String name, String newName) {
        handle.renameAttribute(name, newName);
    }

    /**
     * Deletes an attribute.
     *
     * @throws NoSuchObjectException if there is no attribute of this name
     */
    public void deleteAttribute(String name) {
        handle.deleteAttribute(name);
    }

    @Override
    public String toString() {
        return Printable.message(getClass().getSimpleName() + " " + path() + " in " + handle.fileName());
    }
}
