package dev.fallow.freespace.bitmap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.testing.Seeds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Compares first fit by definition on a {@link BitSet} with the bitmap with summaries and with each of the searches:
 * all must give the same address. The worlds have several levels of summaries, with cuts that the tree supports (powers
 * of two from 512 bits on) and others.
 */
class BitmapBesideModelTest {
    private static final int WORLD = 3 * 4096 + 1000;

    @Test
    void allGiveTheLowestAddress() {
        int[] boundaries = {0, 0, 512, 1024, 4096, 96, 1536, 64};
        for (long seed : Seeds.range(0, 4 * boundaries.length)) {
            int boundary = boundaries[(int) (seed % boundaries.length)];
            new Run(seed, boundary, seed % 3 == 1 ? 8 : 1, seed % 2 == 0 ? 1500 : 40).go(2500);
        }
    }

    private static final class Run {
        final long seed;
        final int boundary;
        final int granularity;
        final int longest;
        final SplittableRandom random;
        final BitSet model = new BitSet();
        final List<BitmapFreeSpace> spaces = new ArrayList<>();
        int step;

        Run(long seed, int boundary, int granularity, int longest) {
            this.seed = seed;
            this.boundary = boundary;
            this.granularity = granularity;
            this.longest = longest;
            random = new SplittableRandom(100 + seed);
            long bytes = (long) boundary * granularity;
            spaces.add(new BitmapFreeSpace(granularity, bytes));
            spaces.add(new BitmapFreeSpace(granularity, bytes, new LinearSearch()));
            spaces.add(new BitmapFreeSpace(granularity, bytes, new BitParallelSearch(8)));
            spaces.add(new BitmapFreeSpace(granularity, bytes, new BitParallelSearch(64)));
            spaces.add(new BitmapFreeSpace(granularity, bytes, new FilteredSearch()));
        }

        String where() {
            return Seeds.name(seed) + ", boundary " + boundary + ", granularity " + granularity + ", step " + step;
        }

        void go(int steps) {
            for (step = 0; step < steps; step++) {
                int size = 1 + random.nextInt(random.nextInt(3) == 0 ? longest : 1 + longest / 20);
                int start = random.nextInt(WORLD);
                switch (random.nextInt(10)) {
                    case 0, 1, 2, 3 -> freeFrom(start, size);
                    case 4, 5, 6 -> allocate(0, size, 1);
                    case 7 -> allocate(0, size, 1 + random.nextInt(random.nextBoolean() ? 16 : 3000));
                    case 8 -> near(start, size);
                    default -> takeFrom(start, size);
                }
                if (step % 16 == 0) {
                    compare();
                }
            }
        }

        void freeFrom(int start, int size) {
            int from = model.nextClearBit(start);
            int to = model.nextSetBit(from);
            to = Math.min(Math.min(to < 0 ? WORLD : to, from + size), cutBehind(from));
            if (from >= to || from >= WORLD) {
                return;
            }
            for (FreeSpace space : spaces) {
                space.free(bytes(from), bytes(to - from));
            }
            model.set(from, to);
        }

        void allocate(int from, int size, int alignment) {
            long expected = lowest(from, size, alignment);
            for (BitmapFreeSpace space : spaces) {
                if (alignment == 1) {
                    assertEquals(expected, space.lowestFit(bytes(size)), this::where);
                }
                assertEquals(expected, space.allocate(bytes(size), alignment), this::where);
            }
            handedOut(expected, size);
        }

        void near(int from, int size) {
            long expected = lowest(from, size, 1);
            expected = expected == FreeSpace.NO_SPACE ? lowest(0, size, 1) : expected;
            for (BitmapFreeSpace space : spaces) {
                assertEquals(expected, space.allocateNear(bytes(size), bytes(from)), this::where);
            }
            handedOut(expected, size);
        }

        void handedOut(long address, int size) {
            if (address != FreeSpace.NO_SPACE) {
                int bit = (int) (address / granularity);
                model.clear(bit, bit + size);
            }
        }

        void takeFrom(int start, int size) {
            int from = model.nextSetBit(start);
            if (from < 0) {
                return;
            }
            boolean expected = model.nextClearBit(from) >= from + size && from + size <= cutBehind(from);
            for (FreeSpace space : spaces) {
                assertEquals(expected, space.take(bytes(from), bytes(size)), this::where);
            }
            if (expected) {
                model.clear(from, from + size);
            }
        }

