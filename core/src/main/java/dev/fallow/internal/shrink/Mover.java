package dev.fallow.internal.shrink;

import dev.fallow.ContainerException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.HeldSections;
import dev.fallow.internal.census.LiveLabel;
import dev.fallow.internal.census.LiveWalk;
import dev.fallow.internal.check.PointerWalk;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.shrink.BlockMap.Block;
import dev.fallow.internal.shrink.Passes.Kind;
import dev.fallow.internal.shrink.Passes.Pass;
import dev.fallow.internal.space.SectionPersistence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Moves blocks of a file, in passes with a commit after each. Two walks find the blocks and what refers to them, before the first pass;
 * afterwards only what the mover moves is elsewhere. In a file with more blocks than fit into memory, each pass takes two walks.
 */
public final class Mover {
    private static final LiveLabel CHUNK = LiveLabel.unclassified("chunk", null, true);
    private static final LiveLabel INDEX = LiveLabel.unclassified("chunk index", null, false);

    private BlockMap map;
    /** What cannot be moved, and is not in the map: each commit changes it. */
    private List<Block> others = List.of();

    private boolean walked;
    private boolean referred;
    private List<String> hindrances = List.of();
    private int unmovable;

    /** A mover of everything. */
    public Mover() {
        map = new BlockMap();
    }

    /**
     * A mover of the chunks of some datasets, and of the blocks of their indexes; everything else stays where it is. A dataset that cannot be
     * read, or whose chunks or blocks are also in use by something else, stays, too.
     *
     * @param headers the addresses of the object headers of the datasets
     */
    public static Mover ofChunks(ObjectStore store, List<Long> headers) {
        Mover mover = new Mover();
        mover.map = BlockMap.ofChunks();
        Map<Long, List<Section>> owned = new LinkedHashMap<>();
        List<Section> all = new ArrayList<>();
        for (long header : headers) {
            List<Section> blocks = new ArrayList<>();
            List<Section> chunks = new ArrayList<>();
            try {
                DatasetStorage.of(store, store.header(header), "object header at address " + header)
                        .forEachBlock((address, size, structure, raw) ->
                                (raw ? chunks : blocks).add(new Section(address, size)));
            } catch (IOException | FormatException | ContainerException | IllegalArgumentException unreadable) {
                mover.unmovable++;
                continue;
            }
            List<Section> own = new ArrayList<>(blocks);
            own.addAll(chunks);
            if (isApart(store, own)) {
                owned.put(header, own);
                all.addAll(own);
                chunks.forEach(chunk -> mover.map.add(chunk.address(), chunk.size(), CHUNK));
                blocks.forEach(block -> mover.map.add(block.address(), block.size(), INDEX));
            } else {
                mover.unmovable++;
            }
        }
        mover.map.sort();
        boolean apart = isApart(store, all);
        owned.forEach((header, blocks) -> {
            if (!apart || !mover.refer(store, header)) {
                mover.unmovable++;
                blocks.forEach(block -> mover.map.fixed(block.address(), "a dataset that cannot be read"));
            }
        });
        mover.walked = true;
        mover.referred = true;
        return mover;
    }

    private boolean refer(ObjectStore store, long header) {
        try {
            PointerWalk.visit(store, header, map);
            return true;
        } catch (IOException | FormatException | ContainerException | ArithmeticException unreadable) {
            return false;
        }
    }

    /** Whether runs are in use and do not overlap each other. Sorts them. */
    private static boolean isApart(ObjectStore store, List<Section> runs) {
        runs.sort(Comparator.comparingLong(Section::address));
        long end = 0;
        for (Section run : runs) {
            if (run.address() < end || !store.space().inUse(run.address(), run.size())) {
                return false;
            }
            end = run.end();
        }
        return true;
    }

    /** The datasets that stay where they are. */
    public int unmovable() {
        return unmovable;
    }

    /** Adds a block that a walk has found. */
    public void add(long address, long size, Object label) {
        if (!SectionPersistence.isOwn(label) && !LiveWalk.isExtension(label)) {
            map.add(address, size, label);
        }
    }

