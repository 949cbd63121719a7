package dev.fallow.internal.data;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.datatype.Datatype;
import dev.fallow.format.datatype.FixedPoint;
import dev.fallow.format.datatype.FixedString;
import dev.fallow.format.datatype.FloatingPoint;
import java.nio.ByteBuffer;

/** Turns the elements of one datatype into those of Java arrays, and back. Rows are one-dimensional arrays. */
interface ElementCodec {
    /** The component type of the arrays that are read. */
    Class<?> javaType();

    /** Bytes of an element. */
    int size();

    /** Whether arrays of this component type can be written, as far as the values allow. */
    boolean accepts(Class<?> componentType);

    /**
     * Whether each element of a row fits.
     *
     * @return the index of the first that does not, or -1
     */
    int firstMisfit(Object row);

    /** Reads {@code count} elements into {@code row[from...]}. */
    void read(ByteBuffer in, Object row, int from, int count);

    /** Writes {@code count} elements of {@code row[from...]}, all of which fit. */
    void write(ByteBuffer out, Object row, int from, int count);

    /**
     * The codec of a datatype.
     *
     * @param where file and object, for the message
     * @throws UnsupportedFeatureException if there is none
     */
    static ElementCodec of(Datatype type, String where) {
        if (type instanceof FixedPoint number && IntegerCodec.supports(number)) {
            return new IntegerCodec(number);
        } else if (type instanceof FloatingPoint number && FloatCodec.supports(number)) {
            return new FloatCodec(number);
        } else if (type instanceof FixedString string && string.size() <= StringCodec.LONGEST) {
            return new StringCodec(string);
        }
        throw new UnsupportedFeatureException(
                "%s: elements of this datatype are not supported yet: %s".formatted(where, type));
    }
}
