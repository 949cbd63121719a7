package dev.fallow.freespace.list;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.FreeSpaceConformance;
import dev.fallow.freespace.FreeSpaceFactory;
import dev.fallow.freespace.Placement;
import org.junit.jupiter.api.Test;

class LinkedListFreeSpaceTest extends FreeSpaceConformance {
    @Override
    protected FreeSpaceFactory factory() {
        return LinkedListFreeSpace::new;
    }

    @Override
    protected Placement placement() {
        return Placement.BEST_FIT;
    }

    /** Every query scans the list, and a full comparison makes two queries per section. */
    @Override
    protected int largeWorld() {
        return 1 << 12;
    }

    @Test
    void anExactMatchComesBeforeEverything() {
        FreeSpace space = new LinkedListFreeSpace();
        space.free(100, 8);
        space.free(200, 9);
        space.free(300, 20);
        assertEquals(100, space.allocate(8));
        assertEquals(200, space.allocate(8), "no exact match: the smallest that fits");
        assertEquals(300, space.allocate(8));
    }

    @Test
    void ofEqualSectionsTheOneFreedLastIsUsedFirst() {
        FreeSpace space = new LinkedListFreeSpace();
        space.free(100, 8);
        space.free(300, 8);
        space.free(200, 8);
        assertEquals(200, space.allocate(8));
        assertEquals(300, space.allocate(5));
        assertEquals(100, space.allocate(8));
        assertEquals(305, space.allocate(3));
    }

    // list           20..28, 40..48, 0..8      head first
    // free 28..32    20..32 becomes the head; free 8..12: 0..12 becomes the head
    @Test
    void aMergedSectionBecomesTheHead() {
        FreeSpace space = new LinkedListFreeSpace();
        space.free(0, 8);
        space.free(40, 8);
        space.free(20, 8);
        space.free(28, 4);
        space.free(8, 4);
        assertEquals(0, space.allocate(12), "of 0..12 and 20..32 the one merged last");
        assertEquals(20, space.allocate(12));
        assertEquals(40, space.allocate(8));
        assertEquals(0, space.freeBytes());
    }

    @Test
    void whatRemainsStaysWhereItWasInTheList() {
        FreeSpace space = new LinkedListFreeSpace();
        space.free(0, 12);
        space.free(100, 8);
        space.free(200, 8);
        assertTrue(space.take(0, 4)); // 4..12 is the last of three equal sections
        assertEquals(200, space.allocate(8));
        assertEquals(100, space.allocate(8));
        assertEquals(4, space.allocate(8));
    }

    @Test
    void everySectionIsLookedAtOnceUnlessOneMatchesExactly() {
        FreeSpace space = new LinkedListFreeSpace();
        for (int i = 0; i < 1000; i++) {
            space.free(100L * i, 50);
        }
        long before = space.probes();
        space.allocate(40);
        assertEquals(1000, space.probes() - before);
        before = space.probes();
        space.allocate(50);
        assertEquals(2, space.probes() - before, "the head is 10 long now, the next matches");
    }
}
