package dev.fallow.research.blockstore.internal;

import dev.fallow.research.policy.quickfit.SizeClasses;

/**
 * The common part of methods II and III: lists on the medium, one for each size class, linked through the pointers in
 * headers. They are followed when a store is opened, until enough free blocks are known. While coalescing removes
 * blocks that are pointed to, the checkpoint marks the lists as unusable.
 */
abstract class HeadersInLists extends HeadersBeside {
    private static final int HEADERS_AT_ONCE = 256;

    final SizeClasses classes;

    /** The next block of each list to be read; NONE at the end. */
    long[] unread;

    /** The number of the list being read; the number of lists when all have been read. */
    int unreadList;

    HeadersInLists(State state) {
        super(state);
        classes = new SizeClasses(state.store.options().policy());
    }

    /**
     * Follows the lists until {@code wanted} further free blocks are known.
     *
     * @return the number of free blocks found
     */
    abstract int learn(int wanted);

    /**
     * Reads all headers, and inserts the blocks that are missing from the lists.
     *
     * @return whether further free blocks were found
     */
    abstract boolean listMissing();

    /** The maximum number of blocks on all lists; if there are more, a list is cyclic. */
    final long mostBlocks() {
        return (state.policy.tail() - state.policy.start())
                / state.policy.options().smallestBlock();
    }

    /** The header of a block to which a pointer leads; null if there is none, or it is damaged. */
    final BlockHeader readListed(long address) {
        int grain = state.policy.options().grain();
        if (address < state.policy.start() || address >= state.policy.tail() || address % grain != 0) {
            return null;
        }
        BlockHeader header = read(address);
        return header == null || header.damaged() ? null : header;
    }

    @Override
    public final void coalescingBegins() {
        state.listsValid = false;
        state.checkpoint(state.policy.tail());
    }

    @Override
    public final boolean learnMore() {
        return learn(HEADERS_AT_ONCE) > 0 || state.listsMiss && listMissing();
    }

    @Override
    final boolean allKnown() {
        return unreadList == unread.length && !state.listsMiss;
    }

    @Override
    final void scan() {
        state.listsMiss = true;
        while (learnMore()) {
            // repeated until nothing is found
        }
    }

    @Override
    final void close() {
        state.disk.force();
        state.checkpointClosed(BlockHeader.NONE, 0, 0);
    }
}
