package dev.fallow.freespace.policy.quickfit;

/**
 * Persistent multiple free list fit (PMFLF), section 2.4 of the paper: a storage space {@code [start, limit)} that
 * consists of working storage followed by the tail, from which nothing has been allocated since storage was last
 * coalesced.
 *
 * <p>Allocation and deallocation are O(1) but for the last misc list, which is searched, and for coalescing, O(f log f)
 * in the number of free blocks, which is put off until a request cannot be served. The same requests get the same
 * addresses (I5); an operation that throws has changed nothing (I4), except that coalescing may have gone part of its
 * way. Not thread-safe.
 */
public final class QuickFit {
    /** In place of an address: there is no space, even after coalescing. */
    public static final long NO_SPACE = -1;

    private final QuickFitOptions options;
    private final SizeClasses classes;
    private final BlockHeaders headers;
    private final FreeLists lists;
    private final long start;
    private long tail;
    private long limit;
    private long allocatedSize;
    private final Tally tally = new Tally();

    /**
     * A storage space without any blocks: all of it is tail.
     *
     * @param start first byte, a multiple of the grain
     * @param limit the address after the last byte, a multiple of the grain
     * @throws IllegalArgumentException if they are not, or the space is negative
     */
    public QuickFit(QuickFitOptions options, long start, long limit, BlockHeaders headers) {
        this(options, start, start, limit, headers);
    }

    /**
     * A storage space whose working storage ends at {@code tail}; its free blocks are yet to be {@linkplain #learn told}.
     *
     * @throws IllegalArgumentException if one of the three is not a multiple of the grain, or they are out of order
     */
    public QuickFit(QuickFitOptions options, long start, long tail, long limit, BlockHeaders headers) {
        int grain = options.grain();
        if (start < 0
                || tail < start
                || limit < tail
                || start % grain != 0
                || tail % grain != 0
                || limit % grain != 0) {
            throw new IllegalArgumentException("storage space from " + start + ", tail at " + tail + ", limit " + limit
                    + "; must ascend and be multiples of the grain, " + grain);
        }
        this.options = options;
        this.start = start;
        this.tail = tail;
        this.limit = limit;
        this.headers = headers;
        classes = new SizeClasses(options);
        lists = new FreeLists(classes.count());
    }

    /** The size of the block that serves a request: the next multiple of the grain, at least the smallest block. */
    public long blockSize(long request) {
        if (request <= 0) {
            throw new IllegalArgumentException("size: " + request + ", must be positive");
        }
        int grain = options.grain();
        if (request > Long.MAX_VALUE - grain) {
            throw new IllegalArgumentException("size: " + request + ", must be at most " + (Long.MAX_VALUE - grain));
        }
        return Math.max(options.smallestBlock(), (request + grain - 1) / grain * grain);
    }

    /**
     * Allocates a block by the strategy of section 2.4.1. Its size, which may be up to the acceptable wastage more than was
     * asked for, is then {@link #allocatedSize()}.
     *
     * @param request bytes, at least 1
     * @return the address, or {@link #NO_SPACE}
     * @throws IllegalArgumentException if the size is not positive
     */
    public long allocate(long request) {
        long size = blockSize(request);
        if (size > limit - start) {
            return NO_SPACE;
        }
        boolean coalesced = false;
        while (true) {
            long address = size <= classes.lastLow() ? allocateClassed(size) : allocateHuge(size);
            if (address != NO_SPACE) {
                return address;
            }
            // step 4
            if (!headers.learnMore()) {
                if (coalesced || !coalesce()) {
                    return NO_SPACE;
                }
                coalesced = true;
            }
        }
    }

    /** The strategy for {@code s <= low_n}; steps 1 to 3. */
    private long allocateClassed(long size) {
        int list = classes.of(size);
        boolean quick = classes.isQuick(list);
        tally.probes++;
        if (lists.count() == 0) {
            headers.learnMore(); // all that were known are used up
        }
        // step 1: the quick list of this size
        if (quick && lists.first(list) >= 0) {
            long address = takeWhole(lists.first(list), list, size);
            tally.fromQuickList++;
            return address;
        }
        // step 2: the tail
        long address = takeFromTail(size);
        if (address != NO_SPACE) {
            return address;
        }
        // step 3: the lists of larger blocks, in ascending order; all their blocks fit
        int larger = lists.nextNotEmpty(classes.firstAllAtLeast(size));
        tally.probes++;
        return larger < 0 ? NO_SPACE : takeFromLarger(lists.first(larger), larger, size);
    }

