package dev.fallow.oracle;

import java.util.function.Consumer;
import org.bytedeco.hdf5.global.hdf5;

/**
 * An identifier of libhdf5 that is given back when it is closed.
 *
 * @param value what the library calls it
 */
record Id(long value) implements AutoCloseable {
    /**
     * An identifier that a call has just returned.
     *
     * @throws ReferenceException if it is none
     */
    static Id of(long result, String call) {
        return new Id(Native.check(result, call));
    }

    /** Takes steps on a new identifier, and gives it back if one of them fails. */
    static Id build(Id id, Consumer<Id> steps) {
        try {
            steps.accept(id);
            return id;
        } catch (RuntimeException e) {
            id.close();
            throw e;
        }
    }

    @Override
    public void close() {
        Native.check(hdf5.H5Idec_ref(value), "H5Idec_ref");
    }
}
