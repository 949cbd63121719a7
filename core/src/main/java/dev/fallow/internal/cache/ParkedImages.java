package dev.fallow.internal.cache;

import dev.fallow.format.Checksum;
import dev.fallow.format.LittleEndian;
import java.util.Arrays;

/**
 * The images of blocks whose live structures were dropped: in {@linkplain Slabs slabs}, located by address through
 * primitive arrays. Tens of thousands of small dirty objects thus do not burden the garbage collector.
 *
 * <p>Insertion, lookup and removal take O(1) expected probes. An image takes 28 to 56 bytes in
 * addition to its own. Of {@linkplain EqualImages equal short images} one is kept.
 */
final class ParkedImages {
    private static final int SMALLEST = 64;
    private static final long EMPTY = -1;
    private static final int DIRTY = 1;
    private static final int CHECKSUM = 2;
    /** The image is one of the equal ones. */
    private static final int EQUAL = 4;

    private static final int LENGTH_SHIFT = 3;
    private static final int FORM = 0xFFFF;
    private static final int SLOT_BYTES = Long.BYTES + Integer.BYTES + Short.BYTES;
    private static final int CHECKSUM_BYTES = Integer.BYTES;

    /** The maximum length of a parked image; 13 bits of its form are for it. */
    static final int LONGEST = Slabs.BYTES / 16;

    private long[] addresses;
    /** Places in the slabs, or numbers of equal images. */
    private int[] positions;
    /** Lengths and flags. */
    private short[] forms;

    private int count;
    private int dirtyCount;
    private long dirtyBytes;

    private final EqualImages equal = new EqualImages();

    private final Slabs slabs = new Slabs(Slabs.BYTES);

    ParkedImages() {
        makeTable(SMALLEST);
    }

    private void makeTable(int slots) {
        addresses = new long[slots];
        Arrays.fill(addresses, EMPTY);
        positions = new int[slots];
        forms = new short[slots];
    }

    /** The number of images that differ from the file. */
    int dirtyCount() {
        return dirtyCount;
    }

    /** The number of images identical to the file. */
    int cleanCount() {
        return count - dirtyCount;
    }

    /** The total size of the images that differ from the file, in bytes; those that are equal to others count nothing. */
    long dirtyBytes() {
        return dirtyBytes;
    }

    /** The memory of slabs and table in bytes. */
    long bytesHeld() {
        return slabs.heldBytes() + (long) SLOT_BYTES * addresses.length;
    }

    /** The memory for images that differ from the file, with what is unused in the slabs and the table, in bytes. */
    long dirtyBytesHeld() {
        if (dirtyCount == 0) {
            return 0;
        }
        long unused = slabs.heldBytes() - slabs.liveBytes();
        return dirtyBytes + unused + (long) SLOT_BYTES * addresses.length / count * dirtyCount;
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
        int slot = slot(address);
        assert addresses[slot] == EMPTY : "two images at " + address;
        int form = image.length << LENGTH_SHIFT | DIRTY | (hasChecksum ? CHECKSUM : 0);
        int number = equal.add(image, hasChecksum);
        if (number >= 0) {
            move(address, number, (short) (form | EQUAL), slot);
        } else {
            move(address, store(image), (short) form, slot);
            dirtyBytes += image.length;
        }
        dirtyCount++;
        count++;
    }

    /** As {@link #park}, in place of the image at this address, if there is one. */
    void replace(long address, byte[] image, boolean hasChecksum) {
        int slot = find(address);
        if (slot >= 0
                && isDirty(slot)
                && !isEqual(slot)
                && length(slot) == image.length
                && hasChecksum(slot) == hasChecksum) {
            System.arraycopy(image, 0, slab(slot), from(slot), image.length);
            return;
        }
        if (slot >= 0) {
            remove(slot);
        }
        park(address, image, hasChecksum);
    }

    /** Copies an image to a slab; returns its place. */
    private int store(byte[] image) {
        int place = slabs.allocate(image.length);
        System.arraycopy(image, 0, slabs.slab(place), Slabs.at(place), image.length);
        return place;
    }

    private void grow() {
        long[] oldAddresses = addresses;
        int[] oldPositions = positions;
        short[] oldForms = forms;
        makeTable(2 * oldAddresses.length);
        for (int i = 0; i < oldAddresses.length; i++) {
            if (oldAddresses[i] != EMPTY) {
                move(oldAddresses[i], oldPositions[i], oldForms[i], slot(oldAddresses[i]));
            }
        }
    }

    private void move(long address, int position, short form, int to) {
        addresses[to] = address;
        positions[to] = position;
        forms[to] = form;
    }

    /** The slot of the image at an address; -1 if there is none. Valid until the next change. */
    int find(long address) {
        int slot = slot(address);
        return addresses[slot] == EMPTY ? -1 : slot;
    }

