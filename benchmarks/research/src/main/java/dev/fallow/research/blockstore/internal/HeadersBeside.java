package dev.fallow.research.blockstore.internal;

import dev.fallow.research.blockstore.StoredBlockVisitor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** Method I (section 2.1): a header at the start of each block, and no other structures. */
class HeadersBeside extends Headers {
    private static final int BLOCKS_AT_ONCE = 256;

    final HeaderSearch search;
    private HeaderWalk unread;

    HeadersBeside(State state) {
        super(state);
        search = new HeaderSearch(state);
    }

    @Override
    final int bytesInBlock() {
        return BlockHeader.BYTES;
    }

    // ---- the steps of the policy ------------------------------------------------------------------------------

    @Override
    public void take(long address, long size, long tag, int list) {
        writeAllocated(address, size, BlockHeader.NONE);
    }

    @Override
    public long split(long address, long size, long tag, int list, long rest) {
        state.reserveSequences(2);
        // first the header of the rest, inside the free block, so that headers always lead from block to block
        write(address + size, state.header(rest, false, BlockHeader.NONE));
        writeAllocated(address, size, BlockHeader.NONE);
        return BlockHeader.NONE;
    }

    @Override
    public void takeFromTail(long address, long size) {
        writeAllocated(address, size, BlockHeader.NONE);
        state.changed();
    }

    @Override
    public long free(long address, long size, int list) {
        write(address, state.header(size, false, BlockHeader.NONE));
        state.recent.forget(address);
        return BlockHeader.NONE;
    }

    /** Recovery starts at the tail pointer of the last checkpoint, so no block may start before it and end after it. */
    @Override
    public long merge(long address, long size, long tag, int pieces) {
        state.checkpointUnlessTailOutside(address, size);
        write(address, state.header(size, false, BlockHeader.NONE));
        return BlockHeader.NONE;
    }

    /**
     * Changes the code bytes, so that headers currently in the tail are not mistaken for those of blocks carved from it
     * later.
     */
    @Override
    public final void cutTail(long address) {
        state.nextGeneration();
        state.checkpoint(address);
    }

    final void write(long address, BlockHeader header) {
        ByteBuffer bytes = ByteBuffer.allocate(BlockHeader.BYTES);
        header.encode(bytes, state.store.storeId(), address);
        state.disk.write(address, bytes.flip());
    }

    /** Writes the header of an allocated block together with its content. */
    final void writeAllocated(long address, long size, long pointer) {
        BlockHeader header = state.header(size, true, pointer);
        if (content == null) {
            write(address, header);
        } else {
            ByteBuffer bytes = ByteBuffer.allocate(BlockHeader.BYTES + content.remaining());
            header.encode(bytes, state.store.storeId(), address);
            bytes.put(content.duplicate());
            state.disk.write(address, bytes.flip());
        }
        state.recent.put(address, size, pointer);
    }

    // ---- start and end ----------------------------------------------------------------------------------------

    @Override
    final long findTail(Checkpoint checkpoint, boolean recovering) {
        return recovering ? recoverTail(checkpoint) : checkpoint.tail();
    }

    /**
     * Advances from the tail pointer of the checkpoint as long as headers have the code bytes of the last session:
     * these blocks were carved from the tail. Whether they are still allocated is irrelevant; the paper's rule, to stop
     * at a free block, would lose all blocks after it.
     */
    private long recoverTail(Checkpoint checkpoint) {
        long fileEnd = state.disk.size();
        long largest = Math.max(checkpoint.limit(), fileEnd);
        int grain = state.store.options().policy().grain();
        long smallest = state.store.options().policy().smallestBlock();
        long tail = checkpoint.tail();
        int code = state.code();
        while (true) {
            BlockHeader header = search.read(tail, Long.MAX_VALUE - grain);
            if (header != null && header.code() == code && header.size() <= spaceEnd(largest) - tail) {
                if (header.damaged()) {
                    HeaderWalk.note(state, tail, header.size(), "the header was found damaged earlier");
                }
                tail += header.size();
                continue;
            }
            long next = search.first(
                    tail + grain, Math.max(fileEnd, tail + grain), spaceEnd(largest), found -> found.code() == code);
            if (next >= fileEnd) {
                return tail;
            }
            // the damaged header is replaced when headers are walked, after the next checkpoint
            HeaderWalk.note(state, tail, next - tail, "no header, or its checksum is wrong");
            tail = next;
        }
    }

