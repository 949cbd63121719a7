package dev.fallow.internal;

import dev.fallow.internal.Deletions.Watch;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.options.WriteMode;
import java.io.IOException;

/** The implementation of a public dataset. */
public final class DatasetHandle extends ObjectHandle {
    DatasetHandle(Session session, Watch object, String path) {
        super(session, object, path);
    }

    private DatasetStorage storage() throws IOException {
        return DatasetStorage.of(session().store(), header(), path());
    }

    /** The current datatype, shape and layout. */
    public DatasetStorage describe() {
        return session().reading(this::storage);
    }

    /** Reads all elements. */
    public Object read() {
        return session().reading(() -> storage().read());
    }

    /** Reads all elements' bytes as stored in the file. */
    public byte[] readBytes() {
        return session().reading(() -> storage().readBytes());
    }

    /** Writes all elements. */
    public void write(Object value, WriteMode mode) {
        session().change(() -> storage().write(value, mode));
    }
}
