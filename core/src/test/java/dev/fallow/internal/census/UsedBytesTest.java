package dev.fallow.internal.census;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fallow.freespace.Section;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsedBytesTest {
    private static final int CELLS = 20_000;

    private final UsedBytes used = new UsedBytes();

    /** Compared with a bit for each cell; a cell is so many bytes, up to more than a leaf of edges reaches. */
    @ParameterizedTest
    @ValueSource(longs = {1, 3, 1L << 20, 1L << 31, 1L << 33})
    void equalsABitmap(long cell) {
        Random random = new Random(cell);
        BitSet bits = new BitSet();
        for (int step = 0; step < 30_000; step++) {
            boolean large = random.nextInt(2_000) == 0;
            int from = random.nextInt(CELLS);
            int to = Math.min(CELLS, from + random.nextInt(large ? CELLS / 4 : 3));
            List<Section> added = new ArrayList<>();
            used.add(from * cell, (to - from) * cell, (address, size) -> added.add(new Section(address, size)));
            assertEquals(unset(bits, from, to, cell), added);
            bits.set(from, to);
            int asked = random.nextInt(CELLS);
            assertEquals(bits.get(asked), used.uses(asked * cell));
            assertEquals(bits.get(asked), used.uses((asked + 1) * cell - 1));
            if (step % 500 == 0) {
                List<Section> gaps = new ArrayList<>();
                used.forEachGap(CELLS * cell, (address, size) -> gaps.add(new Section(address, size)));
                assertEquals(unset(bits, 0, CELLS, cell), gaps);
            }
        }
    }

    private static List<Section> unset(BitSet bits, int from, int to, long cell) {
        List<Section> runs = new ArrayList<>();
        for (int at = bits.nextClearBit(from); at < to; at = bits.nextClearBit(at)) {
            int set = bits.nextSetBit(at);
            int end = set < 0 ? to : Math.min(to, set);
            runs.add(new Section(at * cell, (end - at) * cell));
            at = end;
        }
        return runs;
    }

    @Test
    void manyGapsInAscendingAndInDescendingOrder() {
        int[] gaps = {0};
        for (long address = 0; address < 100_000; address += 10) {
            used.add(address, 5);
            used.add(1_000_000 - address, 5);
        }
        used.forEachGap(1_000_005, (address, size) -> gaps[0]++);
        assertEquals(20_000 - 1, gaps[0]);
        used.add(3, 2_000_000);
        gaps[0] = 0;
        used.forEachGap(2_000_003, (address, size) -> gaps[0]++);
        assertEquals(0, gaps[0]);
    }

    @Test
    void keepsWhatWasUsedBefore() {
        used.add(10, 10);
        used.add(15, 10);
        used.add(0, 30);
        assertEquals(List.of(new Section(15, 5), new Section(10, 15)), used.overlaps());
    }

    @Test
    void neitherAnEmptyNorAnOverflowingStructureUsesBytes() {
        used.add(10, 0);
        used.add(Long.MAX_VALUE, 10);
        List<Section> gaps = new ArrayList<>();
        used.forEachGap(100, (address, size) -> gaps.add(new Section(address, size)));
        assertEquals(List.of(new Section(0, 100)), gaps);
    }

    @Test
    void gapsEndAtTheLimit() {
        used.add(0, 10);
        used.add(50, 10);
        List<Section> gaps = new ArrayList<>();
        used.forEachGap(30, (address, size) -> gaps.add(new Section(address, size)));
        assertEquals(List.of(new Section(10, 20)), gaps);
        used.forEachGap(55, (address, size) -> gaps.add(new Section(address, size)));
        assertEquals(List.of(new Section(10, 20), new Section(10, 40)), gaps);
    }
}
