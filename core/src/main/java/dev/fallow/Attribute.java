package dev.fallow;

import dev.fallow.format.datatype.Datatype;
import dev.fallow.internal.data.Elements;

/** An attribute as it was when it was read: a name, a type, a shape and the bytes of its elements. */
public final class Attribute {
    private final String name;
    private final Datatype datatype;
    private final long[] dimensions;
    private final byte[] data;
    private final String where;

    /**
     * Used by the library.
     *
     * @param dimensions none for a scalar; null where there is no value at all (a null dataspace)
     * @param where file and object, for messages
     */
    public Attribute(String name, Datatype datatype, long[] dimensions, byte[] data, String where) {
        this.name = name;
        this.datatype = datatype;
        this.dimensions = dimensions == null ? null : dimensions.clone();
        this.data = data;
        this.where = where;
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
     * The value: a boxed number or {@code String} for a scalar, else an n-dimensional array of primitives or
     * {@code String}s; null where there is no value. Unsigned integers come in the next wider type, those of eight bytes
     * as they are.
     *
     * @throws UnsupportedFeatureException if the type is not a number or a fixed-length string
     */
    public Object value() {
        return dimensions == null
                ? null
                : Elements.decodeAll(datatype, dimensions, data, where + ", attribute " + name);
    }

    /** The bytes of the elements, as they are in the file. */
    public byte[] bytes() {
        return data.clone();
    }
}
