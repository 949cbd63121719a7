package dev.fallow.internal.storage.version;

import dev.fallow.internal.storage.Storage;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The content of a storage at one moment. Bytes overwritten since are {@linkplain KeptBytes kept}; all others are read from the
 * storage. After closing nothing more is kept; therefore a reader looks last whether the version is still open.
 */
public final class Version implements FormerBytes {
    /** Reads of the storage that the writer may truncate before this is an error of the medium. */
    private static final int MOST_ATTEMPTS = 1_000;

    private final Versions versions;
    private final long size;
    private final KeptBytes kept;
    private volatile boolean closed;

    Version(Versions versions, long size) {
        this.versions = versions;
        this.size = size;
        kept = new KeptBytes(size);
    }

    /** Keeps the bytes of a run that is about to be overwritten or truncated, unless already kept. */
    void keep(long from, long to) throws IOException {
        kept.keep(versions.shown(), from, to);
    }

    /** Visits the runs that have been overwritten or truncated since, by position. For the writer. */
    public void forEachKept(Run visitor) throws IOException {
        kept.forEach(visitor);
    }

    /** Receives the runs of {@link #forEachKept}. */
    @FunctionalInterface
    public interface Run {
        /** @param length bytes, at most 1 MiB */
        void visit(long position, int length) throws IOException;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        read(position, target, versions.source());
    }

    @Override
    public void read(long position, ByteBuffer target, Storage source) throws IOException {
        checkOpen();
        int count = target.remaining();
        if (position < 0 || position > size - count) {
            throw new EOFException("read of " + count + " bytes at " + position + ", the snapshot ends at " + size);
        }
        int from = target.position();
        readCurrent(position, target.slice(from, count), source);
        kept.putInto(position, from, count, target);
        checkOpen(); // what is overwritten after that is not kept
        versions.look();
        target.position(from + count);
    }

    private void checkOpen() throws IOException {
        if (kept.isLost()) {
            throw new IOException("a thread was interrupted while it read this snapshot, whose saved bytes are lost");
        } else if (closed) {
            throw new IOException("the snapshot is closed");
        } else if (versions.isClosed()) {
            throw new IOException("the container of this snapshot is closed");
        }
    }

    /** Reads the current bytes. Bytes truncated in the meantime are kept, so they need not be read here. */
    private void readCurrent(long position, ByteBuffer target, Storage source) throws IOException {
        for (int attempt = 1; ; attempt++) {
            int present = (int) Math.max(0, Math.min(target.capacity(), versions.length() - position));
            try {
                if (present > 0) {
                    source.read(position, target.slice(0, present));
                }
                return;
            } catch (EOFException e) {
                // truncated in the meantime, and perhaps extended since
                if (attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    @Override
    public String readOnly() {
        return "a snapshot is read-only";
    }

    /** The same version, read through a descriptor of its own. */
    @Override
    public Storage forReaders() {
        return through(versions.current().forReaders(), versions.current());
    }

    /** Stops keeping bytes for this version. */
    @Override
    public void close() throws IOException {
        closed = true;
        versions.forget(this);
        kept.close();
    }
}
