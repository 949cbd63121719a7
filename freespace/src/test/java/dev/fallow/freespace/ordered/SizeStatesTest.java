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
        states.set(SizeStates.find(size), word);
    }

    private long word(long size) {
        return states.get(SizeStates.find(size));
    }

    /** A manager that alternates between no section and one, of any size. */
    @Test
    void oneSizeAfterAnotherNeedsOnePage() {
        use(1, 7);
        long bytes = states.bytes();
        states.set(SizeStates.find(1), 0);
        for (int size = 1; size <= SizeBitmap.LARGEST; size++) {
            use(size, size);
            assertEquals(size, word(size));
            states.set(SizeStates.find(size), 0);
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
                        states.set(SizeStates.find(there), 0);
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
            states.set(SizeStates.find(size), 0);
        }
        assertTrue(states.bytes() < 24 * 1024, states.bytes() + " bytes, at most " + most);
        states.replaceAll(word -> {
            throw new AssertionError("the word " + word + " is left");
        });
    }
}
