package dev.fallow.research.policy.buddy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares with the JDK's bit set, for capacities near the limits of words and levels. */
class BlockSetTest {
    @Test
    void asABitSet() {
        for (int capacity : new int[] {0, 1, 63, 64, 65, 4095, 4096, 4097, 262_144, 262_145}) {
            BlockSet set = new BlockSet(capacity);
            assertEquals(BlockSet.NONE, set.next(0));
            BitSet model = new BitSet();
            Random random = new Random(capacity);
            for (int step = 0; capacity > 0 && step < 3_000; step++) {
                String where = "capacity " + capacity + ", step " + step;
                int number = random.nextInt(step % 3 == 0 ? capacity : Math.min(capacity, 200));
                if (model.get(number)) {
                    set.remove(number);
                } else {
                    set.add(number);
                }
                model.flip(number);
                assertEquals(model.get(number), set.contains(number), where);
                int from = random.nextInt(capacity + 1);
                assertEquals(model.nextSetBit(from), set.next(from), where);
                int low = random.nextInt(Math.min(capacity, 200));
                int high = low + random.nextInt(Math.min(capacity, 200) - low + 1);
                assertEquals(model.nextClearBit(low) >= high, set.containsAll(low, high), where);
            }
            assertEquals(model.cardinality(), set.count());
            assertFalse(set.contains(capacity));
        }
    }

    @Test
    void runsOverWords() {
        BlockSet set = new BlockSet(1_000);
        for (int number = 60; number < 900; number++) {
            set.add(number);
        }
        for (int from = 58; from < 200; from++) {
            for (int to = from; to < 330; to++) {
                assertEquals(from >= 60 || from == to, set.containsAll(from, to), from + " to " + to);
            }
        }
        assertFalse(set.containsAll(100, 901));
    }
}