    /** The strategy for s > low_n; steps 1 to 3. */
    private long allocateHuge(long size) {
        int list = classes.last();
        int smallest = -1;
        // step 1: the first block that fits within the acceptable wastage; in the same walk, step 2's smallest that
        // fits
        for (int node = lists.first(list); node >= 0; node = lists.after(node)) {
            tally.probes++;
            long found = lists.size(node);
            if (found >= size && found - size <= options.wastage()) {
                return takeFromLarger(node, list, size);
            }
            if (found > size && (smallest < 0 || found < lists.size(smallest))) {
                smallest = node;
            }
        }
        return smallest >= 0 ? takeFromLarger(smallest, list, size) : takeFromTail(size);
    }

    private long takeWhole(int node, int list, long size) {
        long address = lists.address(node);
        long whole = lists.size(node);
        headers.take(address, whole, lists.tag(node), list);
        lists.remove(node);
        allocatedSize = whole;
        tally.wastedBytes += whole - size;
        return address;
    }

    /** Hands out a block that is large enough: whole if that wastes no more than is acceptable, else a part of it. */
    private long takeFromLarger(int node, int list, long size) {
        long rest = lists.size(node) - size;
        if (rest <= options.wastage() || rest < options.smallestBlock()) {
            long address = takeWhole(node, list, size);
            tally.wholeFromLarger++;
            return address;
        }
        long address = lists.address(node);
        long restTag = headers.split(address, size, lists.tag(node), list, rest);
        lists.remove(node);
        lists.put(classes.of(rest), address + size, rest, restTag, false);
        allocatedSize = size;
        tally.splits++;
        return address;
    }

    private long takeFromTail(long size) {
        if (size > limit - tail) {
            return NO_SPACE;
        }
        long address = tail;
        headers.takeFromTail(address, size);
        tail += size;
        allocatedSize = size;
        tally.fromTail++;
        return address;
    }

    /**
     * Takes space from the tail for something of the owner that is no block: nothing is written down.
     *
     * @param size bytes, a multiple of the grain
     * @return the address, or {@link #NO_SPACE}
     * @throws IllegalArgumentException if the size is not a positive multiple of the grain
     */
    public long reserve(long size) {
        if (size <= 0 || size % options.grain() != 0) {
            throw new IllegalArgumentException(
                    "size: " + size + ", must be a positive multiple of the grain, " + options.grain());
        }
        if (size > limit - tail) {
            return NO_SPACE;
        }
        tail += size;
        return tail - size;
    }

    /** Bytes of the block that was allocated last. */
    public long allocatedSize() {
        return allocatedSize;
    }

    /**
     * Puts a block at the head of its list; section 2.4.2. Nothing is coalesced.
     *
     * @param size bytes of the whole block, as {@link #allocatedSize()} said
     * @throws IllegalArgumentException if there can be no such block in working storage
     * @throws IllegalStateException if it is free already
     */
    public void deallocate(long address, long size) {
        checkNewlyFree(address, size);
        int list = classes.of(size);
        long tag = headers.free(address, size, list);
        lists.put(list, address, size, tag, false);
        tally.deallocations++;
    }

    /**
     * Reports a block that is already free, at start, or when the owner {@linkplain BlockHeaders#learnMore reads} more
     * headers. It is appended to its list; nothing is written.
     *
     * @throws IllegalArgumentException if there can be no such block in working storage
     * @throws IllegalStateException if it is known to be free
     */
    public void learn(long address, long size, long tag) {
        checkNewlyFree(address, size);
        lists.put(classes.of(size), address, size, tag, true);
    }

    private void checkNewlyFree(long address, long size) {
        int grain = options.grain();
        if (address < start
                || size < options.smallestBlock()
                || size > tail - address
                || address % grain != 0
                || size % grain != 0) {
            throw new IllegalArgumentException(
                    "no block: address=" + address + ", size=" + size + "; working storage is [" + start + ", " + tail
                            + "), the grain " + grain + ", the smallest block " + options.smallestBlock());
        }
        if (lists.find(address) >= 0) {
            throw new IllegalStateException("free already: address=" + address + ", size=" + size + "; a free block of "
                    + lists.size(lists.find(address)) + " bytes begins there");
        }
    }

