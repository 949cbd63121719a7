package dev.fallow.oracle;

import java.util.function.Consumer;
import java.util.function.LongToIntFunction;
import org.bytedeco.hdf5.global.hdf5;

/** An identifier of libhdf5 that is released when it is closed. */
public final class Id implements AutoCloseable {
    private static long openCount;

    private final long value;
    private boolean open = true;

    private Id(long value) {
        this.value = value;
        openCount++;
    }

    /**
     * Wraps the identifier that a call has returned.
     *
     * @throws ReferenceException if the call failed
     */
    public static Id of(long result, String call) {
        return new Id(Native.check(result, call));
    }

    /** Runs steps on a new identifier, and releases it if one of them fails. */
    public static Id build(Id id, Consumer<Id> steps) {
        try {
            steps.accept(id);
            return id;
        } catch (RuntimeException e) {
            id.close();
            throw e;
        }
    }

    /** Returns the number of identifiers of any kind that are not closed. */
    static long openCount() {
        return openCount;
    }

    /** Returns the identifier's value. */
    public long value() {
        return value;
    }

    @Override
    public void close() {
        close(hdf5::H5Idec_ref, "H5Idec_ref");
    }

    /** Closes the identifier with the function for its type. */
    void close(LongToIntFunction closing, String call) {
        if (open) {
            open = false;
            openCount--;
            Native.check(closing.applyAsInt(value), call);
        }
    }
}
