package dev.fallow.freespace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The conformance suite of backends. The test of a backend extends this class, supplies the factory, and declares its
 * intentional differences. {@link CheckedFreeSpace} compares each call with the model. Small worlds are tested
 * exhaustively, large ones by random runs, whose length and seed can be set:
 * {@code -Dfallow.conformance.operations=N -Dfallow.seed=S}.
 */
@SuppressWarnings("exports") // public only for the other packages of this module
public abstract class FreeSpaceConformance {
    /** The number of blocks in exhaustively tested worlds. */
    private static final int BLOCKS = 10;

    private static final int[] BOUNDARIES = {0, 4};

    /** For the backends' tests. */
    protected FreeSpaceConformance() {}

    /** The backend under test. */
    protected abstract FreeSpaceFactory factory();

    /** The guarantees of the backend about its choices. */
    protected Placement placement() {
        return Placement.BEST_FIT_LOWEST_ADDRESS;
    }

    /** The granularity in bytes; 1 if the backend has none. */
    protected long granularity() {
        return 1;
    }

    /** The maximum end of a section. Backends whose cost does not depend on addresses keep the default. */
    protected long largestEnd() {
        return Long.MAX_VALUE / granularity() * granularity();
    }

    /** The total number of random operations, over all seeds and world sizes. */
    protected long operations() {
        return Long.getLong("fallow.conformance.operations", 1_000_000);
    }

    /** The number of blocks in large worlds. Backends whose calls scan all sections may have fewer. */
    protected int largeWorld() {
        return 1 << 15;
    }

    // ---- small worlds, exhaustively ---------------------------------------------------------------------------

    /** Blocks freed in any order merge to the runs of the pattern: sections grow up, grow down, and are bridged. */
    @Test
    public void everyPatternMergesToItsRuns() {
        int[][] orders = {ascending(), descending(), scattered()};
        for (int boundary : BOUNDARIES) {
            for (int pattern = 0; pattern < 1 << BLOCKS; pattern++) {
                for (int[] order : orders) {
                    world(boundary, pattern, order);
                }
            }
        }
    }

    //           #..##    one to twelve blocks, at every position
    // free       XX      used space: merged with adjacent sections
    //           XX       over a free block: refused, nothing changed
    //              XXXXX over a boundary: refused, if there is one

    /** Freeing any run: used space is merged; a run with free space is refused and nothing has changed. */
    @Test
    public void everyFreeInEveryPattern() {
        for (int boundary : BOUNDARIES) {
            for (int pattern = 0; pattern < 1 << BLOCKS; pattern++) {
                for (int start = 0; start < BLOCKS; start++) {
                    for (int length = 1; start + length <= BLOCKS; length++) {
                        int run = ((1 << length) - 1) << start;
                        CheckedFreeSpace space = worldUnchecked(boundary, pattern);
                        long address = units(start);
                        long size = units(length);
                        if (boundary > 0 && start / boundary != (start + length - 1) / boundary) {
                            assertThrows(IllegalArgumentException.class, () -> space.free(address, size));
                        } else if ((run & pattern) != 0) {
                            assertThrows(IllegalStateException.class, () -> space.free(address, size));
                        } else {
                            space.free(address, size);
                        }
                    }
                }
            }
        }
    }

    //           .####.
    // all        XXXX      the section is removed
    // front      XX        the back remains
    // back         XX      the front remains
    // middle      XX       both remain
    // past one     XXXX    not taken
    // elsewhere X          not taken

    /** Taking any run: all, front, back or middle of a section, or none. */
    @Test
    public void everyTakeInEveryPattern() {
        for (int boundary : BOUNDARIES) {
            for (int pattern = 0; pattern < 1 << BLOCKS; pattern++) {
                for (int start = 0; start < BLOCKS + 1; start++) {
                    for (int length = 1; start + length <= BLOCKS + 2; length++) {
                        worldUnchecked(boundary, pattern).take(units(start), units(length));
                    }
                }
            }
        }
    }

