package dev.fallow.internal.attribute;

import dev.fallow.Attribute;
import dev.fallow.format.Printable;
import dev.fallow.type.Datatype;
import dev.fallow.value.Conversion;
import java.util.Objects;

/** An attribute as it was when it was read. */
final class ReadAttribute implements Attribute {
    private final String name;
    private final Datatype datatype;
    private final long[] dimensions;
    private final byte[] data;
    private final Value value;

    /** Supplies the value. */
    @FunctionalInterface
    interface Value {
        /**
         * The value as a Java type, or an exception if it cannot be read.
         *
         * @param type {@code Object} stands for the Java type that belongs to the datatype
         */
        Object as(Class<?> type, Conversion conversion);
    }

    /** @param dimensions empty for a scalar; null if there is no value (a null dataspace) */
    ReadAttribute(String name, Datatype datatype, long[] dimensions, byte[] data, Value value) {
        this.name = name;
        this.datatype = datatype;
        this.dimensions = dimensions == null ? null : dimensions.clone();
        this.data = data;
        this.value = value;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Datatype datatype() {
        return datatype;
    }

    @Override
    public long[] dimensions() {
        return dimensions == null ? null : dimensions.clone();
    }

    @Override
    public Object value() {
        return value.as(Object.class, Conversion.LOSSLESS);
    }

    @Override
    @SuppressWarnings("unchecked") // a primitive class stands for its box, so Class.cast does not do
    public <T> T read(Class<T> type, Conversion conversion) {
        return (T) value.as(Objects.requireNonNull(type, "type"), Objects.requireNonNull(conversion, "conversion"));
    }

    @Override
    public byte[] bytes() {
        return data.clone();
    }

    @Override
    public String toString() {
        return Printable.message("attribute " + name + ", " + datatype);
    }
}
