package dev.fallow.freespace;

/**
 * A set of free sections: the bytes one free-space manager may hand out. This is the seam between the designs that are
 * compared (size bins of skip lists, linked list, bitmap, ...); all of them keep these promises:
 *
 * <ul>
 *   <li>I1: sections never overlap and none is empty.
 *   <li>I3: two sections that touch are one, unless the manager was made with a merge boundary and a multiple of it
 *       lies between them.
 *   <li>I4: an operation that throws has changed nothing.
 *   <li>I5: the same operations give the same addresses, on every run and machine.
 * </ul>
 *
 * Which section serves a request is the policy of the implementation. Not thread-safe: the owner serialises calls.
 * Addresses and sizes are bytes; every address is in {@code [0, 2^63-1)}.
 */
public interface FreeSpace extends Sections {
    /**
     * Takes {@code size} bytes out of one section and hands them out; the rest of that section stays free.
     *
     * @param size bytes, at least 1; a multiple of the granularity of a backend that has one
     * @return the address of the first byte, or {@link #NO_SPACE}: the caller then takes space at the end of the file
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
     * Makes {@code [address, address + size)} free, and merges it with the sections that touch it.
     *
     * @throws IllegalArgumentException if the run is not a valid {@link Section}, if a merge boundary lies inside it, or
     *     if its address or its size is not a multiple of the granularity of a backend that has one
     * @throws IllegalStateException if any of its bytes is free already; the message names the section and the one it
     *     collides with
     */
    void free(long address, long size);

    /**
     * Takes exactly {@code [address, address + size)} if one section covers all of it: how a block is extended in
     * place, an aggregator grows, and the end of the file is cut. What remains of the section before and behind stays
     * free. A run that a merge boundary divides lies in two sections at least, and is never taken.
     *
     * @return whether it was taken; if not, nothing has changed
     * @throws IllegalArgumentException if the run is not a valid {@link Section}, or not a multiple of the granularity
     */
    boolean take(long address, long size);

    /** Forgets every section; what follows goes as in a new manager (the count of probes goes on). */
    void clear();
}
