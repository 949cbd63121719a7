package dev.fallow.research.hashtable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TableEntryTest {
    @Test
    void lengthsThatNoArrayHasAreRefused() {
        int most = Integer.MAX_VALUE - 8 - TableEntry.HEADER;
        assertEquals(TableEntry.HEADER, TableEntry.length(0, 0));
        assertEquals(Integer.MAX_VALUE - 8, TableEntry.length(3, most - 3));
        for (int[] lengths : new int[][] {{4, most - 3}, {most, 1}, {Integer.MAX_VALUE, Integer.MAX_VALUE}}) {
            String message = assertThrows(
                            IllegalArgumentException.class, () -> TableEntry.length(lengths[0], lengths[1]))
                    .getMessage();
            assertTrue(
                    message.contains("a value of " + lengths[1] + " bytes: expected together at most " + most),
                    message);
        }
    }
}
