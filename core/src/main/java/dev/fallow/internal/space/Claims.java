package dev.fallow.internal.space;

/** Receives the live extents. */
@FunctionalInterface
public interface Claims {
    /**
     * A run of bytes in use.
     *
     * @param size in bytes; may be 0
     * @param label names the owner in messages; converted to a string only there
     */
    void add(long address, long size, Object label);
}
