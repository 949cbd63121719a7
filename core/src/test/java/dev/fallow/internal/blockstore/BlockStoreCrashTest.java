package dev.fallow.internal.blockstore;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.blockstore.BlockStore;
import dev.fallow.blockstore.BlockStoreOptions;
import dev.fallow.blockstore.DamagedBlock;
import dev.fallow.blockstore.MemoryMethod;
import dev.fallow.blockstore.StartMode;
import dev.fallow.blockstore.StoreReport;
import dev.fallow.internal.blockstore.RecordedStorage.Change;
import dev.fallow.internal.storage.MemoryStorage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A random session, cut at each of its writes, for each method. Assumed is what the paper assumes: writes reach the medium in
 * their order, and a sector is written whole or not at all. Then the operation that was cut off is done or not done. Without
 * the second assumption, when a write stops at any byte, its block may be damaged and no other.
 */
class BlockStoreCrashTest {
    private static final int STEPS = 220;
    private static final int MOST_LIVE = 40;

    /** What was live after each step, and how many writes there had been. */
    private record Moment(int writes, TreeMap<Long, byte[]> live) {}

    /** A session on a store that was created, closed and opened again. */
    private static final class Run {
        private final BlockStoreOptions options;
        private final RecordedStorage storage = new RecordedStorage();
        private final List<Moment> moments = new ArrayList<>();
        private int firstWrite;

        Run(MemoryMethod method, long seed) {
            options = StoreSession.options(method);
            BlockStore store = StoreSession.create(storage, options);
            firstWrite = storage.changes().size();
            StoreSession session = new StoreSession(store, seed);
            moments.add(new Moment(firstWrite, new TreeMap<>()));
            work(session);
            store.close();
            moments.add(new Moment(storage.changes().size(), new TreeMap<>(session.live)));
            StoreSession again = new StoreSession(StoreSession.open(storage, options), seed + 1000);
            again.live.putAll(session.live);
            work(again);
            assertTrue(store.report().counts().coalescings() > 1, "too much space for coalescing");
        }

        private void work(StoreSession session) {
            for (int step = 0; step < STEPS; step++) {
                session.step(MOST_LIVE);
                moments.add(new Moment(storage.changes().size(), new TreeMap<>(session.live)));
            }
        }

        /** The last moment that was complete with so many writes. */
        int momentOf(int writes) {
            int moment = 0;
            while (moment + 1 < moments.size() && moments.get(moment + 1).writes <= writes) {
                moment++;
            }
            return moment;
        }

        Map<Long, byte[]> before(int moment) {
            return moments.get(moment).live;
        }

        Map<Long, byte[]> after(int moment) {
            return moments.get(Math.min(moment + 1, moments.size() - 1)).live;
        }
    }

    @ParameterizedTest
    @EnumSource(MemoryMethod.class)
    void cutAtEachWrite(MemoryMethod method) throws IOException {
        for (long seed = 1; seed <= 2; seed++) {
            Run run = new Run(method, seed);
            MemoryStorage medium = new MemoryStorage();
            List<Change> changes = run.storage.changes();
            for (int writes = 0; writes < changes.size(); writes++) {
                if (writes >= run.firstWrite) {
                    String where = "fallow.seed=" + seed + ", " + method + ", cut at write " + writes;
                    recover(run, medium.toByteArray(), run.momentOf(writes), seed, where);
                }
                changes.get(writes).apply(medium);
            }
        }
    }

    private static void recover(Run run, byte[] image, int moment, long seed, String where) throws IOException {
        RecordedStorage storage = new RecordedStorage(image);
        StoreSession session = new StoreSession(StoreSession.open(storage, run.options), seed);
        Map<Long, byte[]> left = run.before(moment);
        Map<Long, Long> found = StoreSession.blocks(session.store);
        if (!found.keySet().equals(left.keySet())) {
            left = run.after(moment);
        }
        assertEquals(List.of(), session.store.report().damaged(), where);
        session.live.putAll(left);
        if (seed == 1) {
            StoreSession.check(session.store, left, run.options, where);
        }
        // a second failure while it is being recovered and used
        for (int step = 0; step < 6; step++) {
            session.step(MOST_LIVE);
        }
        int second = storage.changes().size() * (moment % 5) / 5;
        MemoryStorage again = new MemoryStorage(image);
        for (int i = 0; i < second; i++) {
            storage.changes().get(i).apply(again);
        }
        try (BlockStore store = StoreSession.open(again, run.options)) {
            Map<Long, Long> blocks = StoreSession.blocks(store);
            StoreSession.assertAccounted(store.scan(), blocks, run.options, where + ", again at " + second);
            for (Map.Entry<Long, byte[]> one : left.entrySet()) {
                if (session.live.containsKey(one.getKey()) && session.live.get(one.getKey()) == one.getValue()) {
                    assertArrayEquals(
                            one.getValue(), StoreSession.read(store, one.getKey(), one.getValue().length), where);
                }
            }
        }
        // it goes on, and is opened fast after it was closed
        for (int step = 0; step < 30; step++) {
            session.step(MOST_LIVE);
        }
        StoreSession.check(session.store, session.live, run.options, where + ", then");
        session.store.close();
        try (BlockStore store = StoreSession.open(storage, run.options)) {
            assertEquals(StartMode.FAST, store.report().startMode(), where);
            StoreSession.check(store, session.live, run.options, where + ", closed and opened");
        }
    }

