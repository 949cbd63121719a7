package dev.fallow.internal.cache;

import java.util.Arrays;

/**
 * Many short runs of bytes in a few arrays, so that they do not burden the garbage collector, and those stored together are
 * adjacent in memory. A run is identified by its place. An array of which nothing is in use is dropped.
 */
public final class Slabs {
    /** The size of a slab in bytes. Places are ints, so the limit is 4 GiB. */
    public static final int BYTES = 1 << 16;

    private static final int SHIFT = 16;
    /** Longer runs have slabs of their own. */
    private static final int LONGEST_SHARING = BYTES / 8;

    private static final int NONE = -1;

    private final int firstBytes;
    private byte[][] slabs = new byte[4][];
    /** The number of used bytes in each slab. */
    private int[] used = new int[4];
    /** The slab to which runs are added. */
    private int current = NONE;

    private int next;
    private long heldBytes;
    private long liveBytes;

    /** @param firstBytes the size of the first slabs, at most {@link #BYTES}; small ones if there may be many tables with a few runs */
    public Slabs(int firstBytes) {
        this.firstBytes = firstBytes;
    }

    /** The memory used in bytes. */
    public long heldBytes() {
        return heldBytes;
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
            if (current == NONE || slabs[current].length - next < length) {
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
        int free = 0;
        while (free < slabs.length && slabs[free] != null) {
            free++;
        }
        if (free == slabs.length) {
            slabs = Arrays.copyOf(slabs, 2 * free);
            used = Arrays.copyOf(used, 2 * free);
        }
        slabs[free] = new byte[length];
        heldBytes += length;
        return free;
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
        heldBytes -= slabs[slab].length;
        slabs[slab] = null;
    }

    /** The slab with a run. */
    public byte[] slab(int place) {
        return slabs[place >>> SHIFT];
    }

    /** The position of a run in its slab. */
    public static int at(int place) {
        return place & BYTES - 1;
    }
}
