package dev.fallow.internal.shrink;

import dev.fallow.freespace.Section;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import dev.fallow.freespace.ordered.OrderedFreeSpace;
import dev.fallow.internal.shrink.BlockMap.Block;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Where the blocks of a file and its free runs are, in numbers. Says what a pass moves, and to which places; what it says can be
 * {@linkplain #after applied} to numbers, for a plan, or to the file. Bytes that are neither in a block nor free stay where they are.
 * Immutable; a pass takes O(n log n) for n blocks.
 */
public final class BlockLayout {
    /** Stands for a place at the end of the file. */
    static final long TO_END = -1;

    /** The most windows that a pass looks for. */
    private static final int MOST_WINDOWS = 64;

    private final BlockMap map;
    /** By address. */
    private final Block[] blocks;

    private final long[] at;
    /** By address; no two touch. */
    private final List<Section> holes;

    private final long end;
    private final FileSpaceOptions options;

    /** Blocks that a pass moves, in the order in which they are copied. */
    static final class Moves {
        private final List<Move> list = new ArrayList<>();
        private final Set<Block> moved = new HashSet<>();
        private long bytes;

        /** The moves. */
        List<Move> list() {
            return list;
        }

        /** The bytes of the blocks. */
        long bytes() {
            return bytes;
        }

        private void add(Block block, int index, long to) {
            list.add(new Move(block, index, to));
            moved.add(block);
            bytes += block.size();
        }

        /** Whether another block would exceed a number of bytes; a single block may. */
        private boolean isEnough(long next, long most) {
            return bytes > 0 && bytes + next > most;
        }
    }

    /**
     * One move.
     *
     * @param index of the block in the layout
     * @param to its new address, or {@link #TO_END}
     */
    record Move(Block block, int index, long to) {}

    private BlockLayout(
            BlockMap map, Block[] blocks, long[] at, List<Section> holes, long end, FileSpaceOptions options) {
        this.map = map;
        this.blocks = blocks;
        this.at = at;
        this.holes = holes;
        this.end = end;
        this.options = options;
    }

    /**
     * The layout of a file.
     *
     * @param others blocks that are not in the map
     * @param holes the free runs
     */
    static BlockLayout of(BlockMap map, List<Block> others, FileSpace space, List<Section> holes) {
        Block[] blocks = map.byAddress();
        if (!others.isEmpty()) {
            int known = blocks.length;
            blocks = Arrays.copyOf(blocks, known + others.size());
            for (int i = 0; i < others.size(); i++) {
                blocks[known + i] = others.get(i);
            }
            Arrays.sort(blocks, Comparator.comparingLong(Block::address));
        }
        long[] at = Arrays.stream(blocks).mapToLong(Block::address).toArray();
        return new BlockLayout(map, blocks, at, joined(holes), space.endOfAllocation(), space.options());
    }

    /** The same without the free bytes at the end. */
    BlockLayout trimmed() {
        Section last = holes.isEmpty() ? null : holes.get(holes.size() - 1);
        return last == null || last.end() < end
                ? this
                : new BlockLayout(map, blocks, at, holes.subList(0, holes.size() - 1), last.address(), options);
    }

    /** The same without the free bytes from an address on. */
    BlockLayout below(long limit) {
        List<Section> lower = new ArrayList<>();
        for (Section hole : holes) {
            if (hole.address() < limit) {
                lower.add(new Section(hole.address(), Math.min(hole.end(), limit) - hole.address()));
            }
        }
        return new BlockLayout(map, blocks, at, lower, end, options);
    }

    /** The layout of blocks that can all be moved, but for the superblock, and of nothing else: all other bytes are free. */
    static BlockLayout ofMovable(BlockMap map, FileSpaceOptions options) {
        Block[] blocks = map.byAddress();
        List<Section> holes = new ArrayList<>();
        long used = 0;
        for (Block block : blocks) {
            if (block.address() > used) {
                holes.add(new Section(used, block.address() - used));
            }
            used = Math.max(used, block.end());
            block.setMovable(block.address() > 0);
        }
        long[] at = Arrays.stream(blocks).mapToLong(Block::address).toArray();
        return new BlockLayout(map, blocks, at, holes, used, options);
    }

    /** Whether blocks can be put at chosen places: not in a paged file, where the managers choose, nor in an aligned one. */
    static boolean canPlace(FileSpaceOptions options) {
        return options.strategy() != Strategy.PAGE && options.alignment() <= 1;
    }

    private static List<Section> joined(List<Section> runs) {
        runs.sort(Comparator.comparingLong(Section::address));
        List<Section> joined = new ArrayList<>();
        for (Section run : runs) {
            Section last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
            if (last != null && last.end() == run.address()) {
                joined.set(joined.size() - 1, new Section(last.address(), last.size() + run.size()));
            } else {
                joined.add(run);
            }
        }
        return joined;
    }

    /** Whether blocks can be put at chosen places. */
    boolean isPlaceable() {
        return canPlace(options);
    }

    /** The options of the space. */
    FileSpaceOptions options() {
        return options;
    }

    /** The end of allocation. */
    long end() {
        return end;
    }

    /** The free bytes. */
    long free() {
        return holes.stream().mapToLong(Section::size).sum();
    }

    /** The free runs, by address. */
    List<Section> holes() {
        return holes;
    }

    /** The number of blocks. */
    int size() {
        return blocks.length;
    }

    /** A block; they are numbered by address. */
    Block block(int index) {
        return blocks[index];
    }

    private long endOf(int index) {
        return at[index] + blocks[index].size();
    }

    /** The layout after a commit of the moves: what they leave is free, and free bytes at the end are cut off. */
    BlockLayout after(Moves moves) {
        long[] places = at.clone();
        OrderedFreeSpace free = space(0, Long.MAX_VALUE);
        List<Section> left = new ArrayList<>();
        long newEnd = end;
        for (Move move : moves.list) {
            long size = move.block.size();
            left.add(new Section(at[move.index], size));
            if (move.to == TO_END) {
                places[move.index] = newEnd;
                newEnd += size;
            } else {
                free.take(move.to, size);
                places[move.index] = move.to;
            }
        }
        left.forEach(run -> free.free(run.address(), run.size()));
        long last = free.sizeEndingAt(newEnd);
        if (last > 0) {
            newEnd -= last;
            free.take(newEnd, last);
        }
        List<Section> runs = new ArrayList<>();
        free.forEach((address, size) -> runs.add(new Section(address, size)));
        runs.sort(Comparator.comparingLong(Section::address));
        Integer[] order = new Integer[blocks.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingLong(i -> places[i]));
        Block[] sorted = new Block[order.length];
        long[] sortedAt = new long[order.length];
        for (int i = 0; i < order.length; i++) {
            sorted[i] = blocks[order[i]];
            sortedAt[i] = places[order[i]];
        }
        return new BlockLayout(map, sorted, sortedAt, runs, newEnd, options);
    }

    /** Free space between two addresses. */
    private OrderedFreeSpace space(long from, long to) {
        OrderedFreeSpace free = new OrderedFreeSpace(0);
        for (Section hole : holes) {
            long start = Math.max(from, hole.address());
            long stop = Math.min(to, hole.end());
            if (start < stop) {
                free.free(start, stop - start);
            }
        }
        return free;
    }

    /**
     * The last blocks, each to the free run below a limit that fits best, otherwise to any free run before itself.
     *
     * @param most the most bytes to copy; one block may exceed it
     */
    Moves last(long limit, long most) {
        OrderedFreeSpace below = space(0, limit);
        OrderedFreeSpace others = space(limit, Long.MAX_VALUE);
        Moves moves = new Moves();
        for (int i : lastBlocks(limit, most)) {
            if (map.refersTo(blocks[i], moves.moved::contains)) {
                continue; // it gets a place when its new size is known
            }
            long size = blocks[i].size();
            long address = below.allocate(size);
            if (address < 0) {
                address = others.fitting(size);
                if (address >= 0 && address < at[i]) {
                    others.allocate(size);
                } else {
                    address = across(limit, below, others, i);
                }
            }
            if (address >= 0) {
                moves.add(blocks[i], i, address);
            }
        }
        return moves;
    }

    /**
     * A place in the free run on both sides of a limit, for a block that is behind it, and fits into neither part.
     *
     * @return its address, from which on the block has been taken from both; -1 if there is none
     */
    private long across(long limit, OrderedFreeSpace holesBelow, OrderedFreeSpace others, int index) {
        long below = holesBelow.sizeEndingAt(limit);
        long above = blocks[index].size() - below;
        if (below <= 0 || above <= 0 || others.sizeAt(limit) < above || at[index] < limit) {
            return -1;
        }
        holesBelow.take(limit - below, below);
        others.take(limit, above);
        return limit - below;
    }

    /** The last blocks, as far as they may be copied. */
    List<Integer> lastBlocks(long limit, long most) {
        List<Integer> chosen = new ArrayList<>();
        long bytes = 0;
        for (int i = blocks.length - 1; i >= 0 && endOf(i) > limit; i--) {
            if (blocks[i].isMovable()) {
                bytes += blocks[i].size();
                if (!chosen.isEmpty() && bytes > most) {
                    break;
                }
                chosen.add(i);
            }
        }
        return largestFirst(chosen, limit);
    }

    /**
     * The order in which blocks get their places: a small block placed before a large one could take what the large one would just
     * have fitted into. Chunks that may change with what they refer to are placed after the others.
     *
     * @param from the lowest address of a block that may be moved
     */
    private List<Integer> largestFirst(List<Integer> chosen, long from) {
        chosen.sort(Comparator.<Integer>comparingInt(
                        i -> map.refersTo(blocks[i], target -> target.end() > from) ? 1 : 0)
                .thenComparingLong(i -> -blocks[i].size()));
        return chosen;
    }

    /**
     * Blocks that are in the way of the last ones: for each of those that fit into no free run below a limit, the cheapest
     * window is emptied into other free runs there, so that the next pass can move the last block into it.
     */
    Moves windows(long limit, long most) {
        Moves moves = new Moves();
        Windows windows = new Windows(blocks.length + holes.size(), limit);
        int hole = 0;
        for (int i = 0; i < blocks.length; i++) {
            while (hole < holes.size() && holes.get(hole).address() < at[i]) {
                windows.addHole(holes.get(hole++));
            }
            if (blocks[i].isMovable()) {
                windows.addBlock(i, at[i], blocks[i].size());
            }
        }
        while (hole < holes.size()) {
            windows.addHole(holes.get(hole++));
        }
        OrderedFreeSpace below = space(0, limit);
        int tries = 0;
        for (int i = blocks.length - 1; i >= 0 && endOf(i) > limit && tries < MOST_WINDOWS; i--) {
            long size = blocks[i].size();
            if (!blocks[i].isMovable() || below.fitting(size) > 0) {
                continue;
            }
            tries++;
            Windows.Window window = windows.cheapest(size);
            if (window != null && !moves.isEnough(window.live() + size, most) && empty(window, below, size, moves)) {
                windows.take(window);
            }
        }
        return moves;
    }

    /**
     * Moves the blocks of a window into free runs elsewhere, and to the end of the file if that still gains half of what is
     * then moved into the window.
     */
    private boolean empty(Windows.Window window, OrderedFreeSpace below, long size, Moves moves) {
        List<Section> own = new ArrayList<>();
        for (Section hole : window.holes()) {
            if (below.take(hole.address(), hole.size())) {
                own.add(hole);
            }
        }
        List<Section> places = new ArrayList<>();
        long toEnd = 0;
        for (int block : window.blocks()) {
            long blockSize = blocks[block].size();
            long address = below.allocate(blockSize);
            toEnd += address < 0 ? blockSize : 0;
            places.add(address < 0 ? null : new Section(address, blockSize));
        }
        if (own.size() < window.holes().size() || toEnd > size / 2) {
            for (Section hole : own) {
                below.free(hole.address(), hole.size());
            }
            for (Section place : places) {
                if (place != null) {
                    below.free(place.address(), place.size());
                }
            }
            return false;
        }
        for (int i = 0; i < window.blocks().size(); i++) {
            int block = window.blocks().get(i);
            moves.add(
                    blocks[block],
                    block,
                    places.get(i) == null ? TO_END : places.get(i).address());
        }
        return true;
    }

    /** The end of the last block that cannot be moved. Before it, blocks that slide may not fit again. */
    long fixedEnd() {
        for (int i = blocks.length - 1; i >= 0; i--) {
            if (!blocks[i].isMovable()) {
                return endOf(i);
            }
        }
        return 0;
    }

    /** All blocks from an address on that can be moved, to the end of the file. */
    Moves allToEnd(long from, long most) {
        return toEnd(from, Long.MAX_VALUE, most);
    }

    /**
     * The first blocks from an address on, to the end of the file, unless the first free run is long enough to move blocks down into:
     * as long as the largest block, and a part of all of them.
     */
    Moves room(long from, int parts, long most) {
        long largest = 0;
        long live = 0;
        for (int i = 0; i < blocks.length; i++) {
            if (at[i] >= from && blocks[i].isMovable()) {
                largest = Math.max(largest, blocks[i].size());
                live += blocks[i].size();
            }
        }
        long window = Math.max(largest, live / parts);
        for (Section hole : holes) {
            if (hole.address() >= from) {
                return hole.size() >= window ? new Moves() : toEnd(from, window, most);
            }
        }
        return toEnd(from, window, most);
    }

    private Moves toEnd(long from, long enough, long most) {
        Moves moves = new Moves();
        for (int i = 0; i < blocks.length && moves.bytes < enough; i++) {
            if (at[i] >= from && blocks[i].isMovable()) {
                if (moves.isEnough(blocks[i].size(), most)) {
                    break;
                }
                moves.add(blocks[i], i, TO_END);
            }
        }
        return moves;
    }

    /**
     * Blocks from an address on move down, each into the lowest free run that is not before that of the block before it. What is
     * left of a run before a block that does not fit would stay free: the pass ends there, and after the commit the run is longer.
     *
     * @param tolerated bytes that may stay free nevertheless; {@link Passes#ONE_RUN} for blocks only into the first free run
     */
    Moves slide(long from, long tolerated, long most) {
        Moves moves = new Moves();
        int hole = 0;
        while (hole < holes.size() && holes.get(hole).address() < from) {
            hole++;
        }
        long used = 0;
        long left = 0;
        for (int i = 0; i < blocks.length; i++) {
            long size = blocks[i].size();
            if (at[i] < from || !blocks[i].isMovable()) {
                continue;
            }
            while (hole < holes.size()
                    && holes.get(hole).address() < at[i]
                    && holes.get(hole).size() - used < size) {
                left += holes.get(hole).size() - used;
                if (moves.bytes > 0 && left > tolerated) { // always with ONE_RUN
                    return moves;
                }
                hole++;
                used = 0;
            }
            if (hole == holes.size() || moves.isEnough(size, most)) {
                return moves;
            }
            long address = holes.get(hole).address() + used;
            if (address < at[i]) {
                moves.add(blocks[i], i, address);
                used += size;
            }
        }
        return moves;
    }

    /**
     * Where a file would end if all blocks from an address on were moved to the end, and then back as the last ones. Chunks that are
     * compressed again may come out otherwise.
     *
     * @param limit the end that the file would have without free space
     */
    long packedEnd(long from, long limit) {
        OrderedFreeSpace free = new OrderedFreeSpace(0);
        long packed = from;
        List<Integer> moved = new ArrayList<>();
        for (int i = 0; i < blocks.length; i++) {
            if (at[i] >= from && blocks[i].isMovable()) {
                moved.add(i);
            } else {
                free(free, packed, Math.min(at[i], limit));
                packed = Math.max(packed, endOf(i));
            }
        }
        free(free, packed, limit);
        long left = 0;
        for (int i : largestFirst(moved, from)) {
            long size = blocks[i].size();
            long address = free.allocate(size);
            left += address < 0 ? size : 0;
            packed = Math.max(packed, address + size);
        }
        return left == 0 ? packed : Math.max(packed, limit) + left;
    }

    private static void free(OrderedFreeSpace free, long from, long to) {
        if (to > from) {
            free.free(from, to - from);
        }
    }
}
