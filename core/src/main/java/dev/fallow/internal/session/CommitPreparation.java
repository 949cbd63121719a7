package dev.fallow.internal.session;

import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.link.Groups;
import dev.fallow.internal.shrink.Relocation;
import java.io.IOException;

/** Prepares the commit of a session's state in memory. */
final class CommitPreparation {
    private CommitPreparation() {}

    /** Loads what {@link #settle} needs; the steps after this should not fail. */
    static void load(SessionState state) throws IOException {
        state.sections().message().info();
        state.store().structureStore().prepareSettling();
    }

    /** Gives every structure its final place. The free space that the commit stores includes the quarantine. */
    static void settle(SessionState state) throws IOException {
        StructureStore structures = state.store().structureStore();
        if (state.store().sharedMessages() != null) {
            state.store().sharedMessages().settle();
        }
        structures.settle();
        state.store().space().releaseQuarantine();
        structures.move();
        structures.settle();
        state.sections().save();
    }

    /**
     * The superblock to commit, with the address of the superblock extension or, in version 0, the cached root links.
     *
     * @param moved what the only change has moved; null for nothing
     */
    static AnySuperblock superblock(SessionState state, AnySuperblock last, Relocation moved) throws IOException {
        if (last instanceof SuperblockV0 old && state.sections().message().isUpgraded()) {
            return upgraded(state, old);
        }
        long end = state.store().space().endOfAllocation();
        AnySuperblock next = last;
        if (moved != null) { // the end before or after, so that the root group is inside before and after
            next = moved.of(last.withEndOfAllocation(Math.max(end, last.endOfAllocation())));
        }
        if (next instanceof Superblock current) {
            return current.withExtension(state.sections().message().extensionAddress(), end);
        }
        SuperblockV0 old = (SuperblockV0) next;
        return moved == null ? old.withRoot(Groups.rootEntry(state.store(), old.root())) : old;
    }

    private static Superblock upgraded(SessionState state, SuperblockV0 old) {
        return new Superblock(
                Superblock.FIRST_WITH_EXTENSION,
                old.sizes(),
                old.flags(),
                old.baseAddress(),
                state.sections().message().extensionAddress(),
                old.baseAddress() + state.store().space().endOfAllocation(),
                old.rootAddress());
    }
}
