package dev.fallow.freespace.trace;

import dev.fallow.freespace.file.AllocationType;

/** Receives which bytes of the file were in use when a trace was recorded. */
public interface AddressVisitor {
    /** Bytes that were in use when recording started; the size may be 0. */
    default void usedBefore(long address, long size) {
        // nothing by default
    }

    /**
     * Bytes were allocated.
     *
     * @param call the number of the call, from 0
     * @param type null for a block at the end of allocation
     */
    default void allocated(int call, AllocationType type, long address, long size) {
        // nothing by default
    }

    /** Bytes were released. */
    default void released(int call, long address, long size) {
        // nothing by default
    }
}