    boolean isDirty(int slot) {
        return (forms[slot] & DIRTY) != 0;
    }

    boolean hasChecksum(int slot) {
        return (forms[slot] & CHECKSUM) != 0;
    }

    /** A copy of the image. Its checksum is valid only after {@linkplain #seal sealing}. */
    byte[] image(int slot) {
        int from = from(slot);
        return Arrays.copyOfRange(slab(slot), from, from + length(slot));
    }

    long address(int slot) {
        return addresses[slot];
    }

    private boolean isEqual(int slot) {
        return (forms[slot] & EQUAL) != 0;
    }

    /** The slab that contains the image, which may be that of several. */
    byte[] slab(int slot) {
        return isEqual(slot) ? equal.image(positions[slot]) : slabs.slab(positions[slot]);
    }

    /** The position of the image in its slab. */
    int from(int slot) {
        return isEqual(slot) ? 0 : Slabs.at(positions[slot]);
    }

    int length(int slot) {
        return (forms[slot] & FORM) >>> LENGTH_SHIFT;
    }

    /** Marks the image as identical to the file. */
    void written(int slot) {
        if (isDirty(slot)) {
            forms[slot] &= ~DIRTY;
            dirtyCount--;
            dirtyBytes -= isEqual(slot) ? 0 : length(slot);
        }
    }

    /** Removes the image; it is not written. */
    void remove(int slot) {
        written(slot);
        if (isEqual(slot)) {
            equal.remove(positions[slot]);
        } else {
            slabs.release(positions[slot], length(slot));
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
        equal.seal();
        for (int slot = 0; slot < addresses.length; slot++) {
            if (addresses[slot] != EMPTY && isDirty(slot) && hasChecksum(slot) && !isEqual(slot)) {
                seal(slab(slot), from(slot), length(slot));
            }
        }
    }

    /** Computes the checksum of an image, which is in its last bytes. */
    static void seal(byte[] bytes, int from, int length) {
        int covered = length - CHECKSUM_BYTES;
        LittleEndian.put(bytes, from + covered, CHECKSUM_BYTES, Checksum.of(bytes, from, covered) & 0xFFFF_FFFFL);
    }

    /** The slots of the dirty images in ascending order of the addresses, valid as long as no image comes or goes. O(n log n). */
    int[] dirtySlots() {
        long[] found = new long[dirtyCount];
        int n = 0;
        for (int slot = 0; n < dirtyCount; slot++) {
            if (addresses[slot] != EMPTY && isDirty(slot)) {
                found[n++] = addresses[slot];
            }
        }
        Arrays.sort(found);
        int[] slots = new int[n];
        for (int i = 0; i < n; i++) {
            slots[i] = slot(found[i]);
        }
        return slots;
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

    /**
     * Short images that several blocks have: the headers of empty groups, which contain no addresses. Each is kept once, for
     * any number of blocks. At most {@value #MOST} different ones are; those that find no place here are kept elsewhere.
     */
    private static final class EqualImages {
        /** A power of two. */
        private static final int MOST = 256;

        private static final int LONGEST = 64;
        private static final int SPREAD = 0x9E37_79B1;
        private static final int SPREAD_SHIFT = Integer.SIZE - Integer.numberOfTrailingZeros(MOST);
        private final byte[][] images = new byte[MOST][];
        /** The number of blocks that have the image. */
        private final int[] users = new int[MOST];

        private final boolean[] checksums = new boolean[MOST];

        /**
         * Adds a block with an image.
         *
         * @param hasChecksum whether the image ends with a checksum, which is not compared
         * @return the number of the image, or -1 if it has no place here
         */
        int add(byte[] image, boolean hasChecksum) {
            if (image.length > LONGEST) {
                return -1;
            }
            int compared = image.length - (hasChecksum ? CHECKSUM_BYTES : 0);
            int number = number(image, compared);
            byte[] present = images[number];
            if (users[number] == 0) {
                images[number] = image.clone();
                checksums[number] = hasChecksum;
            } else if (present.length != image.length
                    || checksums[number] != hasChecksum
                    || !Arrays.equals(present, 0, compared, image, 0, compared)) {
                return -1;
            }
            users[number]++;
            return number;
        }

        private static int number(byte[] image, int compared) {
            int hash = compared;
            for (int i = 0; i < compared; i++) {
                hash = 31 * hash + image[i];
            }
            return hash * SPREAD >>> SPREAD_SHIFT;
        }

        byte[] image(int number) {
            return images[number];
        }

        /** One of the blocks with this image has another one now, or is deleted. */
        void remove(int number) {
            users[number]--;
        }

        void seal() {
            for (int number = 0; number < MOST; number++) {
                if (users[number] > 0 && checksums[number]) {
                    ParkedImages.seal(images[number], 0, images[number].length);
                }
            }
        }
    }
}
