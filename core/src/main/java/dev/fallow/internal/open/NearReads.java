package dev.fallow.internal.open;

import dev.fallow.internal.storage.FileChannelStorage;
import dev.fallow.internal.storage.ReadOnlyStorage;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.version.ReadFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A file that is only read, and does not change. What surrounds a small read is read with it and kept, because the next read is often
 * there: the first structures of a file are in its first bytes, and a small dataset's elements are next to its header. One
 * system call costs more than copying a few thousand bytes.
 *
 * <p>Any number of threads can read: the bytes kept are never modified, and a thread uses either the old ones or the new ones.
 */
final class NearReads implements ReadOnlyStorage {
    /** Positions at which the bytes that are read together begin and end. A power of two. */
    private static final int ALIGNMENT = 1_024;
    /** Longer reads are passed on. */
    private static final int LONGEST = 1_024;

    private final Storage storage;
    private Kept kept = new Kept(0, new byte[0]);

    /** Bytes of the file. Its fields are final, so that a thread that sees the object sees its content. */
    private record Kept(long position, byte[] bytes) {
        boolean has(long from, int length) {
            return from >= position && from - position <= bytes.length - length;
        }
    }

    private NearReads(Storage storage) {
        this.storage = storage;
    }

    /** A storage whose small reads are joined, if that saves system calls; otherwise the storage itself. */
    static Storage of(Storage storage) {
        boolean byCalls =
                storage instanceof FileChannelStorage || storage instanceof ReadFile file && file.isReadByCalls();
        return byCalls ? new NearReads(storage) : storage;
    }

    @Override
    public long size() throws IOException {
        return storage.size();
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        int length = target.remaining();
        Kept now = kept;
        if (!now.has(position, length)) {
            if (length > LONGEST || length > storage.size() - position) {
                storage.read(position, target);
                return;
            }
            now = around(position, length);
            kept = now;
        }
        target.put(now.bytes, (int) (position - now.position), length);
    }

    private Kept around(long position, int length) throws IOException {
        long from = position & -ALIGNMENT;
        long to = Math.min(storage.size(), position + length + ALIGNMENT - 1 & -ALIGNMENT);
        byte[] bytes = new byte[(int) (to - from)];
        storage.read(from, ByteBuffer.wrap(bytes));
        return new Kept(from, bytes);
    }

    @Override
    public Storage forReaders() {
        Storage own = storage.forReaders();
        return own == storage ? this : new NearReads(own);
    }

    @Override
    public String readOnly() {
        return "the file is open for reading";
    }

    @Override
    public void close() throws IOException {
        storage.close();
    }
}
