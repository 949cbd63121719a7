package dev.fallow.internal.cache;

/** A live structure that consists of one block, whose image it reads and patches in place. */
public abstract class LiveBlock implements CachedObject {
    /** The block; never replaced. */
    protected final Block block;

    protected LiveBlock(Block block) {
        this.block = block;
    }

    public final Block block() {
        return block;
    }

    @Override
    public final long address() {
        return block.address();
    }

    @Override
    public final boolean isDirty() {
        return block.isDirty();
    }

    @Override
    public long bytesHeld() {
        return block.length();
    }

    @Override
    public final void discardBlocks(MetadataCache cache) {
        cache.discard(block);
    }
}
