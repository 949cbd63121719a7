package dev.fallow.internal.cache;

import dev.fallow.format.Checksum;
import dev.fallow.format.LittleEndian;
import java.util.Arrays;

/**
 * The images of blocks whose live structures were dropped: contiguous bytes in slabs, located by address through
 * primitive arrays. Tens of thousands of small dirty objects thus do not burden the garbage collector, and objects
 * created together are adjacent in memory.
 *
 * <p>An empty slab is reused. Insertion, lookup and removal take O(1) expected probes. An image takes 32 to 64 bytes in
 * addition to its own.
 */
final class ParkedImages {
    /** A power of two. Positions are ints, so the limit is 2 GiB. */
    private static final int SLAB_BYTES = 1 << 16;

    private static final int SMALLEST = 64;
    private static final long EMPTY = -1;
    private static final int DIRTY = 1;
    private static final int CHECKSUM = 2;
    private static final int LENGTH_SHIFT = 2;
    private static final int CHECKSUM_BYTES = Integer.BYTES;

    /** The maximum length of a parked image. */
    static final int LONGEST = SLAB_BYTES / 16;

    private long[] addresses;
    private int[] positions;
    /** Lengths and flags. */
    private int[] forms;

    private int count;
    private int dirtyCount;
    private long dirtyBytes;

    private byte[][] slabs = new byte[4][];
    /** The number of used bytes in each slab. */
    private int[] used = new int[4];

    private int slabCount;
    private int current = -1;
    private int next = SLAB_BYTES;
    private long liveBytes;
    private int slabsHeld;

    ParkedImages() {
        makeTable(SMALLEST);
    }

    private void makeTable(int slots) {
        addresses = new long[slots];
        Arrays.fill(addresses, EMPTY);
        positions = new int[slots];
        forms = new int[slots];
    }

    /** The number of images that differ from the file. */
    int dirtyCount() {
        return dirtyCount;
    }

    /** The number of images identical to the file. */
    int cleanCount() {
        return count - dirtyCount;
    }

    /** The total size of the images that differ from the file, in bytes. */
    long dirtyBytes() {
        return dirtyBytes;
    }

    /** The total size of the slabs in bytes. */
    long bytesHeld() {
        return (long) slabsHeld * SLAB_BYTES;
    }

    /** The number of unused bytes in the slabs. */
    long bytesUnused() {
        return bytesHeld() - liveBytes;
    }

    private int home(long address) {
        return AddressHash.home(address, addresses.length);
    }

