package dev.fallow.internal.attribute;

import dev.fallow.Attribute;
import dev.fallow.format.Printable;
import dev.fallow.format.datatype.Datatype;
import java.util.function.Supplier;

/** An attribute as it was when it was read. */
final class ReadAttribute implements Attribute {
    private final String name;
    private final Datatype datatype;
    private final long[] dimensions;
    private final byte[] data;
    private final Supplier<Object> value;

    /**
     * @param dimensions empty for a scalar; null if there is no value (a null dataspace)
     * @param value supplies the value, or throws if it cannot be read
     */
    ReadAttribute(String name, Datatype datatype, long[] dimensions, byte[] data, Supplier<Object> value) {
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
        return value.get();
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
