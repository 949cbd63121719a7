package dev.fallow.source;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Blocks by their number, those that are here and those that are being read. Keeps a number of bytes, by the clock algorithm:
 * small reads mark a block, so that metadata outlasts the elements that pass through.
 */
final class BlockCache {
    /** A block. */
    static final class Block {
        private final long number;
        private final CompletableFuture<byte[]> content = new CompletableFuture<>();
        private volatile boolean used;

        private Block(long number) {
            this.number = number;
        }

        long number() {
            return number;
        }

        /**
         * Waits for the content. Returns whether it could be read.
         *
         * @param name of the source, for messages
         */
        boolean await(String name) throws IOException {
            try {
                content.get();
                return true;
            } catch (InterruptedException e) {
                throw Fetches.interrupted(name);
            } catch (ExecutionException | CancellationException e) {
                return false;
            }
        }

        /** The content, which was read. */
        byte[] content() {
            return content.join();
        }
    }

    private final long mostBytes;
    private final ConcurrentHashMap<Long, Block> blocks = new ConcurrentHashMap<>();
    /** Those that are here, in the order in which they are considered for eviction. */
    private final Queue<Block> queue = new ConcurrentLinkedQueue<>();

    private final AtomicLong bytes = new AtomicLong();

    BlockCache(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** A block that is here or being read; otherwise null. */
    Block find(long number) {
        return blocks.get(number);
    }

    /** Marks a block for which reads come back. */
    void used(long number) {
        Block block = blocks.get(number);
        if (block != null && !block.used) {
            block.used = true;
        }
    }

    /** A new block, which the caller must read; null if it is here or being read. */
    Block claim(long number) {
        Block block = new Block(number);
        return blocks.putIfAbsent(number, block) == null ? block : null;
    }

    /** A block that was read, and is not kept. */
    static Block unkept(long number, byte[] content) {
        Block block = new Block(number);
        block.content.complete(content);
        return block;
    }

    /** The block was read. */
    void fill(Block block, byte[] content) {
        if (bytes.addAndGet(content.length) > mostBytes) {
            evict();
        }
        block.content.complete(content);
        queue.add(block);
        if (bytes.get() > mostBytes) {
            evict(); // if it was the only one
        }
    }

    /** The block could not be read. */
    void fail(Block block, Throwable cause) {
        blocks.remove(block.number, block);
        block.content.completeExceptionally(cause);
    }

    private void evict() {
        while (bytes.get() > mostBytes) {
            Block block = queue.poll();
            if (block == null) {
                return;
            } else if (block.used) {
                block.used = false;
                queue.add(block);
            } else if (blocks.remove(block.number, block)) {
                bytes.addAndGet(-block.content.join().length);
            }
        }
    }

    /** The bytes of the blocks that are here. */
    long bytes() {
        return bytes.get();
    }

    /** Drops all blocks; who waits for one is told that it could not be read. */
    void close() {
        for (Block block : blocks.values()) {
            block.content.cancel(false); // has no effect on those that are here
        }
        blocks.clear();
        queue.clear();
    }
}
