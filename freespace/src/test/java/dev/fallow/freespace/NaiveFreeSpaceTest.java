package dev.fallow.freespace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the model itself, with answers worked out by hand and with the single cases of the suite. */
class NaiveFreeSpaceTest extends FreeSpaceConformance {
    @Override
    protected FreeSpaceFactory factory() {
        return boundary -> new NaiveFreeSpace(0, 1, boundary);
    }

    @Override
    protected long largestEnd() {
        return 1 << 16;
    }

    /** The model against itself proves only that the suite runs: few steps are enough. */
    @Override
    protected long operations() {
        return 20_000;
    }

    @Override
    protected int largeWorld() {
        return 1 << 12;
    }

    // boundary 4   0123|4567|89..
    //              .###|####|##
    @Test
    void aRunIsCutAtEachBoundary() {
        NaiveFreeSpace space = new NaiveFreeSpace(0, 1, 4);
        space.free(1, 3);
        space.free(4, 4);
        space.free(8, 2);
        assertEquals(List.of(new Section(1, 3), new Section(4, 4), new Section(8, 2)), space.sections());
        assertEquals(8, space.lastAddress());
        assertEquals(3, space.sizeEndingAt(4));
    }

    @Test
    void bestFitByHand() {
        NaiveFreeSpace space = new NaiveFreeSpace(64, 8, 0);
        space.free(64, 40);
        space.free(160, 24);
        space.free(240, 24);
        assertEquals(new Section(160, 24), space.bestFit(16, 1));
        assertEquals(new Section(64, 40), space.bestFit(32, 1));
        assertEquals(new Section(160, 24), space.bestFit(8, 16));
        assertEquals(new Section(64, 40), space.bestFit(32, 72));
        assertEquals(72, space.allocate(32, 72));
    }
}
