package dev.fallow.research.blockstore.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.CorruptFileException;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.RecordedStorage;
import dev.fallow.internal.storage.RecordedStorage.Change;
import dev.fallow.research.blockstore.BlockStore;
import dev.fallow.research.blockstore.BlockStoreOptions;
import dev.fallow.research.blockstore.DamagedBlock;
import dev.fallow.research.blockstore.MemoryMethod;
import dev.fallow.research.blockstore.StoreReport;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Writes of which only a part reached the medium. If sectors are written completely or not at all, in any order, the
 * operation is done or not done, except for the content of the block being written. If a write can stop at any byte,
 * the block described there may be damaged, too, but no other.
 */
class TornWriteTest {
    private static final int STEPS = 220;
    private static final int STEPS_BYTE_BY_BYTE = 45;

    /** Each write of several sectors: only the first one, only the others, or every second one reached the medium. */
    @ParameterizedTest
    @EnumSource(MemoryMethod.class)
    void someSectorsOfAWrite(MemoryMethod method) throws IOException {
        RecordedRun run = new RecordedRun(method, 5, STEPS);
        MemoryStorage medium = new MemoryStorage();
        List<Change> changes = run.storage.changes();
        int torn = 0;
        for (int writes = 0; writes < changes.size(); writes++) {
            Change change = changes.get(writes);
            int sectors = change.sectors();
            for (int first = 1; writes >= run.firstWrite && first < sectors; first++) {
                long prefix = (1L << first) - 1;
                for (long arrived : new long[] {prefix, ~prefix, 0x5555555555555555L, 0xAAAAAAAAAAAAAAAAL}) {
                    MemoryStorage image = new MemoryStorage(medium.toByteArray());
                    change.applySectors(image, arrived);
                    String where = method + ", write " + writes + ", sectors " + Long.toBinaryString(arrived);
                    assertDoneOrNot(run, image, run.momentOf(writes), where);
                    torn++;
                }
            }
            change.apply(medium);
        }
        assertTrue(torn > 100, "hardly any write has several sectors: " + torn);
    }

    private static void assertDoneOrNot(RecordedRun run, MemoryStorage image, int moment, String where) {
        try (BlockStore store = StoreSession.open(image, run.options)) {
            StoreReport report = store.scan();
            Map<Long, Long> found = StoreSession.blocks(store);
            assertEquals(List.of(), report.damaged(), where);
            StoreSession.assertAccounted(report, found, run.options, where);
            Map<Long, byte[]> before = run.before(moment);
            if (!found.keySet().equals(before.keySet())) {
                assertEquals(run.after(moment).keySet(), found.keySet(), where);
            }
            assertContents(store, run, moment, where);
        }
    }

    /** Checks the content of blocks that are live before and after the step. */
    private static void assertContents(BlockStore store, RecordedRun run, int moment, String where) {
        Map<Long, Long> found = StoreSession.blocks(store);
        lasting(run, moment).forEach((address, content) -> {
            if (found.containsKey(address)) {
                assertArrayEquals(content, StoreSession.read(store, address, content.length), where);
            }
        });
    }

    private static Map<Long, byte[]> lasting(RecordedRun run, int moment) {
        Map<Long, byte[]> lasting = new HashMap<>(run.before(moment));
        lasting.keySet().retainAll(run.after(moment).keySet());
        return lasting;
    }

    /** Each write, stopped after each byte of a header, and occasionally after it. */
    @ParameterizedTest
    @EnumSource(MemoryMethod.class)
    void aWriteThatStopsAtAnyByteCostsAtMostTheBlockThatItDescribes(MemoryMethod method) throws IOException {
        RecordedRun run = new RecordedRun(method, 3, STEPS_BYTE_BY_BYTE);
        MemoryStorage medium = new MemoryStorage();
        List<Change> changes = run.storage.changes();
        int damages = 0;
        for (int writes = 0; writes < changes.size(); writes++) {
            Change change = changes.get(writes);
            if (writes >= run.firstWrite && change.bytes() != null) {
                int step = 1;
                for (int count = 1; count < change.bytes().length; count += step) {
                    step = count < BlockHeader.BYTES ? 1 : 61;
                    MemoryStorage image = new MemoryStorage(medium.toByteArray());
                    change.apply(image, count);
                    String where = method + ", write " + writes + " torn behind " + count + " bytes";
                    damages += recoverTorn(run, image, run.momentOf(writes), change.position(), where);
                }
            }
            change.apply(medium);
        }
        assertTrue(damages > 200, "hardly any header was damaged: " + damages);
    }

    private static int recoverTorn(RecordedRun run, MemoryStorage image, int moment, long position, String where) {
        try (BlockStore store = StoreSession.open(image, run.options)) {
            StoreReport report = store.scan();
            Map<Long, Long> found = StoreSession.blocks(store);
            StoreSession.assertAccounted(report, found, run.options, where);
            assertTrue(report.damaged().size() <= 1, () -> where + ": " + report.damaged());
            assertContents(store, run, moment, where);
            for (long address : lasting(run, moment).keySet()) {
                if (!found.containsKey(address)) {
                    assertEquals(1, report.damaged().size(), where);
                    assertEquals(report.damaged().get(0).address(), address, where);
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

    /** Before the last byte of the last write of a creation, opening reports that there is no store. */
    @ParameterizedTest
    @EnumSource(MemoryMethod.class)
    void aCreationThatStopsAtAnyByte(MemoryMethod method) throws IOException {
        BlockStoreOptions options = StoreSession.options(method);
        RecordedStorage storage = new RecordedStorage();
        StoreSession.create(storage, options);
        List<Change> changes = storage.changes();
        MemoryStorage medium = new MemoryStorage();
        for (Change change : changes) {
            for (int count = 0; change.bytes() != null && count < change.bytes().length; count++) {
                MemoryStorage image = new MemoryStorage(medium.toByteArray());
                change.apply(image, count);
                assertThrows(
                        CorruptFileException.class, () -> StoreSession.open(image, options), method + ": " + change);
            }
            change.apply(medium);
        }
        assertEquals(Map.of(), StoreSession.blocks(StoreSession.open(medium, options)));
    }
}
