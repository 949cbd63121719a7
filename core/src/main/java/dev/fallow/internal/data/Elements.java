package dev.fallow.internal.data;

import dev.fallow.WrongTypeException;
import dev.fallow.format.datatype.Datatype;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Whole values: n-dimensional arrays and scalars, element by element in pieces of bounded size. */
public final class Elements {
    /** Elements are read and written in pieces of about this many bytes. */
    private static final int PIECE_BYTES = 1 << 20;

    private Elements() {}

    /** Where bytes come from. */
    @FunctionalInterface
    public interface Source {
        /** The next {@code bytes} bytes. */
        ByteBuffer next(int bytes) throws IOException;
    }

    /** Where bytes go. */
    @FunctionalInterface
    public interface Sink {
        /** Takes the bytes, which are used again afterwards. */
        void put(ByteBuffer bytes) throws IOException;
    }

    /** Decodes a value whose bytes are all there. */
    public static Object decodeAll(Datatype type, long[] dimensions, byte[] data, String where) {
        ByteBuffer buffer = ByteBuffer.wrap(data);
        try {
            return decode(
                    type,
                    dimensions,
                    bytes -> {
                        ByteBuffer piece = buffer.slice(buffer.position(), bytes);
                        buffer.position(buffer.position() + bytes);
                        return piece;
                    },
                    where);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // the source above does no I/O
        }
    }

    /**
     * Decodes a value.
     *
     * @param dimensions none for a scalar
     * @param where file and object, for messages
     */
    public static Object decode(Datatype type, long[] dimensions, Source source, String where) throws IOException {
        ElementCodec codec = ElementCodec.of(type, where);
        if (dimensions.length == 0) {
            Object one = Array.newInstance(codec.javaType(), 1);
            codec.read(source.next(codec.size()), one, 0, 1);
            return Array.get(one, 0);
        }
        Object array = Shape.newArray(codec.javaType(), dimensions);
        Shape.forEachRow(
                array,
                dimensions.length,
                row -> forEachPiece(codec, Array.getLength(row), (from, count) -> {
                    ByteBuffer piece = source.next(count * codec.size());
                    codec.read(piece, row, from, count);
                }));
        return array;
    }

    /**
     * Encodes a value that {@linkplain #check was checked}.
     *
     * @param rank 0 for a scalar
     */
    public static void encode(Datatype type, Object value, int rank, Sink sink) throws IOException {
        ElementCodec codec = ElementCodec.of(type, "value");
        Object array = rank == 0 ? asArray(value) : value;
        Shape.forEachRow(array, Math.max(1, rank), row -> {
            int length = Array.getLength(row);
            ByteBuffer buffer = ByteBuffer.allocate(codec.size() * Math.min(length, elementsInPiece(codec)));
            forEachPiece(codec, length, (from, count) -> {
                codec.write(buffer.clear(), row, from, count);
                sink.put(buffer.flip());
            });
        });
    }

    /**
     * Checks that a value can be written as elements of a type, all of it.
     *
     * @param where file and object, for messages
     * @throws WrongTypeException if its shape is another, or a number or string does not fit
     */
    public static void check(Datatype type, long[] dimensions, Object value, String where) throws IOException {
        ElementCodec codec = ElementCodec.of(type, where);
        Shape shape = Shape.of(value);
        if (!Arrays.equals(shape.dimensions(), dimensions)) {
            throw new WrongTypeException("%s: expected the shape %s, found %s"
                    .formatted(where, Arrays.toString(dimensions), Arrays.toString(shape.dimensions())));
        }
        if (!codec.accepts(shape.elementType())) {
            throw new WrongTypeException("%s: expected elements that fit %s, found %s"
                    .formatted(where, type, shape.elementType().getSimpleName()));
        }
        Object array = dimensions.length == 0 ? asArray(value) : value;
        Shape.forEachRow(array, Math.max(1, dimensions.length), row -> {
            int misfit = codec.firstMisfit(row);
            if (misfit >= 0) {
                throw new WrongTypeException("%s: element %d of a row, %s, does not fit %s"
                        .formatted(where, misfit, Array.get(row, misfit), type));
            }
        });
    }

    private static Object asArray(Object scalar) {
        Object one = Array.newInstance(Shape.of(scalar).elementType(), 1);
        Array.set(one, 0, scalar);
        return one;
    }

    private static int elementsInPiece(ElementCodec codec) {
        return Math.max(1, PIECE_BYTES / codec.size());
    }

    @FunctionalInterface
    private interface Piece {
        void run(int from, int count) throws IOException;
    }

    private static void forEachPiece(ElementCodec codec, int length, Piece piece) throws IOException {
        int most = elementsInPiece(codec);
        for (int from = 0; from < length; from += most) {
            piece.run(from, Math.min(most, length - from));
        }
    }
}
