package dev.fallow.research.blockstore.internal;

import java.util.Arrays;

/**
 * Method III (section 2.3): lists of free blocks, in the same order as those in memory. A freed block points to the
 * head of its list; an allocated one keeps its pointer, so that an outdated head still leads to the free blocks. Heads
 * are written by checkpoints only. Taking a block from the middle of a list costs a write for the one before it; only
 * the last misc list requires this.
 */
final class FreeBlockLists extends HeadersInLists {
    FreeBlockLists(State state) {
        super(state);
    }

    private long head(int list) {
        long first = state.policy.first(list);
        return first != BlockHeader.NONE ? first : unread[list];
    }

    @Override
    void updateHeads() {
        for (int list = 0; list < state.heads.length && unread != null; list++) {
            state.heads[list] = head(list);
        }
    }

    // ---- the steps of the policy; the tag of a free block is its pointer ---------------------------------------

    @Override
    public void take(long address, long size, long tag, int list) {
        state.reserveSequences(2);
        leaveList(address, tag);
        writeAllocated(address, size, tag);
        state.changed();
    }

    /** Removes a block from its list: sets the pointer of the previous block to the next one. */
    private void leaveList(long address, long tag) {
        long before = state.policy.before(address);
        if (before != BlockHeader.NONE) {
            write(before, state.header(state.policy.sizeOf(before), false, tag));
            state.policy.setTag(before, tag);
        }
    }

    @Override
    public long split(long address, long size, long tag, int list, long rest) {
        state.reserveSequences(3);
        int restList = classes.of(rest);
        boolean isHead = state.policy.before(address) == BlockHeader.NONE;
        long pointer = restList == list && isHead ? tag : head(restList);
        leaveList(address, tag);
        write(address + size, state.header(rest, false, pointer));
        writeAllocated(address, size, tag);
        state.changed();
        return pointer;
    }

    @Override
    public long free(long address, long size, int list) {
        long pointer = head(list);
        write(address, state.header(size, false, pointer));
        state.recent.forget(address);
        state.changed();
        return pointer;
    }

    @Override
    public void coalescingEnds() {
        relink();
    }

    // ---- start ------------------------------------------------------------------------------------------------

    @Override
    void start(Checkpoint checkpoint, boolean recovering) {
        unread = new long[classes.count()];
        if (!state.listsValid) {
            Arrays.fill(unread, BlockHeader.NONE);
            unreadList = unread.length;
            walk();
            relink();
            return;
        }
        System.arraycopy(state.heads, 0, unread, 0, unread.length);
        if (recovering) {
            learn(Integer.MAX_VALUE);
            relink();
        } else {
            learn(state.store.options().blocksAtStart());
        }
    }

    /**
     * After a failure a list may start with blocks that have been allocated since the checkpoint, which are skipped,
     * and may end at a block that is now on another list.
     */
    @Override
    int learn(int wanted) {
        int learned = 0;
        long left = mostBlocks();
        while (learned < wanted && unreadList < unread.length) {
            long address = unread[unreadList];
            BlockHeader header = address == BlockHeader.NONE || left-- < 0 ? null : readListed(address, unreadList);
            if (header == null) {
                state.listsMiss |= address != BlockHeader.NONE;
                unread[unreadList++] = BlockHeader.NONE;
                continue;
            }
            unread[unreadList] = header.pointer();
            if (!header.allocated()) {
                state.policy.learn(address, header.size(), header.pointer());
                learned++;
            }
        }
        return learned;
    }

    /**
     * The header of a block to which a pointer leads; null if there is none, if the block does not belong to this list,
     * or if it is already known.
     */
    private BlockHeader readListed(long address, int list) {
        BlockHeader header = state.policy.isFree(address) ? null : readListed(address);
        return header == null || classes.of(header.size()) != list ? null : header;
    }

    /** Reads all headers, and appends free blocks that are on no list to one. */
    @Override
    boolean listMissing() {
        int known = state.policy.freeBlocks();
        walk();
        relink();
        return state.policy.freeBlocks() > known;
    }

    private void walk() {
        HeaderWalk walk = new HeaderWalk(state, state.policy.start(), state.policy.tail());
        for (BlockHeader header = walk.next(); header != null; header = walk.next()) {
            if (!header.allocated() && !state.policy.isFree(walk.address())) {
                state.policy.learn(walk.address(), header.size(), header.pointer());
            }
        }
        state.listsMiss = false;
    }

    /**
     * Writes the pointers of all free blocks to match the lists in memory, each list from its end. All free blocks must
     * be known.
     */
    private void relink() {
        for (int list = 0; list < classes.count(); list++) {
            long last = BlockHeader.NONE;
            for (long at = state.policy.first(list); at != BlockHeader.NONE; at = state.policy.after(at)) {
                last = at;
            }
            long next = BlockHeader.NONE;
            for (long at = last; at != BlockHeader.NONE; at = state.policy.before(at)) {
                if (state.policy.tagOf(at) != next) {
                    write(at, state.header(state.policy.sizeOf(at), false, next));
                    state.policy.setTag(at, next);
                }
                next = at;
            }
        }
        state.listsValid = true;
        state.checkpoint(state.policy.tail());
    }
}
