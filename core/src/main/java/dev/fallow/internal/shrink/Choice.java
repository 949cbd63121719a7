package dev.fallow.internal.shrink;

import dev.fallow.freespace.Section;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import dev.fallow.freespace.file.HeldSections;
import dev.fallow.freespace.ordered.OrderedFreeSpace;
import dev.fallow.internal.census.LiveLabel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Chooses which blocks to move, and where to. All free space is given to raw data first, so that any block can be placed in
 * any of it; this is not possible in a paged file, where the managers choose.
 */
final class Choice {
    /** The most windows that a pass looks for. */
    private static final int MOST_WINDOWS = 64;

    private final FileSpace space;
    private final LiveBlocks blocks;
    private final FoundPointers pointers;
    private final Relocation relocation;
    private final boolean managed;
    /** The most bytes to copy; one block may exceed it. */
    private final long most;

    Choice(FileSpace space, LiveBlocks blocks, FoundPointers pointers, Relocation relocation, long most) {
        this.space = space;
        this.blocks = blocks;
        this.pointers = pointers;
        this.relocation = relocation;
        this.most = most;
        managed = !canPlace(space);
        space.giveToRawData(0);
    }

    /** Whether blocks can be put where we want them. */
    static boolean canPlace(FileSpace space) {
        return space.options().strategy() != Strategy.PAGE && space.options().alignment() <= 1;
    }

    private boolean isEnough(long next) {
        return relocation.bytes() > 0 && relocation.bytes() + next > most;
    }

    /** Free runs from an address on, by address. */
    private List<Section> holes(long from) {
        List<Section> holes = new ArrayList<>();
        space.sections(space.slotOf(AllocationType.RAW_DATA, 1)).forEach((address, size) -> {
            if (address >= from) {
                holes.add(new Section(address, size));
            }
        });
        holes.sort(Comparator.comparingLong(Section::address));
        return holes;
    }

    /** The last blocks, each to the free run below a limit that fits best, otherwise to any free run before itself. */
    void last(long limit) throws IOException {
        if (managed) {
            lastManaged(limit);
            return;
        }
        List<Section> sections = holes(0);
        OrderedFreeSpace holes = below(limit, sections);
        OrderedFreeSpace others = above(limit, sections);
        for (int i : largestFirst(limit)) {
            if (RewrittenChunks.isOne(i, pointers, relocation)) {
                continue; // it gets a place when its new size is known
            }
            LiveBlocks.Block block = blocks.get(i);
            long address = holes.allocate(block.size());
            if (address < 0) {
                address = others.fitting(block.size());
                if (address >= 0 && address < block.address()) {
                    others.allocate(block.size());
                } else {
                    address = across(limit, holes, others, block);
                }
            }
            if (address >= 0) {
                to(i, address);
            }
        }
    }

    /**
     * A place in the free run on both sides of a limit, for a block that is behind it, and fits into neither part.
     *
     * @param holes below the limit
     * @param others above it
     * @return its address, from which on the block has been taken from both; -1 if there is none
     */
    private static long across(long limit, OrderedFreeSpace holes, OrderedFreeSpace others, LiveBlocks.Block block) {
        long below = holes.sizeEndingAt(limit);
        long above = block.size() - below;
        if (below <= 0 || above <= 0 || others.sizeAt(limit) < above || block.address() < limit) {
            return -1;
        }
        holes.take(limit - below, below);
        others.take(limit, above);
        return limit - below;
    }

    /**
     * The last blocks, as many as may be copied, the largest first: the other way round, a small block can take what a large
     * one would just have fitted into. Chunks that may change with what they refer to are behind that.
     */
    private List<Integer> largestFirst(long limit) {
        List<Integer> chosen = new ArrayList<>();
        long bytes = 0;
        for (int i = blocks.size() - 1; i >= 0 && blocks.get(i).end() > limit; i--) {
            if (pointers.isMovable(i)) {
                bytes += blocks.get(i).size();
                if (!chosen.isEmpty() && bytes > most) {
                    break;
                }
                chosen.add(i);
            }
        }
        return largestFirst(chosen, blocks, pointers);
    }

    /** The order in which blocks get their places. */
    static List<Integer> largestFirst(List<Integer> chosen, LiveBlocks blocks, FoundPointers pointers) {
        chosen.sort(Comparator.<Integer>comparingInt(i -> pointers.firstInChunk(i) < 0 ? 0 : 1)
                .thenComparingLong(i -> -blocks.get(i).size()));
        return chosen;
    }

