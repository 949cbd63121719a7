package dev.fallow.internal.storage.version;

import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.TemporaryFile;
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
 * The former bytes of a storage that is being written: the first {@value #MOST_BYTES_IN_MEMORY} in memory, and the rest in a temporary file.
 *
 * <p>No lock is needed, and any number of threads may read. The writer keeps the old bytes first, and then overwrites them. A
 * reader reads the storage first, and then looks for kept bytes. If it has read any new byte, the old ones were kept before that,
 * so it finds them.
 */
final class KeptBytes {
    static final int MOST_BYTES_IN_MEMORY = 16 << 20;
    private static final int PIECE_BYTES = 1 << 20;

    private final long size;
    /** By position; no two overlap. Only the writer modifies it. */
    private final ConcurrentSkipListMap<Long, Kept> kept = new ConcurrentSkipListMap<>();

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

    /** @param size the length of what is to be kept; later bytes are not */
    KeptBytes(long size) {
        this.size = size;
    }

    /** Keeps the bytes of a run that is about to be overwritten or truncated, unless already kept. */
    void keep(Storage current, long from, long to) throws IOException {
        long end = Math.min(to, size);
        for (long[] gap : gaps(Math.max(0, from), end)) {
            for (long at = gap[0]; at < gap[1]; at += PIECE_BYTES) {
                ByteBuffer piece = ByteBuffer.allocate((int) Math.min(PIECE_BYTES, gap[1] - at));
                current.read(at, piece);
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
    List<long[]> gaps(long from, long to) {
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

    /** Null if bytes cannot be kept any more, because an interrupted reader has closed the file: only this reader is affected. */
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

    /** Visits the runs that are kept, by position. For the writer. */
    void forEach(Version.Run visitor) throws IOException {
        for (Map.Entry<Long, Kept> one : kept.entrySet()) {
            visitor.visit(one.getKey(), one.getValue().length);
        }
    }

    /**
     * Replaces what was read from the storage by what it was before.
     *
     * @param from where it is in the buffer, whose position is not used
     */
    void putInto(long position, int from, int count, ByteBuffer target) throws IOException {
        VarHandle.acquireFence(); // read before what is kept is looked for
        if (kept.isEmpty()) {
            return;
        }
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
    }

    boolean isLost() {
        return lost;
    }

    void close() throws IOException {
        FileChannel temporary = file;
        if (temporary != null) {
            temporary.close();
        }
    }
}
