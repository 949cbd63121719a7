package dev.fallow.internal.data;

import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.internal.data.element.MisfitException;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;

/** Elements in arrays of a more general type than that of their codec, such as boxed numbers. */
final class BoxingCodec implements ElementCodec {
    private static final int PIECE = 512;
    private static final int BOX_BYTES = 16;

    private final Class<?> javaType;
    private final ElementCodec elements;

    /** @param javaType a type to which the elements can be assigned, boxed if they are primitive */
    BoxingCodec(Class<?> javaType, ElementCodec elements) {
        this.javaType = javaType;
        this.elements = elements;
    }

    @Override
    public Class<?> javaType() {
        return javaType;
    }

    @Override
    public int size() {
        return elements.size();
    }

    @Override
    public long heapBytes() {
        return Math.max(BOX_BYTES, elements.heapBytes());
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return elements.accepts(componentType);
    }

    @Override
    public int firstMisfit(Object row) {
        return elements.firstMisfit(row);
    }

    @Override
    public void read(ByteBuffer in, Object row, int from, int count) throws IOException {
        Object piece = Array.newInstance(elements.javaType(), Math.min(PIECE, count));
        for (int done = 0; done < count; done += PIECE) {
            int length = Math.min(PIECE, count - done);
            try {
                elements.read(in, piece, 0, length);
            } catch (MisfitException e) {
                throw e.moved(row, from + done + e.index());
            }
            box(piece, (Object[]) row, from + done, length);
        }
    }

    private static void box(Object piece, Object[] row, int at, int length) {
        if (piece instanceof Object[] objects) {
            System.arraycopy(objects, 0, row, at, length);
        } else if (piece instanceof int[] ints) {
            for (int i = 0; i < length; i++) {
                row[at + i] = ints[i];
            }
        } else if (piece instanceof long[] longs) {
            for (int i = 0; i < length; i++) {
                row[at + i] = longs[i];
            }
        } else if (piece instanceof double[] doubles) {
            for (int i = 0; i < length; i++) {
                row[at + i] = doubles[i];
            }
        } else {
            for (int i = 0; i < length; i++) {
                row[at + i] = Array.get(piece, i);
            }
        }
    }

    @Override
    public void write(ByteBuffer out, Object row, int from, int count) throws IOException {
        elements.write(out, row, from, count);
    }
}