    /** Allocating any size at any small alignment, repeated until it is refused. */
    @Test
    public void everyAllocationInEveryPattern() {
        for (int boundary : BOUNDARIES) {
            for (int pattern = 0; pattern < 1 << BLOCKS; pattern++) {
                for (int length = 1; length <= BLOCKS + 1; length++) {
                    for (int alignment = 1; alignment <= 5; alignment++) {
                        CheckedFreeSpace space = worldUnchecked(boundary, pattern);
                        long at;
                        do {
                            at = space.allocate(units(length), units(alignment));
                        } while (at != FreeSpace.NO_SPACE);
                    }
                }
            }
        }
    }

    /** The queries by address, for every address and run in and next to every pattern. */
    @Test
    public void everyAddressAsked() {
        for (int boundary : BOUNDARIES) {
            for (int pattern = 0; pattern < 1 << BLOCKS; pattern++) {
                CheckedFreeSpace space = worldUnchecked(boundary, pattern);
                for (int block = 0; block <= BLOCKS + 1; block++) {
                    space.sizeAt(units(block));
                    space.sizeEndingAt(units(block));
                }
                for (int start = 0; start < BLOCKS; start++) {
                    for (int length = 1; start + length <= BLOCKS + 1; length++) {
                        space.overlapping(units(start), units(length));
                        // independent of the granularity: shorter by half a block at both ends, or a single byte
                        space.overlapping(
                                units(start) + granularity() / 2, Math.max(1, units(length) - granularity() / 2));
                    }
                }
                space.sectionCount();
                assertEquals(0, space.sizeAt(-1));
                assertEquals(0, space.sizeEndingAt(-1));
                assertEquals(0, space.sizeAt(Long.MIN_VALUE));
                assertEquals(0, space.sizeEndingAt(Long.MAX_VALUE));
            }
        }
    }

    // ---- single cases ----------------------------------------------------------------------------------------

    @Test
    public void emptyHasNothing() {
        FreeSpace space = factory().create(0);
        assertEquals(0, space.freeBytes());
        assertEquals(0, space.sectionCount());
        assertEquals(FreeSpace.NO_SPACE, space.lastAddress());
        assertEquals(FreeSpace.NO_SPACE, space.allocate(granularity()));
        assertFalse(space.take(0, granularity()));
        assertEquals(0, space.sizeAt(0));
        space.forEach((address, size) -> {
            throw new AssertionError("visited " + address + ", " + size);
        });
    }

