package dev.fallow.internal.header;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ObjectKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("optimized")
class KnownKindsTest {
    private static final int OBJECTS = 20_000;

    private static ObjectKind kind(long address) {
        return address % 3 == 0 ? ObjectKind.DATATYPE : ObjectKind.DATASET;
    }

    @Test
    void onlyKindsWithoutContentAreKnown() {
        KnownKinds kinds = new KnownKinds(1 << 20);
        ObjectKind[] all = ObjectKind.values();
        for (int i = 0; i < all.length; i++) {
            kinds.add(1_000 * i, all[i]);
            boolean known = all[i] == ObjectKind.DATASET || all[i] == ObjectKind.DATATYPE;
            assertThat(kinds.find(1_000 * i)).isEqualTo(known ? all[i] : null);
            assertThat(kinds.find(1_000 * i + 1)).isNull();
        }
        kinds.add(0, ObjectKind.DATASET);
        assertThat(kinds.find(0)).isEqualTo(ObjectKind.DATASET);
        for (long tooLarge : new long[] {Long.MAX_VALUE, Long.MAX_VALUE / 4 + 1, -1}) {
            kinds.add(tooLarge, ObjectKind.DATASET);
            assertThat(kinds.find(tooLarge)).isNull();
        }
        kinds.add(Long.MAX_VALUE / 4, ObjectKind.DATATYPE);
        assertThat(kinds.find(Long.MAX_VALUE / 4)).isEqualTo(ObjectKind.DATATYPE);
    }

    /** Files of 2 MB, of 4 GiB and of 2^60 bytes. With enough memory most are found, with little memory some, and never a wrong one. */
    @ParameterizedTest
    @ValueSource(ints = {21, 32, 60})
    void whatIsFoundIsRight(int bits) {
        Random random = new Random(bits);
        Map<Long, ObjectKind> added = new HashMap<>();
        KnownKinds large = new KnownKinds(1 << 20);
        KnownKinds small = new KnownKinds(1 << 14);
        while (added.size() < OBJECTS) {
            long address = random.nextLong() >>> 64 - bits & ~7;
            added.put(address, kind(address));
            large.add(address, kind(address));
            small.add(address, kind(address));
        }
        int inLarge = 0;
        int inSmall = 0;
        for (Map.Entry<Long, ObjectKind> one : added.entrySet()) {
            ObjectKind found = large.find(one.getKey());
            ObjectKind foundInSmall = small.find(one.getKey());
            assertThat(found).isIn(one.getValue(), null);
            assertThat(foundInSmall).isIn(one.getValue(), null);
            inLarge += found == null ? 0 : 1;
            inSmall += foundInSmall == null ? 0 : 1;
        }
        assertThat(inLarge).isGreaterThan(OBJECTS * 95 / 100);
        assertThat(inSmall).isBetween(1_500, 2_048);
        for (int i = 0; i < 1_000; i++) {
            long absent = random.nextLong() >>> 64 - bits | 1;
            assertThat(large.find(absent)).isNull();
        }
    }

    @Test
    void threadsFindNothingWrong() throws Exception {
        KnownKinds kinds = new KnownKinds(1 << 16);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<Future<Integer>> found = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            int seed = t;
            found.add(threads.submit(() -> {
                Random random = new Random(seed);
                int known = 0;
                for (int i = 0; i < 200_000; i++) {
                    long address = 64L * random.nextInt(4_000);
                    ObjectKind there = kinds.find(address);
                    if (there == null) {
                        kinds.add(address, kind(address));
                    } else {
                        assertThat(there).isEqualTo(kind(address));
                        known++;
                    }
                }
                return known;
            }));
        }
        threads.shutdown();
        for (Future<Integer> each : found) {
            assertThat(each.get()).isGreaterThan(100_000);
        }
    }
}
