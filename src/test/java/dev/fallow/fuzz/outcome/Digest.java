package dev.fallow.fuzz.outcome;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;

/** A hash of a value that was read; equal values have equal hashes. */
public final class Digest {
    private static final int MOST_LEVELS = 64;

    private Digest() {}

    public static String of(Object value) {
        return Long.toHexString(number(value, 0));
    }

    private static long number(Object value, int level) {
        if (value == null || level > MOST_LEVELS) {
            return level;
        }
        if (value instanceof byte[] bytes) {
            return Arrays.hashCode(bytes) * 31L + bytes.length;
        }
        if (value instanceof int[] numbers) {
            return Arrays.hashCode(numbers) * 31L + numbers.length;
        } else if (value instanceof long[] numbers) {
            return Arrays.hashCode(numbers) * 31L + numbers.length;
        } else if (value instanceof double[] numbers) {
            return Arrays.hashCode(numbers) * 31L + numbers.length;
        } else if (value instanceof float[] numbers) {
            return Arrays.hashCode(numbers) * 31L + numbers.length;
        } else if (value instanceof short[] numbers) {
            return Arrays.hashCode(numbers) * 31L + numbers.length;
        }
        long number = 7;
        if (value.getClass().isArray()) {
            int length = Array.getLength(value);
            for (int i = 0; i < length; i++) {
                number = number * 31 + number(Array.get(value, i), level + 1);
            }
            return number * 31 + length;
        }
        if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                number = number * 31 + number(entry.getKey(), level + 1);
                number = number * 31 + number(entry.getValue(), level + 1);
            }
            return number;
        }
        if (value instanceof Collection<?> collection) {
            for (Object element : collection) {
                number = number * 31 + number(element, level + 1);
            }
            return number;
        }
        return value instanceof Number // a decimal number may have 20,000 digits
                ? value.hashCode()
                : value.toString().hashCode();
    }
}
