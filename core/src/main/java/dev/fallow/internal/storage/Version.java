package dev.fallow.internal.storage;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The content of a storage at one moment. Bytes overwritten since are kept here, the first {@value
 * #MOST_BYTES_IN_MEMORY} in memory and the rest in a temporary file; all others are read from the storage.
 *
 * <p>No lock is needed, and any number of threads may read. The writer keeps the old bytes first, and then overwrites them. A
 * reader reads the storage first, and then looks for kept bytes. If it has read any new byte, the old ones were kept before that,
 * so it finds them. After closing nothing more is kept; therefore a reader looks last whether the version is still open.
 */
public final class Version implements Storage {
    static final int MOST_BYTES_IN_MEMORY = 16 << 20;
    private static final int PIECE_BYTES = 1 << 20;
    /** Reads of the storage that the writer may truncate before this is an error of the medium. */
    private static final int MOST_ATTEMPTS = 1_000;

    private final Versions versions;
    private final long size;
    /** By position; no two overlap. Only the writer modifies it. */
    private final ConcurrentSkipListMap<Long, Kept> kept = new ConcurrentSkipListMap<>();

    private volatile boolean closed;
    /** Whether not all bytes could be kept. */
    private volatile boolean lost;

    private int bytesInMemory;
    private FileChannel file;
    private long fileEnd;

    /** Former bytes of the storage: in memory, or at a position in the temporary file. */
    private record Kept(byte[] bytes, FileChannel file, long position, int length) {
        void copyTo(int from, ByteBuffer target) throws IOException {
            if (bytes != null) {
                target.put(bytes, from, target.remaining());
                return;
            } else if (Thread.currentThread().isInterrupted()) { // the channel would be closed, for all
                throw new InterruptedIOException("the thread was interrupted");
            }
            long at = position + from;
            while (target.hasRemaining()) {
                int count = file.read(target, at);
                if (count < 0) {
                    throw new EOFException("the temporary file of a snapshot ends at " + file.size());
                }
                at += count;
            }
        }
    }

    Version(Versions versions, long size) {
        this.versions = versions;
        this.size = size;
    }

    // ---- the writer ------------------------------------------------------------------------------------------

    /** Keeps the bytes of a run that is about to be overwritten or truncated, unless already kept. */
    void keep(long from, long to) throws IOException {
        long end = Math.min(to, size);
        for (long[] gap : gaps(Math.max(0, from), end)) {
            for (long at = gap[0]; at < gap[1]; at += PIECE_BYTES) {
                ByteBuffer piece = ByteBuffer.allocate((int) Math.min(PIECE_BYTES, gap[1] - at));
                versions.current().read(at, piece);
                Kept stored = store(piece.flip());
                if (stored == null) {
                    return;
                }
                kept.put(at, stored);
            }
        }
        VarHandle.releaseFence(); // kept before it is overwritten, also in memory
    }

    /** The parts of a run of which nothing is kept. */
    private List<long[]> gaps(long from, long to) {
        List<long[]> gaps = new ArrayList<>();
        long at = from;
        Map.Entry<Long, Kept> before = kept.floorEntry(from);
        if (before != null) {
            at = Math.max(at, before.getKey() + before.getValue().length);
        }
        while (at < to) {
            Map.Entry<Long, Kept> next = kept.ceilingEntry(at);
            long end = next == null ? to : Math.min(to, next.getKey());
            if (end > at) {
                gaps.add(new long[] {at, end});
            }
            at = next == null ? to : next.getKey() + next.getValue().length;
        }
        return gaps;
    }

    /** Null if bytes cannot be kept any more, because an interrupted reader has closed the file: only this version is lost. */
    private Kept store(ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        if (bytesInMemory + length <= MOST_BYTES_IN_MEMORY) {
            bytesInMemory += length;
            return new Kept(bytes.array(), null, 0, length);
        }
        if (file == null) {
            file = TemporaryFile.create("fallow-snapshot");
        }
        long position = fileEnd;
        try {
            while (bytes.hasRemaining()) {
                fileEnd += file.write(bytes, fileEnd);
            }
        } catch (ClosedChannelException e) {
            lost = true;
            return null;
        }
        return new Kept(null, file, position, length);
    }

    // ---- the readers -----------------------------------------------------------------------------------------

    @Override
    public long size() {
        return size;
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        read(position, target, versions.source());
    }

    /** @param source what has the current bytes */
    private void read(long position, ByteBuffer target, Storage source) throws IOException {
        checkOpen();
        int count = target.remaining();
        if (position < 0 || position > size - count) {
            throw new EOFException("read of " + count + " bytes at " + position + ", the snapshot ends at " + size);
        }
        int from = target.position();
        readCurrent(position, target.slice(from, count), source);
        VarHandle.acquireFence(); // read before what is kept is looked for
        long end = position + count;
        Long first = kept.floorKey(position);
        for (Map.Entry<Long, Kept> one :
                kept.subMap(first == null ? position : first, true, end, false).entrySet()) {
            long start = Math.max(position, one.getKey());
            long stop = Math.min(end, one.getKey() + one.getValue().length);
            if (start < stop) {
                one.getValue().copyTo((int) (start - one.getKey()), target.slice(from + (int) (start - position), (int)
                        (stop - start)));
            }
        }
        checkOpen(); // what is overwritten after that is not kept
        target.position(from + count);
    }

    private void checkOpen() throws IOException {
        if (lost) {
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
    public void write(long position, ByteBuffer source) {
        throw new UnsupportedOperationException("a snapshot is read-only");
    }

    @Override
    public void resize(long newSize) {
        throw new UnsupportedOperationException("a snapshot is read-only");
    }

    @Override
    public void force() {
        throw new UnsupportedOperationException("a snapshot is read-only");
    }

    /** The same version, read through a descriptor of its own. */
    @Override
    public Storage forReaders() {
        Storage source = versions.current().forReaders();
        return source == versions.current() ? this : new OfReader(this, source);
    }

    /** The version for one more reader. */
    private record OfReader(Version version, Storage source) implements Storage {
        @Override
        public long size() {
            return version.size;
        }

        @Override
        public void read(long position, ByteBuffer target) throws IOException {
            version.read(position, target, source);
        }

        @Override
        public void write(long position, ByteBuffer from) {
            version.write(position, from);
        }

        @Override
        public void resize(long newSize) {
            version.resize(newSize);
        }

        @Override
        public void force() {
            version.force();
        }

        /** The version itself remains open. */
        @Override
        public void close() throws IOException {
            source.close();
        }
    }

    /** Stops keeping bytes for this version. */
    @Override
    public void close() throws IOException {
        closed = true;
        versions.forget(this);
        FileChannel temporary = file;
        if (temporary != null) {
            temporary.close();
        }
    }
}
