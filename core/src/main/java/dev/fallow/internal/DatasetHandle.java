package dev.fallow.internal;

import dev.fallow.WriteMode;
import dev.fallow.internal.Deletions.Watch;
import dev.fallow.internal.object.DatasetStorage;
import java.io.IOException;

/** What a public dataset stands on. */
public final class DatasetHandle extends ObjectHandle {
    DatasetHandle(Session session, Watch object, String path) {
        super(session, object, path);
    }

    private DatasetStorage storage() throws IOException {
        return DatasetStorage.of(session().store(), header(), path());
    }

    /** Type, shape and layout, as they are now. */
    public DatasetStorage describe() {
        return session().reading(this::storage);
    }

    /** Reads all elements. */
    public Object read() {
        return session().reading(() -> storage().read());
    }

    /** Reads all elements as they are in the file. */
    public byte[] readBytes() {
        return session().reading(() -> storage().readBytes());
    }

    /** Writes all elements. */
    public void write(Object value, WriteMode mode) {
        session().change(() -> storage().write(value, mode));
    }
}
