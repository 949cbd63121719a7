package dev.fallow.internal.data;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A Java array whose elements are addressed by their row-major number: a one-dimensional array, or nested arrays of equal
 * length. Threads may read into different elements at the same time, if the codec allows it.
 */
public final class ElementRows implements ElementTarget, ElementSource {
    private final ElementCodec codec;
    private final Object[] rows;
    private final int rowLength;

    private ElementRows(ElementCodec codec, Object[] rows, int rowLength) {
        this.codec = codec;
        this.rows = rows;
        this.rowLength = Math.max(1, rowLength);
    }

    /** An array of a rank of 1 or more. */
    public static ElementRows of(ElementCodec codec, Object array, int rank) {
        List<Object> rows = Shape.rows(array, rank);
        return new ElementRows(codec, rows.toArray(), rows.isEmpty() ? 0 : Array.getLength(rows.get(0)));
    }

    /** A row with one element: a one-dimensional array, primitive if possible. */
    public static Object row(Object element) {
        // without reflection, because compounds are written member by member
        if (element instanceof Double number) {
            return new double[] {number};
        } else if (element instanceof Integer number) {
            return new int[] {number};
        } else if (element instanceof Long number) {
            return new long[] {number};
        } else if (element instanceof Float number) {
            return new float[] {number};
        } else if (element instanceof String text) {
            return new String[] {text};
        }
        Object row = Array.newInstance(element == null ? Object.class : Shape.unboxed(element.getClass()), 1);
        Array.set(row, 0, element);
        return row;
    }

    /** The same array, for elements of the same Java type that are stored in another form. */
    public ElementRows with(ElementCodec other) {
        if (other.javaType() != codec.javaType()) {
            throw new IllegalArgumentException(
                    "elements of " + other.javaType() + " in an array of " + codec.javaType());
        }
        return new ElementRows(other, rows, rowLength);
    }

    /** The codec of the elements. */
    public ElementCodec codec() {
        return codec;
    }

    /** Decodes elements. */
    @Override
    public void put(ByteBuffer in, long index, int count) throws IOException {
        convert(in, index, count, true);
    }

    /** Encodes elements, all of which fit. */
    @Override
    public void get(ByteBuffer out, long index, int count) throws IOException {
        convert(out, index, count, false);
    }

    private void convert(ByteBuffer buffer, long index, int count, boolean reading) throws IOException {
        int piece;
        for (int done = 0; done < count; done += piece) {
            long at = index + done;
            int from = (int) (at % rowLength);
            piece = Math.min(count - done, rowLength - from);
            Object row = rows[(int) (at / rowLength)];
            if (reading) {
                codec.read(buffer, row, from, piece);
            } else {
                codec.write(buffer, row, from, piece);
            }
        }
    }

    /** Decodes one element, and sets a range to it. */
    @Override
    public void repeat(byte[] element, long index, long count) throws IOException {
        Object one = Array.newInstance(codec.javaType(), 1);
        codec.read(ByteBuffer.wrap(element), one, 0, 1);
        int piece;
        for (long done = 0; done < count; done += piece) {
            long at = index + done;
            int from = (int) (at % rowLength);
            piece = (int) Math.min(count - done, rowLength - from);
            Object row = rows[(int) (at / rowLength)];
            System.arraycopy(one, 0, row, from, 1);
            for (int copied = 1; copied < piece; copied += Math.min(copied, piece - copied)) {
                System.arraycopy(row, from, row, from + copied, Math.min(copied, piece - copied));
            }
        }
    }
}
