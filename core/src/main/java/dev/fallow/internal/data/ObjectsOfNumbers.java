package dev.fallow.internal.data;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.function.LongFunction;

/** The objects that stored numbers stand for. Those of small numbers are made once. Threads may use it at the same time. */
final class ObjectsOfNumbers {
    private static final int SMALL = 1 << Byte.SIZE;

    private final LongFunction<Object> made;
    /** Objects with final fields only: a thread that does not see one makes an equal one. */
    private final Object[] small = new Object[SMALL];

    /** @param made makes the object of a number, which is not null, or throws a {@link MisfitException} */
    ObjectsOfNumbers(LongFunction<Object> made) {
        this.made = made;
    }

    Object of(long number) {
        if ((number & -SMALL) != 0) {
            return made.apply(number);
        }
        Object object = small[(int) number];
        if (object == null) {
            object = made.apply(number);
            small[(int) number] = object;
        }
        return object;
    }

    /** Puts objects that are made into a row, up to one that is not; returns its index. */
    private int putKnown(int[] numbers, int from, int to, Object[] row) {
        Object[] known = small;
        for (int i = from; i < to; i++) {
            int number = numbers[i];
            if (number < 0 || number >= known.length || known[number] == null) {
                return i;
            }
            row[i] = known[number];
        }
        return to;
    }

    /** Reads numbers, and puts their objects into a row. */
    void read(IntegerCodec numbers, ByteBuffer in, Object row, int from, int count) {
        Object piece = numbers.piece(count);
        int most = Array.getLength(piece);
        // A collector may have to be told of each object that is put into a row that it has known for long, but only
        // once of a copy.
        Object[] objects = (Object[]) Array.newInstance(row.getClass().getComponentType(), most);
        for (int done = 0; done < count; done += most) {
            int length = Math.min(most, count - done);
            numbers.read(in, piece, 0, length);
            int i = 0;
            try {
                for (; i < length; i++) {
                    i = piece instanceof int[] ints ? putKnown(ints, i, length, objects) : i;
                    if (i < length) {
                        objects[i] = of(piece instanceof int[] ints ? ints[i] : ((long[]) piece)[i]);
                    }
                }
            } catch (MisfitException e) {
                throw e.moved(row, from + done + i);
            }
            System.arraycopy(objects, 0, row, from + done, length);
        }
    }
}
