package dev.fallow.internal.cache;

import dev.fallow.format.Checksum;
import dev.fallow.format.LittleEndian;
import java.util.Arrays;

/**
 * The images of blocks whose live structures have left: bytes one behind the other in slabs, and primitive arrays that find
 * them by address. Ten thousands of small objects that wait to be written are thus no work for the garbage collector, and
 * neighbours in time lie side by side in memory.
 *
 * <p>A slab is used again when nothing is left in it. Adding, finding and removing take O(1) probes expected, 32 to 64 bytes
 * an image beside its own.
 */
final class ParkedImages {
    /** A power of two; positions are ints, so that there are 2 GiB. */
    private static final int SLAB_BYTES = 1 << 16;

    private static final int SMALLEST = 64;
    private static final long EMPTY = -1;
    private static final int DIRTY = 1;
    private static final int CHECKSUM = 2;
    private static final int LENGTH_SHIFT = 2;
    private static final int CHECKSUM_BYTES = Integer.BYTES;

    /** Images up to this length can be parked. */
    static final int LONGEST = SLAB_BYTES / 16;

    private long[] addresses;
    private int[] positions;
    /** Length and flags. */
    private int[] forms;

    private int count;
    private int dirtyCount;
    private long dirtyBytes;

    private byte[][] slabs = new byte[4][];
    /** Bytes of each slab that images use. */
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

    /** How many images differ from the file. */
    int dirtyCount() {
        return dirtyCount;
    }

    /** How many images are in the file as they are. */
    int cleanCount() {
        return count - dirtyCount;
    }

    /** Bytes of the images that differ from the file. */
    long dirtyBytes() {
        return dirtyBytes;
    }

    /** Bytes of the slabs. */
    long bytesHeld() {
        return (long) slabsHeld * SLAB_BYTES;
    }

    /** Bytes of the slabs that no image uses. */
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

    /** Takes a dirty image in: a copy. None may be there at this address. */
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

    /** The slot of the image at an address; -1 if there is none. It is good until the next change. */
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

    /** A copy of the image. Its checksum is right only if it was {@linkplain #seal sealed}. */
    byte[] image(int slot) {
        int from = from(slot);
        return Arrays.copyOfRange(slab(slot), from, from + length(slot));
    }

    /** Where the image lies in the file. */
    long address(int slot) {
        return addresses[slot];
    }

    /** What the image lies in, in memory. */
    byte[] slab(int slot) {
        return slabs[positions[slot] / SLAB_BYTES];
    }

    /** Where in the slab it lies. */
    int from(int slot) {
        return positions[slot] % SLAB_BYTES;
    }

    /** Its bytes. */
    int length(int slot) {
        return forms[slot] >>> LENGTH_SHIFT;
    }

    /** Says that the image is in the file now. */
    void written(int slot) {
        if (isDirty(slot)) {
            forms[slot] &= ~DIRTY;
            dirtyCount--;
            dirtyBytes -= length(slot);
        }
    }

    /** Forgets the image; it is never written. */
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

    /** What probing would reach only across the gap moves into it. */
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

    /** Computes the checksums of the dirty images. O(their bytes). */
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

    /** The addresses of the dirty images, in order. O(n log n). */
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

    /** The images that differ from the file, alone. O(size of the table). */
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