    /**
     * Combines all adjacent free blocks; those that reach the tail become part of it.
     *
     * @return whether anything was combined
     * @throws IllegalStateException if two free blocks overlap, because a block was freed with a wrong size
     */
    public boolean coalesce() {
        tally.coalescings++;
        FreeRuns runs = new FreeRuns(lists);
        boolean begun = false;
        while (runs.next()) {
            if (runs.pieces() > 1 || runs.end() == tail) {
                if (!begun) {
                    headers.coalescingBegins();
                    begun = true;
                }
                combine(runs);
            }
        }
        if (begun) {
            headers.coalescingEnds();
        }
        return begun;
    }

    private void combine(FreeRuns run) {
        long address = run.address();
        long size = run.end() - address;
        if (run.end() == tail) {
            headers.cutTail(address);
            tail = address;
            tally.swallowed += run.pieces();
            tally.tailCuts++;
            run.remove();
        } else {
            long tag = headers.merge(address, size, run.tag(), run.pieces());
            tally.merges++;
            tally.swallowed += run.pieces() - 1;
            run.remove();
            lists.put(classes.of(size), address, size, tag, false);
        }
    }

    /**
     * Makes the storage space, and so the tail, longer.
     *
     * @throws IllegalArgumentException if the new limit is below the old one, or not a multiple of the grain
     */
    public void extend(long newLimit) {
        if (newLimit < limit || newLimit % options.grain() != 0) {
            throw new IllegalArgumentException("limit " + newLimit + ", was " + limit
                    + "; must not be less, and a multiple of the grain, " + options.grain());
        }
        limit = newLimit;
    }

    /** The parameters. */
    public QuickFitOptions options() {
        return options;
    }

    /** The first byte of the storage space. */
    public long start() {
        return start;
    }

    /** Where working storage ends and the tail begins. */
    public long tail() {
        return tail;
    }

    /** Where the storage space ends. */
    public long limit() {
        return limit;
    }

    /** How many free blocks are known. */
    public int freeBlocks() {
        return lists.count();
    }

    /** Their bytes; the tail is not counted. */
    public long freeBytes() {
        return lists.bytes();
    }

    /** Whether a block that is known to be free begins here. */
    public boolean isFree(long address) {
        return lists.find(address) >= 0;
    }

    /** The address of the first block of a list; {@link BlockHeaders#NONE} if it is empty. */
    public long first(int list) {
        return addressOf(lists.first(list));
    }

    /** The address of the next block on a free block's list; {@link BlockHeaders#NONE} at the end. */
    public long after(long address) {
        return addressOf(lists.after(node(address)));
    }

    /** The address of the block before a free block on its list; {@link BlockHeaders#NONE} at the beginning. */
    public long before(long address) {
        return addressOf(lists.before(node(address)));
    }

    private long addressOf(int node) {
        return node < 0 ? BlockHeaders.NONE : lists.address(node);
    }

    /** The size of a free block, bytes. */
    public long sizeOf(long address) {
        return lists.size(node(address));
    }

    /** The tag of a free block. */
    public long tagOf(long address) {
        return lists.tag(node(address));
    }

    /** Gives a free block another tag. */
    public void setTag(long address, long tag) {
        lists.setTag(node(address), tag);
    }

    private int node(long address) {
        int node = lists.find(address);
        if (node < 0) {
            throw new IllegalArgumentException("no free block begins at " + address);
        }
        return node;
    }

    /** Shows each free block, list by list, each from its head. */
    public void forEachFree(FreeBlockVisitor visitor) {
        for (int list = lists.nextNotEmpty(0); list >= 0; list = lists.nextNotEmpty(list + 1)) {
            for (int node = lists.first(list); node >= 0; node = lists.after(node)) {
                visitor.visit(lists.address(node), lists.size(node), lists.tag(node), list);
            }
        }
    }

    /** The counters so far. */
    public QuickFitCounts counts() {
        return tally.counts();
    }
}
