package dev.fallow.internal.storage;

import dev.fallow.TooLargeException;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * Guards allocations whose size is determined by a file. A few bytes in a file can declare a dataset of 2^40 elements
 * without storage; a size that cannot fit is refused before it is allocated.
 */
public final class Memory {
    /** The largest array length that every virtual machine supports. */
    public static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

    private Memory() {}

    /** An operation that allocates memory. */
    @FunctionalInterface
    public interface Use<T> {
        T run() throws IOException;
    }

    /**
     * Runs an operation that allocates memory.
     *
     * @param bytes the minimum size of the allocation; {@link Long#MAX_VALUE} stands for any larger number
     * @throws TooLargeException if the virtual machine can never provide this much memory, or has too little left
     */
    public static <T> T use(String where, long bytes, Use<T> use) throws IOException {
        long most = Runtime.getRuntime().maxMemory();
        if (bytes > most) {
            throw new TooLargeException(
                    "%s: needs %d bytes of memory, the virtual machine has at most %d".formatted(where, bytes, most));
        }
        try {
            return use.run();
        } catch (OutOfMemoryError e) {
            throw exhausted(where, bytes, e);
        }
    }

    /** The failure of an operation that needs memory when too little is left. */
    public static TooLargeException exhausted(String where, long bytes, OutOfMemoryError e) {
        return new TooLargeException(
                "%s: needs at least %d bytes of memory; not all of the virtual machine's %d bytes are free"
                        .formatted(where, bytes, Runtime.getRuntime().maxMemory()),
                e);
    }

    /**
     * A number of bytes as the length of an array.
     *
     * @throws TooLargeException if no array is that long
     */
    public static int length(String where, long bytes) {
        if (bytes > LARGEST_ARRAY) {
            throw new TooLargeException(
                    "%s: an array holds at most %d bytes, found %d".formatted(where, LARGEST_ARRAY, bytes));
        }
        return (int) bytes;
    }

    /** Allocates an array for bytes of a file. */
    public static byte[] bytes(String where, long bytes) {
        int length = length(where, bytes);
        try {
            return use(where, length, () -> new byte[length]);
        } catch (IOException e) {
            throw new IllegalStateException(e); // allocating an array does no I/O
        }
    }

    /** As above; {@code where} is asked only for the message of a failure. */
    public static byte[] bytes(Supplier<String> where, long bytes) {
        if (bytes > Math.min(LARGEST_ARRAY, Runtime.getRuntime().maxMemory())) {
            return bytes(where.get(), bytes); // refused
        }
        try {
            return new byte[(int) bytes];
        } catch (OutOfMemoryError e) {
            throw exhausted(where.get(), bytes, e);
        }
    }

    /** The sum of two byte counts, at most {@link Long#MAX_VALUE}. */
    public static long sum(long one, long other) {
        return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
    }

    /** The product of two non-negative numbers, at most {@link Long#MAX_VALUE}. */
    public static long product(long one, long other) {
        return other != 0 && one > Long.MAX_VALUE / other ? Long.MAX_VALUE : one * other;
    }
}
