package dev.fallow.research.policy.quickfit;

/**
 * Persistent multiple free list fit (PMFLF), section 2.4 of the paper: a storage space {@code [start, limit)} that
 * consists of working storage, followed by the tail, from which nothing has been allocated since storage was last
 * coalesced.
 *
 * <p>Allocation and deallocation are O(1), except that the last misc list (with {@link QuickFitOptions#ownList}, each
 * misc list) is searched linearly, and that storage is coalesced when a request cannot be served: O(f log f) for f free blocks. The same requests get the same addresses
 * (I5). An operation that throws has changed nothing (I4), except that coalescing may be partly done. Not thread-safe.
 */
public final class QuickFit {
    /** The result if there is no space, even after coalescing. */
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
     * Creates a storage space that is all tail.
     *
     * @param start the address of the first byte, a multiple of the grain
     * @param limit the address after the last byte, a multiple of the grain
     * @throws IllegalArgumentException if an address is not a multiple of the grain, or they are out of order
     */
    public QuickFit(QuickFitOptions options, long start, long limit, BlockHeaders headers) {
        this(options, start, start, limit, headers);
    }

    /**
     * Creates a storage space whose working storage ends at {@code tail}. Its free blocks are reported later by
     * {@link #learn}.
     *
     * @throws IllegalArgumentException if an address is not a multiple of the grain, or they are out of order
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

    /**
     * The minimum size of a block for a request: the next multiple of the grain, at least the size of the smallest
     * block.
     */
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
     * Allocates a block by the strategy of section 2.4.1. {@link #allocatedSize()} then returns its size, which may
     * exceed the request by up to the acceptable wastage.
     *
     * @param request in bytes, at least 1
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

    /** The strategy for s &lt;= low_n; steps 1 to 3. */
    private long allocateClassed(long size) {
        int list = classes.of(size);
        boolean quick = classes.isQuick(list);
        tally.probes++;
        if (lists.count() == 0) {
            headers.learnMore(); // all known free blocks are in use
        }
        // step 1: the quick list of this size
        if (quick && lists.first(list) >= 0) {
            long address = takeWhole(lists.first(list), list, size);
            tally.fromQuickList++;
            return address;
        }
        if (!quick && options.ownList()) {
            int node = firstWithin(list, size);
            if (node >= 0) {
                return takeFromLarger(node, list, size);
            }
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

    /** The first block of a list that fits within the acceptable wastage; -1 if there is none. */
    private int firstWithin(int list, long size) {
        int node = lists.first(list);
        for (; node >= 0; node = lists.after(node)) {
            tally.probes++;
            if (lists.size(node) >= size && lists.size(node) - size <= options.wastage()) {
                break;
            }
        }
        return node;
    }

    /** The strategy for s &gt; low_n; steps 1 to 3. */
    private long allocateHuge(long size) {
        int list = classes.last();
        int smallest = -1;
        // step 1: the first block that fits within the acceptable wastage; the same loop also finds the smallest
        // block that fits, for step 2
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

    /** Allocates from a block that is large enough: all of it if the wastage is acceptable, otherwise a part. */
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
     * Allocates space from the tail for the owner's own data. It is not a block, and no header is written.
     *
     * @param size in bytes, a multiple of the grain
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

    /** The size of the block allocated last, in bytes. */
    public long allocatedSize() {
        return allocatedSize;
    }

    /**
     * Frees a block (section 2.4.2): inserts it at the head of its list, without coalescing.
     *
     * @param size of the whole block in bytes, as returned by {@link #allocatedSize()}
     * @throws IllegalArgumentException if no block in working storage can have this address and size
     * @throws IllegalStateException if it is already free
     */
    public void deallocate(long address, long size) {
        checkNewlyFree(address, size);
        int list = classes.of(size);
        long tag = headers.free(address, size, list);
        lists.put(list, address, size, tag, false);
        tally.deallocations++;
    }

    /**
     * Adds a block that is already free, when headers are read at the start or {@linkplain BlockHeaders#learnMore
     * later}. It is appended to its list; nothing is written.
     *
     * @throws IllegalArgumentException if no block in working storage can have this address and size
     * @throws IllegalStateException if it is already known to be free
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
                    "not a block: address=" + address + ", size=" + size + "; working storage is [" + start + ", "
                            + tail + "), the grain " + grain + ", the smallest block " + options.smallestBlock());
        }
        if (lists.find(address) >= 0) {
            throw new IllegalStateException("already free: address=" + address + ", size=" + size + "; a free block of "
                    + lists.size(lists.find(address)) + " bytes begins there");
        }
    }

    /**
     * Merges all adjacent free blocks; those adjacent to the tail become part of it.
     *
     * @return whether anything was merged
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
     * Extends the storage space, and so the tail.
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

    /** The address of the first byte of the storage space. */
    public long start() {
        return start;
    }

    /** The address at which working storage ends and the tail starts. */
    public long tail() {
        return tail;
    }

    /** The address after the last byte of the storage space. */
    public long limit() {
        return limit;
    }

    /** The number of known free blocks. */
    public int freeBlocks() {
        return lists.count();
    }

    /** The total size of the known free blocks in bytes, without the tail. */
    public long freeBytes() {
        return lists.bytes();
    }

    /** Whether a known free block starts at this address. */
    public boolean isFree(long address) {
        return lists.find(address) >= 0;
    }

    /** The address of the first block of a list; {@link BlockHeaders#NONE} if it is empty. */
    public long first(int list) {
        return addressOf(lists.first(list));
    }

    /** The address of the block after a free block on its list; {@link BlockHeaders#NONE} at the end. */
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

    /** The size of a free block in bytes. */
    public long sizeOf(long address) {
        return lists.size(node(address));
    }

    /** The tag of a free block. */
    public long tagOf(long address) {
        return lists.tag(node(address));
    }

    /** Changes the tag of a free block. */
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

    /** Visits each free block, list by list, each from its head. */
    public void forEachFree(FreeBlockVisitor visitor) {
        for (int list = lists.nextNotEmpty(0); list >= 0; list = lists.nextNotEmpty(list + 1)) {
            for (int node = lists.first(list); node >= 0; node = lists.after(node)) {
                visitor.visit(lists.address(node), lists.size(node), lists.tag(node), list);
            }
        }
    }

    /** The current counters. */
    public QuickFitCounts counts() {
        return tally.counts();
    }
}
