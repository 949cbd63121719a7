package dev.fallow.research.tournament;

import dev.fallow.freespace.trace.BlockPlan;
import dev.fallow.freespace.trace.Trace;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * The requests to a policy: allocations and releases of blocks numbered from 0, the same for all policies. A block that
 * was extended in place when the trace was recorded is allocated again here and the old one released, because most
 * policies cannot extend in place.
 */
public final class Requests {
    private static final int RELEASE = 0; // the size that stands for a release

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
     * @throws IllegalArgumentException if a part of a block is released or extended, which file-system policies do not
     *     support
     */
    public static Requests of(Trace trace) {
        Requests requests = new Requests();
        requests.new Numbering().read(trace);
        return requests;
    }

    /**
     * The requests of the lines of a {@link PublishedTrace}.
     *
     * @param lines a positive number allocates so many bytes, -n releases the n-th block, counted from 1
     */
    public static Requests of(long... lines) {
        Requests requests = new Requests();
        Numbering numbering = requests.new Numbering();
        int blocks = 0;
        for (long line : lines) {
            if (line > 0) {
                numbering.allocate(blocks++, line);
            } else {
                numbering.release((int) (-line - 1));
            }
        }
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

    /** The block of a request. */
    public int block(int request) {
        return blocks[request];
    }

    /** The requested size in bytes; 0 if the block is released. */
    public long size(int request) {
        return sizes[request];
    }

    /** The number of bytes requested and not released at the end. */
    public long inUse() {
        return inUse;
    }

    /** The maximum number of bytes requested and not released at any time, a lower bound for every policy. */
    public long mostInUse() {
        return mostInUse;
    }

    /** The bytes of all allocations. */
    public long allocated() {
        return LongStream.of(sizes).limit(count).sum();
    }

    /** As {@link #mostInUse()}, with each block rounded up to units. */
    long mostInUse(long unit) {
        long[] lengths = new long[blockCount];
        long now = 0;
        long most = 0;
        for (int i = 0; i < count; i++) {
            long length = (sizes[i] + unit - 1) / unit * unit; // 0 for a release
            now += length - lengths[blocks[i]];
            lengths[blocks[i]] = length;
            most = Math.max(most, now);
        }
        return most;
    }

    /**
     * Makes all requests.
     *
     * @return whether there was enough space for all
     */
    public boolean replay(TournamentEntry entry) {
        return replay(entry, count);
    }

    /** As {@link #replay(Entry)}, but only the first requests. */
    boolean replay(TournamentEntry entry, int first) {
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

    /** Assigns block numbers; a block that grew gets a new one. */
    private final class Numbering {
        private int[] numbers = new int[64]; // by the trace's number
        private long[] asked = new long[64];

        void read(Trace trace) {
            BlockPlan plan = trace.plan();
            int next = plan.initialBlocks();
            for (int block = 0; block < next; block++) {
                allocate(block, plan.initialSize(block));
            }
            for (int i = 0; i < plan.length(); i++) {
                switch (plan.step(i)) {
                    case BlockPlan.ALLOCATE, BlockPlan.ALLOCATE_AT_END -> allocate(next++, plan.amount(i));
                    case BlockPlan.DIVIDE -> throw divided(plan.block(i), plan.amount(i));
                    case BlockPlan.RELEASE -> release(plan.block(i));
                    case BlockPlan.EXTEND -> extend(plan.block(i), plan.amount(i));
                    default -> {
                        // policies have no aggregators, and no end of allocation
                    }
                }
            }
        }

        private void allocate(int block, long size) {
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

        private void release(int block) {
            add(numbers[block], RELEASE);
            inUse -= asked[block];
        }

        private void extend(int block, long size) {
            int former = numbers[block];
            long formerSize = asked[block];
            allocate(block, size);
            add(former, RELEASE);
            inUse -= formerSize;
        }

        private IllegalArgumentException divided(int block, long kept) {
            return new IllegalArgumentException("block " + block + " of " + asked[block] + " bytes is divided after "
                    + kept + ": expected a trace that releases whole blocks only");
        }
    }
}
