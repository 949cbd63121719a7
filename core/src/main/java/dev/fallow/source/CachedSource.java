package dev.fallow.source;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads another source in few and large parts, for sources whose reads are expensive; {@link ByteSources#cached} makes one. Blocks that were used last are kept, up to
 * a number of bytes. The first read fetches the start of the file. Small reads one behind the other read ahead. Parts that are
 * {@linkplain #willRead announced} are joined with those next to them, and read ahead in a few threads. Two threads that need the
 * same block read it once.
 *
 * <p>A read that finds its blocks takes no lock. Memory: the blocks that are kept, what is being read - for each thread at most
 * the largest request, or the size of its own request -, and half as much as is kept for announced parts.
 */
public final class CachedSource implements ByteSource {
    private final ByteSource source;
    private final BlockCache blocks;
    private final Fetches fetches;
    private final int blockBytes;
    /** A read of more blocks than this is not kept. */
    private final int mostKept;

    private final int headBlocks;
    private final int mostAhead;
    private final AtomicLong hits = new AtomicLong();
    /** The block behind the last small read, and the blocks that the next one reads, if it begins there. */
    private volatile Ahead ahead = new Ahead(0, 1);

    private volatile long size = -1;
    private volatile boolean closed;

    /**
     * A guess of what is read next.
     *
     * @param block the number of a block
     * @param count of blocks
     */
    private record Ahead(long block, int count) {}

    /** @param source closed with this one */
    CachedSource(ByteSource source, CacheOptions options) {
        this.source = source;
        blockBytes = options.blockBytes();
        blocks = new BlockCache(options.cacheBytes());
        fetches = new Fetches(source, options, blocks);
        mostKept = Math.max(1, options.largestRequest() / blockBytes / 4);
        headBlocks = Math.max(1, (options.headBytes() + blockBytes - 1) / blockBytes);
        mostAhead = Math.max(1, options.readAheadBytes() / blockBytes);
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public Optional<String> validator() throws IOException {
        return source.validator();
    }

    @Override
    public long size() throws IOException {
        if (size < 0) {
            size = source.size();
            fetches.setSize(size);
        }
        return size;
    }

    /** What was read from the source behind this one. Remains available after closing. */
    public SourceStatistics statistics() {
        return new SourceStatistics(fetches.requests(), fetches.bytes(), 0, hits.get());
    }

    /** The bytes of the blocks that are kept now. */
    public long cachedBytes() {
        return blocks.bytes();
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
        checkOpen();
        long length = size();
        if (position < 0 || position >= length) {
            return -1;
        }
        int count = (int) Math.min(target.remaining(), length - position);
        if (count == 0) {
            return 0;
        }
        long first = position / blockBytes;
        int number = (int) ((position + count - 1) / blockBytes - first + 1);
        if (number > mostKept && !isPresent(first, number)) {
            fetches.direct(position, target, count);
            return count;
        }
        long end = position + count;
        for (long at = position; at < end; ) {
            long block = at / blockBytes;
            for (BlockCache.Block each : blocks(block, (int) (first + number - block))) {
                byte[] bytes = each.content();
                int from = (int) (at - each.number() * blockBytes);
                int most = (int) Math.min(bytes.length - from, end - at);
                if (most > 0) {
                    target.put(bytes, from, most);
                    at += most;
                }
            }
        }
        if (number == 1) {
            blocks.used(first);
        }
        return count;
    }

    private void checkOpen() throws IOException {
        if (closed) {
            throw new IOException(name() + ": the source is closed");
        }
    }

    /** Whether all blocks are here or being read. */
    private boolean isPresent(long first, int number) {
        for (int i = 0; i < number; i++) {
            if (blocks.find(first + i) == null) {
                return false;
            }
        }
        return true;
    }

    /**
     * Some blocks, in order.
     *
     * @param number of the first one
     * @param wanted the number of blocks from this one on that the read needs
     */
    private List<BlockCache.Block> blocks(long number, int wanted) throws IOException {
        BlockCache.Block block = blocks.find(number);
        if (block != null) {
            hits.incrementAndGet();
            if (block.await(name())) {
                return List.of(block);
            } // what was read ahead has failed: this read finds out why
        }
        checkOpen();
        return fetches.read(number, readAhead(number, wanted));
    }

    /** How many blocks a read that misses this one should fetch. Threads may guess wrong for each other. */
    private int readAhead(long number, int wanted) {
        Ahead guess = ahead;
        int guessed = number == 0 ? headBlocks : number == guess.block ? Math.min(mostAhead, 2 * guess.count) : 1;
        int count = Math.max(wanted, guessed);
        ahead = new Ahead(number + count, number == 0 ? 1 : count);
        return count;
    }

    @Override
    public void willRead(List<Range> ranges) {
        if (closed || size < 0) {
            return;
        }
        List<Range> sorted = new ArrayList<>(ranges);
        sorted.sort(Comparator.comparingLong(Range::position));
        long from = -1;
        long to = -1;
        for (Range range : sorted) {
            if (range.position() < 0 || range.length() <= 0 || range.length() > size - range.position()) {
                continue;
            }
            long first = range.position() / blockBytes;
            long last = (range.end() - 1) / blockBytes;
            if (to >= 0 && first <= to + 1) {
                to = Math.max(to, last);
                continue;
            }
            if (to >= 0 && !fetches.later(from, to)) {
                return;
            }
            from = first;
            to = last;
        }
        if (to >= 0) {
            fetches.later(from, to);
        }
    }

    /** Closes the source, too. Reads that are waiting fail. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        fetches.close();
        try {
            source.close();
        } finally {
            blocks.close();
        }
    }

    /** Reads all bytes. */
    static void readFully(ByteSource source, long position, ByteBuffer target) throws IOException {
        long at = position;
        while (target.hasRemaining()) {
            int before = target.position();
            int count = source.read(at, target);
            if (count < 0) {
                throw new EOFException(
                        "%s: %d bytes are missing at %d".formatted(source.name(), target.remaining(), at));
            } else if (count == 0 || target.position() - before != count) {
                throw new IOException("%s: the source says that it read %d bytes at %d, and moved the buffer by %d"
                        .formatted(source.name(), count, at, target.position() - before));
            }
            at += count;
        }
    }
}
