package dev.fallow.spark.hadoop;

import dev.fallow.ContainerException;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

/** Failures on the driver that the caller has to know, of a class that PySpark shows as one line instead of a stack trace. */
public final class OneLine {
    private OneLine() {}

    /**
     * Runs something on the driver.
     *
     * @throws IllegalArgumentException if it fails with an exception of Fallow or of a file system, which is the cause, with the same message
     */
    public static <T> T of(Supplier<T> action) {
        try {
            return action.get();
        } catch (ContainerException | UncheckedIOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
