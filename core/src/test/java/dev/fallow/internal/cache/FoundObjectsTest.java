package dev.fallow.internal.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FoundObjectsTest {
    /** Compared with a map; addresses are multiples of a unit, up to one of which a leaf reaches no two. */
    @ParameterizedTest
    @ValueSource(longs = {1, 96, 1L << 24, 1L << 33})
    void equalsAMap(long unit) throws IOException {
        Random random = new Random(unit);
        FoundObjects objects = new FoundObjects(true);
        Map<Long, Integer> numbers = new TreeMap<>(Long::compareUnsigned);
        Map<Long, Long> tallies = new TreeMap<>(Long::compareUnsigned);
        for (int step = 0; step < 60_000; step++) {
            long address = unit * random.nextInt(20_000);
            assertEquals(numbers.containsKey(address), objects.has(address));
            assertEquals(!numbers.containsKey(address), objects.add(address));
            numbers.putIfAbsent(address, numbers.size());
            assertEquals(numbers.get(address), objects.numberOf(address));
            long change = random.nextInt(1_000) == 0 ? random.nextLong() >> 8 : random.nextInt(3) - 1;
            objects.tally(address, change);
            tallies.merge(address, change, Long::sum);
        }
        assertEquals(numbers.size(), objects.size());
        tallies.values().removeIf(tally -> tally == 0);
        Map<Long, Long> found = new TreeMap<>(Long::compareUnsigned);
        List<Long> order = new ArrayList<>();
        objects.forEachTally((address, tally) -> {
            found.put(address, tally);
            order.add(address);
        });
        assertEquals(tallies, found);
        assertEquals(List.copyOf(tallies.keySet()), order);
    }

    @Test
    void addressesAreUnsigned() throws IOException {
        FoundObjects objects = new FoundObjects(false);
        long[] addresses = {-1, 0, Long.MAX_VALUE, Long.MIN_VALUE, 5, -7};
        for (long address : addresses) {
            assertFalse(objects.has(address));
            assertTrue(objects.add(address));
            assertFalse(objects.add(address));
            objects.tally(address, 1);
        }
        List<Long> order = new ArrayList<>();
        objects.forEachTally((address, tally) -> order.add(address));
        assertEquals(List.of(0L, 5L, Long.MAX_VALUE, Long.MIN_VALUE, -7L, -1L), order);
    }

    @Test
    void thousandsInAscendingAndInDescendingOrder() {
        FoundObjects objects = new FoundObjects(true);
        for (int i = 0; i < 10_000; i++) {
            objects.add(1_000_000 + i);
            objects.add(999_999 - i);
        }
        for (int i = 0; i < 10_000; i++) {
            assertEquals(2 * i, objects.numberOf(1_000_000 + i));
            assertEquals(2 * i + 1, objects.numberOf(999_999 - i));
        }
        assertEquals(-1, objects.numberOf(999_999 - 10_000));
        assertEquals(-1, objects.numberOf(1_010_000));
    }

    @Test
    void refusesWhatIsNotThere() {
        FoundObjects objects = new FoundObjects(false);
        assertThrows(IllegalArgumentException.class, () -> objects.tally(8, 1));
        assertThrows(IllegalStateException.class, () -> objects.numberOf(8));
    }
}
