package dev.fallow.internal.virtual;

import dev.fallow.Conversion;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WrongTypeException;
import dev.fallow.internal.codec.DatatypeForms;
import dev.fallow.internal.data.Codecs;
import dev.fallow.internal.data.ElementCodec;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.ElementRows;
import dev.fallow.internal.data.ElementTarget;
import dev.fallow.internal.data.PrimitiveRows;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.VariableLength;
import java.io.IOException;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.function.LongFunction;

/** Converts elements to another datatype, one by one, as a {@link Conversion} says. */
final class ConvertedTarget implements ElementTarget {
    private static final int MOST_AT_ONCE = 4096;

    private final ElementTarget target;
    /** The file and the source, for messages. */
    private final String where;

    private final Datatype source;
    private final ElementCodec from;
    private final ElementCodec to;
    private final boolean fromUnsigned64;
    private final boolean toUnsigned64;
    private final boolean toInteger;
    private final boolean rounding;
    private final Wanted wanted;

    /**
     * Elements of a virtual dataset.
     *
     * @param virtual the file and the virtual dataset, for messages
     * @param place tells where the virtual dataset has an element, by its number in the target
     * @param conversion what happens with a number that the datatype does not represent exactly
     */
    record Wanted(String virtual, LongFunction<String> place, Datatype datatype, Conversion conversion) {}

    private ConvertedTarget(ElementTarget target, Datatype source, Wanted wanted, ElementContext context) {
        this.target = target;
        this.wanted = wanted;
        this.source = source;
        Datatype result = wanted.datatype;
        rounding = wanted.conversion == Conversion.ROUNDING;
        from = Codecs.of(source, context);
        to = Codecs.writing(result, wanted.conversion, context);
        where = context.where();
        fromUnsigned64 = isUnsigned64(source) && !isUnsigned64(result);
        toUnsigned64 = source instanceof FixedPoint && isUnsigned64(result) && !isUnsigned64(source);
        toInteger = result instanceof FixedPoint;
        if (!to.accepts(from.javaType())) {
            throw new UnsupportedFeatureException(
                    "%s: elements of %s cannot be converted to %s".formatted(where, source, result));
        }
    }

    private static boolean isUnsigned64(Datatype type) {
        return type instanceof FixedPoint number && !number.signed() && number.precision() == Long.SIZE;
    }

    /** Strings of different character sets have the same form, and both are read as UTF-8. */
    private static boolean isVariableString(Datatype type) {
        return type instanceof VariableLength sequence && sequence.string();
    }

    /**
     * A target for elements of another datatype.
     *
     * @param target for elements of the wanted datatype
     * @param context of the elements that are passed in
     * @param sameFile whether the elements passed in are in the file whose elements the target gets
     * @throws UnsupportedFeatureException if there is no conversion
     */
    static ElementTarget of(
            ElementTarget target, Datatype source, Wanted wanted, ElementContext context, boolean sameFile) {
        Datatype result = wanted.datatype;
        boolean same = source.equals(result)
                || DatatypeForms.earliest(source).equals(DatatypeForms.earliest(result))
                || isVariableString(source) && isVariableString(result);
        if (same && (sameFile || !source.refersToGlobalHeap())) {
            return target;
        } else if (same) {
            return ofOtherHeap(target, Codecs.of(source, context), context.where());
        } else if (source.refersToGlobalHeap() || result.refersToGlobalHeap()) {
            throw new UnsupportedFeatureException(
                    "%s: elements of %s cannot be converted to %s".formatted(context.where(), source, result));
        }
        return new ConvertedTarget(target, source, wanted, context);
    }

    /** The elements' parts are in the global heap of their own file, so they are decoded there. */
    private static ElementTarget ofOtherHeap(ElementTarget target, ElementCodec codec, String where) {
        if (target instanceof PlacedTarget placed) {
            return new PlacedTarget(ofOtherHeap(placed.target(), codec, where), placed.places(), placed.elementSize());
        } else if (target instanceof ElementRows rows && rows.codec().javaType() == codec.javaType()) {
            return rows.with(codec);
        }
        throw new UnsupportedFeatureException(
                where + ": elements that refer to the global heap of another file are read as they are, or not at all");
    }

    @Override
    public void put(ByteBuffer in, long index, int count) throws IOException {
        int start = in.position();
        int most = Math.min(count, MOST_AT_ONCE);
        Object row = Array.newInstance(from.javaType(), most);
        ByteBuffer out = ByteBuffer.allocate(most * to.size());
        for (int done = 0; done < count; done += most) {
            int piece = Math.min(most, count - done);
            if (piece < most) {
                row = Array.newInstance(from.javaType(), piece);
            }
            from.read(in.position(start + done * from.size()), row, 0, piece);
            to.write(out.clear(), fitting(row, index + done), 0, piece);
            target.put(out.limit(piece * to.size()).position(0), index + done, piece);
        }
    }

    @Override
    public void repeat(byte[] element, long index, long count) throws IOException {
        Object row = Array.newInstance(from.javaType(), 1);
        from.read(ByteBuffer.wrap(element), row, 0, 1);
        ByteBuffer out = ByteBuffer.allocate(to.size());
        to.write(out, fitting(row, index), 0, 1);
        target.repeat(out.array(), index, count);
    }

    /** Elements as the codec of the result writes them. */
    private Object fitting(Object row, long index) {
        Object result = numbers(row);
        int misfit = to.firstMisfit(result);
        if (misfit < 0 && toUnsigned64 && result instanceof long[] numbers) {
            misfit = firstNegative(numbers);
        }
        if (misfit >= 0) {
            throw new WrongTypeException(
                    "%s, element %s: %s of the source %s, %s, does not fit the datatype of the virtual dataset, %s; Conversion.ROUNDING makes it fit"
                            .formatted(
                                    wanted.virtual,
                                    wanted.place.apply(index + misfit),
                                    Array.get(result, misfit),
                                    where,
                                    source,
                                    wanted.datatype));
        }
        return result;
    }

    /** Numbers of a Java type in which none stands for the bits of another number; a codec takes some bytes and longs so. */
    private Object numbers(Object row) {
        if (fromUnsigned64 && row instanceof long[] numbers && firstNegative(numbers) >= 0) {
            return unsigned(numbers);
        } else if (toUnsigned64 && rounding && !(row instanceof Object[])) {
            return notNegative(row);
        } else if (toInteger && row instanceof byte[] bytes) {
            return shorts(bytes);
        }
        return row;
    }

    private static BigInteger[] unsigned(long[] numbers) {
        BigInteger[] unsigned = new BigInteger[numbers.length];
        for (int i = 0; i < unsigned.length; i++) {
            unsigned[i] = new BigInteger(Long.toUnsignedString(numbers[i]));
        }
        return unsigned;
    }

    /** Numbers of which negative ones are 0. */
    private static long[] notNegative(Object row) {
        long[] numbers = new long[Array.getLength(row)];
        PrimitiveRows.longs(row, 0, numbers, numbers.length);
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Math.max(0, numbers[i]);
        }
        return numbers;
    }

    private static short[] shorts(byte[] row) {
        short[] numbers = new short[row.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = row[i];
        }
        return numbers;
    }

    private static int firstNegative(long[] numbers) {
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] < 0) {
                return i;
            }
        }
        return -1;
    }
}
