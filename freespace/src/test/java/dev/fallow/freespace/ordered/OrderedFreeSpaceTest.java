package dev.fallow.freespace.ordered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
}
