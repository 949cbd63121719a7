package dev.fallow.freespace;

/**
 * A set of free sections: the bytes that one free-space manager may allocate. This is the interface between the designs
 * being compared (size bins of skip lists, linked list, bitmap, ...). All of them guarantee:
 *
 * <ul>
 *   <li>I1: sections never overlap and none is empty.
 *   <li>I3: two adjacent sections are merged, unless the manager has a merge boundary and a multiple of it separates
 *       them.
 *   <li>I4: an operation that throws has changed nothing.
 *   <li>I5: the same operations give the same addresses, on every run and machine.
 * </ul>
 *
 * The implementation's policy determines which section serves a request. Not thread-safe: the owner serialises calls.
 * Addresses and sizes are in bytes; every address is in {@code [0, 2^63-1)}.
 */
public interface FreeSpace extends Sections {
    /**
     * Allocates {@code size} bytes from one section; the rest of that section stays free.
     *
     * @param size bytes, at least 1; a multiple of the granularity of a backend that has one
     * @return the address of the first byte, or {@link #NO_SPACE}: the caller then allocates at the end of the file
     * @throws IllegalArgumentException if the size is not positive, or not a multiple of the granularity
     */
    long allocate(long size);

    /**
     * As {@link #allocate(long)}, at a multiple of {@code alignment}. A fragment skipped before the address stays free.
     *
     * @param size bytes, at least 1; a multiple of the granularity of a backend that has one
     * @param alignment bytes, at least 1; not necessarily a power of two, nor a multiple of the granularity (the
     *     address is then a multiple of both)
     * @return as {@link #allocate(long)}
     * @throws IllegalArgumentException if either is not positive, or the size not a multiple of the granularity
     */
    long allocate(long size, long alignment);

    /**
     * Frees {@code [address, address + size)}, and merges it with adjacent sections.
     *
     * @throws IllegalArgumentException if the run is not a valid {@link Section}, if it crosses a merge boundary, or if
     *     its address or size is not a multiple of the backend's granularity
     * @throws IllegalStateException if any of its bytes is already free; the message names both sections
     */
    void free(long address, long size);

    /**
     * Allocates exactly {@code [address, address + size)} if one section contains all of it. Used to extend a block in
     * place, to grow an aggregator, and to cut the end of the file. The rest of the section before and after the run
     * stays free. A run that crosses a merge boundary is in at least two sections, and is never taken.
     *
     * @return whether the run was taken; if not, nothing has changed
     * @throws IllegalArgumentException if the run is not a valid {@link Section}, or not a multiple of the granularity
     */
    boolean take(long address, long size);

    /**
     * Removes every section. Afterwards the manager behaves like a new one, except that the count of probes continues.
     */
    void clear();
}
