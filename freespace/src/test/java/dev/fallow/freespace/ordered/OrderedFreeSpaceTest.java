package dev.fallow.freespace.ordered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.FreeSpaceConformance;
import dev.fallow.freespace.FreeSpaceFactory;
import dev.fallow.freespace.Sections;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The conformance suite for the ordered manager, and its additional methods. */
class OrderedFreeSpaceTest extends FreeSpaceConformance {
    @Override
    protected FreeSpaceFactory factory() {
        return OrderedFreeSpace.FACTORY;
    }

    /** {@code fitting} returns the section that the next allocation uses. */
    @Test
    void fittingIsWhereTheNextAllocationGoes() {
        SplittableRandom random = new SplittableRandom(4);
        OrderedFreeSpace space = new OrderedFreeSpace(0);
        assertEquals(Sections.NO_SPACE, space.fitting(1));
        assertThrows(IllegalArgumentException.class, () -> space.fitting(0));
        for (int i = 0; i < 500; i++) {
            space.free(i * 1000L, 8 * (1 + random.nextInt(50)));
        }
        for (int i = 0; i < 2_000; i++) {
            long size = 1 + random.nextInt(450);
            long sections = space.sectionCount();
            long fitting = space.fitting(size);
            assertEquals(sections, space.sectionCount());
            long address = space.allocate(size);
            assertEquals(address, fitting, size + " bytes");
            if (address != Sections.NO_SPACE && random.nextInt(3) > 0) {
                space.free(address, size);
            }
        }
    }

    // lower  gone        a leaf may begin at the address of the section that is gone. Bytes that are then added to the
    // [====] [====]      lower section lie behind that address, so the search for them ends in the leaf after its own
    // [==========XX]
    @Test
    void bytesBehindTheBeginningOfTheNextLeafAreTaken() {
        OrderedFreeSpace space = new OrderedFreeSpace(0);
        int sections = 2_000;
        for (int i = 0; i < sections; i++) {
            space.free(i * 100L, 10);
        }
        for (int i = 1; i < sections; i++) {
            long lower = (i - 1) * 100L;
            long gone = i * 100L;
            assertTrue(space.take(gone, 10));
            space.free(lower + 10, 95);
            assertTrue(space.take(gone, 3), "inside the lower section");
            assertEquals(100, space.sizeAt(lower), "before them, section " + i);
            assertEquals(2, space.sizeAt(gone + 3), "behind them, section " + i);
            assertTrue(space.take(lower + 10, 90));
            space.free(gone, 3);
            space.free(gone + 5, 5);
            assertEquals(sections, space.sectionCount());
        }
        long[] next = {0};
        space.forEach((address, size) -> {
            assertEquals(next[0], address);
            assertEquals(10, size);
            next[0] += 100;
        });
    }

    /** Also when the indexes are built anew from what is left. */
    @Test
    void probesOnlyGrow() {
        OrderedFreeSpace space = new OrderedFreeSpace(0);
        int sections = 20_000;
        for (int i = 0; i < sections; i++) {
            space.free(i * 1000L, 1 + i % 900);
        }
        long bytes = space.arrayBytes();
        long before = space.probes();
        for (int i = 0; i < sections; i++) {
            assertTrue(space.take(i * 1000L, 1 + i % 900));
            assertTrue(space.probes() > before, "after " + i + " sections");
            before = space.probes();
        }
        assertTrue(space.arrayBytes() < bytes / 4, "they were built anew");
    }
}
