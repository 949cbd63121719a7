package dev.fallow.research.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.research.contender.Contender;
import dev.fallow.research.contender.Contenders;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WorkloadTest {
    private static final int OPERATIONS = 3000;

    @Test
    void sizesAreMultiplesOfTheBitmapsGranularity() {
        for (SizeDistribution sizes : SizeDistribution.values()) {
            SplittableRandom random = new SplittableRandom(3);
            for (int i = 0; i < 10_000; i++) {
                long size = sizes.draw(random);
                assertTrue(size > 0 && size % Contenders.GRANULARITY == 0, sizes + ": " + size);
            }
            assertEquals(sizes, SizeDistribution.named(sizes.label()));
        }
    }

    /**
     * 70 % of the requests have hot sizes, 8 of the 20 hot sizes are below 192; nearly all of the uniform remainder is
     * above 4,096.
     */
    @Test
    void hotSizesAreAsHotAsTheirNameSays() {
        SplittableRandom random = new SplittableRandom(4);
        int large = 0;
        for (int i = 0; i < 10_000; i++) {
            if (SizeDistribution.HOT_SIZES.draw(random) > 4096) {
                large++;
            }
        }
        double expected = 0.3 * (65536 - 4096) / 65536;
        assertEquals(expected, large / 10_000.0, 0.02);
    }

    @Test
    void paretoStaysInItsBounds() {
        SplittableRandom random = new SplittableRandom(5);
        long most = 0;
        int least = 0;
        for (int i = 0; i < 200_000; i++) {
            long size = SizeDistribution.PARETO.draw(random);
            most = Math.max(most, size);
            if (size < 64) {
                least++;
            }
            assertTrue(size >= 32 && size <= 1 << 20, "size " + size);
        }
        assertTrue(most > 1 << 18, "the largest was " + most);
        assertTrue(least > 80_000, "below 64 bytes: " + least);
    }

    @Test
    void agedLayoutsHaveAboutAsManySectionsAsWanted() {
        SpaceLayout layout = SpaceLayout.aged(SizeDistribution.HOT_SIZES, 1000, Contenders.ORDERED.factory());
        assertTrue(layout.sections() > 700 && layout.sections() < 1400, "sections: " + layout.sections());
        FreeSpace space = layout.load(Contenders.TWO_TREE_MAPS.factory());
        assertEquals(layout.sections(), space.sectionCount());
        long used = 0;
        for (int i = 0; i < layout.blocks(); i++) {
            used += layout.blockSize(i);
        }
        assertEquals(layout.end(), used + space.freeBytes(), "I2: every byte once");
    }

    /**
     * Every contender, loaded with the same layout, returns for every operation the result that the driver recorded.
     */
    @Test
    void replaysAgree() {
        SpaceLayout layout = SpaceLayout.aged(SizeDistribution.HOT_SIZES, 300, Contenders.ORDERED.factory());
        for (Contender contender : Contenders.all()) {
            FreeSpace space = layout.load(contender.factory());
            Driver driver = driver(layout, contender);
            Chunk chunk = new Chunk(OPERATIONS);
            for (int round = 0; round < 3; round++) {
                driver.next(chunk, OPERATIONS);
                assertEquals(OPERATIONS, chunk.count());
                Replays.ofItsOwn().replay(space, chunk);
            }
            assertEquals(driver.layout().sections(), space.sectionCount(), contender.name());
        }
    }

    @Test
    void aDifferentAnswerIsNotTimedButReported() {
        SpaceLayout layout = SpaceLayout.aged(SizeDistribution.HOT_SIZES, 300, Contenders.ORDERED.factory());
        Chunk chunk = new Chunk(OPERATIONS);
        driver(layout, Contenders.ORDERED).next(chunk, OPERATIONS);
        FreeSpace firstFit = layout.load(Contenders.named("bitmap").factory());
        Replay loop = Replays.ofItsOwn();
        IllegalStateException different = assertThrows(IllegalStateException.class, () -> loop.replay(firstFit, chunk));
        assertTrue(different.getMessage().contains("expected"), different::getMessage);
    }

    @Test
    void togglesAndCheckerboardsAgreeToo() {
        SpaceLayout layout = SpaceLayout.checkerboard(100, 64);
        Toggles toggles = new Toggles(layout, 9);
        Chunk chunk = new Chunk(OPERATIONS);
        toggles.next(chunk, OPERATIONS);
        for (Contender contender : Contenders.all()) {
            FreeSpace space = layout.load(contender.factory());
            assertEquals(100, space.sectionCount(), contender.name());
            Replays.ofItsOwn().replay(space, chunk);
            assertTrue(space.sectionCount() < 100, contender.name() + ": " + space.sectionCount());
        }
    }

    @Test
    void everyLoopHasAClassOfItsOwn() {
        assertNotSame(Replays.ofItsOwn().getClass(), Replays.ofItsOwn().getClass());
    }

    private static Driver driver(SpaceLayout layout, Contender contender) {
        FreeSpace space = layout.load(Contenders.driverOf(contender.placement()));
        return new Driver(layout, space, SizeDistribution.HOT_SIZES, Mix.WITH_EXTENSIONS, 6);
    }
}
