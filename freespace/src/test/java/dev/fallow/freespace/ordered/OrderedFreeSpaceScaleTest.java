package dev.fallow.freespace.ordered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.Section;
import java.util.Iterator;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compares worlds with many sections, several tree levels and crowded sizes with two sorted maps. */
class OrderedFreeSpaceScaleTest {
    private final OrderedFreeSpace space = new OrderedFreeSpace(0);
    private final TwoTreeMaps model = new TwoTreeMaps();
    private long[] addresses;
    private long[] sizes;
    private int live;
    private long end;

    /** Sizes as in files: a few frequent ones, and any multiple of 8 up to 64 KiB. */
    @Test
    void hotSizesAndUniformOnes() {
        churn(
                new SplittableRandom(1),
                "seed 1",
                60_000,
                600_000,
                1,
                random -> random.nextInt(10) < 7 ? 24 + 216L * random.nextInt(20) : 8L + 8 * random.nextInt(8192));
        churnDown(new SplittableRandom(2), "seed 2");
    }

    /** Metadata: arbitrary sizes in bytes, and occasional aligned requests. */
    @Test
    void anySizeInBytesAndAlignments() {
        churn(
                new SplittableRandom(3),
                "seed 3",
                30_000,
                300_000,
                512,
                random -> random.nextInt(10) < 7 ? 1L + random.nextInt(200) : 1L + random.nextInt(100_000));
        churnDown(new SplittableRandom(4), "seed 4");
    }

    /** Raw data: only fragments are smaller than 64 KiB. */
    @Test
    void sizesAboveTheClasses() {
        churn(new SplittableRandom(5), "seed 5", 20_000, 150_000, 1, random -> 65_530L + random.nextLong(1L << 30));
        churnDown(new SplittableRandom(6), "seed 6");
    }

    private interface Sizes {
        long next(SplittableRandom random);
    }

    private void churn(SplittableRandom random, String seed, int blocks, int steps, int alignment, Sizes source) {
        addresses = new long[blocks];
        sizes = new long[blocks];
        for (live = 0; live < blocks; live++) {
            sizes[live] = source.next(random);
            addresses[live] = end;
            end += sizes[live];
        }
        for (int step = 0; step < steps; step++) {
            int which = random.nextInt(blocks);
            space.free(addresses[which], sizes[which]);
            model.free(addresses[which], sizes[which]);
            long size = source.next(random);
            long aligned = alignment > 1 && random.nextInt(8) == 0 ? 1 + random.nextInt(alignment) : 1;
            long address = allocate(size, aligned, seed + ", step " + step);
            if (address == FreeSpace.NO_SPACE) {
                address = end;
                end += size;
            }
            addresses[which] = address;
            sizes[which] = size;
            if (step % 50_000 == 0) {
                compare(seed + ", step " + step);
            }
        }
        compare(seed + ", aged");
    }

    private long allocate(long size, long alignment, String where) {
        long address = space.allocate(size, alignment);
        assertEquals(model.allocate(size, alignment), address, where + ", size " + size + ", alignment " + alignment);
        return address;
    }

    /** Frees every block in random order, then allocates everything: memory must shrink. */
    private void churnDown(SplittableRandom random, String seed) {
        long bytes = space.arrayBytes();
        while (live > 0) {
            int which = random.nextInt(live);
            space.free(addresses[which], sizes[which]);
            model.free(addresses[which], sizes[which]);
            live--;
            addresses[which] = addresses[live];
            sizes[which] = sizes[live];
            if (live % 5000 == 0) {
                compare(seed + ", live " + live);
            }
        }
        assertEquals(1, space.sectionCount(), seed);
        assertEquals(0, space.lastAddress(), seed);
        assertEquals(end, space.sizeAt(0), seed);
        assertTrue(space.arrayBytes() <= 64 * 1024, seed + ": bytes " + space.arrayBytes() + " of " + bytes);
        assertEquals(0, space.allocate(end), seed);
        assertEquals(FreeSpace.NO_SPACE, space.allocate(1), seed);
        assertFalse(space.take(0, 1), seed);
    }

    private void compare(String where) {
        Iterator<Section> expected = model.byAddress.values().iterator();
        space.forEach((address, size) -> assertEquals(expected.next(), new Section(address, size), where));
        assertFalse(expected.hasNext(), where);
        assertEquals(model.byAddress.size(), space.sectionCount(), where);
    }
}
