package dev.fallow.research.blockstore.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.internal.storage.Storage;
import dev.fallow.research.blockstore.BlockStore;
import dev.fallow.research.blockstore.BlockStoreOptions;
import dev.fallow.research.blockstore.DamagedBlock;
import dev.fallow.research.blockstore.MemoryMethod;
import dev.fallow.research.blockstore.StoreReport;
import dev.fallow.research.policy.quickfit.QuickFitOptions;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** A random session of a store, and its expected content. */
final class StoreSession {
    static final long STORE_ID = 4711;
    static final Runnable NO_LOCK = () -> {};

    final SplittableRandom random;
    final BlockStore store;
    /** Address to content. */
    final TreeMap<Long, byte[]> live = new TreeMap<>();

    StoreSession(BlockStore store, long seed) {
        this.store = store;
        random = new SplittableRandom(seed);
    }

    /** Few lists, little space and frequent checkpoints, so that all cases occur soon. */
    static BlockStoreOptions options(MemoryMethod method) {
        return BlockStoreOptions.defaults()
                .withMethod(method)
                .withPolicy(new QuickFitOptions(32, 2, 6, List.of(224L, 320L, 512L), 64))
                .withSpace(2048, 1 << 20)
                .withHeaderSlots(16)
                .withCheckpointInterval(7)
                .withBlocksAtStart(3);
    }

    static BlockStore create(Storage storage, BlockStoreOptions options) {
        return StoreOpener.create(storage, "test", STORE_ID, options, NO_LOCK);
    }

    static BlockStore open(Storage storage, BlockStoreOptions options) {
        return StoreOpener.open(storage, "test", options, NO_LOCK);
    }

    /** Executes one allocation or deallocation. */
    void step(int mostLive) {
        if (live.isEmpty() || random.nextInt(mostLive) >= live.size() * 2 / 3 + random.nextInt(3)) {
            byte[] content = new byte[1 + random.nextInt(random.nextInt(8) == 0 ? 900 : 220)];
            for (int i = 0; i < content.length; i++) {
                content[i] = (byte) random.nextInt();
            }
            long address = store.store(ByteBuffer.wrap(content));
            assertEquals(null, live.put(address, content), "allocated twice: " + address);
        } else {
            long address = live.ceilingKey(live.firstKey() + random.nextLong(live.lastKey() - live.firstKey() + 1));
            store.deallocate(address);
            live.remove(address);
        }
    }

    /** Checks addresses and contents of all blocks, and that every byte is accounted for (I1, I2). */
    static void check(BlockStore store, Map<Long, byte[]> expected, BlockStoreOptions options, String where) {
        StoreReport report = store.scan();
        Map<Long, Long> found = blocks(store);
        assertEquals(expected.keySet(), found.keySet(), where);
        expected.forEach((address, content) -> assertArrayEquals(content, read(store, address, content.length), where));
        assertAccounted(report, found, options, where);
    }

    static void assertAccounted(StoreReport report, Map<Long, Long> found, BlockStoreOptions options, String where) {
        assertTrue(report.allFreeBlocksKnown(), where);
        int header = options.method() == MemoryMethod.HEADERS_APART ? 0 : BlockHeader.BYTES;
        long allocated =
                found.values().stream().mapToLong(capacity -> capacity + header).sum();
        long damaged = report.damaged().stream().mapToLong(DamagedBlock::size).sum();
        long rest = report.tail() - report.start() - allocated - report.freeBytes() - damaged;
        long area = (options.headerSlots() + 2L) * BlockHeader.BYTES;
        if (options.method() == MemoryMethod.HEADERS_APART) {
            assertTrue(rest > 0 && rest % area == 0, where + ": " + rest + " bytes beside areas of " + area);
        } else {
            assertEquals(0, rest, where + ": " + report + found);
        }
    }

    /** Addresses and capacities. */
    static Map<Long, Long> blocks(BlockStore store) {
        Map<Long, Long> blocks = new HashMap<>();
        store.forEachBlock((address, capacity) -> assertEquals(null, blocks.put(address, capacity)));
        return blocks;
    }

    static byte[] read(BlockStore store, long address, int count) {
        byte[] bytes = new byte[count];
        store.read(address, 0, ByteBuffer.wrap(bytes));
        return bytes;
    }
}
