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
        if (number < 0 || number >= SMALL) {
            return made.apply(number);
        }
        Object object = small[(int) number];
        if (object == null) {
            object = made.apply(number);
            small[(int) number] = object;
        }
        return object;
    }

    /** Reads numbers, and puts their objects into a row. */
    void read(IntegerCodec numbers, ByteBuffer in, Object row, int from, int count) {
        Object[] elements = (Object[]) row;
        Object piece = numbers.piece(count);
        int most = Array.getLength(piece);
        for (int done = 0; done < count; done += most) {
            int length = Math.min(most, count - done);
            numbers.read(in, piece, 0, length);
            fill(piece, length, elements, from + done);
        }
    }

    private void fill(Object numbers, int count, Object[] row, int from) {
        int i = 0;
        try {
            for (; i < count; i++) {
                row[from + i] = of(numbers instanceof int[] ints ? ints[i] : ((long[]) numbers)[i]);
            }
        } catch (MisfitException e) {
            throw e.moved(row, from + i);
        }
    }
}