    private int slot(long address) {
        int mask = addresses.length - 1;
        int slot = home(address);
        while (addresses[slot] != address && addresses[slot] != EMPTY) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /** Copies a dirty image. There must be none at this address. */
    void park(long address, byte[] image, boolean hasChecksum) {
        if (2 * (count + 1) > addresses.length) {
            grow();
        }
        if (SLAB_BYTES - next < image.length) {
            beginSlab();
        }
        int slot = slot(address);
        assert addresses[slot] == EMPTY : "two images at " + address;
        addresses[slot] = address;
        positions[slot] = current * SLAB_BYTES + next;
        forms[slot] = image.length << LENGTH_SHIFT | DIRTY | (hasChecksum ? CHECKSUM : 0);
        System.arraycopy(image, 0, slabs[current], next, image.length);
        next += image.length;
        used[current] += image.length;
        liveBytes += image.length;
        dirtyBytes += image.length;
        dirtyCount++;
        count++;
    }

    private void beginSlab() {
        int before = current;
        current = -1;
        if (before >= 0 && used[before] == 0) {
            drop(before);
        }
        int free = 0;
        while (free < slabCount && slabs[free] != null) {
            free++;
        }
        if (free == slabs.length) {
            slabs = Arrays.copyOf(slabs, 2 * free);
            used = Arrays.copyOf(used, 2 * free);
        }
        slabs[free] = new byte[SLAB_BYTES];
        slabCount = Math.max(slabCount, free + 1);
        slabsHeld++;
        current = free;
        next = 0;
    }

    private void drop(int slab) {
        slabs[slab] = null;
        slabsHeld--;
    }

    private void grow() {
        long[] oldAddresses = addresses;
        int[] oldPositions = positions;
        int[] oldForms = forms;
        makeTable(2 * oldAddresses.length);
        for (int i = 0; i < oldAddresses.length; i++) {
            if (oldAddresses[i] != EMPTY) {
                move(oldAddresses[i], oldPositions[i], oldForms[i], slot(oldAddresses[i]));
            }
        }
    }

    private void move(long address, int position, int form, int to) {
        addresses[to] = address;
        positions[to] = position;
        forms[to] = form;
    }

    /** The slot of the image at an address; -1 if there is none. Valid until the next change. */
    int find(long address) {
        int slot = slot(address);
        return addresses[slot] == EMPTY ? -1 : slot;
    }

    /** Whether the image differs from the file. */
    boolean isDirty(int slot) {
        return (forms[slot] & DIRTY) != 0;
    }

    /** Whether the image ends with a checksum. */
    boolean hasChecksum(int slot) {
        return (forms[slot] & CHECKSUM) != 0;
    }

    /** A copy of the image. Its checksum is valid only after {@linkplain #seal sealing}. */
    byte[] image(int slot) {
        int from = from(slot);
        return Arrays.copyOfRange(slab(slot), from, from + length(slot));
    }

    /** The image's address in the file. */
    long address(int slot) {
        return addresses[slot];
    }

    /** The slab that contains the image. */
    byte[] slab(int slot) {
        return slabs[positions[slot] / SLAB_BYTES];
    }

    /** The position of the image in its slab. */
    int from(int slot) {
        return positions[slot] % SLAB_BYTES;
    }

    /** The length of the image in bytes. */
    int length(int slot) {
        return forms[slot] >>> LENGTH_SHIFT;
    }

    /** Marks the image as identical to the file. */
    void written(int slot) {
        if (isDirty(slot)) {
            forms[slot] &= ~DIRTY;
            dirtyCount--;
            dirtyBytes -= length(slot);
        }
    }

    /** Removes the image; it is not written. */
    void remove(int slot) {
        int length = length(slot);
        int slab = positions[slot] / SLAB_BYTES;
        written(slot);
        liveBytes -= length;
        used[slab] -= length;
        if (used[slab] == 0 && slab != current) {
            drop(slab);
        }
        count--;
        closeGap(slot);
    }

    /** Fills the gap with entries that probing would otherwise not reach. */
    private void closeGap(int removed) {
        int mask = addresses.length - 1;
        int gap = removed;
        int slot = gap + 1 & mask;
        while (addresses[slot] != EMPTY) {
            if ((slot - home(addresses[slot]) & mask) >= (slot - gap & mask)) {
                move(addresses[slot], positions[slot], forms[slot], gap);
                gap = slot;
            }
            slot = slot + 1 & mask;
        }
        addresses[gap] = EMPTY;
    }

    /** Computes the checksums of the dirty images. O(their total size). */
    void seal() {
        for (int slot = 0; slot < addresses.length; slot++) {
            if (addresses[slot] != EMPTY && isDirty(slot) && hasChecksum(slot)) {
                byte[] slab = slab(slot);
                int from = from(slot);
                int covered = length(slot) - CHECKSUM_BYTES;
                LittleEndian.put(slab, from + covered, CHECKSUM_BYTES, Checksum.of(slab, from, covered) & 0xFFFF_FFFFL);
            }
        }
    }

    /** The addresses of the dirty images in ascending order. O(n log n). */
    long[] dirtyAddresses() {
        long[] found = new long[dirtyCount];
        int n = 0;
        for (int slot = 0; n < dirtyCount; slot++) {
            if (addresses[slot] != EMPTY && isDirty(slot)) {
                found[n++] = addresses[slot];
            }
        }
        Arrays.sort(found);
        return found;
    }

    /** A copy with only the images that differ from the file. O(size of the table). */
    ParkedImages onlyDirty() {
        ParkedImages dirty = new ParkedImages();
        for (int slot = 0; dirty.count < dirtyCount; slot++) {
            if (addresses[slot] != EMPTY && isDirty(slot)) {
                dirty.park(addresses[slot], image(slot), hasChecksum(slot));
            }
        }
        return dirty;
    }
}
