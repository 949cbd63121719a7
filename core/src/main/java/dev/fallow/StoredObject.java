package dev.fallow;

import dev.fallow.type.ElementType;
import java.util.List;
import java.util.Map;

/**
 * The common base of groups, datasets and committed datatypes: an object header with attributes. The name of a new attribute
 * has 1 to 65,000 bytes of UTF-8, and neither a zero character nor a lone surrogate; another one is an
 * {@code IllegalArgumentException}.
 *
 * <p>Two handles of one object are equal, whatever the paths through which it was obtained, as long as it exists. Their hash code
 * changes when {@linkplain ContainerFile#shrink shrinking} moves the object.
 */
public sealed interface StoredObject permits Group, Dataset, CommittedDatatype {
    /**
     * The path through which the object was obtained; a later one if a link on the way was renamed or moved through this container. If it
     * was obtained by a {@linkplain ContainerFile#get(Reference) reference}, the first call finds a path by a walk from the root group,
     * O(number of objects); without a link that leads to it, its address stands for it: {@code (object at address 762)}.
     */
    String path();

    /** The last component of the path; "/" for the root group. */
    default String name() {
        String path = path();
        return path.equals("/") ? path : path.substring(path.lastIndexOf('/') + 1);
    }

    /**
     * The address of the object header, relative to the file's base address. It does not change, unless blocks are moved to
     * {@linkplain ContainerFile#shrink shrink} the file.
     */
    long address();

    /** The number of hard links to the object; the root group has one more, which is not a link. */
    long linkCount();

    /** How the object stores its attributes. */
    AttributeOptions attributeOptions();

    /** The attribute names, in name order. */
    List<String> attributeNames();

    /**
     * The attribute names in this order.
     *
     * @throws ContainerException if creation order is requested and the object does not track it; see {@link AttributeOptions}
     */
    List<String> attributeNames(LinkOrder order);

    /** Whether the object has an attribute of this name. */
    default boolean hasAttribute(String name) {
        return attributeNames().contains(name);
    }

    /**
     * Returns an attribute with its value.
     *
     * @throws NoSuchObjectException if there is no attribute of this name
     */
    Attribute attribute(String name);

    /**
     * The values of all attributes by name, in name order. The map is a view: it reads each attribute when it is asked
     * for, and cannot be changed.
     */
    default Map<String, Object> attributeValues() {
        return new AttributeMap(this);
    }

    /**
     * Adds an attribute from a value, which determines shape, datatype and elements.
     *
     * @param value a number, a boolean, a {@code String}, an enum constant or a record; or an n-dimensional rectangular
     *     array, list or buffer of these, or {@link Empty}. Strings have variable length
     * @throws ObjectExistsException if there is an attribute of this name
     * @throws WrongTypeException if the value cannot be stored
     */
    void createAttribute(String name, Object value);

    /**
     * As {@link #createAttribute(String, Object)}, with strings of fixed length, also those of records.
     *
     * @param stringLength bytes per string; 0 stands for the length of the longest one, {@link
     *     dev.fallow.DatasetOptions#VARIABLE_LENGTH} for variable length
     */
    void createAttribute(String name, Object value, int stringLength);

    /**
     * Adds an attribute of any datatype.
     *
     * @param type the type of the elements; see {@link dev.fallow.Types}. The attribute refers to a committed one
     * @param dimensions the number of elements in each dimension; empty for a scalar
     * @param value a single element for a scalar, an n-dimensional array of elements otherwise; or {@link dev.fallow.RawElements}
     * @throws ObjectExistsException if there is an attribute of this name
     * @throws WrongTypeException if the value has another shape, or an element does not fit the datatype
     * @throws ContainerException if the committed datatype is in another container
     */
    void createAttribute(String name, ElementType type, long[] dimensions, Object value);

    /**
     * As {@link #createAttribute(String, ElementType, long[], Object)}.
     *
     * @param conversion what happens with a number that the datatype does not represent exactly
     */
    void createAttribute(String name, ElementType type, long[] dimensions, Object value, Conversion conversion);

    /** Adds an attribute, or replaces the one of this name regardless of its datatype and shape. */
    void putAttribute(String name, Object value);

    /**
     * Adds attributes, or replaces those of these names, all in one change: if one value cannot be stored, nothing is changed.
     *
     * <pre>{@code
     * image.putAttributes(Map.of("unit", "K", "valid_range", new int[] {0, 400}));
     * }</pre>
     *
     * @param values as for {@link #putAttribute(String, Object)}. They are added in the order of the map, which is the creation order; one
     *     of {@code Map.of} has another order in each run
     * @throws WrongTypeException if one cannot be stored; the message names it
     * @throws IllegalArgumentException if a name cannot be one
     */
    void putAttributes(Map<String, ?> values);

    /** As {@link #putAttribute(String, Object)}, with strings of fixed length, as {@link #createAttribute(String, Object, int)}. */
    void putAttribute(String name, Object value, int stringLength);

    /** As {@link #putAttribute(String, Object)}, of any datatype. */
    void putAttribute(String name, ElementType type, long[] dimensions, Object value);

    /**
     * As {@link #putAttribute(String, ElementType, long[], Object)}.
     *
     * @param conversion as for {@link #createAttribute(String, ElementType, long[], Object, Conversion)}
     */
    void putAttribute(String name, ElementType type, long[] dimensions, Object value, Conversion conversion);

    /**
     * Returns a reference to this object, for storing as an element in the same file. It is an address: in another file it is refused when it is
     * stored, unless an object happens to be at that address there, which is then what it refers to. So is one whose object was deleted.
     */
    default Reference.ToObject reference() {
        return new Reference.ToObject(address());
    }

    /**
     * Renames an attribute. Its creation order is unchanged.
     *
     * @throws NoSuchObjectException if there is no attribute of this name
     * @throws ObjectExistsException if the new name is in use
     */
    void renameAttribute(String name, String newName);

    /**
     * Deletes an attribute.
     *
     * @throws NoSuchObjectException if there is no attribute of this name
     */
    void deleteAttribute(String name);
}
