package dev.fallow.internal.data;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;

/** Elements that are Java objects, converted one by one. */
abstract class ObjectCodec implements ElementCodec {
    static final int SMALLEST_OBJECT = 16;

    private final Class<?> javaType;
    private final int size;

    ObjectCodec(Class<?> javaType, int size) {
        this.javaType = javaType;
        this.size = size;
    }

    /** Whether an element can be written. */
    protected boolean fits(Object element) {
        throw new UnsupportedOperationException();
    }

    /** Reads one element, and advances the buffer past it. */
    protected abstract Object get(ByteBuffer in) throws IOException;

    /** Writes one element that fits, and advances the buffer past it. */
    protected void put(ByteBuffer out, Object element) throws IOException {
        throw new UnsupportedOperationException();
    }

    @Override
    public final Class<?> javaType() {
        return javaType;
    }

    @Override
    public final int size() {
        return size;
    }

    @Override
    public long heapBytes() {
        return SMALLEST_OBJECT;
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return componentType.isAssignableFrom(javaType) || javaType.isAssignableFrom(componentType);
    }

    @Override
    public int firstMisfit(Object row) {
        if (row instanceof Object[] elements) {
            for (int i = 0; i < elements.length; i++) {
                if (!fits(elements[i])) {
                    return i;
                }
            }
            return -1;
        }
        for (int i = 0, length = Array.getLength(row); i < length; i++) {
            if (!fits(Array.get(row, i))) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public void read(ByteBuffer in, Object row, int from, int count) throws IOException {
        Object[] elements = (Object[]) row;
        for (int i = from; i < from + count; i++) {
            try {
                elements[i] = get(in);
            } catch (MisfitException e) {
                throw e.row() == null ? e.moved(row, i) : e.in(row, i, "number " + e.index() + " of it");
            }
        }
    }

    @Override
    public void write(ByteBuffer out, Object row, int from, int count) throws IOException {
        if (row instanceof Object[] elements) {
            for (int i = from; i < from + count; i++) {
                put(out, elements[i]);
            }
            return;
        }
        for (int i = from; i < from + count; i++) {
            put(out, Array.get(row, i));
        }
    }
}
