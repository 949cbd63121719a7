package dev.fallow.source;

import dev.fallow.ContainerException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Reads runs of blocks from a source, in the calling thread or ahead of it. */
final class Fetches {
    private static final long IDLE_SECONDS = 10;

    private final ByteSource source;
    private final BlockCache blocks;
    private final int blockBytes;
    private final int mostBlocks;
    private final int largestRequest;
    private final int parallel;
    private final long mostAhead;
    private final ThreadPoolExecutor threads;
    /** Bytes that were announced, and are not here yet. */
    private final AtomicLong announced = new AtomicLong();

    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private volatile long size;

    Fetches(ByteSource source, CacheOptions options, BlockCache blocks) {
        this.source = source;
        this.blocks = blocks;
        blockBytes = options.blockBytes();
        largestRequest = Math.max(blockBytes, options.largestRequest());
        mostBlocks = largestRequest / blockBytes;
        parallel = options.parallelRequests();
        mostAhead = options.cacheBytes() / 2;
        threads = new ThreadPoolExecutor(
                parallel, parallel, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "fallow-source");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    void setSize(long size) {
        this.size = size;
    }

    long requests() {
        return requests.get();
    }

    long bytes() {
        return bytes.get();
    }

    private void request(long position, ByteBuffer target) throws IOException {
        requests.incrementAndGet();
        int count = target.remaining();
        CachedSource.readFully(source, position, target);
        bytes.addAndGet(count);
    }

    /**
     * Reads a block and, with the same request, others behind it that are not here.
     *
     * @param most the number of blocks
     * @return the blocks, in order
     */
    List<BlockCache.Block> read(long first, int most) throws IOException {
        long end = (size + blockBytes - 1) / blockBytes;
        List<BlockCache.Block> claimed = claim(first, (int) Math.min(Math.min(most, mostBlocks), end - first));
        if (claimed.isEmpty()) { // another thread is quicker
            BlockCache.Block other = blocks.find(first);
            return List.of(other != null && other.await(source.name()) ? other : alone(first));
        }
        fetch(first, claimed);
        return claimed;
    }

    /** The block alone, which is not kept, because another thread has failed to read it, or it was evicted at once. */
    private BlockCache.Block alone(long number) throws IOException {
        byte[] content = new byte[length(number, 1)];
        request(number * blockBytes, ByteBuffer.wrap(content));
        return BlockCache.unkept(number, content);
    }

    /** Claims blocks up to the first one that is here or being read. */
    private List<BlockCache.Block> claim(long first, int number) {
        List<BlockCache.Block> claimed = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            BlockCache.Block block = blocks.claim(first + i);
            if (block == null) {
                break;
            }
            claimed.add(block);
        }
        return claimed;
    }

    /** The length of blocks in bytes. */
    private int length(long first, int number) {
        return (int) (Math.min(size, (first + number) * blockBytes) - first * blockBytes);
    }

    /** Reads claimed blocks with one request. */
    private void fetch(long first, List<BlockCache.Block> claimed) throws IOException {
        int filled = 0;
        try {
            ByteBuffer all = ByteBuffer.allocate(length(first, claimed.size()));
            request(first * blockBytes, all);
            for (; filled < claimed.size(); filled++) {
                int from = filled * blockBytes;
                int to = Math.min(all.capacity(), from + blockBytes);
                blocks.fill(claimed.get(filled), Arrays.copyOfRange(all.array(), from, to));
            }
        } catch (IOException | RuntimeException | Error e) {
            for (BlockCache.Block block : claimed.subList(filled, claimed.size())) {
                blocks.fail(block, e);
            }
            throw e;
        }
    }

    /**
     * Reads blocks ahead.
     *
     * @return whether more of them may be announced: false if the memory for it is used up
     */
    boolean later(long first, long last) {
        for (long at = first; at <= last; ) {
            int number = (int) Math.min(last - at + 1, mostBlocks);
            long wanted = (long) number * blockBytes;
            if (announced.addAndGet(wanted) > mostAhead) {
                announced.addAndGet(-wanted);
                return false;
            }
            long start = at;
            List<BlockCache.Block> claimed = claim(start, number);
            if (claimed.isEmpty()) {
                announced.addAndGet(-wanted);
                at++;
                continue;
            }
            at += claimed.size();
            run(start, claimed, wanted);
        }
        return true;
    }

    private void run(long start, List<BlockCache.Block> claimed, long wanted) {
        try {
            threads.execute(() -> {
                try {
                    fetch(start, claimed);
                } catch (IOException | RuntimeException e) {
                    // who needs the blocks reads them again, and finds out
                } finally {
                    announced.addAndGet(-wanted);
                }
            });
        } catch (RejectedExecutionException e) { // closed
            announced.addAndGet(-wanted);
            claimed.forEach(block -> blocks.fail(block, e));
        }
    }

    /** Reads a part that is not kept into the buffer, in several requests at the same time if it is large. */
    void direct(long position, ByteBuffer target, int count) throws IOException {
        int from = target.position();
        AtomicBoolean failed = new AtomicBoolean();
        List<Future<?>> others = new ArrayList<>();
        try {
            for (long start = largestRequest; start < count && parallel > 1; start += largestRequest) {
                long at = position + start;
                ByteBuffer piece = piece(target, from + start, count - start);
                others.add(threads.submit(() -> {
                    if (!failed.get()) {
                        request(at, piece);
                    }
                    return null;
                }));
            }
            int own = others.isEmpty() ? count : largestRequest;
            for (long done = 0; done < own; done += largestRequest) {
                request(position + done, piece(target, from + done, own - done));
            }
        } catch (RejectedExecutionException e) {
            failed.set(true);
            finish(others);
            throw closed(e);
        } catch (IOException | RuntimeException | Error e) {
            failed.set(true);
            finish(others);
            throw e;
        }
        Throwable failure = finish(others);
        if (failure != null) {
            throw failure(failure);
        }
        target.position(from + count);
    }

    /** The part of a buffer for one request. */
    private ByteBuffer piece(ByteBuffer target, long from, long most) {
        return target.slice((int) from, (int) Math.min(largestRequest, most));
    }

    /** Waits until no thread uses the buffer any longer; returns what the first one that failed has failed with. */
    private Throwable finish(List<Future<?>> others) {
        Throwable failure = null;
        boolean interrupted = false;
        for (Future<?> other : others) {
            while (true) {
                try {
                    other.get();
                    break;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (CancellationException e) {
                    failure = failure == null ? closed(e) : failure;
                    break;
                } catch (ExecutionException e) {
                    failure = failure == null ? e.getCause() : failure;
                    break;
                }
            }
        }
        return interrupted ? interrupted(source.name()) : failure;
    }

    private IOException closed(Exception cause) {
        return new IOException(source.name() + ": the source is closed", cause);
    }

    private IOException failure(Throwable thrown) {
        if (thrown instanceof ContainerException known) { // such as that the file has changed
            throw known;
        }
        return thrown instanceof IOException known
                ? known
                : new IOException(source.name() + ": the source failed: " + thrown, thrown);
    }

    /** For a thread whose interrupt status stays set. */
    static IOException interrupted(String name) {
        Thread.currentThread().interrupt();
        return new InterruptedIOException(name + ": interrupted while waiting for a source");
    }

    /** Running requests continue until the source is closed. */
    void close() {
        for (Runnable waiting : threads.shutdownNow()) {
            if (waiting instanceof Future<?> task) {
                task.cancel(false);
            }
        }
    }
}