    private long spaceEnd(long present) {
        return Math.max(
                present, state.store.spaceStart() + state.store.options().largestSpace());
    }

    @Override
    void start(Checkpoint checkpoint, boolean recovering) {
        unread = new HeaderWalk(state, state.policy.start(), state.policy.tail());
        if (!recovering && readImage(checkpoint)) {
            unread = new HeaderWalk(state, state.policy.tail(), state.policy.tail());
        } else {
            learn(state.store.options().blocksAtStart());
        }
    }

    /** Reads headers until {@code wanted} further free blocks are known; returns the number found. */
    private int learn(int wanted) {
        int learned = 0;
        while (learned < wanted && !unread.hasEnded()) {
            BlockHeader header = unread.next();
            if (!header.allocated() && !state.policy.isFree(unread.address())) {
                state.policy.learn(unread.address(), header.size(), BlockHeader.NONE);
                learned++;
            }
        }
        return learned;
    }

    @Override
    public boolean learnMore() {
        return learn(BLOCKS_AT_ONCE) > 0;
    }

    @Override
    boolean allKnown() {
        return unread.hasEnded();
    }

    @Override
    void scan() {
        unread = new HeaderWalk(state, state.policy.start(), state.policy.tail());
        learn(Integer.MAX_VALUE);
    }

    @Override
    final BlockHeader read(long address) {
        return search.read(address, state.policy.tail());
    }

    @Override
    final void forEachBlock(StoredBlockVisitor visitor) {
        HeaderWalk walk = new HeaderWalk(state, state.policy.start(), state.policy.tail());
        for (BlockHeader header = walk.next(); header != null; header = walk.next()) {
            if (header.allocated() && !header.damaged()) {
                visitor.visit(walk.address(), header.size() - BlockHeader.BYTES);
            }
        }
    }

    /**
     * Writes the list of free blocks into the tail. The next session may overwrite it once its first checkpoint is
     * written.
     */
    @Override
    void close() {
        if (!allKnown()) {
            super.close();
            return;
        }
        int count = state.policy.freeBlocks();
        ByteBuffer image = ByteBuffer.allocate(Math.multiplyExact(16, count)).order(ByteOrder.LITTLE_ENDIAN);
        state.policy.forEachFree(
                (address, size, tag, list) -> image.putLong(address).putLong(size));
        image.flip();
        long position = state.policy.tail();
        if (count > 0) {
            state.disk.write(position, image.duplicate());
        }
        state.disk.truncate(position + image.limit());
        state.disk.force();
        state.checkpointClosed(position, image.limit(), checksum(image.array()));
    }

    /** Reads the list of free blocks written on close; returns whether it is intact. */
    private boolean readImage(Checkpoint checkpoint) {
        long count = checkpoint.imageBytes();
        if (checkpoint.imagePosition() < 0
                || count < 0
                || count % 16 != 0
                || count > Integer.MAX_VALUE - 16
                || count > 0 && checkpoint.imagePosition() > state.disk.size() - count) {
            return false;
        }
        ByteBuffer image = ByteBuffer.allocate((int) count).order(ByteOrder.LITTLE_ENDIAN);
        if (count > 0) {
            state.disk.read(checkpoint.imagePosition(), image);
        }
        if (checksum(image.array()) != checkpoint.imageChecksum()) {
            return false;
        }
        image.flip();
        while (image.hasRemaining()) {
            state.policy.learn(image.getLong(), image.getLong(), BlockHeader.NONE);
        }
        return true;
    }

    private static int checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }
}
