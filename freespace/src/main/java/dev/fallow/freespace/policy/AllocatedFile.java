package dev.fallow.freespace.policy;

import java.util.Arrays;

/**
 * The space of one file: its extents, in the order of the file's bytes. How long the file itself is, is the caller's to
 * know; what of the last extents it does not use is internal fragmentation. Two longs an extent.
 *
 * <p>A policy extends this class, selects the next extent and frees extents.
 */
public abstract class AllocatedFile {
    private static final int FEW_EXTENTS = 4;

    private final AllocationPolicy policy;
    private long[] addresses = new long[FEW_EXTENTS];
    private long[] ends = new long[FEW_EXTENTS]; // offset in the file of the first byte behind each extent
    private int count;
    private boolean deleted;

    /** A file without an extent. */
    protected AllocatedFile(AllocationPolicy policy) {
        this.policy = policy;
    }

    // ---- allocating and freeing ------------------------------------------------------------------------------

    /**
     * One allocation request: the file gets one more extent, of the size that the policy gives next.
     *
     * @param wanted bytes that the file lacks, at least 1: for policies that give as much as is asked for. The extent may be
     *     shorter, and is often longer
     * @return whether there was space; if not, the disk is full for this file and nothing has changed
     * @throws IllegalArgumentException if {@code wanted} is not positive
     * @throws IllegalStateException if the file was deleted
     */
    public final boolean request(long wanted) {
        requireAlive();
        if (wanted <= 0) {
            throw new IllegalArgumentException("a file asks for " + wanted + " bytes");
        }
        return allocateNext(wanted);
    }

    /**
     * Makes as many requests as it takes to get at least {@code bytes} more; all of them or none.
     *
     * @return whether there was space; if not, nothing has changed
     * @throws IllegalArgumentException if {@code bytes} is not positive
     * @throws IllegalStateException if the file was deleted
     */
    public final boolean grow(long bytes) {
        requireAlive();
        if (bytes <= 0) {
            throw new IllegalArgumentException("a file grows by " + bytes + " bytes");
        }
        if (bytes > policy.freeBytes()) {
            return false;
        }
        int before = count;
        long target = allocatedBytes() + bytes; // both at most the capacity: no overflow
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
     * Gives back what a file of {@code length} bytes does not need: whole extents from the end. What is left of the last one
     * stays with the file.
     *
     * @param length bytes, not negative; longer than the extents changes nothing
     * @throws IllegalArgumentException if the length is negative
     * @throws IllegalStateException if the file was deleted
     */
    public final void truncate(long length) {
        requireAlive();
        if (length < 0) {
            throw new IllegalArgumentException("a file is truncated to " + length + " bytes");
        }
        while (count > 0 && extentOffset(count - 1) >= length) {
            releaseLast();
        }
    }

    /**
     * Gives everything back. The file cannot be used afterwards.
     *
     * @throws IllegalStateException if the file was deleted before
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

    // ---- what a policy adds ----------------------------------------------------------------------------------

    /**
     * Takes the next extent and {@link #append appends} it.
     *
     * @param wanted bytes that are lacking, at least 1
     * @return whether there was space; if not, nothing has changed
     */
    protected abstract boolean allocateNext(long wanted);

    /** Makes an extent free, which was the last one and is no longer in the list. */
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

    // ---- questions -------------------------------------------------------------------------------------------

    /** Bytes in all extents. */
    public final long allocatedBytes() {
        return count == 0 ? 0 : ends[count - 1];
    }

    /** How many extents there are. Two that touch on the disk count as two. */
    public final int extentCount() {
        return count;
    }

    /** Where an extent begins on the disk, in bytes. */
    public final long extentAddress(int extent) {
        return addresses[requireExtent(extent)];
    }

    /** Where an extent begins in the file, in bytes. */
    public final long extentOffset(int extent) {
        return requireExtentOrEnd(extent) == 0 ? 0 : ends[extent - 1];
    }

    /** Bytes of an extent. */
    public final long extentSize(int extent) {
        return ends[requireExtent(extent)] - extentOffset(extent);
    }

    /**
     * Which extent has the byte at an offset in the file. O(log n).
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

    /** The extent being released is past the last one. */
    private int requireExtentOrEnd(int extent) {
        if (extent < 0 || extent > count) {
            throw new IndexOutOfBoundsException("extent " + extent + " of " + count);
        }
        return extent;
    }
}
