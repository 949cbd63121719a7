package dev.fallow.internal.storage;

import java.nio.ByteBuffer;

/** Bytes that are read only. */
public interface ReadOnlyStorage extends Storage {
    /** Why nothing can be written, for messages. */
    String readOnly();

    @Override
    default void write(long position, ByteBuffer source) {
        throw new UnsupportedOperationException(readOnly());
    }

    @Override
    default void resize(long size) {
        throw new UnsupportedOperationException(readOnly());
    }

    @Override
    default void force() {
        throw new UnsupportedOperationException(readOnly());
    }
}
