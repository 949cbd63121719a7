package dev.fallow.research.policy.reallocation;

import dev.fallow.freespace.ordered.OrderedFreeSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Best fit that keeps the footprint within a factor of the bytes in use after each request, as the containers of this
 * project do after each commit if their policy allows it (docs/explanation/shrinking.md has rule and proof). While the
 * footprint is too long, the last block moves into the free run that fits it best. If one fits nowhere before the
 * footprint is short enough, these moves are not made, and all blocks behind a free run slide down instead: the run
 * behind which there is the most free space for each byte in use. Free runs before it have at most half of what the
 * ratio allows. Unlike the containers, it never empties a window between two free runs for a last block.
 *
 * <p>A slide is counted as in a file in which nothing that the last commit refers to is overwritten: if the free run is
 * shorter than the largest block behind it, or than a sixth of their bytes, the first blocks behind it are moved to the
 * end before, and are copied twice. A request takes O(log n) for n blocks, O(n) if blocks slide.
 */
public final class PromisedSpace implements MovableBlocks {
    /** The most times that a block is copied by a slide. */
    private static final int COPIES = 2;

    /** The free run that blocks slide into has at least this part of their bytes. */
    private static final int PARTS = 6;

    private final double ratio;
    private final double price;
    private final MoveVisitor moves;
    private final OrderedFreeSpace free = new OrderedFreeSpace(0);
    private final TreeMap<Long, Integer> byAddress = new TreeMap<>();
    private final long[] addresses;
    private final long[] sizes;
    private long end;
    private long inUse;

    /**
     * @param ratio the most that the footprint is of the bytes in use, above 1; infinite if nothing is moved
     * @param blocks the number of blocks; their numbers are below it
     */
    public PromisedSpace(double ratio, int blocks, MoveVisitor moves) {
        if (!(ratio > 1)) {
            throw new IllegalArgumentException("ratio: " + ratio + ", expected more than 1");
        }
        this.ratio = ratio;
        price = Math.max(1, COPIES / (ratio - 1));
        this.moves = moves;
        addresses = new long[blocks];
        sizes = new long[blocks];
    }

    /**
     * {@inheritDoc} The footprint is within the ratio, and the bytes moved are at most max(1, 2 / (ratio - 1)) for each
     * byte released. There is no bound on the number of blocks.
     */
    @Override
    public ProvenBounds bounds() {
        return ratio == Double.POSITIVE_INFINITY
                ? ProvenBounds.WITHOUT_MOVES
                : new ProvenBounds(ratio, 0, price, Double.POSITIVE_INFINITY);
    }

    @Override
    public void allocate(int block, long size) {
        long address = free.allocate(size);
        if (address < 0) {
            address = end;
            end += size;
        }
        addresses[block] = address;
        sizes[block] = size;
        byAddress.put(address, block);
        inUse += size;
        shorten();
    }

    @Override
    public void release(int block) {
        byAddress.remove(addresses[block]);
        free.free(addresses[block], sizes[block]);
        inUse -= sizes[block];
        cut();
        shorten();
    }

    /** Free space at the end is none. */
    private void cut() {
        long last = free.sizeEndingAt(end);
        if (last > 0) {
            end -= last;
            free.take(end, last);
        }
    }

    private void shorten() {
        if (!isShort() && !moveLast()) {
            slide();
        }
    }

    private boolean isShort() {
        return end == 0 || end <= ratio * inUse;
    }

    // ---- the last blocks -------------------------------------------------------------------------------------

    private record Move(int block, long from, long to) {}

    /** Moves the last blocks until the footprint is short enough; if one fits nowhere, nothing has changed. */
    private boolean moveLast() {
        List<Move> made = new ArrayList<>();
        while (!isShort()) {
            Map.Entry<Long, Integer> last = byAddress.lastEntry();
            int block = last.getValue();
            long to = free.allocate(sizes[block]);
            if (to < 0) {
                undo(made);
                return false;
            }
            made.add(new Move(block, last.getKey(), to));
            put(block, to);
            free.free(last.getKey(), sizes[block]);
            cut();
        }
        made.forEach(move -> moves.moved(move.block, move.from, move.to, sizes[move.block]));
        return true;
    }

    private void put(int block, long to) {
        byAddress.remove(addresses[block]);
        addresses[block] = to;
        byAddress.put(to, block);
    }

    private void undo(List<Move> made) {
        for (int i = made.size() - 1; i >= 0; i--) {
            Move move = made.get(i);
            free.free(move.to, sizes[move.block]);
            if (end < move.from) {
                free.free(end, move.from - end); // it was cut off
            }
            end = move.from + sizes[move.block];
            put(move.block, move.from);
        }
    }

    // ---- slides ----------------------------------------------------------------------------------------------

    /**
     * Behind the first free run there are more than ratio - 1 free bytes for each byte in use, so there are behind the
     * densest one: the price is kept.
     */
    private void slide() {
        int[] order = byAddress.values().stream().mapToInt(Integer::intValue).toArray();
        int densest = 0;
        long densestHole = -1;
        double most = -1;
        long before = 0;
        long used = 0;
        long allFree = end - inUse;
        long passed = 0; // the address after the block before
        for (int i = 0; i < order.length && before <= inUse * (ratio - 1) / 2; i++) {
            long gap = addresses[order[i]] - passed;
            if (gap > 0) {
                double density = (double) (allFree - before) / (inUse - used);
                if (density > most) {
                    most = density;
                    densest = i;
                    densestHole = passed;
                }
                before += gap;
            }
            used += sizes[order[i]];
            passed = addresses[order[i]] + sizes[order[i]];
        }
        slide(order, densest, densestHole);
    }

    /** All blocks from a position on slide down to a free run before them; those that make room are the last ones then. */
    private void slide(int[] order, int first, long hole) {
        int kept = first + inTheWay(order, first, addresses[order[first]] - hole);
        long passed = hole;
        for (int i = first; i < order.length; i++) {
            long gap = addresses[order[i]] - passed;
            if (gap > 0) {
                free.take(passed, gap);
            }
            passed = addresses[order[i]] + sizes[order[i]];
        }
        byAddress.tailMap(hole, true).clear();
        for (int i = first; i < kept; i++) {
            moveTo(order[i], passed);
            passed += sizes[order[i]];
        }
        end = hole;
        for (int i = kept; i < order.length + kept - first; i++) {
            int block = order[i < order.length ? i : i - order.length + first];
            moveTo(block, end);
            byAddress.put(end, block);
            end += sizes[block];
        }
    }

    /** The number of blocks that move to the end, so that the free run is long enough for the others. */
    private int inTheWay(int[] order, int first, long gap) {
        long bytes = 0;
        long largest = 0;
        for (int i = first; i < order.length; i++) {
            bytes += sizes[order[i]];
            largest = Math.max(largest, sizes[order[i]]);
        }
        long window = Math.max(largest, bytes / PARTS);
        int count = 0;
        for (long room = 0; gap < window && room < window; count++) {
            room += sizes[order[first + count]];
        }
        return count;
    }

    private void moveTo(int block, long to) {
        long from = addresses[block];
        if (from != to) {
            addresses[block] = to;
            moves.moved(block, from, to, sizes[block]);
        }
    }

    // ---- what there is ---------------------------------------------------------------------------------------

    @Override
    public long address(int block) {
        return addresses[block];
    }

    @Override
    public long size(int block) {
        return sizes[block];
    }

    @Override
    public long end() {
        return end;
    }

    @Override
    public long bytesInUse() {
        return inUse;
    }

    @Override
    public long freePieces() {
        return free.sectionCount();
    }
}
