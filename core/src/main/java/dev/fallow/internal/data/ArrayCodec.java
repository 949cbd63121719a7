package dev.fallow.internal.data;

import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.internal.data.element.ObjectCodec;
import dev.fallow.internal.data.element.Shape;
import dev.fallow.internal.data.mapping.JavaValues;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.List;

/** Fixed-size arrays as elements. */
final class ArrayCodec extends ObjectCodec {
    private final ElementCodec base;
    private final long[] dimensions;

    ArrayCodec(ElementCodec base, List<Long> dimensions, int size) {
        super(javaType(base, dimensions.size()), size);
        this.base = base;
        this.dimensions = dimensions.stream().mapToLong(Long::longValue).toArray();
    }

    private static Class<?> javaType(ElementCodec base, int rank) {
        Class<?> type = base.javaType();
        for (int i = 0; i < rank; i++) {
            type = type.arrayType();
        }
        return type;
    }

    @Override
    public long heapBytes() {
        return Shape.heapBytes(dimensions, base.javaType(), base.heapBytes());
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        Class<?> type = componentType;
        for (int i = 0; i < dimensions.length && type != Object.class; i++) {
            if (List.class.isAssignableFrom(type)) {
                return true;
            }
            if (!type.isArray()) {
                return false;
            }
            type = type.getComponentType();
        }
        return type == Object.class || base.accepts(type);
    }

    @Override
    protected boolean fits(Object element) {
        Object array = JavaValues.arrays(element, dimensions.length);
        return Shape.matches(array, dimensions) && rowsFit(array, dimensions.length);
    }

    private boolean rowsFit(Object array, int rank) {
        if (rank > 1) {
            for (Object row : (Object[]) array) {
                if (!rowsFit(row, rank - 1)) {
                    return false;
                }
            }
            return true;
        }
        return base.accepts(array.getClass().getComponentType()) && base.firstMisfit(array) < 0;
    }

    @Override
    protected Object get(ByteBuffer in) throws IOException {
        Object array = Shape.newArray(base.javaType(), dimensions);
        Shape.forEachRow(array, dimensions.length, row -> base.read(in, row, 0, Array.getLength(row)));
        return array;
    }

    @Override
    protected void put(ByteBuffer out, Object element) throws IOException {
        Object array = JavaValues.arrays(element, dimensions.length);
        Shape.forEachRow(array, dimensions.length, row -> base.write(out, row, 0, Array.getLength(row)));
    }
}
