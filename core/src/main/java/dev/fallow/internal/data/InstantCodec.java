package dev.fallow.internal.data;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.time.Instant;

/** Reads times as instants, as {@link TimeCodec} writes them. */
final class InstantCodec extends ObjectCodec {
    private final ElementCodec numbers;
    private final String where;

    /** @param numbers the codec of the times as a number */
    InstantCodec(ElementCodec numbers, String where) {
        super(Instant.class, numbers.size());
        this.numbers = numbers;
        this.where = where;
    }

    @Override
    protected Object get(ByteBuffer in) throws IOException {
        Object row = Array.newInstance(numbers.javaType(), 1);
        numbers.read(in, row, 0, 1);
        long number = Array.getLong(row, 0);
        if (numbers.size() == Integer.BYTES) {
            return Instant.ofEpochSecond(number);
        }
        int micros = (int) number;
        if (Math.abs((long) micros) > TimeCodec.MICROS) { // PyTables rounds the fraction, which may become a second
            throw new MisfitException(
                    where,
                    null,
                    0,
                    "time64 %d is not in the form of PyTables: expected up to %d microseconds in the lower half, found %d; read it as long"
                            .formatted(number, TimeCodec.MICROS, micros));
        }
        return Instant.ofEpochSecond(number >> Integer.SIZE, (long) micros * TimeCodec.NANOS_OF_MICRO);
    }
}
