package dev.fallow.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.testing.Seeds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ObjectTableTest {
    /** Compares with a map: addresses that are multiples of one size are added, removed, looked up and swept. */
    @Test
    void isAMap() {
        for (long seed : Seeds.range(1, 20)) {
            Random random = new Random(seed);
            int unit = 1 << random.nextInt(12);
            ObjectTable<String> table = new ObjectTable<>();
            Map<Long, String> model = new HashMap<>();
            for (int i = 0; i < 20_000; i++) {
                long address = (long) unit * random.nextInt(2_000);
                String where = Seeds.name(seed) + ", step " + i + ", address " + address;
                switch (random.nextInt(8)) {
                    case 0, 1, 2 ->
                        assertThat(table.put(address, where)).as(where).isEqualTo(model.put(address, where));
                    case 3, 4 -> assertThat(table.remove(address)).as(where).isEqualTo(model.remove(address));
                    case 5 -> {
                        if (random.nextInt(200) == 0) {
                            table.sweep(one -> one.hashCode() % 3 == 0, () -> false);
                            model.values().removeIf(one -> one.hashCode() % 3 == 0);
                        }
                    }
                    default -> assertThat(table.get(address)).as(where).isEqualTo(model.get(address));
                }
            }
            for (long address = 0; address < 2_000L * unit; address += unit) {
                assertThat(table.get(address)).as(Seeds.name(seed)).isEqualTo(model.get(address));
            }
        }
    }

    /** Objects looked up since the last sweep are skipped once. */
    @Test
    void sparesWhatIsUsed() {
        ObjectTable<Long> table = new ObjectTable<>();
        for (long address = 0; address < 20; address++) {
            table.put(address, address);
        }
        Set<Long> offered = new HashSet<>();
        table.sweep(one -> !offered.add(one), () -> false); // all are new, and are offered in the second round
        assertThat(offered).hasSize(20);
        table.get(7);
        Set<Long> evicted = new HashSet<>();
        table.sweep(evicted::add, () -> evicted.size() == 19);
        assertThat(evicted).hasSize(19).doesNotContain(7L);
        assertThat(table.get(7)).isEqualTo(7);
    }
}
