package dev.fallow.research.policy;

import java.util.Arrays;

/**
 * The space of one file: its extents, in file order. The caller knows the length of the file itself; the unused rest of
 * the last extents is internal fragmentation. Takes two longs per extent.
 *
 * <p>A policy extends this class to select the next extent and to free extents.
 */
public abstract class AllocatedFile {
    private static final int FEW_EXTENTS = 4;

    private final AllocationPolicy policy;
    private long[] addresses = new long[FEW_EXTENTS];
    private long[] ends = new long[FEW_EXTENTS]; // the offset in the file of the first byte after each extent
    private int count;
    private boolean deleted;

    /** Creates a file without extents. */
    protected AllocatedFile(AllocationPolicy policy) {
        this.policy = policy;
    }

    // ---- allocating and freeing ------------------------------------------------------------------------------

    /**
     * Allocates one more extent, of a size that the policy chooses.
     *
     * @param wanted the number of bytes needed, at least 1, for policies that allocate the requested size. The extent
     *     may be shorter, and is often longer
     * @return whether there was enough space; if not, nothing has changed
     * @throws IllegalArgumentException if {@code wanted} is not positive
     * @throws IllegalStateException if the file was deleted
     */
    public final boolean request(long wanted) {
        requireAlive();
        if (wanted <= 0) {
            throw new IllegalArgumentException("size of a request: expected at least 1, found " + wanted);
        }
        return allocateNext(wanted);
    }

    /**
     * Makes as many requests as are needed for at least {@code bytes} more bytes; either all or none succeed.
     *
     * @return whether there was enough space; if not, nothing has changed
     * @throws IllegalArgumentException if {@code bytes} is not positive
     * @throws IllegalStateException if the file was deleted
     */
    public final boolean grow(long bytes) {
        requireAlive();
        if (bytes <= 0) {
            throw new IllegalArgumentException("growth of a file: expected at least 1, found " + bytes);
        }
        if (bytes > policy.freeBytes()) {
            return false;
        }
        int before = count;
        long target = allocatedBytes() + bytes; // no overflow, since both are at most the capacity
        while (allocatedBytes() < target) {
            if (!allocateNext(target - allocatedBytes())) {
                while (count > before) {
                    releaseLast();
                }
                return false;
            }
        }
        return true;
    }

    /**
     * Frees the whole extents at the end that a file of {@code length} bytes does not need. A partly used extent is
     * kept.
     *
     * @param length in bytes, not negative; if it exceeds the extents, nothing changes
     * @throws IllegalArgumentException if the length is negative
     * @throws IllegalStateException if the file was deleted
     */
    public final void truncate(long length) {
        requireAlive();
        if (length < 0) {
            throw new IllegalArgumentException("length of a truncated file: expected at least 0, found " + length);
        }
        while (count > 0 && extentOffset(count - 1) >= length) {
            releaseLast();
        }
    }

    /**
     * Frees all extents. The file cannot be used afterwards.
     *
     * @throws IllegalStateException if the file was already deleted
     */
    public final void delete() {
        truncate(0);
        deleted = true;
    }

    private void requireAlive() {
        if (deleted) {
            throw new IllegalStateException("the file was deleted");
        }
    }

    private void releaseLast() {
        count--;
        release(addresses[count], ends[count] - extentOffset(count));
    }

    // ---- for policies ----------------------------------------------------------------------------------------

    /**
     * Allocates the next extent and {@link #append appends} it.
     *
     * @param wanted the number of bytes needed, at least 1
     * @return whether there was enough space; if not, nothing has changed
     */
    protected abstract boolean allocateNext(long wanted);

    /** Frees an extent: formerly the last one, already removed from the list. */
    protected abstract void release(long address, long size);

    /** Adds an extent after the last one. */
    protected final void append(long address, long size) {
        if (count == addresses.length) {
            addresses = Arrays.copyOf(addresses, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        addresses[count] = address;
        ends[count] = allocatedBytes() + size;
        count++;
    }

    // ---- queries ---------------------------------------------------------------------------------------------

    /** The total size of the extents, in bytes. */
    public final long allocatedBytes() {
        return count == 0 ? 0 : ends[count - 1];
    }

    /** The number of extents, including adjacent ones. */
    public final int extentCount() {
        return count;
    }

    /** The address of an extent on the disk, in bytes. */
    public final long extentAddress(int extent) {
        return addresses[requireExtent(extent)];
    }

    /** The offset of an extent in the file, in bytes. */
    public final long extentOffset(int extent) {
        return requireExtentOrEnd(extent) == 0 ? 0 : ends[extent - 1];
    }

    /** The size of an extent in bytes. */
    public final long extentSize(int extent) {
        return ends[requireExtent(extent)] - extentOffset(extent);
    }

    /**
     * The number of the extent that contains an offset in the file. O(log n).
     *
     * @throws IndexOutOfBoundsException if the offset is negative or not within the extents
     */
    public final int extentAt(long offset) {
        if (offset < 0 || offset >= allocatedBytes()) {
            throw new IndexOutOfBoundsException("offset " + offset + " of " + allocatedBytes() + " bytes");
        }
        int found = Arrays.binarySearch(ends, 0, count, offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    private int requireExtent(int extent) {
        if (extent < 0 || extent >= count) {
            throw new IndexOutOfBoundsException("extent " + extent + " of " + count);
        }
        return extent;
    }

    /** Checks an extent number; the extent being released is past the last one. */
    private int requireExtentOrEnd(int extent) {
        if (extent < 0 || extent > count) {
            throw new IndexOutOfBoundsException("extent " + extent + " of " + count);
        }
        return extent;
    }
}
