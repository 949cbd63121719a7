package dev.fallow.freespace.bitmap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.testing.Seeds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;

/**
 * Compares first fit by definition on a {@link BitSet} with bitmaps: all must give the same address. The worlds have
 * several levels of summaries, with cuts that the tree supports (powers of two from 512 bits on) and others.
 */
public final class BitmapModel {
    private static final int WORLD = 3 * 4096 + 1000;

    private final long seed;
    private final int boundary;
    private final int granularity;
    private final int longest;
    private final SplittableRandom random;
    private final BitSet model = new BitSet();
    private final List<BitmapFreeSpace> spaces;
    private int step;

    private BitmapModel(
            long seed,
            int boundary,
            int granularity,
            int longest,
            BiFunction<Long, Long, List<BitmapFreeSpace>> spaces) {
        this.seed = seed;
        this.boundary = boundary;
        this.granularity = granularity;
        this.longest = longest;
        random = new SplittableRandom(100 + seed);
        this.spaces = spaces.apply((long) granularity, (long) boundary * granularity);
    }

    /**
     * Compares spaces in several worlds.
     *
     * @param spaces creates the spaces for a granularity and a merge boundary, in bytes
     */
    public static void compare(BiFunction<Long, Long, List<BitmapFreeSpace>> spaces) {
        int[] boundaries = {0, 0, 512, 1024, 4096, 96, 1536, 64};
        for (long seed : Seeds.range(0, 4 * boundaries.length)) {
            int boundary = boundaries[(int) (seed % boundaries.length)];
            new BitmapModel(seed, boundary, seed % 3 == 1 ? 8 : 1, seed % 2 == 0 ? 1500 : 40, spaces).go(2500);
        }
    }

    private String where() {
        return Seeds.name(seed) + ", boundary " + boundary + ", granularity " + granularity + ", step " + step;
    }

    private void go(int steps) {
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

    private void freeFrom(int start, int size) {
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

    private void allocate(int from, int size, int alignment) {
        long expected = lowest(from, size, alignment);
        for (BitmapFreeSpace space : spaces) {
            if (alignment == 1) {
                assertEquals(expected, space.lowestFit(bytes(size)), this::where);
            }
            assertEquals(expected, space.allocate(bytes(size), alignment), this::where);
        }
        handedOut(expected, size);
    }

    private void near(int from, int size) {
        long expected = lowest(from, size, 1);
        expected = expected == FreeSpace.NO_SPACE ? lowest(0, size, 1) : expected;
        for (BitmapFreeSpace space : spaces) {
            assertEquals(expected, space.allocateNear(bytes(size), bytes(from)), this::where);
        }
        handedOut(expected, size);
    }

    private void handedOut(long address, int size) {
        if (address != FreeSpace.NO_SPACE) {
            int bit = (int) (address / granularity);
            model.clear(bit, bit + size);
        }
    }

    private void takeFrom(int start, int size) {
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

    private long lowest(int from, int size, int alignment) {
        for (int bit = model.nextSetBit(from); bit >= 0; bit = model.nextSetBit(bit + 1)) {
            if (bytes(bit) % alignment == 0 && bit + size <= cutBehind(bit) && model.nextClearBit(bit) >= bit + size) {
                return bytes(bit);
            }
        }
        return FreeSpace.NO_SPACE;
    }

    private int cutBehind(int bit) {
        return boundary == 0 ? Integer.MAX_VALUE : (bit / boundary + 1) * boundary;
    }

    private long bytes(int bits) {
        return (long) bits * granularity;
    }

    private void compare() {
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
