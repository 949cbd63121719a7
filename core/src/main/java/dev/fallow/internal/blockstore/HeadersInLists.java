package dev.fallow.internal.blockstore;

import dev.fallow.freespace.policy.quickfit.SizeClasses;

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

    /** The list that is being read; as many as there are lists when all are. */
    int unreadList;

    HeadersInLists(State state) {
        super(state);
        classes = new SizeClasses(state.store.options().policy());
    }

    /**
     * Follows the lists until a number of further free blocks are known.
     *
     * @return the number of free blocks found
     */
    abstract int learn(int wanted);

    /**
     * Reads all headers, and puts what is on no list and should be on one.
     *
     * @return whether more free blocks are known
     */
    abstract boolean listMissing();

    /** The most blocks that lists can lead to: where there are more, one leads round in a circle. */
    final long mostBlocks() {
        return (state.policy.tail() - state.policy.start())
                / state.policy.options().smallestBlock();
    }

    /** The header of a block that a pointer leads to; null if it is none, or damaged. */
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
            // until there is nothing more
        }
    }

    @Override
    final void close() {
        state.disk.force();
        state.checkpointClosed(BlockHeader.NONE, 0, 0);
    }
}
