package dev.fallow.research.contender;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.bins.SizeBins;
import dev.fallow.freespace.bitmap.BitmapFreeSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The contenders implemented here return the same results as the backends with the same placement, which the
 * conformance suite checks.
 */
class SameAnswersTest {
    private static final int STEPS = 20_000;
    private static final int UNITS = 400; // few, so that sections merge and split all the time
    private static final long UNIT = 8;

    private static List<Section> sections(FreeSpace space) {
        List<Section> sections = new ArrayList<>();
        space.forEach((address, size) -> sections.add(new Section(address, size)));
        return sections;
    }

    /** Runs random operations on both, and requires the same results and exceptions. */
    private static void same(FreeSpace expected, FreeSpace actual, long boundary, boolean aligned, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int step = 0; step < STEPS; step++) {
            String where = "seed=" + seed + ", boundary=" + boundary + ", step " + step;
            long address = UNIT * random.nextInt(UNITS);
            long size = UNIT * (1 + random.nextInt(6));
            long alignment = aligned ? UNIT * (1 + random.nextInt(5)) : 1;
            switch (random.nextInt(5)) {
                case 0, 1 -> assertEquals(freed(expected, address, size), freed(actual, address, size), where);
                case 2 -> assertEquals(expected.allocate(size), actual.allocate(size), where);
                case 3 -> assertEquals(expected.allocate(size, alignment), actual.allocate(size, alignment), where);
                default -> assertEquals(expected.take(address, size), actual.take(address, size), where);
            }
            assertEquals(expected.freeBytes(), actual.freeBytes(), where);
            if (step % 16 == 0) {
                assertEquals(sections(expected), sections(actual), where);
                assertEquals(expected.sectionCount(), actual.sectionCount(), where);
                assertEquals(expected.lastAddress(), actual.lastAddress(), where);
                assertEquals(expected.sizeAt(address), actual.sizeAt(address), where);
                assertEquals(expected.sizeEndingAt(address), actual.sizeEndingAt(address), where);
            }
        }
        assertTrue(expected.sectionCount() > 5, "seed=" + seed + ": hardly anything was tested");
    }

    private static String freed(FreeSpace space, long address, long size) {
        try {
            space.free(address, size);
            return "freed";
        } catch (IllegalArgumentException | IllegalStateException e) {
            return e.getClass().getName();
        }
    }

    @Test
    void twoTreeMapsAnswerAsSizeBins() {
        for (long boundary : new long[] {0, 16 * UNIT, 50 * UNIT}) {
            same(new SizeBins(boundary), TwoTreeMaps.FACTORY.create(boundary), boundary, true, 11 + boundary);
        }
    }

    @Test
    void theCountingFormAnswersTheSameAndCounts() {
        FreeSpace counting = TwoTreeMaps.COUNTING.create(0);
        same(new SizeBins(0), counting, 0, true, 5);
        assertTrue(counting.probes() > STEPS, () -> "probes: " + counting.probes());
    }

    @Test
    void twoTreeMapsAreUnchangedByAnOperationThatThrows() {
        FreeSpace maps = TwoTreeMaps.FACTORY.create(0);
        maps.free(80, 40);
        List<Section> before = sections(maps);
        IllegalStateException collision = assertThrows(IllegalStateException.class, () -> maps.free(100, 60));
        assertTrue(collision.getMessage().contains("address=80, size=40"), collision::getMessage);
        assertThrows(IllegalArgumentException.class, () -> maps.allocate(0));
        assertThrows(IllegalArgumentException.class, () -> maps.free(-8, 8));
        assertEquals(before, sections(maps));
        assertEquals(40, maps.freeBytes());
    }

    @Test
    void theBitSetOfMvStoreAnswersAsTheBitmap() {
        same(new BitmapFreeSpace(UNIT, 0), new MvStoreBitSet((int) UNIT), 0, false, 7);
    }

    @Test
    void allNamesAreDifferentAndFound() {
        for (Contender contender : Contenders.all()) {
            assertEquals(contender, Contenders.named(contender.name()));
        }
        IllegalArgumentException unknown =
                assertThrows(IllegalArgumentException.class, () -> Contenders.named("none such"));
        assertTrue(unknown.getMessage().contains("two-tree-maps"), unknown::getMessage);
    }
}