    /**
     * Blocks that are in the way of the last ones: for each of those that fit into no free run below a limit, the cheapest
     * window is emptied into other free runs there, so that the next pass can move the last block into it.
     */
    void makeWindows(long limit) throws IOException {
        List<Section> sections = holes(0);
        Windows windows = new Windows(blocks, pointers, sections, limit);
        OrderedFreeSpace holes = below(limit, sections);
        int tries = 0;
        for (int i = blocks.size() - 1; i >= 0 && blocks.get(i).end() > limit && tries < MOST_WINDOWS; i--) {
            long size = blocks.get(i).size();
            if (!pointers.isMovable(i) || holes.fitting(size) > 0) {
                continue;
            }
            tries++;
            Windows.Window window = windows.cheapest(size);
            if (window == null || window.live() > size || isEnough(window.live() + size)) {
                continue;
            }
            if (empty(windows, window, holes, size)) {
                windows.take(window);
            }
        }
    }

    /**
     * Moves the blocks of a window into free runs elsewhere, and to the end of the file if that still gains half of what is
     * then moved into the window.
     */
    private boolean empty(Windows windows, Windows.Window window, OrderedFreeSpace holes, long size)
            throws IOException {
        List<Section> own = new ArrayList<>();
        for (Section hole : windows.holes(window)) {
            if (holes.take(hole.address(), hole.size())) {
                own.add(hole);
            }
        }
        List<Section> places = new ArrayList<>();
        List<Integer> inside = windows.blocks(window);
        long toEnd = 0;
        for (int block : inside) {
            long blockSize = blocks.get(block).size();
            long address = holes.allocate(blockSize);
            toEnd += address < 0 ? blockSize : 0;
            places.add(address < 0 ? null : new Section(address, blockSize));
        }
        if (own.size() < windows.holes(window).size() || toEnd > size / 2) {
            own.forEach(hole -> holes.free(hole.address(), hole.size()));
            places.stream().filter(Objects::nonNull).forEach(place -> holes.free(place.address(), place.size()));
            return false;
        }
        for (int i = 0; i < inside.size(); i++) {
            if (places.get(i) == null) {
                relocation.move(
                        inside.get(i),
                        space.allocateAtEnd(blocks.get(inside.get(i)).size()));
            } else {
                to(inside.get(i), places.get(i).address());
            }
        }
        return true;
    }

    private static OrderedFreeSpace below(long limit, List<Section> sections) {
        OrderedFreeSpace holes = new OrderedFreeSpace(0);
        for (Section hole : sections) {
            if (hole.address() < limit) {
                holes.free(hole.address(), Math.min(hole.end(), limit) - hole.address());
            }
        }
        return holes;
    }

    private static OrderedFreeSpace above(long limit, List<Section> sections) {
        OrderedFreeSpace holes = new OrderedFreeSpace(0);
        for (Section hole : sections) {
            if (hole.end() > limit) {
                long from = Math.max(limit, hole.address());
                holes.free(from, hole.end() - from);
            }
        }
        return holes;
    }

    /**
     * As {@link #last}, by the rules of the managers. What finds no place before the limit goes from the upper half of the bytes
     * behind it to the lower one; so it comes near the limit in a few passes. With all free space to choose from, a manager would
     * offer the rest of a page near the end. What is in the lower half may go to any free space before it.
     */
    private void lastManaged(long limit) throws IOException {
        List<Integer> left = new ArrayList<>();
        HeldSections held = space.hold(limit);
        for (int i : largestFirst(limit)) {
            if (!toManaged(i)) {
                left.add(i);
            }
        }
        held.giveBack();
        long middle = limit + (space.endOfAllocation() - limit) / 2;
        held = space.hold(middle);
        for (int i : left) {
            if (blocks.get(i).address() >= middle) {
                toManaged(i);
            }
        }
        held.giveBack();
        for (int i : left) {
            if (blocks.get(i).address() < middle) {
                toManaged(i);
            }
        }
    }

    private boolean toManaged(int index) throws IOException {
        LiveBlocks.Block block = blocks.get(index);
        long address = space.allocate(type(block), block.size());
        if (address < block.address()) {
            relocation.move(index, address);
            return true;
        }
        space.release(type(block), address, block.size());
        return false;
    }

