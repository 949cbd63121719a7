package dev.fallow.freespace.ordered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AddressRunsTest {
    private record Block(int offset, int log, long stamp) {}

    @Test
    void blocksInUseNeverOverlap() {
        SplittableRandom random = new SplittableRandom(5);
        AddressRuns runs = new AddressRuns();
        List<Block> inUse = new ArrayList<>();
        for (int step = 0; step < 50_000; step++) {
            if (inUse.isEmpty() || random.nextInt(100) < (step / 10_000 % 2 == 0 ? 60 : 40)) {
                int log = random.nextInt(AddressRuns.LONGEST_LOG + 1);
                Block block = new Block(runs.allocate(log), log, step);
                Arrays.fill(runs.array(), block.offset, block.offset + (1 << log), block.stamp);
                inUse.add(block);
            } else {
                Block block = inUse.remove(random.nextInt(inUse.size()));
                for (int at = block.offset; at < block.offset + (1 << block.log); at++) {
                    assertEquals(block.stamp, runs.array()[at], "seed 5, step " + step + ", " + block);
                }
                runs.release(block.offset, block.log);
            }
        }
    }

    @Test
    void aBlockGivenBackServesTheNextOfItsLength() {
        AddressRuns runs = new AddressRuns();
        int first = runs.allocate(3);
        int second = runs.allocate(3);
        runs.release(first, 3);
        runs.release(second, 3);
        assertEquals(second, runs.allocate(3));
        assertEquals(first, runs.allocate(3));
    }

    @Test
    void wastefulOnceHalfIsGivenBackAndTheArrayIsFull() {
        AddressRuns runs = new AddressRuns();
        List<Integer> blocks = new ArrayList<>();
        for (int i = 0; i < 4096; i++) {
            blocks.add(runs.allocate(0));
        }
        assertFalse(runs.wasteful());
        blocks.forEach(block -> runs.release(block, 0));
        long bytes = runs.bytes();
        while (runs.bytes() == bytes && !runs.wasteful()) {
            runs.allocate(AddressRuns.LONGEST_LOG);
        }
        assertTrue(runs.wasteful());
        assertEquals(bytes, runs.bytes(), "was wasteful only after growing");
    }

    @Test
    void exactlyHalfIsNotWasteful() {
        AddressRuns runs = new AddressRuns();
        int blocks = 0;
        while (blocks <= 16 * AddressRuns.LONGEST || runs.bytes() > 8L * blocks) {
            runs.allocate(0);
            blocks++;
        }
        for (int block = 0; block < blocks / 2; block++) {
            runs.release(block, 0);
        }
        assertFalse(runs.wasteful());
        runs.release(blocks / 2, 0);
        assertTrue(runs.wasteful());
    }

    @Test
    void aShortArrayIsNotWasteful() {
        AddressRuns runs = new AddressRuns();
        for (int i = 0; i < 64; i++) {
            runs.allocate(0);
        }
        assertEquals(8 * 64, runs.bytes(), "it is full");
        for (int block = 0; block < 64; block++) {
            runs.release(block, 0);
        }
        assertFalse(runs.wasteful(), "compaction would gain a few bytes");
    }

    @Test
    void arraysGrowByAQuarterAndAtLeastByWhatIsNeeded() {
        assertEquals(64, AddressRuns.grown(0, 1, 64));
        assertEquals(1250, AddressRuns.grown(1000, 1, 64));
        assertEquals(1400, AddressRuns.grown(1000, 400, 64));
        assertEquals(4608, AddressRuns.grown(4096, 1, 64), "by an eighth, as it is long");
        assertEquals(Integer.MAX_VALUE - 64, AddressRuns.grown(Integer.MAX_VALUE - 1000, 1, 64));
    }
}
