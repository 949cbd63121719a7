package dev.fallow.internal.data;

import dev.fallow.type.Time;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;

/**
 * Times of 4 or 8 bytes: numbers, and instants. In 4 bytes there are seconds since 1970. In 8 bytes there are seconds in the upper half and
 * microseconds in the lower one, as PyTables stores them; of instants before 1970 both are negative or zero.
 */
final class TimeCodec implements ElementCodec {
    static final int MICROS = 1_000_000;
    static final int NANOS_OF_MICRO = 1000;

    private final ElementCodec numbers;

    /** @param numbers the codec of the times as a number */
    TimeCodec(ElementCodec numbers) {
        this.numbers = numbers;
    }

    /** Whether times of this type are instants. */
    static boolean hasInstants(Time type) {
        return (type.size() == Integer.BYTES || type.size() == Long.BYTES)
                && type.precision() == type.size() * Byte.SIZE;
    }

    @Override
    public Class<?> javaType() {
        return numbers.javaType();
    }

    @Override
    public int size() {
        return numbers.size();
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return componentType == Instant.class || numbers.accepts(componentType);
    }

    @Override
    public boolean takesAll(Class<?> componentType) {
        return numbers.takesAll(componentType);
    }

    @Override
    public int firstMisfit(Object row) {
        return numbers.firstMisfit(asNumbers(row));
    }

    @Override
    public void read(ByteBuffer in, Object row, int from, int count) throws IOException {
        numbers.read(in, row, from, count);
    }

    @Override
    public void write(ByteBuffer out, Object row, int from, int count) throws IOException {
        numbers.write(out, asNumbers(row), from, count);
    }

    private Object asNumbers(Object row) {
        return row instanceof Object[] elements
                ? Arrays.stream(elements)
                        .map(element -> element instanceof Instant instant ? number(instant) : element)
                        .toArray()
                : row;
    }

    /** The number that stands for an instant; the instant itself, which is no number, if there is none. */
    private Object number(Instant instant) {
        boolean micros = numbers.size() == Long.BYTES;
        long seconds = instant.getEpochSecond();
        int nanos = instant.getNano();
        boolean negative = seconds < 0 && nanos > 0;
        seconds += negative ? 1 : 0; // towards zero
        if (seconds != (int) seconds || nanos % NANOS_OF_MICRO != 0 || !micros && nanos != 0) {
            return instant;
        } else if (!micros) {
            return seconds;
        }
        int lower = nanos / NANOS_OF_MICRO - (negative ? MICROS : 0);
        return seconds << Integer.SIZE | Integer.toUnsignedLong(lower);
    }
}