        long lowest(int from, int size, int alignment) {
            for (int bit = model.nextSetBit(from); bit >= 0; bit = model.nextSetBit(bit + 1)) {
                if (bytes(bit) % alignment == 0
                        && bit + size <= cutBehind(bit)
                        && model.nextClearBit(bit) >= bit + size) {
                    return bytes(bit);
                }
            }
            return FreeSpace.NO_SPACE;
        }

        int cutBehind(int bit) {
            return boundary == 0 ? Integer.MAX_VALUE : (bit / boundary + 1) * boundary;
        }

        long bytes(int bits) {
            return (long) bits * granularity;
        }

        void compare() {
            List<Long> expected = new ArrayList<>();
            for (int bit = model.nextSetBit(0); bit >= 0; ) {
                int end = Math.min(model.nextClearBit(bit), cutBehind(bit));
                expected.add(bytes(bit));
                expected.add(bytes(end - bit));
                bit = model.nextSetBit(end);
            }
            for (BitmapFreeSpace space : spaces) {
                List<Long> actual = new ArrayList<>();
                space.forEach((address, size) -> {
                    actual.add(address);
                    actual.add(size);
                    assertEquals(size, space.sizeAt(address), this::where);
                    assertEquals(size, space.sizeEndingAt(address + size), this::where);
                });
                assertEquals(expected, actual, this::where);
                assertEquals(expected.size() / 2, space.sectionCount(), this::where);
                assertEquals(bytes(model.cardinality()), space.freeBytes(), this::where);
                long last = expected.isEmpty() ? FreeSpace.NO_SPACE : expected.get(expected.size() - 2);
                assertEquals(last, space.lastAddress(), this::where);
            }
        }
    }

    @Test
    void nearAnAddressComesBeforeTheLowest() {
        BitmapFreeSpace space = new BitmapFreeSpace(8, 0);
        space.free(0, 80);
        space.free(800, 80);
        assertEquals(816, space.allocateNear(16, 816));
        assertEquals(0, space.allocateNear(48, 0));
        assertEquals(832, space.allocateNear(40, 800), "16 bytes are free before the block at 816: too few");
        assertEquals(48, space.allocateNear(32, 840), "nothing fits behind: the lowest of all");
        assertThrows(IllegalArgumentException.class, () -> space.allocateNear(8, -8));
        assertThrows(IllegalArgumentException.class, () -> space.allocateNear(8, 4));
        assertThrows(IllegalArgumentException.class, () -> space.allocateNear(4, 8));
    }

    @Test
    void aBlockIsExtendedInPlace() {
        BitmapFreeSpace space = new BitmapFreeSpace(512, 0);
        space.free(0, 512 * 10);
        long block = space.allocate(512 * 2);
        assertTrue(space.take(block + 512 * 2, 512 * 3));
        assertEquals(512 * 5, space.allocate(512));
        assertFalse(space.take(block + 512 * 5, 512), "in use now");
    }

    @Test
    void sizesAreRoundedToTheGranularity() {
        BitmapFreeSpace space = new BitmapFreeSpace(24, 0);
        assertEquals(24, space.rounded(1));
        assertEquals(24, space.rounded(24));
        assertEquals(48, space.rounded(25));
        assertThrows(IllegalArgumentException.class, () -> space.rounded(0));
        assertThrows(IllegalArgumentException.class, () -> space.rounded(Long.MAX_VALUE));
        assertEquals(Long.MAX_VALUE, new BitmapFreeSpace().rounded(Long.MAX_VALUE));
    }

    @Test
    void aMapBeyondTheLargestSpanIsRefused() {
        BitmapFreeSpace space = new BitmapFreeSpace(8, 0);
        space.free(64, 8);
        long end = 8 * BitmapFreeSpace.MAX_BITS;
        for (long address : new long[] {end, end - 8, Long.MAX_VALUE / 8 * 8 - 16, 1L << 62}) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> space.free(address, 16));
            assertTrue(refused.getMessage().contains(Long.toString(address)), refused::getMessage);
            assertTrue(refused.getMessage().contains(Long.toString(end)), refused::getMessage);
        }
        assertEquals(8, space.freeBytes());
        assertEquals(64, space.lastAddress());
        assertThrows(IllegalArgumentException.class, () -> new BitmapFreeSpace(0, 0));
        assertThrows(IllegalArgumentException.class, () -> new BitmapFreeSpace(8, 12));
        assertThrows(IllegalArgumentException.class, () -> new BitmapFreeSpace(8, -8));
    }
}
