package dev.fallow.research.blockstore.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.RecordedStorage;
import dev.fallow.internal.storage.RecordedStorage.Change;
import dev.fallow.research.blockstore.BlockStore;
import dev.fallow.research.blockstore.MemoryMethod;
import dev.fallow.research.blockstore.StartMode;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A random session, interrupted at each of its writes, for each method. Under the paper's assumptions, that writes
 * reach the medium in order and completely, the interrupted operation is done or not done. {@link TornWriteTest} and
 * {@link LostWritesTest} drop these assumptions.
 */
class BlockStoreCrashTest {
    private static final int STEPS = 220;
    private static final int MOST_LIVE = 40;

    @ParameterizedTest
    @EnumSource(MemoryMethod.class)
    void cutAtEachWrite(MemoryMethod method) throws IOException {
        for (long seed : Seeds.range(1, 2)) {
            RecordedRun run = new RecordedRun(method, seed, STEPS);
            MemoryStorage medium = new MemoryStorage();
            List<Change> changes = run.storage.changes();
            for (int writes = 0; writes < changes.size(); writes++) {
                if (writes >= run.firstWrite) {
                    String where = Seeds.name(seed) + ", " + method + ", cut at write " + writes;
                    recover(run, medium.toByteArray(), run.momentOf(writes), seed, where);
                }
                changes.get(writes).apply(medium);
            }
        }
    }

    private static void recover(RecordedRun run, byte[] image, int moment, long seed, String where) throws IOException {
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
        // a second failure during recovery and use
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
        // it can be used, and has a fast start after it was closed
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
}
