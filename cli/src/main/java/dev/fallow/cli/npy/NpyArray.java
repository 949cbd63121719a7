package dev.fallow.cli.npy;

import dev.fallow.Dataset;
import dev.fallow.RawElements;
import dev.fallow.Selection;
import dev.fallow.Types;
import dev.fallow.cli.shell.Values;
import dev.fallow.type.Datatype;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** An array in a file of numpy, in C or Fortran order, of which a bounded number of elements is in memory at a time. */
public final class NpyArray {
    private static final int CHARACTER_BYTES = Integer.BYTES;
    /** The bytes of texts that are in memory at a time. */
    private static final long TEXT_BYTES = 1 << 20;

    private final InputStream in;
    private final String name;
    private final NpyHeader header;
    private final Datatype type;
    /** The bytes of an element in the stream. */
    private final long size;

    private NpyArray(InputStream in, String name, NpyHeader header) {
        this.in = in;
        this.name = name;
        this.header = header;
        type = header.isText() ? Types.string() : NpyType.parse(header.descr());
        size = header.isText() ? (long) CHARACTER_BYTES * header.characters() : type.size();
    }

    /**
     * Reads the header of an array; its elements are read from the stream later.
     *
     * @param name of the stream, for messages
     * @throws IllegalArgumentException if it is no array, or one whose elements cannot be stored
     */
    public static NpyArray of(InputStream in, String name) throws IOException {
        try {
            return new NpyArray(in, name, NpyHeader.read(in));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
    }

    /**
     * Refuses a file of another length than the header says.
     *
     * @param bytes the length of the file
     */
    public void requireLength(long bytes) {
        long elements = Values.product(header.shape(), 0);
        long expected = elements > (Long.MAX_VALUE - header.bytes()) / Math.max(1, size)
                ? Long.MAX_VALUE
                : header.bytes() + elements * size;
        if (bytes != expected) {
            throw new IllegalArgumentException("%s: expected %d bytes, found %d".formatted(name, expected, bytes));
        }
    }

    /** The type of the elements. */
    public Datatype type() {
        return type;
    }

    /** The dimensions; empty for a scalar. */
    public long[] shape() {
        return header.shape().clone();
    }

    /** Writes the elements into a dataset of this type and shape. */
    public void writeTo(Dataset dataset) throws IOException {
        long[] shape = header.shape();
        if (shape.length == 0) {
            dataset.write(elements(read(1), new long[0]));
        } else if (Values.product(shape, 0) > 0) {
            long[] order = header.fortranOrder() ? reversed(shape) : shape;
            long most =
                    header.isText() ? Math.max(1, TEXT_BYTES / Math.max(1, size)) : NpySlabs.elements(dataset, shape);
            Values.forEachPart(Values.whole(order), most, part -> write(dataset, part.start(), part.count()));
        }
        if (in.read() >= 0) {
            throw new IllegalArgumentException(name + ": bytes follow the last element");
        }
    }

    private void write(Dataset dataset, long[] start, long[] count) throws IOException {
        byte[] bytes = read(Values.product(count, 0));
        if (header.fortranOrder()) {
            dataset.write(
                    Selection.block(reversed(start), reversed(count)),
                    elements(transposed(bytes, count), reversed(count)));
        } else {
            dataset.write(Selection.block(start, count), elements(bytes, count));
        }
    }

    private Object elements(byte[] bytes, long[] count) {
        return header.isText() ? texts(bytes, count) : new RawElements(bytes);
    }

    /** Strings in an array of these dimensions. */
    private Object texts(byte[] bytes, long[] count) {
        ByteBuffer buffer =
                ByteBuffer.wrap(bytes).order(header.isBigEndian() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        if (count.length == 0) {
            return text(buffer);
        }
        Object texts = Array.newInstance(
                String.class, Arrays.stream(count).mapToInt(Math::toIntExact).toArray());
        fill(texts, buffer);
        return texts;
    }

    private void fill(Object array, ByteBuffer buffer) {
        for (int i = 0; i < Array.getLength(array); i++) {
            if (array instanceof String[] row) {
                row[i] = text(buffer);
            } else {
                fill(Array.get(array, i), buffer);
            }
        }
    }

    /** Zeros at the end are no part of a text. */
    private String text(ByteBuffer buffer) {
        int[] characters = new int[header.characters()];
        int end = 0;
        for (int i = 0; i < characters.length; i++) {
            characters[i] = buffer.getInt();
            end = characters[i] == 0 ? end : i + 1;
            if (!Character.isValidCodePoint(characters[i])) {
                throw new IllegalArgumentException("%s: expected a character, found the number %d"
                        .formatted(name, Integer.toUnsignedLong(characters[i])));
            }
        }
        return new String(characters, 0, end);
    }

    private byte[] read(long elements) throws IOException {
        int bytes = Math.toIntExact(elements * size);
        byte[] read = in.readNBytes(bytes);
        if (read.length < bytes) {
            throw new EOFException(name + ": expected " + bytes + " more bytes, found " + read.length);
        }
        return read;
    }

    private static long[] reversed(long[] numbers) {
        long[] reversed = new long[numbers.length];
        Arrays.setAll(reversed, i -> numbers[numbers.length - 1 - i]);
        return reversed;
    }

    /** Elements of these dimensions in the order in which the last dimension is the first one. */
    private byte[] transposed(byte[] bytes, long[] count) {
        int rank = count.length;
        int width = (int) size;
        long[] step = new long[rank]; // in the result, of each dimension of the source
        long product = size;
        for (int i = 0; i < rank; i++) {
            step[i] = product;
            product *= count[i];
        }
        byte[] result = new byte[bytes.length];
        long[] index = new long[rank];
        long to = 0;
        for (int from = 0; from < bytes.length; from += width) {
            System.arraycopy(bytes, from, result, (int) to, width);
            int dimension = rank - 1;
            to += step[dimension];
            while (dimension > 0 && ++index[dimension] == count[dimension]) {
                to += step[dimension - 1] - count[dimension] * step[dimension];
                index[dimension--] = 0;
            }
        }
        return result;
    }
}