    /** Ends a walk that has added all blocks. */
    public void walked(LiveWalk walk) {
        hindrances = walk.hindrances();
        map.sort();
        long overlap = map.overlap();
        if (hindrances.isEmpty() && overlap >= 0) {
            hindrances.add("two structures overlap at address " + overlap);
        }
        walked = true;
        referred = false;
    }

    /** Why nothing can be moved; empty if something may be. */
    public List<String> hindrances() {
        return hindrances;
    }

    /** The layout of the file, after the last commit. */
    public BlockLayout layout(FileSpace space) {
        return BlockLayout.of(map, others, space, free(space));
    }

    /** The layout of the file without the lists of free space, which each commit places anew. */
    public BlockLayout withoutLists(FileSpace space, SectionPersistence sections) throws IOException {
        List<Section> holes = free(space);
        sections.forEachBlock((address, size, label) -> holes.add(new Section(address, size)));
        return BlockLayout.of(map, others, space, holes).trimmed();
    }

    private static List<Section> free(FileSpace space) {
        List<Section> free = new ArrayList<>();
        space.forEachFree((address, size) -> free.add(new Section(address, size)));
        return free;
    }

    /** The free runs to which a change can move blocks, whatever they are. */
    private static List<Section> forRawData(FileSpace space) {
        List<Section> free = new ArrayList<>();
        space.sections(space.slotOf(AllocationType.RAW_DATA, 1))
                .forEach((address, size) -> free.add(new Section(address, size)));
        return free;
    }

    /** Finds what is not known. The file must have no uncommitted changes. */
    public void prepare(ObjectStore store, SectionPersistence sections, AnySuperblock superblock) throws IOException {
        prepare(store, sections, superblock, new Pass(Kind.LAST, 0, 0, 1, 0));
    }

    /** Finds what a pass needs and is not known. The file must have no uncommitted changes. */
    public void prepare(ObjectStore store, SectionPersistence sections, AnySuperblock superblock, Pass pass)
            throws IOException {
        if (!walked || !map.isComplete() && !map.isOfChunks()) {
            store.cache().dropClean();
            map = new BlockMap(pass.from(), pass.kind() == Kind.MAKE_ROOM || pass.kind() == Kind.SLIDE);
            LiveWalk walk = new LiveWalk(store, sections, superblock, this::add);
            walk.walk();
            walked(walk);
        }
        if (!referred && hindrances.isEmpty()) {
            store.cache().dropClean();
            findPointers(store, superblock);
            referred = true;
        }
        if (map.isOfChunks()) {
            return;
        }
        others = new ArrayList<>();
        long extension = sections.message().extensionAddress();
        if (extension != Addresses.UNDEFINED) {
            store.header(extension)
                    .forEachChunk((address, length) ->
                            others.add(Block.fixed(address, length, "superblock extension", "the superblock")));
        }
        store.cache().dropClean();
    }

    private void findPointers(ObjectStore store, AnySuperblock superblock) throws IOException {
        map.root(superblock.rootAddress());
        store.advance().begin(-1);
        try {
            new PointerWalk(store, map).walk(superblock);
        } catch (FormatException | ContainerException | ArithmeticException e) {
            hindrances.add(e.getMessage());
        }
        store.advance().end();
    }

    /** What cannot be moved, and matters to a pass, up to a number of blocks. */
    public List<String> fixed(BlockLayout layout, Pass pass, int most) {
        long from = layout.isPlaceable() ? pass.mattersFrom() : pass.limit();
        List<String> all = new ArrayList<>();
        for (int i = layout.size() - 1; i >= 0 && layout.block(i).end() > from && all.size() < most; i--) {
            Block block = layout.block(i);
            if (!block.isMovable() && block.address() > 0) { // not the superblock
                all.add("%s at address %d, %d bytes: %s refers to it"
                        .formatted(block.label(), block.address(), block.size(), block.reason()));
            }
        }
        return all;
    }

