package dev.fallow.oracle;

import java.util.function.Consumer;
import java.util.function.LongToIntFunction;
import org.bytedeco.hdf5.global.hdf5;

/** An identifier of libhdf5 that is given back when it is closed. */
public final class Id implements AutoCloseable {
    private static long openCount;

    private final long value;
    private boolean open = true;

    private Id(long value) {
        this.value = value;
        openCount++;
    }

    /**
     * An identifier that a call has just returned.
     *
     * @throws ReferenceException if it is none
     */
    public static Id of(long result, String call) {
        return new Id(Native.check(result, call));
    }

    /** Takes steps on a new identifier, and gives it back if one of them fails. */
    public static Id build(Id id, Consumer<Id> steps) {
        try {
            steps.accept(id);
            return id;
        } catch (RuntimeException e) {
            id.close();
            throw e;
        }
    }

    /** How many identifiers of any kind are not closed. */
    static long openCount() {
        return openCount;
    }

    /** What the library calls it. */
    public long value() {
        return value;
    }

    @Override
    public void close() {
        close(hdf5::H5Idec_ref, "H5Idec_ref");
    }

    /** Closes it with the call that its kind wants. */
    void close(LongToIntFunction closing, String call) {
        if (open) {
            open = false;
            openCount--;
            Native.check(closing.applyAsInt(value), call);
        }
    }
}
