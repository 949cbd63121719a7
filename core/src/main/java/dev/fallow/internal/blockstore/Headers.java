package dev.fallow.internal.blockstore;

import dev.fallow.blockstore.BlockVisitor;
import dev.fallow.freespace.policy.quickfit.BlockHeaders;
import java.nio.ByteBuffer;

/** The headers of a store, as one of the methods keeps them. */
abstract class Headers implements BlockHeaders {
    final State state;

    /** Content that goes with the next block that is allocated; null if there is none. */
    ByteBuffer content;

    Headers(State state) {
        this.state = state;
    }

    /** Bytes at the beginning of a block that its header takes. */
    abstract int bytesInBlock();

    /** Makes what a new store needs beside its first checkpoint. */
    void create() {
        // nothing
    }

    /**
     * Where the tail begins; after a failure the checkpoint's may be out of date (section 2.4.3). Writes nothing.
     *
     * @param recovering whether the store was not closed
     */
    abstract long findTail(Checkpoint checkpoint, boolean recovering);

    /**
     * Tells the policy of free blocks, of as many as the options say. After a failure a checkpoint has been written before.
     *
     * @param recovering whether the store was not closed
     */
    abstract void start(Checkpoint checkpoint, boolean recovering);

    /** Whether the policy was told of all free blocks. */
    abstract boolean allKnown();

    /** Reads all headers. */
    abstract void scan();

    /** The header of a block, from the medium; null if there is none. */
    abstract BlockHeader read(long address);

    abstract void forEachBlock(BlockVisitor visitor);

    /** Sets the heads of the lists, which a checkpoint is about to write. */
    void updateHeads() {
        // there are none
    }

    /** Makes sure that the next allocation finds what it needs for its header. */
    void prepare() {
        // nothing
    }

    /** Writes what a fast start needs and the last checkpoint. */
    void close() {
        state.checkpointClosed(BlockHeader.NONE, 0, 0);
    }
}