    /**
     * Moves blocks, as a change. After its commit, the relocation is to be {@linkplain Relocation#record recorded}.
     *
     * @param lists the bytes of the lists of free space, which the commit places
     * @param most the most bytes to copy; one block may exceed it
     */
    public Relocation move(ObjectStore store, Pass pass, long lists, long most) throws IOException {
        FileSpace space = store.space();
        Relocation relocation = new Relocation(store, map);
        space.giveToRawData(0);
        if (BlockLayout.canPlace(space.options())) {
            BlockLayout.Moves moves = moves(BlockLayout.of(map, others, space, forRawData(space)), pass, most);
            for (BlockLayout.Move move : moves.list()) {
                long size = move.block().size();
                if (move.to() == BlockLayout.TO_END) {
                    relocation.move(move.block(), space.allocateAtEnd(size));
                } else if (space.allocateAt(AllocationType.RAW_DATA, move.to(), size)) {
                    relocation.move(move.block(), move.to());
                }
            }
            relocation.apply(pass.kind() == Kind.MAKE_ROOM);
            return relocation;
        }
        HeldSections held = pass.kind() == Kind.MAKE_ROOM ? space.hold(0) : null;
        if (held != null) {
            allToEnd(space, relocation, pass.from(), lists);
        } else {
            lastManaged(space, relocation, pass.limit(), most);
        }
        relocation.apply(false);
        if (held != null) {
            held.giveBack();
        }
        return relocation;
    }

    /** A relocation of nothing, for a commit that only places the lists of free space. */
    public Relocation nothing(ObjectStore store) {
        return new Relocation(store, map);
    }

    /** What a pass moves in a file where places can be chosen. */
    static BlockLayout.Moves moves(BlockLayout layout, Pass pass, long most) {
        return switch (pass.kind()) {
            case LAST -> layout.last(pass.limit(), most);
            case MAKE_WINDOWS -> layout.windows(pass.limit(), most);
            case MAKE_ROOM -> room(layout, pass, most);
            case SLIDE -> layout.slide(Math.max(pass.from(), layout.fixedEnd()), pass.tolerated(), most);
        };
    }

    private static BlockLayout.Moves room(BlockLayout layout, Pass pass, long most) {
        if (pass.parts() > 1) {
            return layout.room(Math.max(pass.from(), layout.fixedEnd()), pass.parts(), most);
        }
        return layout.packedEnd(pass.from(), pass.limit()) >= layout.end()
                ? new BlockLayout.Moves()
                : layout.allToEnd(pass.from(), most);
    }

    /**
     * The last blocks of a file in which the managers choose the places. What finds no place before the limit goes from the upper half of
     * the bytes behind it to the lower one; so it comes near the limit in a few passes. With all free space to choose from, a manager
     * would offer the rest of a page near the end. What is in the lower half may go to any free space before it.
     */
    private void lastManaged(FileSpace space, Relocation relocation, long limit, long most) throws IOException {
        BlockLayout layout = layout(space);
        List<Block> left = new ArrayList<>();
        HeldSections held = space.hold(limit);
        for (int i : layout.lastBlocks(limit, most)) {
            if (!toManaged(space, relocation, layout.block(i))) {
                left.add(layout.block(i));
            }
        }
        held.giveBack();
        long middle = limit + (space.endOfAllocation() - limit) / 2;
        held = space.hold(middle);
        for (Block block : left) {
            if (block.address() >= middle) {
                toManaged(space, relocation, block);
            }
        }
        held.giveBack();
        for (Block block : left) {
            if (block.address() < middle) {
                toManaged(space, relocation, block);
            }
        }
    }

    private static boolean toManaged(FileSpace space, Relocation relocation, Block block) throws IOException {
        long address = space.allocate(block.type(), block.size());
        if (address < block.address()) {
            relocation.move(block, address);
            return true;
        }
        space.release(block.type(), address, block.size());
        return false;
    }

    /**
     * All blocks of a paged file from an address on, to the end, because all free space is held; from there the managers can put them
     * together in other pages. Nothing is done if the file would have nearly as many pages.
     */
    private void allToEnd(FileSpace space, Relocation relocation, long from, long lists) throws IOException {
        BlockLayout layout = layout(space);
        long page = space.options().pageSize();
        long least = Passes.leastOfPages(page, space.endOfAllocation());
        long packed = new PagePacking(page, layout).bytes(from) + (lists + page - 1) / page * page;
        if (space.endOfAllocation() - from - packed <= least) {
            return;
        }
        for (int i = 0; i < layout.size(); i++) {
            Block block = layout.block(i);
            if (block.address() >= from && block.isMovable()) {
                relocation.move(block, space.allocate(block.type(), block.size()));
            }
        }
    }
}
