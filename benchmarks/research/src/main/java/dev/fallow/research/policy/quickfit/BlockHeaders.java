package dev.fallow.research.policy.quickfit;

/**
 * Records the steps of the policy on a medium. Each method is called before the policy changes anything in memory, so a
 * method that throws leaves the policy unchanged (I4).
 *
 * <p>Each free block has a <i>tag</i>, a number assigned by the implementation, for instance the address of its header
 * or the content of its pointer field. The policy stores the tag and passes it back when the block is used. All
 * addresses and sizes are in bytes.
 */
public interface BlockHeaders {
    /** The address that stands for no block. */
    long NONE = -1;

    /** Records nothing, for a policy in memory only. */
    BlockHeaders NOWHERE = new BlockHeaders() {
        @Override
        public void take(long address, long size, long tag, int list) {
            // in memory only
        }

        @Override
        public long split(long address, long size, long tag, int list, long rest) {
            return 0;
        }

        @Override
        public void takeFromTail(long address, long size) {
            // in memory only
        }

        @Override
        public long free(long address, long size, int list) {
            return 0;
        }

        @Override
        public long merge(long address, long size, long tag, int pieces) {
            return 0;
        }

        @Override
        public void cutTail(long address) {
            // in memory only
        }
    };

    /** Called before a free block is allocated as a whole. The block is still on its list. */
    void take(long address, long size, long tag, int list);

    /**
     * Called before the first {@code size} bytes of a free block are allocated and the rest becomes a free block. The
     * block is still on its list.
     *
     * @param rest size of the rest, which starts at {@code address + size}
     * @return the tag of the rest
     */
    long split(long address, long size, long tag, int list, long rest);

    /** Called before a block is allocated from the tail. */
    void takeFromTail(long address, long size);

    /**
     * Called before a freed block is inserted at the head of a list.
     *
     * @return its tag
     */
    long free(long address, long size, int list);

    /**
     * Called before adjacent free blocks are merged.
     *
     * @param address of the first block, and of the merged block
     * @param size of the merged block
     * @param tag of the first block
     * @param pieces the number of blocks
     * @return the tag of the merged block
     */
    long merge(long address, long size, long tag, int pieces);

    /**
     * Called before the free blocks between {@code address} and the tail become part of the tail, which then starts at
     * {@code address}.
     */
    void cutTail(long address);

    /** Called before coalescing makes its first change. */
    default void coalescingBegins() {}

    /** Called after coalescing. */
    default void coalescingEnds() {}

    /**
     * Called if no known free block serves a request. The implementation can report further free blocks, which it did
     * not read at its start, by {@link QuickFit#learn} (section 2.1, last paragraph).
     *
     * @return whether blocks were reported, so that the search is repeated; false if there are no more
     */
    default boolean learnMore() {
        return false;
    }
}
