package dev.fallow.freespace;

/**
 * What can be asked of a set of free sections. The half of {@link FreeSpace} that changes nothing: it is what may be
 * shown to those who must not hand out space themselves.
 */
public interface Sections {
    /** What {@link FreeSpace#allocate} and the questions answer when there is no such section. */
    long NO_SPACE = -1;

    /** The size of the section that starts at {@code address}, in bytes, or 0 if none does (whatever the number). */
    long sizeAt(long address);

    /** The size of the section that ends at {@code end} (the first byte behind it), in bytes, or 0 if none does. */
    long sizeEndingAt(long end);

    /** The address of the last section, or {@link #NO_SPACE} if there is none. The one that shrinking looks at. */
    long lastAddress();

    /** The size of the section at {@link #lastAddress}; 0 if there is none. As many probes as a search by address. */
    default long lastSize() {
        long address = lastAddress();
        return address == NO_SPACE ? 0 : sizeAt(address);
    }

    /** Bytes in all sections. */
    long freeBytes();

    /** How many sections there are. */
    long sectionCount();

    /** Visits every section in the order of addresses. The sections must not be changed during the visit. */
    void forEach(SectionVisitor visitor);

    /**
     * The section at the lowest address that shares a byte with {@code [address, address + size)}, or null if all of the
     * run is in use. This default looks at the sections one by one; a backend that can find it faster does so.
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
     * How many nodes (or words, of a bitmap) were looked at since this object was made: the counted cost that tests and
     * benchmarks compare, in the unit that a cache miss is paid for.
     */
    long probes();
}
