package dev.fallow.internal.data;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.List;

/** Fixed-size arrays as elements. */
final class ArrayCodec extends ObjectCodec {
    private final ElementCodec base;
    private final long[] dimensions;

    ArrayCodec(ElementCodec base, List<Long> dimensions, int size) {
        super(Array.newInstance(base.javaType(), new int[dimensions.size()]).getClass(), size);
        this.base = base;
        this.dimensions = dimensions.stream().mapToLong(Long::longValue).toArray();
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
        return Shape.matches(array, dimensions)
                && Shape.rows(array, dimensions.length).stream()
                        .allMatch(row -> base.accepts(row.getClass().getComponentType()) && base.firstMisfit(row) < 0);
    }

    @Override
    protected Object get(ByteBuffer in) throws IOException {
        Object array = Shape.newArray(base.javaType(), dimensions);
        for (Object row : Shape.rows(array, dimensions.length)) {
            base.read(in, row, 0, Array.getLength(row));
        }
        return array;
    }

    @Override
    protected void put(ByteBuffer out, Object element) throws IOException {
        for (Object row : Shape.rows(JavaValues.arrays(element, dimensions.length), dimensions.length)) {
            base.write(out, row, 0, Array.getLength(row));
        }
    }
}
