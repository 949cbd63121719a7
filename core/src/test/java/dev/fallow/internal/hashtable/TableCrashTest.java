package dev.fallow.internal.hashtable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.blockstore.BlockStore;
import dev.fallow.blockstore.BlockStoreOptions;
import dev.fallow.blockstore.MemoryMethod;
import dev.fallow.freespace.policy.quickfit.QuickFitOptions;
import dev.fallow.internal.blockstore.RecordedStorage;
import dev.fallow.internal.blockstore.StoreOpener;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A random session of a table that doubles several times, cut at each of its writes. */
class TableCrashTest {
    private static final int STEPS = 130;
    private static final int KEYS = 45;

    private static BlockStoreOptions options(MemoryMethod method) {
        return BlockStoreOptions.defaults()
                .withMethod(method)
                .withPolicy(new QuickFitOptions(32, 2, 8, List.of(288L, 512L), 64))
                .withSpace(2048, 1 << 20)
                .withHeaderSlots(32)
                .withCheckpointInterval(9);
    }

    private static BlockStore open(Storage storage, MemoryMethod method) {
        return StoreOpener.open(storage, "table", options(method), () -> {});
    }

    private record Moment(int writes, TreeMap<String, byte[]> map) {}

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void step(LiveTable table, TreeMap<String, byte[]> model, SplittableRandom random) {
        String key = "key " + random.nextInt(KEYS);
        if (random.nextInt(4) == 0) {
            assertEquals(model.remove(key) != null, table.remove(bytes(key)));
        } else {
            byte[] value = new byte[random.nextInt(120)];
            for (int i = 0; i < value.length; i++) {
                value[i] = (byte) random.nextInt();
            }
            assertEquals(model.put(key, value) == null, table.put(bytes(key), value));
        }
    }

    @ParameterizedTest
    @EnumSource(MemoryMethod.class)
    void cutAtEachWrite(MemoryMethod method) throws IOException {
        RecordedStorage storage = new RecordedStorage();
        BlockStore store = StoreOpener.create(storage, "table", 99, options(method), () -> {});
        LiveTable table = LiveTable.create(store, 1);
        TreeMap<String, byte[]> model = new TreeMap<>();
        List<Moment> moments = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(7);
        moments.add(new Moment(storage.changes().size(), new TreeMap<>()));
        for (int step = 0; step < STEPS; step++) {
            step(table, model, random);
            moments.add(new Moment(storage.changes().size(), new TreeMap<>(model)));
        }
        assertTrue(table.buckets() >= 32, "buckets: " + table.buckets());
        table.close();
        int last = storage.changes().size();
        moments.add(new Moment(last, model));

        MemoryStorage medium = new MemoryStorage();
        int moment = 0;
        for (int writes = 0; writes <= last; writes++) {
            while (moment + 1 < moments.size() && moments.get(moment + 1).writes <= writes) {
                moment++;
            }
            if (writes >= moments.get(0).writes) {
                TreeMap<String, byte[]> after = moments.get(Math.min(moment + 1, moments.size() - 1)).map;
                check(
                        medium.toByteArray(),
                        method,
                        moments.get(moment).map,
                        after,
                        method + ", cut at write " + writes);
            }
            if (writes < last) {
                storage.changes().get(writes).apply(medium);
            }
        }
    }

    private static void check(
            byte[] image,
            MemoryMethod method,
            TreeMap<String, byte[]> before,
            TreeMap<String, byte[]> after,
            String where)
            throws IOException {
        RecordedStorage storage = new RecordedStorage(image);
        BlockStore store = open(storage, method);
        LiveTable table = LiveTable.open(store);
        TreeMap<String, byte[]> expected = isIn(table, before) ? before : after;
        assertHas(table, store, expected, where);
        // a second failure while it was being opened
        int second = storage.changes().size() * (where.hashCode() & 7) / 8;
        MemoryStorage again = new MemoryStorage(image);
        for (int i = 0; i < second; i++) {
            storage.changes().get(i).apply(again);
        }
        BlockStore other = open(again, method);
        assertHas(LiveTable.open(other), other, expected, where + ", again at " + second);
        // it goes on
        TreeMap<String, byte[]> model = new TreeMap<>(expected);
        SplittableRandom random = new SplittableRandom(where.hashCode());
        for (int step = 0; step < 12; step++) {
            step(table, model, random);
        }
        assertHas(table, store, model, where + ", then");
    }

    private static boolean isIn(LiveTable table, TreeMap<String, byte[]> map) {
        for (Map.Entry<String, byte[]> one : map.entrySet()) {
            byte[] value = table.get(bytes(one.getKey()));
            if (value == null || !java.util.Arrays.equals(one.getValue(), value)) {
                return false;
            }
        }
        return table.size() == map.size();
    }

    /** The entries, and nothing else in the store: no block is lost. */
    private static void assertHas(LiveTable table, BlockStore store, TreeMap<String, byte[]> map, String where) {
        assertEquals(0, table.damagedBuckets(), where);
        assertEquals(map.size(), table.size(), where);
        for (int i = 0; i < KEYS; i++) {
            String key = "key " + i;
            byte[] value = table.get(bytes(key));
            if (map.containsKey(key)) {
                assertNotNull(value, where + ": " + key);
                assertArrayEquals(map.get(key), value, where + ": " + key);
            } else {
                assertNull(value, where + ": " + key);
            }
        }
        int[] blocks = {0};
        store.forEachBlock((address, capacity) -> blocks[0]++);
        assertEquals(map.size() + 2, blocks[0], where + ": entries, index and description");
    }
}
