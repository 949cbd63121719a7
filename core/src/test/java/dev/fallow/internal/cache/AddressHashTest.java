package dev.fallow.internal.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Half-full tables are searched in few steps for any distribution of addresses; objects have at least about 20 bytes.
 */
class AddressHashTest {
    private static final int SLOTS = 1 << 16;

    /** The distance between addresses in bytes. */
    @ParameterizedTest
    @ValueSource(longs = {24, 40, 100, 147, 512, 544, 1_000, 4_096, 4_196, 1 << 16, 1 << 20, 1L << 33})
    void probesStayFew(long stride) {
        boolean[] taken = new boolean[SLOTS];
        long probes = 0;
        for (int i = 0; i < SLOTS / 2; i++) {
            int slot = AddressHash.home(48 + i * stride, SLOTS);
            for (probes++; taken[slot]; probes++) {
                slot = slot + 1 & SLOTS - 1;
            }
            taken[slot] = true;
        }
        assertTrue(probes < 12L * SLOTS / 2, () -> "stride " + stride);
    }

    @Test
    void neighboursAreNeighbours() {
        for (long address = 0; address < 100_000; address += 1_024) {
            int home = AddressHash.home(address, SLOTS);
            for (int i = 1; i < 32; i++) {
                assertEquals(home + i, AddressHash.home(address + 32 * i, SLOTS));
            }
        }
    }

    @Test
    void smallTablesAreFilledToo() {
        for (int slots = 1; slots < 16; slots *= 2) {
            for (long address = 0; address < 10_000; address += 100) {
                int home = AddressHash.home(address, slots);
                assertTrue(home >= 0 && home < slots);
            }
        }
    }
}
