package dev.fallow.research.blockstore.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.RecordedStorage;
import dev.fallow.internal.storage.RecordedStorage.Change;
import dev.fallow.research.blockstore.BlockStore;
import dev.fallow.research.blockstore.BlockStoreOptions;
import dev.fallow.research.blockstore.Forcing;
import dev.fallow.research.blockstore.MemoryMethod;
import dev.fallow.research.blockstore.StartMode;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A power loss when not every write was forced: any subset of the sectors written since the last forced checkpoint is
 * on the medium. Blocks that were allocated then and have not been changed since are intact.
 */
class LostWritesTest {
    private static final int SESSIONS = 12;
    private static final int LOSSES = 40;

    @ParameterizedTest
    @EnumSource(MemoryMethod.class)
    void whatWasForcedAndLeftAloneIsThere(MemoryMethod method) throws IOException {
        BlockStoreOptions options = StoreSession.options(method);
        for (long seed : Seeds.range(1, SESSIONS)) {
            RecordedStorage storage = new RecordedStorage();
            StoreSession session = new StoreSession(StoreSession.create(storage, options), seed);
            for (int step = 0; step < 20 * seed; step++) {
                session.step(40);
            }
            session.store.checkpoint();
            byte[] content = storage.content();
            int from = storage.changes().size();
            assertEquals(from, storage.forced());
            Map<Long, byte[]> leftAlone = new TreeMap<>(session.live);
            for (int step = 0; step < 60; step++) {
                session.step(40);
                leftAlone.entrySet().removeIf(one -> session.live.get(one.getKey()) != one.getValue());
            }
            assertTrue(leftAlone.size() > 3 || seed < 3, "hardly any block was left alone");
            List<Change> since =
                    storage.changes().subList(from, storage.changes().size());
            int forced = storage.forced() - from;
            SplittableRandom random = new SplittableRandom(seed);
            for (int loss = 0; loss < LOSSES; loss++) {
                MemoryStorage image = new MemoryStorage(content);
                for (int i = 0; i < since.size(); i++) {
                    if (i < forced || random.nextInt(1 + loss / 4) != 0) {
                        since.get(i).applySectors(image, i < forced || loss % 4 == 0 ? -1 : random.nextLong());
                    }
                }
                String where = Seeds.name(seed) + ", " + method + ", loss " + loss;
                try (BlockStore store = StoreSession.open(image, options)) {
                    store.scan();
                    Map<Long, Long> found = StoreSession.blocks(store);
                    leftAlone.forEach((address, bytes) -> {
                        assertTrue(found.containsKey(address), () -> where + ": " + address + " is not in " + found);
                        assertArrayEquals(bytes, StoreSession.read(store, address, bytes.length), where);
                    });
                }
            }
        }
    }

    /**
     * The program is killed after a write that was not forced yet, and the machine goes down before the recovery has forced
     * anything: the write is lost, whatever the recovery has written so far. With forced writes this costs no more than killing the
     * program.
     */
    @ParameterizedTest
    @EnumSource(MemoryMethod.class)
    void aRecoveryDependsOnNothingThatIsLost(MemoryMethod method) throws IOException {
        RecordedRun run = new RecordedRun(method, 7, 120);
        BlockStoreOptions options = run.options.withForcing(Forcing.EACH_WRITE);
        List<Change> changes = run.storage.changes();
        MemoryStorage forced = new MemoryStorage();
        int recovered = 0;
        for (int written = 0; written < changes.size(); written++) {
            if (written >= run.firstWrite) {
                MemoryStorage killed = new MemoryStorage(forced.toByteArray());
                changes.get(written).apply(killed);
                RecordedStorage recovery = new RecordedStorage(killed.toByteArray());
                recovered += StoreSession.open(recovery, options).report().startMode() == StartMode.RECOVERED ? 1 : 0;
                MemoryStorage image = new MemoryStorage(forced.toByteArray());
                int most = recovery.firstForced() < 0 ? recovery.changes().size() : recovery.firstForced();
                for (Change lost : recovery.changes().subList(0, most)) {
                    lost.apply(image);
                }
                String where = method + ", write " + written;
                try (BlockStore store = StoreSession.open(image, options)) {
                    assertEquals(List.of(), store.scan().damaged(), where);
                    Set<Long> found = StoreSession.blocks(store).keySet();
                    int moment = run.momentOf(written);
                    assertTrue(
                            found.equals(run.before(moment).keySet())
                                    || found.equals(run.after(moment).keySet()),
                            where);
                }
            }
            changes.get(written).apply(forced);
        }
        assertTrue(recovered > 100, recovered + " recoveries");
    }
}