    @Test
    public void negativeBoundaryIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> factory().create(-granularity()));
    }

    @Test
    public void badSizesAndAddressesChangeNothing() {
        long most = Long.MAX_VALUE / granularity() * granularity();
        long[] badSizes = {0, -1, -granularity(), Long.MIN_VALUE};
        CheckedFreeSpace space = worldUnchecked(0, 0b0110111);
        for (long size : badSizes) {
            assertThrows(IllegalArgumentException.class, () -> space.allocate(size));
            assertThrows(IllegalArgumentException.class, () -> space.allocate(size, 1));
            assertThrows(IllegalArgumentException.class, () -> space.allocate(granularity(), size));
            assertThrows(IllegalArgumentException.class, () -> space.free(units(8), size));
            assertThrows(IllegalArgumentException.class, () -> space.take(units(1), size));
            assertThrows(IllegalArgumentException.class, () -> space.overlapping(units(1), size));
        }
        for (long address : new long[] {-1, -granularity(), Long.MIN_VALUE}) {
            assertThrows(IllegalArgumentException.class, () -> space.free(address, granularity()));
            assertThrows(IllegalArgumentException.class, () -> space.take(address, granularity()));
            assertThrows(IllegalArgumentException.class, () -> space.overlapping(address, granularity()));
        }
        assertThrows(IllegalArgumentException.class, () -> space.free(units(8), Long.MAX_VALUE));
        assertThrows(IllegalArgumentException.class, () -> space.free(Long.MAX_VALUE, granularity()));
        assertThrows(IllegalArgumentException.class, () -> space.take(units(1), Long.MAX_VALUE));
        assertThrows(IllegalArgumentException.class, () -> space.take(Long.MAX_VALUE, granularity()));
        assertEquals(FreeSpace.NO_SPACE, space.allocate(most), "more than there is");
        assertEquals(FreeSpace.NO_SPACE, space.allocate(most, most));
        assertEquals(FreeSpace.NO_SPACE, space.allocate(most, Long.MAX_VALUE));
        if (granularity() > 1) {
            assertThrows(IllegalArgumentException.class, () -> space.free(units(8) + 1, granularity()));
            assertThrows(IllegalArgumentException.class, () -> space.free(units(8), granularity() + 1));
            assertThrows(IllegalArgumentException.class, () -> space.take(units(1) + 1, granularity()));
            assertThrows(IllegalArgumentException.class, () -> space.take(units(1), granularity() - 1));
            assertThrows(IllegalArgumentException.class, () -> space.allocate(granularity() + 1));
            assertThrows(IllegalArgumentException.class, () -> space.allocate(granularity() - 1, 8));
            assertThrows(IllegalArgumentException.class, () -> factory().create(granularity() + 1));
            assertEquals(0, space.sizeAt(1));
        }
        space.compareSections(() -> "after all of the bad input");
    }

    /** The highest possible addresses: sums and ends must not overflow. */
    @Test
    public void worksUpToTheLargestAddress() {
        long end = largestEnd();
        long base = end - units(64);
        CheckedFreeSpace space = checked(base, 0, 1, "at the largest address");
        space.free(end - units(8), units(8));
        assertEquals(FreeSpace.NO_SPACE, space.allocate(units(9)));
        assertThrows(IllegalStateException.class, () -> space.free(end - units(1), units(1)));
        space.free(base, units(8));
        space.sizeEndingAt(end);
        space.overlapping(0, Long.MAX_VALUE);
        space.overlapping(Long.MAX_VALUE - 1, 1);
        space.overlapping(base + units(8), units(48));
        space.overlapping(base + units(7), units(57));
        assertTrue(space.take(end - units(1), units(1)));
        space.free(end - units(1), units(1));
        space.free(end - units(16), units(8));
        space.allocate(units(3));
        space.allocate(units(5), units(4));
        space.allocate(units(2), Long.MAX_VALUE);
    }

    /** A section as long as the address space, and the rest after its ends are taken. */
    @Test
    public void theLongestSection() {
        long end = largestEnd();
        FreeSpace space = factory().create(0);
        space.free(0, end);
        assertEquals(end, space.freeBytes());
        assertEquals(1, space.sectionCount());
        assertTrue(space.take(end - granularity(), granularity()));
        assertTrue(space.take(0, granularity()));
        assertEquals(granularity(), space.allocate(end - 2 * granularity()));
        assertEquals(0, space.freeBytes());
        assertEquals(0, space.sectionCount());
    }

    // boundary at 4:  ####|####     sections that are adjacent at a multiple are not merged
    // allocate(5)     refused       no section crosses
    // take 3..5       refused

    @Test
    public void sectionsStayApartAtTheMergeBoundary() {
        CheckedFreeSpace space = worldUnchecked(4, 0b0011111111);
        assertEquals(2, space.sectionCount());
        assertEquals(FreeSpace.NO_SPACE, space.allocate(units(5)));
        assertFalse(space.take(units(3), units(2)));
        assertEquals(units(4), space.sizeAt(units(4)));
        assertEquals(units(4), space.sizeEndingAt(units(4)));
        assertEquals(units(4), space.lastAddress());
    }

    /** Of all sufficient sections, an exact backend takes the smallest, and of these the lowest. */
    @Test
    public void bestFitLowestAddress() {
        // CheckedFreeSpace verifies the placement that the other backends promise
        assumeTrue(placement() == Placement.BEST_FIT_LOWEST_ADDRESS, () -> "this backend promises " + placement());
        FreeSpace space = factory().create(0);
        space.free(units(0), units(5));
        space.free(units(10), units(3));
        space.free(units(20), units(2));
        space.free(units(30), units(3));
        assertEquals(units(10), space.allocate(units(3)));
        assertEquals(units(30), space.allocate(units(3)));
        assertEquals(units(0), space.allocate(units(3)));
        assertEquals(units(3), space.allocate(units(2)), "the rest of the first, and the one at 20, are equally small");
        assertEquals(units(20), space.allocate(units(1)));
        assertEquals(units(21), space.allocate(units(1)));
        assertEquals(FreeSpace.NO_SPACE, space.allocate(units(1)));
    }

    /** I5: a cleared manager behaves like a new one. */
    @Test
    public void clearedIsAsNew() {
        long[] first = addressesOf(factory().create(0), 7);
        FreeSpace used = factory().create(0);
        addressesOf(used, 8);
        used.clear();
        assertEquals(0, used.freeBytes());
        assertEquals(0, used.sectionCount());
        assertEquals(FreeSpace.NO_SPACE, used.lastAddress());
        assertArrayEquals(first, addressesOf(used, 7));
    }

    /** I5: two managers with the same operations give the same answers. */
    @Test
    public void theSameOperationsGiveTheSameAddresses() {
        assertArrayEquals(
                addressesOf(factory().create(0), 11), addressesOf(factory().create(0), 11));
    }

    /** The count of probes is not 0, and grows. */
    @Test
    public void probesAreCounted() {
        FreeSpace space = factory().create(0);
        addressesOf(space, 3);
        long before = space.probes();
        assertTrue(before > 0, "probes=" + before);
        for (int i = 0; i < 100; i++) {
            space.allocate(units(1));
        }
        assertTrue(space.probes() > before, "probes stay at " + before);
    }

    // ---- large worlds, random --------------------------------------------------------------------------------

    /** Few blocks, so that sections are often merged, split and removed. Compared in full after every step. */
    @Test
    public void randomOperationsInSmallWorlds() {
        randomRuns(new World(48, 6, 0, 1), operations() * 45 / 100, 24);
        randomRuns(new World(64, 8, 16, 1), operations() * 25 / 100, 12);
    }

    @Test
    public void randomOperationsInMiddlingWorlds() {
        randomRuns(new World(1 << 10, 24, 0, 8), operations() * 15 / 100, 6);
        randomRuns(new World(1 << 10, 24, 64, 8), operations() * 10 / 100, 4);
    }

    /** Thousands of sections: nodes fill, split and empty. */
    @Test
    public void randomOperationsInLargeWorlds() {
        randomRuns(new World(largeWorld(), 30, 0, 512), operations() * 3 / 100, 2);
        randomRuns(new World(largeWorld(), 3000, 0, 128), operations() * 2 / 100, 2);
    }

    /**
     * @param blocks the number of units in the world
     * @param longest the maximum number of units in a request
     * @param boundary in units, or 0
     * @param stepsBetweenFullChecks as {@link CheckedFreeSpace}
     */
    private record World(int blocks, int longest, int boundary, int stepsBetweenFullChecks) {}

    private void randomRuns(World world, long steps, int seeds) {
        for (long seed : Seeds.range(1, seeds)) {
            randomRun(world, steps / seeds, seed);
        }
    }

    private void randomRun(World world, long steps, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long[] step = {0};
        long base = (seed & 1) == 0 || world.boundary > 0 ? 0 : largestEnd() - units(world.blocks);
        NaiveFreeSpace model = new NaiveFreeSpace(base, granularity(), units(world.boundary));
        CheckedFreeSpace space = new CheckedFreeSpace(
                factory().create(units(world.boundary)),
                model,
                placement(),
                units(world.boundary),
                world.stepsBetweenFullChecks,
                () -> Seeds.name(seed) + ", " + world + ", step " + step[0]);
        // every third block, so that a large world begins with many sections
        for (int block = 0; block < world.blocks; block += 3) {
            space.free(base + units(block), units(1));
        }
        // seeds differ in the fill level of the world
        int freeing = 40 + (int) (seed % 4) * 8;
        for (; step[0] < steps; step[0]++) {
            int dice = random.nextInt(100);
            int size = sizeFrom(random, world.longest);
            int start = random.nextInt(world.blocks);
            if (dice < freeing) {
                freeRun(space, model, world, base, start, size);
            } else if (dice < 90) {
                space.allocate(units(size));
            } else if (dice < 94) {
                space.allocate(units(size), units(1 + random.nextInt(8)));
            } else if (dice < 97) {
                space.take(base + units(start), units(Math.min(size, world.blocks - start)));
            } else if (dice < 99) {
                freeAnything(space, base + units(start), units(Math.min(size, world.blocks - start)));
            } else if (random.nextInt((int) Math.max(1, steps / 500)) == 0) {
                space.clear();
            }
        }
        space.compareSections(() -> Seeds.name(seed) + ", " + world + ", at the end");
    }

    /** Frees the run of used blocks at or after start: at most size blocks, up to a boundary. */
    private void freeRun(CheckedFreeSpace space, NaiveFreeSpace model, World world, long base, int start, int size) {
        int from = start;
        while (from < world.blocks && isFree(model, base, from)) {
            from++;
        }
        int to = from;
        while (to < world.blocks && to - from < size && !isFree(model, base, to)) {
            to++;
            if (world.boundary > 0 && to % world.boundary == 0) {
                break;
            }
        }
        if (to > from) {
            space.free(base + units(from), units(to - from));
        }
    }

    private boolean isFree(NaiveFreeSpace model, long base, int block) {
        return model.isFree(base + units(block));
    }

    /** Frees a run in any state; the checked space determines the expected outcome. */
    private static void freeAnything(CheckedFreeSpace space, long address, long size) {
        try {
            space.free(address, size);
        } catch (IllegalStateException | IllegalArgumentException expected) {
            assertTrue(expected.getMessage() != null, "an exception without a message");
        }
    }

    /** Mostly small sizes, some of a few hot sizes, few large ones, as in files. */
    private static int sizeFrom(SplittableRandom random, int longest) {
        return switch (random.nextInt(4)) {
            case 0 -> 1;
            case 1 -> Math.min(longest, 1 << random.nextInt(4));
            case 2 -> 1 + random.nextInt(Math.max(1, longest / 4));
            default -> 1 + random.nextInt(longest);
        };
    }

    // ---- helpers ---------------------------------------------------------------------------------------------

    private long units(long blocks) {
        return blocks * granularity();
    }

    private CheckedFreeSpace checked(long base, int boundary, int stepsBetweenFullChecks, String where) {
        return new CheckedFreeSpace(
                factory().create(units(boundary)),
                new NaiveFreeSpace(base, granularity(), units(boundary)),
                placement(),
                units(boundary),
                stepsBetweenFullChecks,
                () -> where);
    }

    /** The pattern's blocks, freed one by one in the given order, compared after each. */
    private CheckedFreeSpace world(int boundary, int pattern, int[] order) {
        CheckedFreeSpace space = checked(0, boundary, 1, where(boundary, pattern));
        for (int block : order) {
            if ((pattern >> block & 1) != 0) {
                space.free(units(block), units(1));
            }
        }
        return space;
    }

    /** The same world, created without comparisons. */
    private CheckedFreeSpace worldUnchecked(int boundary, int pattern) {
        FreeSpace backend = factory().create(units(boundary));
        NaiveFreeSpace model = new NaiveFreeSpace(0, granularity(), units(boundary));
        for (int block : scattered()) {
            if ((pattern >> block & 1) != 0) {
                backend.free(units(block), units(1));
                model.free(units(block), units(1));
            }
        }
        String where = where(boundary, pattern);
        return new CheckedFreeSpace(backend, model, placement(), units(boundary), 1, () -> where);
    }

    private static String where(int boundary, int pattern) {
        return "boundary " + boundary + ", pattern " + Integer.toBinaryString(pattern) + " (block 0 last)";
    }

    private static int[] ascending() {
        int[] order = new int[BLOCKS];
        Arrays.setAll(order, i -> i);
        return order;
    }

    private static int[] descending() {
        int[] order = new int[BLOCKS];
        Arrays.setAll(order, i -> BLOCKS - 1 - i);
        return order;
    }

    /** Every third block first, so that holes are left and closed later. */
    private static int[] scattered() {
        int[] order = new int[BLOCKS];
        Arrays.setAll(order, i -> i * 3 % BLOCKS);
        return order;
    }

    /** The addresses allocated in a fixed sequence of allocations and releases. */
    private long[] addressesOf(FreeSpace space, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        space.free(0, units(400));
        List<Section> live = new ArrayList<>();
        long[] addresses = new long[300];
        for (int i = 0; i < addresses.length; i++) {
            if (random.nextBoolean() || live.isEmpty()) {
                long size = units(1 + random.nextInt(12));
                addresses[i] = space.allocate(size);
                if (addresses[i] != FreeSpace.NO_SPACE) {
                    live.add(new Section(addresses[i], size));
                }
            } else {
                Section dead = live.remove(random.nextInt(live.size()));
                assertDoesNotThrow(() -> space.free(dead.address(), dead.size()));
            }
        }
        return addresses;
    }
}
