package dev.fallow;

import dev.fallow.type.Datatype;

/**
 * A snapshot of an attribute, taken when it was read: name, datatype, dimensions and elements.
 *
 * <pre>{@code
 * image.putAttribute("unit", "K");
 * String unit = image.attribute("unit").read(String.class);
 * }</pre>
 */
public interface Attribute {
    /** The attribute's name. */
    String name();

    /** The datatype of the elements. */
    Datatype datatype();

    /** The number of elements in each dimension; none for a scalar, or if there is no value: {@link #isNull()} tells. */
    long[] dimensions();

    /** Whether there is no value: a null dataspace. It is read as {@link Empty}. */
    boolean isNull();

    /**
     * The value: a single element for a scalar, an n-dimensional array otherwise, {@link Empty} if there is no value. {@link
     * dev.fallow.Types} lists the Java types of the elements.
     *
     * @throws UnsupportedFeatureException if the type is not supported
     * @throws CorruptFileException if an element refers to something that does not exist
     */
    Object read();

    /**
     * The value as a Java type, as for {@link Dataset#read(Class)}, except as instants.
     *
     * @return an array without elements, or {@link Empty}, if there is no value
     * @throws WrongTypeException if the elements cannot be read as this type, or one is not represented exactly
     */
    default <T> T read(Class<T> type) {
        return read(type, Conversion.LOSSLESS);
    }

    /**
     * As {@link #read(Class)}.
     *
     * @param conversion what happens with a number that is not represented exactly
     */
    <T> T read(Class<T> type, Conversion conversion);
}
