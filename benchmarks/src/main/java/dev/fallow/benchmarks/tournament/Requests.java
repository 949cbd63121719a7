package dev.fallow.benchmarks.tournament;

import dev.fallow.freespace.trace.BlockVisitor;
import dev.fallow.freespace.trace.Trace;
import java.util.Arrays;

/**
 * The requests to a policy: allocations and releases of blocks that are numbered from 0. All policies get the
 * same. A block that grew in place when the trace was recorded is requested again here, and the old one released, since
 * most of the policies know no growing in place.
 */
public final class Requests {
    private static final int RELEASE = 0; // in place of a size

    private int[] blocks = new int[64];
    private long[] sizes = new long[64];
    private int count;
    private int blockCount;
    private long inUse;
    private long mostInUse;

    private Requests() {}

    /**
     * The requests of a trace.
     *
     * @throws IllegalArgumentException if a part of a block is released or extended: no policy of the file systems gives
     *     what could be divided
     */
    public static Requests of(Trace trace) {
        Requests requests = new Requests();
        requests.new Reader().read(trace);
        return requests;
    }

    /** The number of requests. */
    public int count() {
        return count;
    }

    /** The number of blocks; block numbers are below it. */
    public int blocks() {
        return blockCount;
    }

    /** Which block a request is about. */
    public int block(int request) {
        return blocks[request];
    }

    /** The requested bytes; 0: the block is released. */
    public long size(int request) {
        return sizes[request];
    }

    /** Bytes asked for and not released, at the end. */
    public long inUse() {
        return inUse;
    }

    /** The most bytes that were asked for and not released, at any time: no policy can do with less. */
    public long mostInUse() {
        return mostInUse;
    }

    /** The same, each block being rounded up to units. */
    long mostInUse(long unit) {
        long[] lengths = new long[blockCount];
        long now = 0;
        long most = 0;
        for (int i = 0; i < count; i++) {
            long length = (sizes[i] + unit - 1) / unit * unit; // 0 of a release
            now += length - lengths[blocks[i]];
            lengths[blocks[i]] = length;
            most = Math.max(most, now);
        }
        return most;
    }

    /**
     * Does all of it.
     *
     * @return whether there was space for all
     */
    public boolean replay(Entry entry) {
        return replay(entry, count);
    }

    /** Does the first requests, as {@link #replay(Entry)}. */
    boolean replay(Entry entry, int first) {
        for (int i = 0; i < first; i++) {
            if (sizes[i] == RELEASE) {
                entry.release(blocks[i]);
            } else if (!entry.allocate(blocks[i], sizes[i])) {
                return false;
            }
        }
        return true;
    }

    private void add(int block, long size) {
        if (count == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * count);
            sizes = Arrays.copyOf(sizes, 2 * count);
        }
        blocks[count] = block;
        sizes[count++] = size;
    }

    /** Gives blocks their numbers here: one that grew gets another. */
    private final class Reader implements BlockVisitor {
        private int[] numbers = new int[64]; // by the trace's number
        private long[] asked = new long[64];

        void read(Trace trace) {
            trace.forEachBlock(this);
        }

        @Override
        public void allocate(int block, long size) {
            if (block >= numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * block);
                asked = Arrays.copyOf(asked, 2 * block);
            }
            numbers[block] = blockCount++;
            asked[block] = size;
            add(numbers[block], size);
            inUse += size;
            mostInUse = Math.max(mostInUse, inUse);
        }

        @Override
        public void release(int block) {
            add(numbers[block], RELEASE);
            inUse -= asked[block];
        }

        @Override
        public void extend(int block, long size) {
            int former = numbers[block];
            long formerSize = asked[block];
            allocate(block, size);
            add(former, RELEASE);
            inUse -= formerSize;
        }

        @Override
        public void divide(int block, int rest, long kept) {
            throw new IllegalArgumentException("block " + block + " of " + asked[block] + " bytes is divided after "
                    + kept + ": policies are only given traces that release whole blocks");
        }
    }
}
