package dev.fallow.freespace;

/**
 * The queries on a set of free sections. The read-only part of {@link FreeSpace}, for callers that must not allocate.
 */
public interface Sections {
    /** The result of {@link FreeSpace#allocate} and of queries if there is no such section. */
    long NO_SPACE = -1;

    /** The size in bytes of the section that starts at {@code address}, or 0 if there is none. */
    long sizeAt(long address);

    /** The size in bytes of the section that ends at {@code end} (the first byte after it), or 0 if there is none. */
    long sizeEndingAt(long end);

    /** The address of the last section, or {@link #NO_SPACE} if there is none. Used for shrinking the file. */
    long lastAddress();

    /**
     * The size of the section at {@link #lastAddress}; 0 if there is none. Costs as many probes as a search by address.
     */
    default long lastSize() {
        long address = lastAddress();
        return address == NO_SPACE ? 0 : sizeAt(address);
    }

    /** The total size of all sections in bytes. */
    long freeBytes();

    /** The number of sections. */
    long sectionCount();

    /** Visits every section in address order. The sections must not be changed during the visit. */
    void forEach(SectionVisitor visitor);

    /**
     * The section at the lowest address that overlaps {@code [address, address + size)}, or null if all of the run is
     * in use. This default scans the sections; backends override it if they are faster.
     *
     * @throws IllegalArgumentException if the run is not a valid {@link Section}
     */
    default Section overlapping(long address, long size) {
        Section run = new Section(address, size);
        Section[] found = {null};
        forEach((start, length) -> {
            if (found[0] == null && start < run.end() && start + length > address) {
                found[0] = new Section(start, length);
            }
        });
        return found[0];
    }

    /**
     * The number of nodes (for a bitmap, words) examined since this object was created: the cost counted in tests and
     * benchmarks, which approximates cache misses.
     */
    long probes();
}
