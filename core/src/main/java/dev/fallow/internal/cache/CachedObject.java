package dev.fallow.internal.cache;

/**
 * A structure of the file in its live form, which the cache keeps and evicts as a whole. It owns one or more blocks.
 */
public interface CachedObject {
    /** The address by which others refer to it; its key. */
    long address();

    /**
     * Whether any of its blocks differs from the file. A dirty object is not evicted, but may be {@linkplain #loneBlock
     * parked}.
     */
    boolean isDirty();

    /** The size of its blocks in bytes. */
    long bytesHeld();

    /** The approximate additional memory in bytes; constant. */
    default int overheadBytes() {
        return 200;
    }

    /**
     * The block from which the whole object can be rebuilt, if it consists of nothing else and has its checksum at the
     * end or none. The cache may then keep only the bytes until they are written. Null if the object must stay live.
     */
    default Block loneBlock() {
        return null;
    }

    /**
     * Discards its blocks, whose space is about to be freed; they are not written. Required only of structures that are
     * freed by address alone.
     */
    default void discardBlocks(MetadataCache cache) {
        assert !isDirty() : getClass();
    }
}
