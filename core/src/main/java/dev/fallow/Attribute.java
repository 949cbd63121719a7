package dev.fallow;

import dev.fallow.format.datatype.Datatype;
import java.util.function.Supplier;

/** An attribute as it was when it was read: a name, a type, a shape and the elements. */
public final class Attribute {
    private final String name;
    private final Datatype datatype;
    private final long[] dimensions;
    private final byte[] data;
    private final Supplier<Object> value;

    /**
     * Used by the library.
     *
     * @param dimensions none for a scalar; null where there is no value at all (a null dataspace)
     * @param value gives the value, or says why it cannot be read
     */
    public Attribute(String name, Datatype datatype, long[] dimensions, byte[] data, Supplier<Object> value) {
        this.name = name;
        this.datatype = datatype;
        this.dimensions = dimensions == null ? null : dimensions.clone();
        this.data = data;
        this.value = value;
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** The type of its elements. */
    public Datatype datatype() {
        return datatype;
    }

    /** Elements in each dimension; none for a scalar; null where there is no value (a null dataspace). */
    public long[] dimensions() {
        return dimensions == null ? null : dimensions.clone();
    }

    /**
     * The value: a single element for a scalar, else an n-dimensional array; null where there is no value. What Java type
     * the elements are of is said at {@link Types}.
     *
     * @throws UnsupportedFeatureException if the type is not supported
     * @throws CorruptFileException if what an element refers to is not there
     */
    public Object value() {
        return value.get();
    }

    /** The bytes of the elements, as they are in the file. Of elements without a fixed length they are addresses. */
    public byte[] bytes() {
        return data.clone();
    }
}
