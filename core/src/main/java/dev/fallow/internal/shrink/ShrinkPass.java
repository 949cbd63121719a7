package dev.fallow.internal.shrink;

import dev.fallow.ContainerException;
import dev.fallow.format.FormatException;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.HeldSections;
import dev.fallow.internal.census.LiveWalk;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.pointer.PointerWalk;
import dev.fallow.internal.shrink.PassPlan.Kind;
import dev.fallow.internal.space.SectionPersistence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One pass of shrinking, between two commits: finds the blocks from an address on and what refers to them, then moves some.
 */
public final class ShrinkPass {
    private final ObjectStore store;
    private final PassPlan plan;
    private final LiveBlocks blocks;
    private final FoundPointers pointers;
    private final List<String> hindrances;
    /** The bytes of the lists of free space, which the commit places. */
    private long lists;

    /**
     * Reads the structures of the file, which must have no uncommitted changes.
     */
    public ShrinkPass(ObjectStore store, SectionPersistence sections, AnySuperblock superblock, PassPlan plan)
            throws IOException {
        this.store = store;
        this.plan = plan;
        store.cache().dropClean();
        blocks = new LiveBlocks(plan.from(), plan.kind() == Kind.MAKE_ROOM || plan.kind() == Kind.SLIDE);
        LiveWalk walk = new LiveWalk(store, sections, superblock, (address, size, label) -> {
            if (SectionPersistence.isOwn(label)) {
                lists += size;
            } else {
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

    /** What cannot be moved, and matters, at most so many. */
    public List<String> fixed(int most) {
        long from = Choice.canPlace(store.space()) ? plan.mattersFrom() : plan.limit();
        List<String> all = new ArrayList<>();
        for (int i = blocks.size() - 1; i >= 0 && blocks.get(i).end() > from && all.size() < most; i--) {
            if (!pointers.isMovable(i) && blocks.get(i).address() > 0) { // not the superblock
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
     * @param most the most bytes to copy; one block may exceed it
     */
    public Relocation move(long most) throws IOException {
        FileSpace space = store.space();
        boolean toEnd = plan.kind() == Kind.MAKE_ROOM;
        boolean managed = !Choice.canPlace(space);
        Relocation relocation = new Relocation(store, blocks, pointers);
        Choice choice = new Choice(space, blocks, pointers, relocation, most);
        HeldSections held = toEnd && managed ? space.hold(0) : null;
        switch (plan.kind()) {
            case LAST -> choice.last(plan.limit());
            case MAKE_WINDOWS -> choice.makeWindows(plan.limit());
            case MAKE_ROOM -> choice.makeRoom(plan, lists);
            default -> choice.slide(plan.from(), plan.tolerated());
        }
        relocation.apply(toEnd && !managed);
        if (held != null) {
            held.giveBack();
        }
        return relocation;
    }
}
