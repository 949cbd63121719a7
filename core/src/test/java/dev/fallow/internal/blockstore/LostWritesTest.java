package dev.fallow.internal.blockstore;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.blockstore.BlockStore;
import dev.fallow.blockstore.BlockStoreOptions;
import dev.fallow.blockstore.MemoryMethod;
import dev.fallow.internal.blockstore.RecordedStorage.Change;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.util.List;
import java.util.Map;
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
}
