package dev.fallow.freespace.policy.quickfit;

/**
 * Where the steps of the policy are written down: on a medium, or nowhere. Each method is called before the policy changes
 * anything in memory, so that one that throws leaves the policy as it was (I4).
 *
 * <p>The owner may give each free block a <i>tag</i>, a number that the policy keeps with the block and shows when the block
 * is used: for instance where its header is, or what its pointer field holds. All addresses and sizes are bytes.
 */
public interface BlockHeaders {
    /** In place of an address: no block. */
    long NONE = -1;

    /** Writes nothing: for a policy that only lives in memory. */
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

    /** A free block is about to be handed out whole. It is still on its list. */
    void take(long address, long size, long tag, int list);

    /**
     * The first {@code size} bytes of a free block are about to be handed out, and the rest of it to become a free block. It
     * is still on its list.
     *
     * @param rest bytes of the rest, which begins at {@code address + size}
     * @return the tag of the rest
     */
    long split(long address, long size, long tag, int list, long rest);

    /** A block is about to be carved from the tail. */
    void takeFromTail(long address, long size);

    /**
     * A block is about to be put at the head of a list.
     *
     * @return its tag
     */
    long free(long address, long size, int list);

    /**
     * Adjacent free blocks are about to become one.
     *
     * @param address of the first of them and of the block that they become
     * @param size bytes of that block
     * @param tag of the first of them
     * @param pieces how many there are
     * @return the tag of the block
     */
    long merge(long address, long size, long tag, int pieces);

    /** The free blocks from here to the tail are about to become part of the tail, which then begins here. */
    void cutTail(long address);

    /** Coalescing is about to change something. */
    default void coalescingBegins() {}

    /** Coalescing is done. */
    default void coalescingEnds() {}

    /**
     * The free blocks in memory do not serve a request. The owner may know of more, which it did not read at its start, and
     * tell of some or all of them by {@link QuickFit#learn} (section 2.1, last paragraph).
     *
     * @return whether it did tell of any, so that it is worth looking again; false: there is nothing more to be told
     */
    default boolean learnMore() {
        return false;
    }
}
