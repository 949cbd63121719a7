package dev.fallow.internal.shrink;

import dev.fallow.freespace.ordered.OrderedFreeSpace;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a small file would end if all its blocks were moved to the end, and then back as the last ones: known before anything is
 * copied, so that nothing is copied for nothing. Chunks that are compressed again may come out otherwise. n log n steps for n
 * blocks.
 */
final class Packing {
    private final OrderedFreeSpace holes = new OrderedFreeSpace(0);
    private final long limit;
    private long end;

    /**
     * @param from where moving begins
     * @param limit the end that the file would have without free space
     */
    Packing(long from, long limit) {
        this.limit = limit;
        end = from;
    }

    /** Returns the address after the last block. */
    long end(LiveBlocks blocks, FoundPointers pointers) {
        List<Integer> moved = new ArrayList<>();
        long first = end;
        for (int i = 0; i < blocks.size(); i++) {
            LiveBlocks.Block block = blocks.get(i);
            if (block.address() >= first && pointers.isMovable(i)) {
                moved.add(i);
            } else {
                free(end, Math.min(block.address(), limit));
                end = Math.max(end, block.end());
            }
        }
        free(end, limit);
        long left = 0;
        for (int i : Choice.largestFirst(moved, blocks, pointers)) {
            long size = blocks.get(i).size();
            long address = holes.allocate(size);
            left += address < 0 ? size : 0;
            end = Math.max(end, address + size);
        }
        return left == 0 ? end : Math.max(end, limit) + left;
    }

    private void free(long from, long to) {
        if (to > from) {
            holes.free(from, to - from);
        }
    }
}
