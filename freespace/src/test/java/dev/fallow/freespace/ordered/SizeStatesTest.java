package dev.fallow.freespace.ordered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The state words of sizes: stored for each size in use, 0 for all others, with memory in proportion to their number.
 */
class SizeStatesTest {
    private final SizeStates states = new SizeStates();

    private void use(long size, long word) {
        states.use(states.make(size), word);
    }

    private long word(long size) {
        return states.get(states.find(size));
    }

    /** A manager that alternates between no section and one, of any size. */
    @Test
    void oneSizeAfterAnotherNeedsOnePage() {
        use(1, 7);
        long bytes = states.bytes();
        states.drop(states.find(1));
        for (int size = 1; size <= SizeBitmap.LARGEST; size++) {
            use(size, size);
            assertEquals(size, word(size));
            states.drop(states.find(size));
            assertEquals(0, word(size));
        }
        assertEquals(bytes, states.bytes());
    }

    @Test
    void everySizeHasItsWordAsOthersComeAndGo() {
        SplittableRandom random = new SplittableRandom(11);
        Map<Integer, Long> model = new HashMap<>();
        long most = 0;
        for (int wave = 0; wave < 4; wave++) {
            for (int step = 0; step < 30_000; step++) {
                int size = 1 + random.nextInt(SizeBitmap.LARGEST);
                boolean drops = wave % 2 == 1 && random.nextInt(8) != 0;
                if (model.containsKey(size) || drops) {
                    int there = drops && !model.isEmpty()
                            ? model.keySet().iterator().next()
                            : size;
                    if (model.remove(there) != null) {
                        states.drop(states.find(there));
                    }
                } else {
                    long word = 1 + random.nextLong(Long.MAX_VALUE);
                    model.put(size, word);
                    use(size, word);
                }
            }
            most = Math.max(most, states.bytes());
            for (int size = 1; size <= SizeBitmap.LARGEST; size++) {
                assertEquals(model.getOrDefault(size, 0L), word(size), "wave " + wave + ", size " + size);
            }
        }
        for (int size : model.keySet()) {
            states.drop(states.find(size));
        }
        assertTrue(states.bytes() < 24 * 1024, states.bytes() + " bytes, at most " + most);
        for (int at = SizeStates.first(); at < states.limit(); at++) {
            assertEquals(0, states.get(at));
        }
    }
}
