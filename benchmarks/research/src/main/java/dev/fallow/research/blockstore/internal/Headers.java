package dev.fallow.research.blockstore.internal;

import dev.fallow.research.blockstore.StoredBlockVisitor;
import dev.fallow.research.policy.quickfit.BlockHeaders;
import java.nio.ByteBuffer;

/** Maintains the headers of a store on the medium. Each subclass implements one of the methods. */
abstract class Headers implements BlockHeaders {
    final State state;

    /** The content of the next block to be allocated; null if there is none. */
    ByteBuffer content;

    Headers(State state) {
        this.state = state;
    }

    /** The number of bytes that a block's header takes at its start. */
    abstract int bytesInBlock();

    /** Creates the structures that a new store needs in addition to its first checkpoint. */
    void create() {
        // nothing
    }

    /**
     * The start of the tail. After a failure the checkpoint's value may be out of date (section 2.4.3). Writes nothing.
     *
     * @param recovering whether the store was not closed
     */
    abstract long findTail(Checkpoint checkpoint, boolean recovering);

    /**
     * Passes free blocks to the policy, as many as the options require. After a failure a checkpoint has been written
     * first.
     *
     * @param recovering whether the store was not closed
     */
    abstract void start(Checkpoint checkpoint, boolean recovering);

    /** Whether the policy has been given all free blocks. */
    abstract boolean allKnown();

    /** Reads all headers. */
    abstract void scan();

    /** The header of a block, from the medium; null if there is none. */
    abstract BlockHeader read(long address);

    abstract void forEachBlock(StoredBlockVisitor visitor);

    /** Sets the heads of the lists, which a checkpoint is about to write. */
    void updateHeads() {
        // there are none
    }

    /** Ensures that the next allocation finds the space that its header needs. */
    void prepare() {
        // nothing
    }

    /** Writes the state needed for a fast start, and the last checkpoint. */
    void close() {
        state.checkpointClosed(BlockHeader.NONE, 0, 0);
    }
}
