package dev.fallow.internal.storage.version;

import dev.fallow.internal.storage.ReadOnlyStorage;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Former bytes of a file, of which each reader reads the current ones through a descriptor of its own. */
interface FormerBytes extends ReadOnlyStorage {
    /** @param source what has the current bytes */
    void read(long position, ByteBuffer target, Storage source) throws IOException;

    /** The same bytes for one more reader; this if it has no source of its own. Closing it closes only the source. */
    default Storage through(Storage own, Storage common) {
        return own == common ? this : new OfReader(this, own);
    }

    /** The bytes for one more reader. */
    record OfReader(FormerBytes whole, Storage own) implements ReadOnlyStorage {
        @Override
        public long size() throws IOException {
            return whole.size();
        }

        @Override
        public void read(long position, ByteBuffer target) throws IOException {
            whole.read(position, target, own);
        }

        @Override
        public String readOnly() {
            return whole.readOnly();
        }

        @Override
        public void close() throws IOException {
            own.close();
        }
    }
}
