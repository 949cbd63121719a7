package dev.fallow.research.tiers;

import dev.fallow.research.policy.matball.ExtentShape;
import dev.fallow.research.policy.matball.MatBallSpace;
import dev.fallow.research.policy.matball.Piece;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Two real files in the places of the fast and the slow device: every write to the slow one is forced to the medium
 * before it returns, writes to the fast one are not forced. So the fast one stands for a medium whose writes cost
 * little, and not for one that is durable.
 *
 * <p>{@link #hybrid} has the rules of {@link HybridVolume}; the slow copies are written by a thread of their own.
 */
public final class TwoFiles implements AutoCloseable {
    private static final int RECORD = 4096;
    private static final long BLOCK = 1024;
    private static final int BACKLOG = 32 << 20;
    private static final int PATTERN = 1 << 20;

    private final FileChannel fast;
    private final FileChannel slow;
    private final ExecutorService behind = Executors.newSingleThreadExecutor();
    private final List<Future<?>> waiting = new ArrayList<>();
    private final byte[] contents = new byte[PATTERN];
    private long forced;

    /** Writes a file of a size in bytes, at the same place each time. */
    @FunctionalInterface
    public interface Writer {
        /** Returns the elapsed time in nanoseconds. */
        long write(long size) throws IOException;
    }

    /** Creates both files in a directory. */
    public TwoFiles(Path folder) throws IOException {
        fast = FileChannel.open(
                folder.resolve("fast"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        slow = FileChannel.open(
                folder.resolve("slow"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DSYNC);
        SplittableRandom random = new SplittableRandom(1);
        random.nextBytes(contents);
    }

    /**
     * A volume on both files. Data is collected in cleared buffers of the size of an extent, each of which is written to
     * both files; control returns when the fast one has it. At most 32 MiB wait for the slow one.
     *
     * @param extents the number of extents of the fast file
     */
    public Writer hybrid(ExtentShape shape, int extents) {
        MatBallSpace space = new MatBallSpace(shape, BLOCK, extents);
        int extent = (int) (shape.blocks() * BLOCK);
        BlockingQueue<ByteBuffer> buffers = new ArrayBlockingQueue<>(BACKLOG / extent);
        for (int i = 0; i < BACKLOG / extent; i++) {
            buffers.add(ByteBuffer.allocateDirect(extent));
        }
        byte[] zeros = new byte[extent];
        return size -> {
            long start = System.nanoTime();
            List<Piece> pieces = space.allocate(size);
            if (pieces.isEmpty()) {
                throw new IllegalArgumentException("no space for " + size + " bytes");
            }
            long done = 0;
            for (Piece piece : pieces) {
                for (long at = piece.address(); at < piece.end(); ) {
                    long stop = Math.min(piece.end(), (at / extent + 1) * extent);
                    int bytes = (int) Math.min(size - done, stop - at);
                    ByteBuffer buffer = take(buffers);
                    buffer.clear().put(zeros).clear();
                    put(buffer, done, bytes);
                    ByteBuffer copy = buffer.duplicate().flip();
                    long place = done;
                    writeFully(fast, buffer.flip(), at);
                    waiting.add(behind.submit(() -> {
                        writeFully(slow, copy, place);
                        buffers.add(buffer);
                        return null;
                    }));
                    forced++;
                    done += bytes;
                    at = stop;
                }
            }
            writeFully(fast, ByteBuffer.wrap(contents, 0, RECORD), (long) extents * extent);
            long elapsed = System.nanoTime() - start;
            pieces.forEach(space::release);
            return elapsed;
        };
    }

    /**
     * A file system on one of the files: contiguous, in requests of one size, and one more for the inode.
     *
     * @param onFast whether on the fast file
     */
    public Writer plain(boolean onFast, int request) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(request);
        FileChannel file = onFast ? fast : slow;
        return size -> {
            long start = System.nanoTime();
            for (long at = 0; at < size; at += request) {
                put(buffer.clear(), at, (int) Math.min(request, size - at));
                writeFully(file, buffer.flip(), at);
                forced += onFast ? 0 : 1;
            }
            writeFully(file, ByteBuffer.wrap(contents, 0, RECORD), size);
            forced += onFast ? 0 : 1;
            return System.nanoTime() - start;
        };
    }

    private static ByteBuffer take(BlockingQueue<ByteBuffer> buffers) throws IOException {
        try {
            return buffers.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** The bytes of every file, from an offset. */
    private void put(ByteBuffer buffer, long offset, int bytes) {
        for (int left = bytes; left > 0; ) {
            int from = (int) ((offset + bytes - left) % PATTERN);
            int step = Math.min(left, PATTERN - from);
            buffer.put(contents, from, step);
            left -= step;
        }
    }

    private static void writeFully(FileChannel file, ByteBuffer bytes, long at) throws IOException {
        for (long to = at; bytes.hasRemaining(); ) {
            to += file.write(bytes, to);
        }
    }

    /** Waits until the slow file has everything; returns the elapsed time in nanoseconds. */
    public long settle() throws IOException {
        long start = System.nanoTime();
        for (Future<?> each : waiting) {
            try {
                each.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            } catch (ExecutionException e) {
                throw new IOException("the slow file", e.getCause());
            }
        }
        waiting.clear();
        return System.nanoTime() - start;
    }

    /** The number of writes to the slow file, each of which was forced or is waiting. */
    public long forced() {
        return forced;
    }

    /**
     * Compares the slow file with what was last written.
     *
     * @throws IllegalStateException if a byte differs
     */
    public void requireCopy(long size) throws IOException {
        ByteBuffer found = ByteBuffer.allocate((int) size);
        ByteBuffer expected = ByteBuffer.allocate((int) size);
        put(expected, 0, (int) size);
        slow.read(found, 0);
        if (expected.flip().mismatch(found.flip()) >= 0) {
            throw new IllegalStateException("the slow file does not have the " + size + " bytes that were written");
        }
    }

    @Override
    public void close() {
        behind.shutdownNow();
        try (fast;
                slow) {
            waiting.clear();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
