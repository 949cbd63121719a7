package dev.fallow.freespace.bins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.FreeSpaceConformance;
import dev.fallow.freespace.FreeSpaceFactory;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SizeBinsTest extends FreeSpaceConformance {
    private static final int SECTIONS = 100_000;

    @Override
    protected FreeSpaceFactory factory() {
        return SizeBins.FACTORY;
    }

    /** Sections of {@code sizes} different sizes, in a scattered order of addresses. */
    private static SizeBins filled(int sizes) {
        SizeBins space = new SizeBins(0);
        SplittableRandom random = new SplittableRandom(1);
        for (long i = 0; i < SECTIONS; i++) {
            long place = i * 7919 % SECTIONS;
            space.free(place * (1L << 20), 8 * (1 + random.nextInt(sizes)));
        }
        assertEquals(SECTIONS, space.sectionCount());
        return space;
    }

    /** With few sizes, with a moderate number, and with a size node for most sections. */
    @Test
    void atMostAHundredBytesASection() {
        for (int sizes : new int[] {20, 8192, 130_000}) {
            long bytes = filled(sizes).poolBytes();
            assertTrue(bytes <= 100L * SECTIONS, sizes + " sizes: " + bytes / SECTIONS + " bytes a section");
        }
    }

    /** O(log n): a hundred times the sections cost a few more nodes per operation. */
    @Test
    void costGrowsWithTheLogarithm() {
        SizeBins space = filled(8192);
        SplittableRandom random = new SplittableRandom(2);
        long before = space.probes();
        int operations = 20_000;
        for (int i = 0; i < operations; i++) {
            long size = 8 * (1 + random.nextInt(4096));
            long at = space.allocate(size);
            space.free(at, size);
        }
        long each = (space.probes() - before) / (2L * operations);
        assertTrue(each <= 100, each + " nodes an operation among " + SECTIONS + " sections");
    }

    /** Freed nodes are reused: the pool does not grow while sections are created and removed. */
    @Test
    void theNodesOfSectionsThatWentAreUsedAgain() {
        SizeBins space = filled(8192);
        long bytes = space.poolBytes();
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 400_000; i++) {
            long address = random.nextInt(SECTIONS) * (1L << 20);
            long size = space.sizeAt(address);
            if (size > 0) {
                assertTrue(space.take(address, size));
                space.free(address, 8 * (1 + random.nextInt(8192)));
            }
        }
        assertTrue(space.poolBytes() <= bytes * 3 / 2, bytes + " bytes became " + space.poolBytes());
    }
}