    @ParameterizedTest
    @EnumSource(MemoryMethod.class)
    void aTornWriteCostsAtMostTheBlockThatItDescribes(MemoryMethod method) throws IOException {
        Run run = new Run(method, 3);
        MemoryStorage medium = new MemoryStorage();
        List<Change> changes = run.storage.changes();
        int damages = 0;
        for (int writes = 0; writes < changes.size(); writes++) {
            Change change = changes.get(writes);
            if (writes >= run.firstWrite && change.bytes() != null) {
                MemoryStorage torn = new MemoryStorage(medium.toByteArray());
                int most = Math.min(change.bytes().length, 2 * BlockHeader.BYTES);
                change.apply(torn, 1 + writes * 7 % (most - 1));
                damages += recoverTorn(
                        run, torn, run.momentOf(writes), change.position(), method + ", torn write " + writes);
            }
            change.apply(medium);
        }
        assertTrue(damages > 50, "hardly any header was damaged: " + damages);
    }

    private static int recoverTorn(Run run, MemoryStorage image, int moment, long position, String where) {
        try (BlockStore store = StoreSession.open(image, run.options)) {
            StoreReport report = store.scan();
            Map<Long, Long> found = StoreSession.blocks(store);
            StoreSession.assertAccounted(report, found, run.options, where);
            assertTrue(report.damaged().size() <= 1, () -> where + ": " + report.damaged());
            Map<Long, byte[]> lasting = new HashMap<>(run.before(moment));
            lasting.keySet().retainAll(run.after(moment).keySet());
            for (Map.Entry<Long, byte[]> one : lasting.entrySet()) {
                long address = one.getKey();
                if (found.containsKey(address)) {
                    assertArrayEquals(one.getValue(), StoreSession.read(store, address, one.getValue().length), where);
                } else {
                    DamagedBlock damaged = report.damaged().get(0);
                    assertEquals(damaged.address(), address, where);
                    if (run.options.method() != MemoryMethod.HEADERS_APART) {
                        assertEquals(position, address, where);
                    }
                }
            }
            for (DamagedBlock damaged : report.damaged()) {
                store.deallocate(damaged.address());
            }
            StoreSession.assertAccounted(store.scan(), StoreSession.blocks(store), run.options, where);
            return report.damaged().size();
        }
    }

    /** Each header in turn is overwritten with noise, in a store that was closed, and in one that was not. */
    @ParameterizedTest
    @EnumSource(MemoryMethod.class)
    void aDamagedHeaderCostsAtMostTheBlockThatItDescribes(MemoryMethod method) throws IOException {
        Run run = new Run(method, 4);
        Map<Long, byte[]> live = run.moments.get(run.moments.size() - 1).live;
        for (long address : live.keySet()) {
            for (boolean closed : new boolean[] {false, true}) {
                String where = method + ", header of " + address + " damaged, closed: " + closed;
                RecordedStorage storage = new RecordedStorage(run.storage.content());
                if (closed) {
                    StoreSession.open(storage, run.options).close();
                }
                byte[] image = storage.content();
                int header = headerOf(image, address, method);
                for (int i = 0; i < BlockHeader.BYTES; i++) {
                    image[header + i] ^= (byte) (91 + i);
                }
                try (BlockStore store = StoreSession.open(new MemoryStorage(image), run.options)) {
                    StoreReport report = store.scan();
                    Map<Long, Long> found = StoreSession.blocks(store);
                    StoreSession.assertAccounted(report, found, run.options, where);
                    if (report.damaged().isEmpty()) {
                        // the block that was carved last, since the last checkpoint: then the tail begins there
                        assertEquals(address, report.tail(), where);
                        assertEquals(live.keySet().stream().max(Long::compare).orElseThrow(), address, where);
                        assertFalse(closed, where);
                    } else {
                        assertEquals(1, report.damaged().size(), where);
                        assertEquals(address, report.damaged().get(0).address(), where);
                    }
                    Map<Long, byte[]> others = new TreeMap<>(live);
                    others.remove(address);
                    assertEquals(others.keySet(), found.keySet(), where);
                    others.forEach((at, content) ->
                            assertArrayEquals(content, StoreSession.read(store, at, content.length), where));
                }
            }
        }
    }

    /** Where a header is: found through its pointer where headers lie apart. */
    private static int headerOf(byte[] image, long address, MemoryMethod method) {
        if (method != MemoryMethod.HEADERS_APART) {
            return (int) address;
        }
        java.nio.ByteBuffer bytes = java.nio.ByteBuffer.wrap(image).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at + BlockHeader.BYTES <= image.length; at += BlockHeader.BYTES) {
            BlockHeader header = BlockHeader.decode(bytes, at, 4711, at);
            if (header != null && header.pointer() == address && header.allocated()) {
                return at;
            }
        }
        throw new AssertionError("no header of " + address);
    }
}
