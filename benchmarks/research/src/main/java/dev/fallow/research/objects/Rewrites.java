package dev.fallow.research.objects;

import dev.fallow.research.policy.quickfit.BlockHeaders;
import dev.fallow.research.policy.quickfit.QuickFit;
import dev.fallow.research.policy.quickfit.QuickFitCounts;
import dev.fallow.research.policy.quickfit.QuickFitOptions;
import java.util.SplittableRandom;

/**
 * Objects that are written again and again to a storage space with PMFLF, in memory and without contents, so that its
 * space and its steps can be counted. The new block of an object is allocated before its old one is freed, as in a hash
 * table on a block store. The space grows like that of a block store.
 */
public final class Rewrites {
    private static final int HEADER_BYTES = 32;
    private static final long LEAST_GROWTH = 1L << 20;

    /** The part of its length by which a block store grows: an eighth. */
    public static final int GROWS_BY = 8;

    private final QuickFit space;
    private final int growsBy;
    private final long[] addresses;
    private final long[] lengths;
    private final int[] sizes;
    private long live;
    private long mostLive;

    /** Creates an empty space for a number of objects. */
    public Rewrites(QuickFitOptions options, int objects) {
        this(options, GROWS_BY, objects);
    }

    /**
     * Creates an empty space that grows by another part of its length, at least by 1 MiB.
     *
     * @param growsBy 8 for an eighth
     */
    public Rewrites(QuickFitOptions options, int growsBy, int objects) {
        this.growsBy = growsBy;
        space = new QuickFit(options, 0, 0, BlockHeaders.NOWHERE);
        addresses = new long[objects];
        lengths = new long[objects];
        sizes = new int[objects];
    }

    /** Writes an object in a size in bytes, and frees its former block, if there was one. */
    public void write(int object, int size) {
        long stored = (long) size + HEADER_BYTES;
        long address = space.allocate(stored);
        if (address == QuickFit.NO_SPACE) {
            grow(space.blockSize(stored));
            address = space.allocate(stored);
        }
        long length = space.allocatedSize();
        if (sizes[object] > 0) {
            space.deallocate(addresses[object], lengths[object]);
        }
        live += size - sizes[object];
        mostLive = Math.max(mostLive, live);
        addresses[object] = address;
        lengths[object] = length;
        sizes[object] = size;
    }

    private void grow(long lacking) {
        long grain = space.options().grain();
        long step = Math.max(LEAST_GROWTH, space.limit() / growsBy);
        long wanted = Math.max(space.tail() + lacking, space.limit() + step);
        space.extend((wanted + grain - 1) / grain * grain);
    }

    /** Writes every object once more in its size, in another order. */
    public void writeAll(SplittableRandom random) {
        for (int object : order(random)) {
            write(object, sizes[object]);
        }
    }

    /** Writes every object in a new size, in another order. */
    public void writeAll(SplittableRandom random, ParetoSizes distribution) {
        for (int object : order(random)) {
            write(object, distribution.draw(random));
        }
    }

    private int[] order(SplittableRandom random) {
        int[] order = new int[sizes.length];
        for (int i = 0; i < order.length; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }

    /** The size in which an object was written last, in bytes; 0 if it was not. */
    public int size(int object) {
        return sizes[object];
    }

    /** The length of the file, which never becomes shorter, divided by the most bytes that the objects ever had. */
    public double extent() {
        return (double) space.limit() / mostLive;
    }

    /** The counters of the policy. */
    public QuickFitCounts counts() {
        return space.counts();
    }
}
