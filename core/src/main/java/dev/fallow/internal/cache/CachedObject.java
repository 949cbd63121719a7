package dev.fallow.internal.cache;

/** A structure of the file in its live form: what the cache keeps and evicts as a whole. It owns one or more blocks. */
public interface CachedObject {
    /** The address that others refer to it by; its key. */
    long address();

    /** Whether any of its blocks differs from the file. Such an object is not evicted; it may be {@linkplain #loneBlock parked}. */
    boolean isDirty();

    /** Bytes that its blocks hold. */
    long bytesHeld();

    /** Bytes of memory that it takes besides, about; always the same number. */
    default int overheadBytes() {
        return 200;
    }

    /**
     * The block that the whole object can be made from again, checksum at its end or none, if there is nothing else to it:
     * then the cache may keep only the bytes while they wait to be written. Null if the object has to stay as it is.
     */
    default Block loneBlock() {
        return null;
    }

    /**
     * Drops its blocks, whose space is being given back: they are never written. Only what is released by its address alone
     * has to have this.
     */
    default void discardBlocks(MetadataCache cache) {
        assert !isDirty() : getClass();
    }
}
