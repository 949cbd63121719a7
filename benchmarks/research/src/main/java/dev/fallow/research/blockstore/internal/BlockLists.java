package dev.fallow.research.blockstore.internal;

import dev.fallow.research.policy.quickfit.AddressIndex;
import java.util.Arrays;

/**
 * Method II (section 2.2): lists of all blocks, free and allocated, one for each size class. A new block is inserted at
 * the head of a list, and its pointer does not change afterwards, so a change of its status takes one write. Heads are
 * written only by checkpoints. A block that is split stays on its list until coalescing, which rebuilds all lists.
 * After a failure, blocks created since the last checkpoint are on no list until all headers are read.
 */
final class BlockLists extends HeadersInLists {
    /** The maximum number of blocks that are still to be read from the lists; if there are more, a list is cyclic. */
    private long unreadBlocks;

    BlockLists(State state) {
        super(state);
    }

    // ---- the steps of the policy; the tag of a free block is its pointer ---------------------------------------

    @Override
    public void take(long address, long size, long tag, int list) {
        writeAllocated(address, size, tag);
    }

    @Override
    public long split(long address, long size, long tag, int list, long rest) {
        state.reserveSequences(2);
        int restList = classes.of(rest);
        long pointer = state.heads[restList];
        write(address + size, state.header(rest, false, pointer));
        writeAllocated(address, size, tag);
        state.heads[restList] = address + size;
        state.changed();
        return pointer;
    }

    @Override
    public void takeFromTail(long address, long size) {
        int list = classes.of(size);
        writeAllocated(address, size, state.heads[list]);
        state.heads[list] = address;
        state.changed();
    }

    @Override
    public long free(long address, long size, int list) {
        long pointer = state.recent.pointer(address);
        write(address, state.header(size, false, pointer));
        state.recent.forget(address);
        return pointer;
    }

    @Override
    public long merge(long address, long size, long tag, int pieces) {
        write(address, state.header(size, false, tag));
        return tag;
    }

    @Override
    public void coalescingEnds() {
        rebuild();
    }

    // ---- start ------------------------------------------------------------------------------------------------

    @Override
    void start(Checkpoint checkpoint, boolean recovering) {
        if (!state.listsValid) {
            rebuild();
            return;
        }
        unread = state.heads.clone();
        unreadBlocks = mostBlocks();
        learn(state.store.options().blocksAtStart());
    }

    /** Rebuilds all lists, in address order. */
    private void rebuild() {
        HeaderWalk walk = new HeaderWalk(state, state.policy.start(), state.policy.tail());
        long[] heads = noHeads();
        for (BlockHeader header = walk.next(); header != null; header = walk.next()) {
            if (!header.damaged()) {
                int list = classes.of(header.size());
                link(walk.address(), header, heads[list]);
                heads[list] = walk.address();
            }
        }
        state.heads = heads;
        unread = noHeads();
        unreadList = unread.length;
        state.listsValid = true;
        state.listsMiss = false;
        state.checkpoint(state.policy.tail());
    }

    private long[] noHeads() {
        long[] heads = new long[classes.count()];
        Arrays.fill(heads, BlockHeader.NONE);
        return heads;
    }

    /** Sets a block's pointer to another block, and adds the block to the policy if it is free. */
    private void link(long address, BlockHeader header, long pointer) {
        if (header.pointer() != pointer) {
            write(address, state.header(header.size(), header.allocated(), pointer));
        }
        state.recent.forget(address);
        if (!header.allocated()) {
            if (state.policy.isFree(address)) {
                state.policy.setTag(address, pointer);
            } else {
                state.policy.learn(address, header.size(), pointer);
            }
        }
    }

    @Override
    int learn(int wanted) {
        int learned = 0;
        while (learned < wanted && unreadList < unread.length) {
            long address = unread[unreadList];
            BlockHeader header = address == BlockHeader.NONE ? null : readListed(address);
            if (header == null) {
                state.listsMiss |= address != BlockHeader.NONE;
                unreadList++;
                continue;
            }
            if (unreadBlocks-- == 0) {
                int known = state.policy.freeBlocks();
                rebuild();
                return learned + state.policy.freeBlocks() - known;
            }
            unread[unreadList] = header.pointer();
            if (!header.allocated() && !state.policy.isFree(address)) {
                state.policy.learn(address, header.size(), header.pointer());
                learned++;
            }
        }
        return learned;
    }

    /** Reads all headers, and inserts the blocks that are on no list at the head of one. */
    @Override
    boolean listMissing() {
        AddressIndex listed = new AddressIndex();
        for (long head : state.heads) {
            long address = head;
            while (address != BlockHeader.NONE && listed.get(address) < 0) {
                BlockHeader header = readListed(address);
                if (header == null) {
                    break;
                }
                listed.put(address, 0);
                address = header.pointer();
            }
        }
        int known = state.policy.freeBlocks();
        HeaderWalk walk = new HeaderWalk(state, state.policy.start(), state.policy.tail());
        for (BlockHeader header = walk.next(); header != null; header = walk.next()) {
            if (!header.damaged() && listed.get(walk.address()) < 0) {
                int list = classes.of(header.size());
                link(walk.address(), header, state.heads[list]);
                state.heads[list] = walk.address();
            }
        }
        state.listsMiss = false;
        state.checkpoint(state.policy.tail());
        return state.policy.freeBlocks() > known;
    }
}
