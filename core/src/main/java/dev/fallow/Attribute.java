package dev.fallow;

import dev.fallow.format.datatype.Datatype;
import java.util.function.Supplier;

/** A snapshot of an attribute, taken when it was read: name, datatype, dimensions and elements. */
public final class Attribute {
    private final String name;
    private final Datatype datatype;
    private final long[] dimensions;
    private final byte[] data;
    private final Supplier<Object> value;

    /**
     * For internal use by the library.
     *
     * @param dimensions empty for a scalar; null if there is no value (a null dataspace)
     * @param value supplies the value, or throws if it cannot be read
     */
    public Attribute(String name, Datatype datatype, long[] dimensions, byte[] data, Supplier<Object> value) {
        this.name = name;
        this.datatype = datatype;
        this.dimensions = dimensions == null ? null : dimensions.clone();
        this.data = data;
        this.value = value;
    }

    /** The attribute's name. */
    public String name() {
        return name;
    }

    /** The datatype of the elements. */
    public Datatype datatype() {
        return datatype;
    }

    /** The number of elements in each dimension; empty for a scalar; null if there is no value (a null dataspace). */
    public long[] dimensions() {
        return dimensions == null ? null : dimensions.clone();
    }

    /**
     * The value: a single element for a scalar, an n-dimensional array otherwise, null if there is no value. {@link
     * dev.fallow.value.Types} lists the Java types of the elements.
     *
     * @throws UnsupportedFeatureException if the type is not supported
     * @throws CorruptFileException if an element refers to something that does not exist
     */
    public Object value() {
        return value.get();
    }

    /** The elements' bytes as stored in the file. Variable-length elements are stored as addresses. */
    public byte[] bytes() {
        return data.clone();
    }
}
