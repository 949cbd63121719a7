package dev.fallow.internal.cache;

import dev.fallow.internal.storage.OutsideMemory;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Many short runs of bytes in a few pieces of memory, so that they do not burden the garbage collector, and those stored together are
 * adjacent in memory. A run is identified by its place. A slab of which nothing is in use is dropped. The slabs are arrays,
 * until they are moved {@linkplain OutsideMemory outside the heap}.
 */
public final class Slabs {
    /** The size of a slab in bytes. Places are ints, so the limit is 4 GiB. */
    public static final int BYTES = 1 << 16;

    private static final int SHIFT = 16;
    /** Longer runs have slabs of their own. */
    private static final int LONGEST_SHARING = BYTES / 8;

    private static final int NONE = -1;

    /** A place has 16 bits for the number of the slab, and some are for those that are being made. */
    private static final int MOST = (1 << Integer.SIZE - SHIFT) - 16;

    private final int firstBytes;
    /** Null while the slabs are in the heap. */
    private OutsideMemory outside;

    private ByteBuffer[] slabs = new ByteBuffer[4];
    /** The number of used bytes in each slab. */
    private int[] used = new int[4];
    /** The slab to which runs are added. */
    private int current = NONE;

    private int next;
    /** There is a slab at each lower index. */
    private int firstFree;

    private int count;
    private long heldBytes;
    private long heapBytes;
    private long liveBytes;

    /** @param firstBytes the size of the first slabs, at most {@link #BYTES}; small ones if there may be many tables with a few runs */
    public Slabs(int firstBytes) {
        this.firstBytes = firstBytes;
    }

    /** The memory used in bytes. */
    public long heldBytes() {
        return heldBytes;
    }

    /** The part of the memory that is in the heap, in bytes. */
    public long heapBytes() {
        return heapBytes;
    }

    /** Whether there are so many slabs that no run is to be added. */
    public boolean isFull() {
        return count >= MOST;
    }

    /** The total size of the runs in bytes. */
    public long liveBytes() {
        return liveBytes;
    }

    /** Allocates a run; returns its place. */
    public int allocate(int length) {
        int slab = current;
        int at = next;
        if (length > LONGEST_SHARING) {
            slab = addSlab(length);
            at = 0;
        } else {
            if (current == NONE || slabs[current].limit() - next < length) {
                beginSlab(length);
            }
            slab = current;
            at = next;
            next += length;
        }
        used[slab] += length;
        liveBytes += length;
        return slab << SHIFT | at;
    }

    private void beginSlab(int length) {
        int before = current;
        current = NONE;
        if (before != NONE && used[before] == 0) {
            drop(before);
        }
        long wanted = Math.max(firstBytes, Math.min(BYTES, liveBytes));
        current = addSlab((int) Math.max(length, wanted));
        next = 0;
    }

    private int addSlab(int length) {
        int free = firstFree;
        while (free < slabs.length && slabs[free] != null) {
            free++;
        }
        if (free == slabs.length) {
            slabs = Arrays.copyOf(slabs, 2 * free);
            used = Arrays.copyOf(used, 2 * free);
        }
        firstFree = free + 1;
        slabs[free] = OutsideMemory.take(outside, length);
        count++;
        account(slabs[free], 1);
        return free;
    }

    private void account(ByteBuffer slab, int sign) {
        heldBytes += (long) sign * slab.limit();
        heapBytes += slab.isDirect() ? 0 : (long) sign * slab.limit();
    }

    /** Moves the slabs outside the heap, and adds slabs there from now on. The places stay the same. */
    public void moveTo(OutsideMemory memory) {
        outside = memory;
        for (int slab = 0; slab < slabs.length; slab++) {
            ByteBuffer here = slabs[slab];
            if (here != null && !here.isDirect()) {
                ByteBuffer moved = OutsideMemory.take(memory, here.limit());
                moved.put(0, here, 0, here.limit());
                account(here, -1);
                slabs[slab] = moved;
                account(moved, 1);
            }
        }
    }

    /** Where the slabs are; null for the heap. */
    public OutsideMemory outside() {
        return outside;
    }

    /** Releases a run. */
    public void release(int place, int length) {
        int slab = place >>> SHIFT;
        used[slab] -= length;
        liveBytes -= length;
        if (used[slab] == 0 && slab != current) {
            drop(slab);
        }
    }

    private void drop(int slab) {
        account(slabs[slab], -1);
        OutsideMemory.giveBack(outside, slabs[slab]);
        slabs[slab] = null;
        count--;
        firstFree = Math.min(firstFree, slab);
    }

    /** Drops all slabs; no run is used any more. */
    public void drop() {
        current = NONE;
        for (int slab = 0; slab < slabs.length; slab++) {
            if (slabs[slab] != null) {
                drop(slab);
            }
        }
        Arrays.fill(used, 0);
        liveBytes = 0;
    }

    /** The array of the slab with a run, which is in the heap. */
    public byte[] slab(int place) {
        return slabs[place >>> SHIFT].array();
    }

    /** The slab with a run, little-endian. */
    public ByteBuffer buffer(int place) {
        return slabs[place >>> SHIFT];
    }

    /** The number of bytes that are used in the slab with this number, of {@link #numbers} at most. */
    public int used(int number) {
        return used[number];
    }

    /** The numbers of the slabs are less than this. */
    public int numbers() {
        return slabs.length;
    }

    /** The number of the slab with a run. */
    public static int number(int place) {
        return place >>> SHIFT;
    }

    /** The position of a run in its slab. */
    public static int at(int place) {
        return place & BYTES - 1;
    }
}
