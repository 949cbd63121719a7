package dev.fallow.internal;

import dev.fallow.TooLargeException;
import java.io.IOException;

/**
 * Memory that a file decides the size of. A few bytes of a file can say that a dataset without storage has 2^40 elements:
 * what cannot fit is refused before it is allocated.
 */
public final class Memory {
    /** The most elements of an array on every virtual machine. */
    public static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

    private Memory() {}

    /** What takes memory. */
    @FunctionalInterface
    public interface Use<T> {
        /** Takes it. */
        T run() throws IOException;
    }

    /**
     * Runs what takes memory.
     *
     * @param where file and object, for messages
     * @param bytes that it takes at least; {@link Long#MAX_VALUE} stands for anything above
     * @throws TooLargeException if the virtual machine never has so much, or has not so much left
     */
    public static <T> T use(String where, long bytes, Use<T> use) throws IOException {
        long most = Runtime.getRuntime().maxMemory();
        if (bytes > most) {
            throw new TooLargeException(
                    "%s: %d bytes of memory are needed, the virtual machine has %d".formatted(where, bytes, most));
        }
        try {
            return use.run();
        } catch (OutOfMemoryError e) {
            throw new TooLargeException(
                    "%s: at least %d bytes of memory are needed, and not all of the %d of the virtual machine are free"
                            .formatted(where, bytes, most),
                    e);
        }
    }

    /** An array for bytes of a file. */
    public static byte[] bytes(String where, long length) {
        if (length > LARGEST_ARRAY) {
            throw new TooLargeException(
                    "%s: an array holds at most %d bytes, needed %d".formatted(where, LARGEST_ARRAY, length));
        }
        try {
            return use(where, length, () -> new byte[(int) length]);
        } catch (IOException e) {
            throw new IllegalStateException(e); // making an array does no I/O
        }
    }

    /** The sum of two numbers of bytes, at most {@link Long#MAX_VALUE}. */
    public static long sum(long one, long other) {
        return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
    }

    /** The product of two numbers that are not negative, at most {@link Long#MAX_VALUE}. */
    public static long product(long one, long other) {
        return other != 0 && one > Long.MAX_VALUE / other ? Long.MAX_VALUE : one * other;
    }
}
