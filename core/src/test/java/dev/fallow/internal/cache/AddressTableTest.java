package dev.fallow.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTableTest {
    private static final int OPERATIONS = 60_000;

    private final AddressTable table = new AddressTable();
    private final Map<Long, Integer> indexes = new HashMap<>();
    private final List<Long> addresses = new ArrayList<>();
    private final List<Long> values = new ArrayList<>();

    private void check(Random random) {
        assertThat(table.size()).isEqualTo(addresses.size());
        for (int i = 0; i < addresses.size(); i++) {
            assertThat(table.address(i)).isEqualTo(addresses.get(i));
            assertThat(table.value(i)).isEqualTo(values.get(i));
            assertThat(table.indexOf(addresses.get(i))).isEqualTo(i);
        }
        for (int i = 0; i < 1_000; i++) {
            long absent = random.nextLong() >>> 1;
            assertThat(table.indexOf(absent)).isEqualTo(indexes.getOrDefault(absent, -1));
        }
    }

    /** Files of some KB, of more than 4 GiB, and of nearly 2^63 bytes; most numbers are 0. */
    @ParameterizedTest
    @ValueSource(ints = {4, 16, 24, 35, 62})
    void isAMapInTheOrderOfInsertion(int bits) {
        Random random = new Random(bits);
        for (int i = 0; i < OPERATIONS; i++) {
            long address = random.nextLong() >>> 64 - (random.nextInt(3) == 0 ? bits : Math.min(bits, 30));
            long value = random.nextInt(i < OPERATIONS / 2 ? 1_000 : 2) == 0
                    ? random.nextInt(i % 20_000 < 10_000 ? 1_000 : 2) == 0
                            ? random.nextLong()
                            : random.nextInt(300) - 150
                    : 0;
            Integer index = indexes.get(address);
            if (index != null && random.nextBoolean()) {
                table.set(index, value);
                values.set(index, value);
            } else if (index != null) {
                assertThat(table.put(address, value)).isEqualTo(values.set(index, value));
            } else if (random.nextBoolean()) {
                assertThat(table.put(address, value)).isZero();
                indexes.put(address, addresses.size());
                addresses.add(address);
                values.add(value);
            } else {
                assertThat(table.add(address, value)).isEqualTo(addresses.size());
                indexes.put(address, addresses.size());
                addresses.add(address);
                values.add(value);
            }
            if (Integer.bitCount(i) == 1) {
                check(random);
            }
        }
        check(random);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1L << 32, Long.MAX_VALUE})
    void anAddressIsExact(long address) {
        assertThat(table.indexOf(address)).isEqualTo(-1);
        table.add(address, 7);
        table.add(address ^ 1L << 40, 0);
        assertThat(table.address(0)).isEqualTo(address);
        assertThat(table.value(table.indexOf(address))).isEqualTo(7);
        assertThat(table.indexOf(address ^ 1)).isEqualTo(-1);
    }
}
