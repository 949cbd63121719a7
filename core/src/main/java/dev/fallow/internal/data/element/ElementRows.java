package dev.fallow.internal.data.element;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
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

    /**
     * An array of a rank.
     *
     * @param array of arrays of equal length
     * @param rank 1 or more
     */
    public static ElementRows of(ElementCodec codec, Object array, int rank) {
        if (rank == 1) {
            return new ElementRows(codec, new Object[] {array}, Array.getLength(array));
        }
        List<Object> rows = new ArrayList<>();
        try {
            Shape.forEachRow(array, rank, rows::add);
        } catch (IOException e) {
            throw new IllegalStateException(e); // adding to a list does no I/O
        }
        return new ElementRows(codec, rows.toArray(), rows.isEmpty() ? 0 : Array.getLength(rows.get(0)));
    }

    /**
     * The same array, for elements that are stored in another form.
     *
     * @param other for elements of the same Java type
     */
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
        int done = 0;
        while (done < count) {
            long at = index + done;
            int from = (int) (at % rowLength);
            int piece = Math.min(count - done, rowLength - from);
            codec.read(in, rows[(int) (at / rowLength)], from, piece);
            done += piece;
        }
    }

    /** Decodes one element, and sets a range to it. */
    @Override
    public void repeat(byte[] element, long index, long count) throws IOException {
        Object one = Array.newInstance(codec.javaType(), 1);
        codec.read(ByteBuffer.wrap(element), one, 0, 1);
        for (long done = 0; done < count; ) {
            long at = index + done;
            int from = (int) (at % rowLength);
            int piece = (int) Math.min(count - done, rowLength - from);
            Object row = rows[(int) (at / rowLength)];
            System.arraycopy(one, 0, row, from, 1);
            for (int copied = 1; copied < piece; copied += Math.min(copied, piece - copied)) {
                System.arraycopy(row, from, row, from + copied, Math.min(copied, piece - copied));
            }
            done += piece;
        }
    }

    /** Encodes elements, all of which fit. */
    @Override
    public void get(ByteBuffer out, long index, int count) throws IOException {
        int done = 0;
        while (done < count) {
            long at = index + done;
            int from = (int) (at % rowLength);
            int piece = Math.min(count - done, rowLength - from);
            codec.write(out, rows[(int) (at / rowLength)], from, piece);
            done += piece;
        }
    }
}
