package dev.fallow.internal.shrink;

import dev.fallow.freespace.Section;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The windows of a file before a limit: contiguous runs of blocks that can be moved and free runs. If the blocks of a window are moved away,
 * a block as large as the window fits.
 */
final class Windows {
    private static final int FREE = -1;

    private final long limit;
    /** Blocks that can be moved and free runs, in address order. */
    private final long[] starts;

    private final long[] ends;
    /** For each run its block, or {@link #FREE}. */
    private final int[] owners;

    private int count;
    private final BitSet taken = new BitSet();

    /**
     * A window.
     *
     * @param live the bytes of its blocks
     */
    record Window(int first, int last, long live, List<Integer> blocks, List<Section> holes) {}

    /** @param most the most runs to be added */
    Windows(int most, long limit) {
        this.limit = limit;
        starts = new long[most];
        ends = new long[most];
        owners = new int[most];
    }

    /** Adds a free run, if it begins before the limit. Runs are added in address order. */
    void addHole(Section hole) {
        if (hole.address() < limit) {
            add(FREE, hole.address(), Math.min(hole.end(), limit));
        }
    }

    /** Adds a block that can be moved, if it is before the limit. */
    void addBlock(int block, long address, long size) {
        if (address + size <= limit) {
            add(block, address, address + size);
        }
    }

    private void add(int owner, long start, long end) {
        starts[count] = start;
        ends[count] = end;
        owners[count++] = owner;
    }

    private long live(int run) {
        return owners[run] == FREE ? 0 : ends[run] - starts[run];
    }

    /**
     * The window of at least a size whose blocks are the fewest bytes, and not more than this size; null if there is none. O(number of
     * runs).
     */
    Window cheapest(long size) {
        int bestFirst = -1;
        int bestLast = -1;
        long best = size + 1;
        int first = 0;
        long live = 0;
        for (int last = 0; last < count; last++) {
            boolean blocked = taken.get(last);
            if (blocked || last > first && ends[last - 1] != starts[last]) {
                first = blocked ? last + 1 : last;
                live = 0;
            }
            if (blocked) {
                continue;
            }
            live += live(last);
            while (ends[last] - ends[first] >= size) {
                live -= live(first++);
            }
            if (live < best && ends[last] - starts[first] >= size) {
                best = live;
                bestFirst = first;
                bestLast = last;
            }
        }
        return bestFirst < 0 ? null : window(bestFirst, bestLast, best);
    }

    private Window window(int first, int last, long live) {
        Window window = new Window(first, last, live, new ArrayList<>(), new ArrayList<>());
        for (int i = first; i <= last; i++) {
            if (owners[i] == FREE) {
                window.holes.add(new Section(starts[i], ends[i] - starts[i]));
            } else {
                window.blocks.add(owners[i]);
            }
        }
        return window;
    }

    /** Keeps later windows apart from this one. */
    void take(Window window) {
        taken.set(window.first, window.last + 1);
    }
}
