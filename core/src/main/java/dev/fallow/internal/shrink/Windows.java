package dev.fallow.internal.shrink;

import dev.fallow.freespace.Section;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Contiguous runs of the file that consist of free runs and of blocks that can be moved. If the blocks of such a window are
 * moved elsewhere, a block as large as the window can be put there.
 */
final class Windows {
    private final List<Segment> segments = new ArrayList<>();
    private final BitSet taken = new BitSet();

    /** @param block its index; -1 for a free run */
    private record Segment(long address, long size, int block) {
        long end() {
            return address + size;
        }

        long live() {
            return block < 0 ? 0 : size;
        }
    }

    /**
     * A window.
     *
     * @param first its first segment
     * @param last its last one
     * @param live bytes of its blocks
     */
    record Window(int first, int last, long live) {}

    /**
     * @param holes free runs, by address
     * @param limit the end of the last window
     */
    Windows(LiveBlocks blocks, FoundPointers pointers, List<Section> holes, long limit) {
        int hole = 0;
        for (int i = 0; i < blocks.size(); i++) {
            LiveBlocks.Block block = blocks.get(i);
            while (hole < holes.size() && holes.get(hole).address() < block.address()) {
                add(holes.get(hole).address(), holes.get(hole).size(), -1, limit);
                hole++;
            }
            if (pointers.isMovable(i)) {
                add(block.address(), block.size(), i, limit);
            }
        }
        for (; hole < holes.size(); hole++) {
            add(holes.get(hole).address(), holes.get(hole).size(), -1, limit);
        }
    }

    private void add(long address, long size, int block, long limit) {
        if (address + size <= limit) {
            segments.add(new Segment(address, size, block));
        } else if (block < 0 && address < limit) {
            segments.add(new Segment(address, limit - address, block));
        }
    }

    /** The window of at least a size whose blocks are the fewest bytes; null if there is none. O(number of segments). */
    Window cheapest(long size) {
        Window best = null;
        int first = 0;
        long live = 0;
        for (int last = 0; last < segments.size(); last++) {
            Segment segment = segments.get(last);
            if (taken.get(last) || last > first && segments.get(last - 1).end() != segment.address) {
                first = last;
                live = 0;
            }
            if (taken.get(last)) {
                first = last + 1;
                continue;
            }
            live += segment.live();
            while (segment.end() - segments.get(first).end() >= size) {
                live -= segments.get(first++).live();
            }
            if (segment.end() - segments.get(first).address >= size && (best == null || live < best.live)) {
                best = new Window(first, last, live);
            }
        }
        return best;
    }

    /** The blocks of a window. */
    List<Integer> blocks(Window window) {
        List<Integer> blocks = new ArrayList<>();
        for (int i = window.first; i <= window.last; i++) {
            if (segments.get(i).block >= 0) {
                blocks.add(segments.get(i).block);
            }
        }
        return blocks;
    }

    /** The free runs of a window. */
    List<Section> holes(Window window) {
        List<Section> holes = new ArrayList<>();
        for (int i = window.first; i <= window.last; i++) {
            if (segments.get(i).block < 0) {
                holes.add(new Section(segments.get(i).address, segments.get(i).size));
            }
        }
        return holes;
    }

    /** Keeps later windows apart from this one. */
    void take(Window window) {
        taken.set(window.first, window.last + 1);
    }
}
