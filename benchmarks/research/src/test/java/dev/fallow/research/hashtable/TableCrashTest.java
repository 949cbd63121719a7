package dev.fallow.research.hashtable;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.CorruptFileException;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.RecordedStorage;
import dev.fallow.internal.storage.RecordedStorage.Change;
import dev.fallow.internal.storage.Storage;
import dev.fallow.research.blockstore.BlockStore;
import dev.fallow.research.blockstore.BlockStoreOptions;
import dev.fallow.research.blockstore.MemoryMethod;
import dev.fallow.research.blockstore.internal.StoreOpener;
import dev.fallow.research.policy.quickfit.QuickFitOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A random session of a table that doubles several times, interrupted at each of its writes, which may be torn. */
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

    /** A table that doubles several times, with all its writes and its contents. */
    private static final class Run {
        private final MemoryMethod method;
        private final RecordedStorage storage = new RecordedStorage();
        private final List<Moment> moments = new ArrayList<>();

        Run(MemoryMethod method) {
            this.method = method;
            BlockStore store = StoreOpener.create(storage, "table", 99, options(method), () -> {});
            LiveTable table = LiveTable.create(store, 1);
            TreeMap<String, byte[]> model = new TreeMap<>();
            SplittableRandom random = new SplittableRandom(7);
            moments.add(new Moment(storage.changes().size(), new TreeMap<>()));
            for (int step = 0; step < STEPS; step++) {
                step(table, model, random);
                moments.add(new Moment(storage.changes().size(), new TreeMap<>(model)));
            }
            assertTrue(table.buckets() >= 32, "buckets: " + table.buckets());
            table.close();
            moments.add(new Moment(storage.changes().size(), model));
        }

        /** Creates images of each moment between writes, and of partial writes. */
        void forEachWrite(Visitor visitor) throws IOException {
            MemoryStorage medium = new MemoryStorage();
            int moment = 0;
            for (int writes = 0; writes <= storage.changes().size(); writes++) {
                while (moment + 1 < moments.size() && moments.get(moment + 1).writes <= writes) {
                    moment++;
                }
                Change change =
                        writes < storage.changes().size() ? storage.changes().get(writes) : new Change(0, new byte[0]);
                if (writes >= moments.get(0).writes) {
                    TreeMap<String, byte[]> after = moments.get(Math.min(moment + 1, moments.size() - 1)).map;
                    String where = method + ", write " + writes;
                    visitor.visit(medium.toByteArray(), change, moments.get(moment).map, after, where);
                }
                change.apply(medium);
            }
        }
    }

    private interface Visitor {
        void visit(
                byte[] image,
                Change change,
                TreeMap<String, byte[]> before,
                TreeMap<String, byte[]> after,
                String where)
                throws IOException;
    }

    @ParameterizedTest
    @EnumSource(MemoryMethod.class)
    void cutAtEachWrite(MemoryMethod method) throws IOException {
        new Run(method)
                .forEachWrite((image, change, before, after, where) ->
                        check(image, method, before, after, where + " cut off"));
    }

    /** Of a write of several sectors, only the first one, only the others, or every second one reached the medium. */
    @ParameterizedTest
    @EnumSource(MemoryMethod.class)
    void someSectorsOfEachWrite(MemoryMethod method) throws IOException {
        int[] torn = {0};
        new Run(method).forEachWrite((image, change, before, after, where) -> {
            for (int first = 1; first < change.sectors(); first++) {
                long prefix = (1L << first) - 1;
                for (long arrived : new long[] {prefix, ~prefix, 0x5555555555555555L, 0xAAAAAAAAAAAAAAAAL}) {
                    MemoryStorage medium = new MemoryStorage(image.clone());
                    change.applySectors(medium, arrived);
                    String sectors = ", sectors " + Long.toBinaryString(arrived);
                    check(medium.toByteArray(), method, before, after, where + sectors);
                    torn[0]++;
                }
            }
        });
        assertTrue(torn[0] > 40, "hardly any write has several sectors: " + torn[0]);
    }

    /**
     * A write stops within a sector, but not within the 8 bytes of a pointer: the table opens, no look-up returns a wrong
     * value, and at most one bucket is reported as damaged.
     */
    @ParameterizedTest
    @EnumSource(MemoryMethod.class)
    void aTornWriteIsNeverAnsweredWrongly(MemoryMethod method) throws IOException {
        new Run(method).forEachWrite((image, change, before, after, where) -> {
            for (int count = 8; change.bytes() != null && count < Math.min(change.bytes().length, 96); count += 8) {
                MemoryStorage medium = new MemoryStorage(image.clone());
                change.apply(medium, count);
                String torn = where + ", torn behind " + count + " bytes";
                assertNothingWrong(LiveTable.open(open(medium, method)), before, after, torn);
            }
        });
    }

    private static void assertNothingWrong(
            LiveTable table, TreeMap<String, byte[]> before, TreeMap<String, byte[]> after, String where) {
        assertTrue(table.damagedBuckets() <= 1, where + ": " + table.damagedBuckets() + " buckets");
        for (int i = 0; i < KEYS; i++) {
            String key = "key " + i;
            try {
                byte[] value = table.get(bytes(key));
                assertTrue(
                        Arrays.equals(value, before.get(key)) || Arrays.equals(value, after.get(key)),
                        where + ": another value of " + key);
            } catch (CorruptFileException e) {
                assertEquals(1, table.damagedBuckets(), where + ": " + key);
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
        // a second failure while it is opened
        int second = storage.changes().size() * (where.hashCode() & 7) / 8;
        MemoryStorage again = new MemoryStorage(image);
        for (int i = 0; i < second; i++) {
            storage.changes().get(i).apply(again);
        }
        BlockStore other = open(again, method);
        assertHas(LiveTable.open(other), other, expected, where + ", again at " + second);
        // it can be used
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
            if (value == null || !Arrays.equals(one.getValue(), value)) {
                return false;
            }
        }
        return table.size() == map.size();
    }

    /** Checks the entries, and that the store has no other blocks. */
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