    private boolean to(int index, long address) throws IOException {
        if (!space.allocateAt(
                AllocationType.RAW_DATA, address, blocks.get(index).size())) {
            return false;
        }
        relocation.move(index, address);
        return true;
    }

    /** Blocks slide only behind the last one that cannot be moved: before it, they may not fit again. */
    private long fixedEnd() {
        for (int i = blocks.size() - 1; i >= 0; i--) {
            if (!pointers.isMovable(i)) {
                return blocks.get(i).end();
            }
        }
        return 0;
    }

    /**
     * The first blocks from an address on, to the end of the file, unless the first free run is long enough to move blocks
     * down into.
     *
     * @param lists the bytes of the lists of free space, which the commit places
     */
    void makeRoom(PassPlan plan, long lists) throws IOException {
        long wanted = plan.from();
        if (managed) {
            allToEnd(wanted, lists);
            return;
        }
        boolean allBlocks = plan.parts() == 1;
        if (allBlocks && new Packing(wanted, plan.limit()).end(blocks, pointers) >= space.endOfAllocation()) {
            return;
        }
        long from = allBlocks ? wanted : Math.max(wanted, fixedEnd()); // what cannot be moved matters only to sliding
        long largest = 0;
        long live = 0;
        for (int i = 0; i < blocks.size(); i++) {
            if (blocks.get(i).address() >= from && pointers.isMovable(i)) {
                largest = Math.max(largest, blocks.get(i).size());
                live += blocks.get(i).size();
            }
        }
        long window = Math.max(largest, live / plan.parts());
        List<Section> holes = holes(from);
        if (!holes.isEmpty() && holes.get(0).size() >= window) {
            return;
        }
        for (int i = 0; i < blocks.size() && relocation.bytes() < window; i++) {
            if (blocks.get(i).address() >= from && pointers.isMovable(i)) {
                if (isEnough(blocks.get(i).size())) {
                    return;
                }
                relocation.move(i, space.allocateAtEnd(blocks.get(i).size()));
            }
        }
    }

    /**
     * All blocks from an address on, to the end of the file, because all free space is held; from there the managers can put them
     * together in other pages. Nothing is done if the file would have nearly as many pages.
     */
    private void allToEnd(long from, long lists) throws IOException {
        long page = space.options().pageSize();
        long least = ShrinkSteps.leastOfPages(page, space.endOfAllocation());
        long packed = new PagePacking(page, blocks, pointers).bytes(from) + (lists + page - 1) / page * page;
        if (space.endOfAllocation() - from - packed <= least) {
            return;
        }
        for (int i = 0; i < blocks.size(); i++) {
            LiveBlocks.Block block = blocks.get(i);
            if (block.address() >= from && pointers.isMovable(i)) {
                relocation.move(i, space.allocate(type(block), block.size()));
            }
        }
    }

    private static AllocationType type(LiveBlocks.Block block) {
        return LiveLabel.isRawData(block.label()) ? AllocationType.RAW_DATA : AllocationType.LOCAL_HEAP;
    }

    /**
     * Blocks from an address on move down, each into the lowest free run that is not before that of the block before it. What is
     * left of a run before a block that does not fit would stay free: the pass ends there, and after the commit the run is longer.
     *
     * @param tolerated bytes that may stay free nevertheless
     */
    void slide(long wanted, long tolerated) throws IOException {
        long from = Math.max(wanted, fixedEnd());
        List<Section> holes = holes(from);
        int hole = 0;
        long used = 0;
        long left = 0;
        for (int i = 0; i < blocks.size(); i++) {
            LiveBlocks.Block block = blocks.get(i);
            if (block.address() < from || !pointers.isMovable(i)) {
                continue;
            }
            while (hole < holes.size()
                    && holes.get(hole).address() < block.address()
                    && holes.get(hole).size() - used < block.size()) {
                left += holes.get(hole).size() - used;
                if (relocation.bytes() > 0 && left > tolerated) {
                    return;
                }
                hole++;
                used = 0;
            }
            if (hole == holes.size() || isEnough(block.size())) {
                return;
            }
            long address = holes.get(hole).address() + used;
            if (address < block.address() && to(i, address)) {
                used += block.size();
            }
        }
    }
}
