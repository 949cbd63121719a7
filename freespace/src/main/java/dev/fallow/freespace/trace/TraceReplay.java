package dev.fallow.freespace.trace;

import dev.fallow.freespace.Section;
import dev.fallow.freespace.Sections;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;

/**
 * Replays the calls of a trace on a space of any backend and strategy. Blocks are identified by their numbers in the
 * trace, so their addresses may differ from the recorded ones. An object is used for one run; {@link #run} contains
 * only the calls, so that it can be timed.
 *
 * <ul>
 *   <li>The file starts in the recorded initial state: with the same end of allocation (in a paged file, rounded up to
 *       whole pages) and the same free sections. With another strategy or page size, these are released instead of
 *       loaded.
 *   <li>Refused extensions are skipped. If a recorded extension is not possible in the replay, the block is moved: a
 *       new one is allocated, then the old one is released, as the application would have done.
 *   <li>For a backend with a granularity, all sizes are rounded up to multiples of it.
 * </ul>
 */
public final class TraceReplay {
    private static final AllocationType[] TYPES = AllocationType.values();

    private final BlockPlan plan;
    private final FileSpace space;
    private final long granularity;
    private final long[] addresses;
    private final long[] lengths; // as allocated in the replay
    private final long[] sizes; // as requested in the trace
    private long liveBytes;
    private long peak;
    private long moved;
    private boolean done;

    /** Prepares a replay on a backend without granularity. */
    public TraceReplay(Trace trace, FileSpaceOptions options) {
        this(trace, options, 1);
    }

    /**
     * Prepares a replay.
     *
     * @param options of the space; they may differ from those of the trace
     * @param granularity in bytes, at least 1; all addresses and sizes are multiples of it. Page and aggregator sizes
     *     must be, too
     * @throws IllegalArgumentException if the granularity is not positive
     */
    public TraceReplay(Trace trace, FileSpaceOptions options, long granularity) {
        if (granularity <= 0) {
            throw new IllegalArgumentException("granularity must be positive: " + granularity);
        }
        this.granularity = granularity;
        plan = trace.plan();
        addresses = new long[plan.blocks()];
        lengths = new long[plan.blocks()];
        sizes = new long[plan.blocks()];
        for (int block = 0; block < plan.initialBlocks(); block++) {
            addresses[block] = plan.initialAddress(block);
            lengths[block] = plan.initialSize(block);
            sizes[block] = plan.initialSize(block);
            liveBytes += sizes[block];
        }
        boolean paged = options.strategy() == Strategy.PAGE;
        long unit = paged ? Math.max(options.pageSize(), granularity) : granularity;
        space = new FileSpace(options, ceiling(trace.endOfAllocation(), unit));
        boolean alike = options.strategy() == trace.options().strategy()
                && (!paged || options.pageSize() == trace.options().pageSize());
        for (TraceHeader.FreeAtStart section : trace.header().sections()) {
            long from = ceiling(section.address(), granularity);
            long to = floor(section.address() + section.size(), granularity);
            if (to > from && alike) {
                space.load(section.slot(), from, to - from);
            } else if (to > from) {
                space.release(typeOf(section.slot()), from, to - from);
            }
        }
        peak = space.endOfAllocation();
    }

    /**
     * The allocation type for a section: that of its manager, or raw data for the manager of large blocks of all types.
     */
    private static AllocationType typeOf(int slot) {
        return slot <= TYPES.length ? TYPES[slot - 1] : AllocationType.RAW_DATA;
    }

    private static long floor(long number, long unit) {
        return number - number % unit;
    }

    private static long ceiling(long number, long unit) {
        return Math.addExact(number, Section.padding(number, unit));
    }

    /** The space on which the trace is replayed. */
    public FileSpace space() {
        return space;
    }

    /** The number of steps of {@link #run}. */
    public int steps() {
        return plan.length();
    }

    /**
     * Replays the whole trace.
     *
     * @throws IllegalStateException if it was already called
     */
    public ReplayReport run() {
        if (done) {
            throw new IllegalStateException("the trace has already been replayed");
        }
        done = true;
        int nextBlock = plan.initialBlocks();
        int length = plan.length();
        for (int i = 0; i < length; i++) {
            int block = plan.block(i);
            switch (plan.step(i)) {
                case BlockPlan.ALLOCATE:
                    allocate(plan.type(i), nextBlock++, plan.amount(i));
                    break;
                case BlockPlan.ALLOCATE_AT_END:
                    allocateAtEnd(nextBlock++, plan.amount(i));
                    break;
                case BlockPlan.DIVIDE:
                    divide(block, nextBlock++, plan.amount(i));
                    break;
                case BlockPlan.RELEASE:
                    liveBytes -= sizes[block];
                    release(plan.type(i), addresses[block], lengths[block]);
                    break;
                case BlockPlan.EXTEND:
                    extend(plan.type(i), block, plan.amount(i));
                    break;
                case BlockPlan.RELEASE_AGGREGATORS:
                    space.releaseAggregators();
                    break;
                default: // SHRINK
                    space.shrink();
                    break;
            }
            peak = Math.max(peak, space.endOfAllocation());
        }
        return report();
    }

    private void allocate(AllocationType type, int block, long size) {
        lengths[block] = ceiling(size, granularity);
        addresses[block] = space.allocate(type, lengths[block]);
        sizes[block] = size;
        liveBytes += size;
    }

    /** Allocates a block at the end. In a paged file it gets whole pages, by which the end moves. */
    private void allocateAtEnd(int block, long size) {
        addresses[block] = space.allocateAtEnd(ceiling(size, granularity));
        lengths[block] = space.endOfAllocation() - addresses[block];
        sizes[block] = size;
        liveBytes += size;
    }

    /** Divides a block. A granule that belongs to both parts stays with the front. */
    private void divide(int front, int back, long kept) {
        long end = addresses[front] + lengths[front];
        long border = Math.min(end, ceiling(addresses[front] + kept, granularity));
        addresses[back] = border;
        lengths[back] = end - border;
        sizes[back] = sizes[front] - kept;
        lengths[front] = border - addresses[front];
        sizes[front] = kept;
    }

    /** Releases the whole granules in a run. Only runs in use since the start may have partial ones at their ends. */
    private void release(AllocationType type, long address, long length) {
        long from = ceiling(address, granularity);
        long to = floor(address + length, granularity);
        if (to > from) {
            space.release(type, from, to - from);
        }
    }

    private void extend(AllocationType type, int block, long size) {
        liveBytes += size - sizes[block];
        sizes[block] = size;
        long wanted = ceiling(size, granularity);
        if (wanted <= lengths[block]) {
            return;
        }
        boolean onUnits = addresses[block] % granularity == 0 && lengths[block] % granularity == 0;
        if (onUnits
                && lengths[block] > 0
                && space.tryExtend(type, addresses[block], lengths[block], wanted - lengths[block])) {
            lengths[block] = wanted;
            return;
        }
        long address = space.allocate(type, wanted);
        peak = Math.max(peak, space.endOfAllocation());
        release(type, addresses[block], lengths[block]);
        addresses[block] = address;
        lengths[block] = wanted;
        moved++;
    }

    private ReplayReport report() {
        long sections = 0;
        long probes = 0;
        for (int slot : space.slots()) {
            Sections manager = space.sections(slot);
            sections += manager.sectionCount();
            probes += manager.probes();
        }
        return new ReplayReport(
                plan.length(),
                space.endOfAllocation(),
                peak,
                liveBytes,
                space.freeBytes(),
                space.aggregatorBytes(),
                space.lostBytes(),
                sections,
                probes,
                moved);
    }
}
