package dev.fallow.internal.shrink;

import dev.fallow.ContainerException;
import dev.fallow.format.FormatException;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.pointer.PointerWalk;
import dev.fallow.internal.space.LiveWalk;
import dev.fallow.internal.space.SectionPersistence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One pass of shrinking, between two commits: finds the blocks from an address on and what refers to them, then moves some.
 */
public final class ShrinkPass {
    private final ObjectStore store;
    private final LiveBlocks blocks;
    private final FoundPointers pointers;
    private final List<String> hindrances;

    /** What a pass moves. */
    public enum Kind {
        /** The last blocks, into free space before the place where the file could end. */
        LAST,
        /** Blocks between free runs before that place, so that there is room for the last blocks. */
        MAKE_WINDOWS,
        /** The first blocks after the first free space, to the end, so that there is room to slide. */
        MAKE_ROOM,
        /** Blocks, down to the one before them. */
        SLIDE
    }

    /**
     * Reads the structures of the file, which must have no uncommitted changes.
     *
     * @param kind what is going to be moved
     * @param from the lowest address of a block that may be moved
     */
    public ShrinkPass(ObjectStore store, SectionPersistence sections, AnySuperblock superblock, Kind kind, long from)
            throws IOException {
        this.store = store;
        store.cache().dropClean();
        blocks = new LiveBlocks(from, kind == Kind.MAKE_ROOM || kind == Kind.SLIDE);
        LiveWalk walk = new LiveWalk(store, sections, superblock, (address, size, label) -> {
            if (!SectionPersistence.isOwn(label)) {
                blocks.add(address, size, label);
            }
        });
        hindrances = new ArrayList<>(walk.walk());
        hindrances.addAll(walk.unknownMessages());
        blocks.sort();
        pointers = new FoundPointers(blocks);
        if (hindrances.isEmpty()) {
            findPointers(superblock);
        }
        store.cache().dropClean();
    }

    private void findPointers(AnySuperblock superblock) throws IOException {
        for (int i = 1; i < blocks.size(); i++) {
            if (blocks.get(i - 1).end() > blocks.get(i).address()) {
                hindrances.add(
                        "two structures overlap at address " + blocks.get(i).address());
                return;
            }
        }
        pointers.root(superblock.rootAddress());
        try {
            new PointerWalk(store, pointers).walk(superblock);
        } catch (FormatException | ContainerException | ArithmeticException e) {
            hindrances.add(e.getMessage());
        }
    }

    /** Why nothing can be moved; empty if something may be. */
    public List<String> hindrances() {
        return hindrances;
    }

    /** What is from an address on and cannot be moved, at most so many. */
    public List<String> fixed(long from, int most) {
        List<String> all = new ArrayList<>();
        for (int i = blocks.size() - 1; i >= 0 && blocks.get(i).end() > from && all.size() < most; i--) {
            if (!pointers.isMovable(i)) {
                all.add("%s at address %d, %d bytes: %s refers to it"
                        .formatted(
                                blocks.get(i).label(),
                                blocks.get(i).address(),
                                blocks.get(i).size(),
                                pointers.reason(i)));
            }
        }
        return all;
    }

    /**
     * Moves blocks, as a change.
     *
     * @param address for {@link Kind#LAST} and {@link Kind#MAKE_WINDOWS} the end that the file could have, otherwise where
     *     sliding begins
     * @param parts for {@link Kind#MAKE_ROOM} the part of the blocks to slide that there has to be room for
     * @param tolerated for {@link Kind#SLIDE} bytes that may stay free where sliding has passed
     * @param most the most bytes to copy; one block may exceed it
     */
    public Relocation move(Kind kind, long address, int parts, long tolerated, long most) throws IOException {
        Relocation relocation = new Relocation(store, blocks, pointers);
        Choice choice = new Choice(store.space(), blocks, pointers, relocation, most);
        switch (kind) {
            case LAST -> choice.last(address);
            case MAKE_WINDOWS -> choice.makeWindows(address);
            case MAKE_ROOM -> choice.makeRoom(address, parts);
            default -> choice.slide(address, tolerated);
        }
        relocation.apply(kind == Kind.MAKE_ROOM);
        return relocation;
    }
}
