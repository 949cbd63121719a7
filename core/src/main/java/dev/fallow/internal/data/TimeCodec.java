package dev.fallow.internal.data;

import dev.fallow.type.Time;
import java.time.Instant;

/**
 * Times of 4 or 8 bytes: numbers, and instants. In 4 bytes there are seconds since 1970. In 8 bytes there are seconds in the upper half and
 * microseconds in the lower one, as PyTables stores them; of instants before 1970 both are negative or zero.
 */
final class TimeCodec extends NumberedCodec {
    static final int MICROS = 1_000_000;
    static final int NANOS_OF_MICRO = 1000;

    /** @param numbers the codec of the times as a number */
    TimeCodec(ElementCodec numbers) {
        super(numbers);
    }

    /** Whether times of this type are instants. */
    static boolean hasInstants(Time type) {
        return (type.size() == Integer.BYTES || type.size() == Long.BYTES)
                && type.precision() == type.size() * Byte.SIZE;
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return componentType == Instant.class || numbers.accepts(componentType);
    }

    @Override
    Object number(Object element) {
        return element instanceof Instant instant ? ticks(instant) : element;
    }

    /** The number that stands for an instant; the instant itself, which is no number, if there is none. */
    private Object ticks(Instant instant) {
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
