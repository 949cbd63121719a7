package dev.fallow.research.blockstore.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.CorruptFileException;
import dev.fallow.FileInUseException;
import dev.fallow.StorageException;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.RecordedStorage;
import dev.fallow.internal.storage.Storage;
import dev.fallow.research.blockstore.BlockStore;
import dev.fallow.research.blockstore.BlockStoreOptions;
import dev.fallow.research.blockstore.DiskAccesses;
import dev.fallow.research.blockstore.Forcing;
import dev.fallow.research.blockstore.MemoryMethod;
import dev.fallow.research.blockstore.StartMode;
import dev.fallow.research.blockstore.StoreReport;
import dev.fallow.research.policy.quickfit.QuickFitOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The block store; {@link BlockStoreCrashTest} has further tests. */
class BlockStoreTest {
    private static final BlockStoreOptions OPTIONS = BlockStoreOptions.defaults();

    @TempDir
    private Path folder;

    private static BlockStore create(BlockStoreOptions options) {
        return StoreSession.create(new MemoryStorage(), options);
    }

    /** The purpose of the design (sections 2.1 to 2.4): one disk access, unless a block is split or coalesced. */
    @ParameterizedTest
    @EnumSource(MemoryMethod.class)
    void anAllocationOrDeallocationThatNeitherSplitsNorCoalescesCostsOneWrite(MemoryMethod method) {
        BlockStore store = create(OPTIONS.withMethod(method).withCheckpointInterval(1_000_000));
        List<Long> blocks = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            blocks.add(one(store, 1, () -> store.allocate(100)));
            blocks.add(one(store, 1, () -> store.allocate(5000)));
        }
        DiskAccesses before = store.report().accesses();
        for (long block : blocks) {
            store.deallocate(block);
        }
        DiskAccesses made = store.report().accesses().since(before);
        assertEquals(600, made.writes());
        // a header that was not used recently has to be read first (the paper's footnote 1)
        assertTrue(made.reads() < 60, made::toString);
        for (int i = 0; i < 300; i++) {
            one(store, 1, () -> store.allocate(100));
        }
        assertEquals(300, store.report().counts().fromQuickList());
        // content is written together with an adjacent header
        int withContent = method == MemoryMethod.HEADERS_APART ? 2 : 1;
        one(store, withContent, () -> store.store(ByteBuffer.allocate(1000)));
        assertEquals(
                0, store.report().counts().splits() + store.report().counts().swallowed());
    }

    private interface Step {
        long make();
    }

    private static long one(BlockStore store, int writes, Step step) {
        DiskAccesses before = store.report().accesses();
        long address = step.make();
        DiskAccesses made = store.report().accesses().since(before);
        assertEquals(writes, made.writes());
        assertEquals(0, made.reads());
        return address;
    }

    /** Tail pointer and heads are written once for many changes. */
    @ParameterizedTest
    @EnumSource(MemoryMethod.class)
    void checkpointsAreSharedByManyAllocations(MemoryMethod method) {
        BlockStore store = create(OPTIONS.withMethod(method).withCheckpointInterval(100));
        DiskAccesses before = store.report().accesses();
        for (int i = 0; i < 1000; i++) {
            store.allocate(100);
        }
        assertEquals(1010, store.report().accesses().since(before).writes());
    }

    /** A split takes two writes, and no more in method I. */
    @Test
    void aSplitCostsTwoWrites() {
        BlockStoreOptions options = OPTIONS.withPolicy(new QuickFitOptions(32, 2, 6, List.of(224L, 512L), 0))
                .withSpace(2048, 2048)
                .withCheckpointInterval(1_000_000);
        BlockStore store = create(options);
        long large = store.allocate(1024 - 32);
        store.allocate(1024 - 32);
        store.deallocate(large);
        DiskAccesses before = store.report().accesses();
        assertEquals(large, store.allocate(100));
        assertEquals(2, store.report().accesses().since(before).writes());
        assertEquals(1, store.report().counts().splits());
    }

    @ParameterizedTest
    @EnumSource(MemoryMethod.class)
    void aRandomSessionInManyFilesOpenings(MemoryMethod method) {
        BlockStoreOptions options = StoreSession.options(method);
        RecordedStorage storage = new RecordedStorage();
        StoreSession session = new StoreSession(StoreSession.create(storage, options), 11);
        for (int opening = 0; opening < 12; opening++) {
            for (int step = 0; step < 120; step++) {
                session.step(60);
            }
            StoreSession.check(session.store, session.live, options, "opening " + opening);
            session.store.close();
            StoreSession next = new StoreSession(StoreSession.open(storage, options), 12 + opening);
            assertEquals(StartMode.FAST, next.store.report().startMode());
            next.live.putAll(session.live);
            session = next;
        }
    }

    /**
     * After a failure only some headers are read; the others when the known free blocks are used up (2.1, at its end).
     */
    @Test
    void freeBlocksAreLookedForAsTheyAreNeeded() {
        BlockStoreOptions options =
                OPTIONS.withBlocksAtStart(10).withCheckpointInterval(16).withSpace(1 << 20, 1 << 20);
        RecordedStorage storage = new RecordedStorage();
        BlockStore store = StoreSession.create(storage, options);
        List<Long> blocks = new ArrayList<>();
        while (store.report().tail() + 1024 <= (1 << 20)) {
            blocks.add(store.allocate(1000));
        }
        blocks.forEach(store::deallocate);
        BlockStore again = StoreSession.open(storage, options);
        StoreReport report = again.report();
        assertEquals(10, report.freeBlocks());
        assertFalse(report.allFreeBlocksKnown());
        assertTrue(report.accesses().reads() < 60, "reads: " + report.accesses().reads());
        for (int i = 0; i < 500; i++) {
            again.allocate(1000);
        }
        assertTrue(again.report().counts().fromQuickList() >= 500, again.report()::toString);
        assertEquals(report.tail(), again.report().tail(), "what is free is used before the tail");
    }

    /** The list written on close saves reading headers; if it is damaged, they are read. */
    @Test
    void aFastStartAndWhatHappensIfItsDataAreDamaged() {
        RecordedStorage storage = new RecordedStorage();
        StoreSession session = new StoreSession(StoreSession.create(storage, OPTIONS), 5);
        for (int step = 0; step < 500; step++) {
            session.step(200);
        }
        StoreReport before = session.store.report();
        session.store.close();
        StoreReport fast = StoreSession.open(storage, OPTIONS).report();
        assertTrue(fast.accesses().reads() <= 8, fast::toString);
        assertEquals(before.freeBytes(), fast.freeBytes());
        byte[] damaged = storage.content();
        damaged[(int) before.tail() + 3] ^= 1;
        BlockStore slow = StoreSession.open(new MemoryStorage(damaged), OPTIONS);
        assertEquals(before.freeBytes(), slow.report().freeBytes());
        StoreSession.check(slow, session.live, OPTIONS, "image damaged");
    }

    /** A block that was allocated from the tail since the checkpoint and is free again does not hide those after it. */
    @Test
    void theTailIsRecoveredBeyondBlocksThatWereFreed() {
        RecordedStorage storage = new RecordedStorage();
        BlockStore store = StoreSession.create(storage, OPTIONS);
        long first = store.allocate(100);
        long second = store.store(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        store.deallocate(first);
        BlockStore again = StoreSession.open(storage, OPTIONS);
        assertEquals(StartMode.RECOVERED, again.report().startMode());
        assertArrayEquals(new byte[] {1, 2, 3}, StoreSession.read(again, second, 3));
        assertEquals(store.report().tail(), again.report().tail());
        assertEquals(192, again.report().freeBytes(), "100 bytes and a header, in units of the grain");
    }

    /** Headers of a former session after the tail pointer do not count as those of blocks allocated from the tail. */
    @Test
    void oldHeadersInTheTailAreNotTakenForBlocks() {
        RecordedStorage storage = new RecordedStorage();
        BlockStoreOptions options = OPTIONS.withSpace(4096, 4096).withCheckpointInterval(1_000_000);
        BlockStore store = StoreSession.create(storage, options);
        List<Long> blocks = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            blocks.add(store.allocate(90));
        }
        blocks.forEach(store::deallocate);
        long whole = store.allocate(4096 - 32);
        assertEquals(blocks.get(0), whole, "all of it is tail again");
        store.deallocate(whole);
        long small = store.allocate(3000);
        assertEquals(whole, small);
        StoreReport before = store.report();
        StoreReport after = StoreSession.open(storage, options).report();
        assertEquals(before.tail(), after.tail());
        assertEquals(before.freeBytes(), after.freeBytes());
    }

    @Test
    void theSpaceGrowsAndIsBounded() {
        BlockStore store = create(OPTIONS.withSpace(4096, 64 << 10));
        List<Long> blocks = new ArrayList<>();
        assertThrows(StorageException.class, () -> {
            while (true) {
                blocks.add(store.allocate(2000));
            }
        });
        assertEquals(32, blocks.size(), "of 2,048 bytes in 64 KiB");
        store.deallocate(blocks.get(7));
        assertEquals(blocks.get(7), store.allocate(1990));
        StoreReport report = store.report();
        assertTrue(report.limit() <= report.start() + (64 << 10), report::toString);
    }

    @Test
    void contentIsReadAndWrittenWithinItsBlockOnly() {
        BlockStore store = create(OPTIONS);
        long block = store.store(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}));
        assertEquals(32, store.capacity(block));
        store.write(block, 2, ByteBuffer.wrap(new byte[] {9}));
        assertArrayEquals(new byte[] {1, 2, 9, 4}, StoreSession.read(store, block, 4));
        assertThrows(IllegalArgumentException.class, () -> store.read(block, 30, ByteBuffer.allocate(3)));
        assertThrows(IllegalArgumentException.class, () -> store.write(block, -1, ByteBuffer.allocate(1)));
        assertThrows(IllegalArgumentException.class, () -> store.write(block, Long.MAX_VALUE, ByteBuffer.allocate(2)));
        assertThrows(IllegalArgumentException.class, () -> store.read(block + 64, 0, ByteBuffer.allocate(1)));
        assertThrows(IllegalArgumentException.class, () -> store.read(block + 1, 0, ByteBuffer.allocate(1)));
        assertThrows(IllegalArgumentException.class, () -> store.read(-1, 0, ByteBuffer.allocate(1)));
        store.deallocate(block);
        assertThrows(IllegalArgumentException.class, () -> store.deallocate(block));
        assertThrows(IllegalArgumentException.class, () -> store.capacity(block));
        assertThrows(IllegalArgumentException.class, () -> store.allocate(0));
        assertThrows(IllegalArgumentException.class, () -> store.allocate(-1));
        assertThrows(IllegalArgumentException.class, () -> store.allocate(Long.MAX_VALUE));
        assertThrows(IllegalArgumentException.class, () -> store.store(ByteBuffer.allocate(0)));
    }

    @Test
    void theRootIsKept() {
        RecordedStorage storage = new RecordedStorage();
        BlockStore store = StoreSession.create(storage, OPTIONS);
        assertEquals(BlockStore.NONE, store.root());
        store.setRoot(77);
        assertEquals(77, StoreSession.open(storage, OPTIONS).root());
    }

    @Test
    void afterAFailedWriteTheStoreIsOnlyRead() {
        MemoryStorage memory = new MemoryStorage();
        boolean[] failing = {false};
        Storage storage = new Storage() {
            @Override
            public long size() {
                return memory.size();
            }

            @Override
            public void read(long position, ByteBuffer target) throws IOException {
                memory.read(position, target);
            }

            @Override
            public void write(long position, ByteBuffer source) throws IOException {
                if (failing[0]) {
                    throw new IOException("injected");
                }
                memory.write(position, source);
            }

            @Override
            public void resize(long size) throws IOException {
                memory.resize(size);
            }

            @Override
            public void force() {
                memory.force();
            }

            @Override
            public void close() {
                memory.close();
            }
        };
        BlockStore store = StoreSession.create(storage, OPTIONS);
        long block = store.store(ByteBuffer.wrap(new byte[] {5}));
        failing[0] = true;
        assertThrows(StorageException.class, () -> store.allocate(8));
        failing[0] = false;
        assertThrows(StorageException.class, () -> store.allocate(8));
        assertThrows(StorageException.class, () -> store.deallocate(block));
        assertArrayEquals(new byte[] {5}, StoreSession.read(store, block, 1));
        store.close();
        assertEquals(Map.of(block, 32L), StoreSession.blocks(StoreSession.open(memory, OPTIONS)));
    }

    @Test
    void filesAreLockedAndWrongOnesRefused() throws IOException {
        Path file = folder.resolve("store");
        BlockStore store = BlockStore.create(file, OPTIONS.withForcing(Forcing.EACH_WRITE));
        assertThrows(FileInUseException.class, () -> BlockStore.open(file, OPTIONS));
        DiskAccesses before = store.report().accesses();
        long block = store.allocate(10);
        assertEquals(1, store.report().accesses().since(before).forces());
        store.close();
        store.close();
        assertThrows(IllegalStateException.class, () -> store.allocate(1));
        assertThrows(StorageException.class, () -> BlockStore.create(file, OPTIONS));
        assertThrows(StorageException.class, () -> BlockStore.open(folder.resolve("none"), OPTIONS));
        assertThrows(StorageException.class, () -> BlockStore.open(folder, OPTIONS));
        try (BlockStore again = BlockStore.open(file, OPTIONS)) {
            assertNotEquals(0, again.capacity(block));
        }
        byte[] bytes = Files.readAllBytes(file);
        for (int length : new int[] {0, 7, 100, 511, 590}) {
            Files.write(file, java.util.Arrays.copyOf(bytes, length));
            assertThrows(CorruptFileException.class, () -> BlockStore.open(file, OPTIONS), "truncated to " + length);
        }
        for (int at : new int[] {0, 8, 12, 17, 30, 300}) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= 0x40;
            Files.write(file, damaged);
            assertThrows(CorruptFileException.class, () -> BlockStore.open(file, OPTIONS), "damaged at " + at);
        }
        Files.write(file, bytes);
        BlockStore.open(file, OPTIONS).close();
    }

    /** A truncated file: the remaining blocks are found, the others are reported. */
    @ParameterizedTest
    @EnumSource(
            value = MemoryMethod.class,
            names = {"HEADERS", "BLOCK_LISTS", "FREE_LISTS"})
    void aTruncatedFileKeepsWhatIsLeft(MemoryMethod method) {
        RecordedStorage storage = new RecordedStorage();
        BlockStoreOptions options = OPTIONS.withMethod(method);
        BlockStore store = StoreSession.create(storage, options);
        List<Long> blocks = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            blocks.add(store.store(ByteBuffer.wrap(new byte[1000])));
        }
        store.close();
        MemoryStorage cut = new MemoryStorage(java.util.Arrays.copyOf(storage.content(), (int) (blocks.get(30) + 10)));
        BlockStore left = StoreSession.open(cut, options);
        StoreReport report = left.scan();
        assertEquals(30, StoreSession.blocks(left).size());
        assertEquals(1, report.damaged().size());
        assertEquals(blocks.get(30), report.damaged().get(0).address());
        assertEquals(report.tail() - blocks.get(30), report.damaged().get(0).size());
    }

    @Test
    void aDamagedAreaOfHeadersIsFoundByItsOtherDescription() {
        BlockStoreOptions options =
                OPTIONS.withMethod(MemoryMethod.HEADERS_APART).withHeaderSlots(16);
        RecordedStorage storage = new RecordedStorage();
        BlockStore store = StoreSession.create(storage, options);
        for (int i = 0; i < 40; i++) {
            store.allocate(10);
        }
        byte[] image = storage.content();
        int area = (int) store.report().start();
        image[area + 9] ^= 1;
        assertEquals(
                40,
                StoreSession.blocks(StoreSession.open(new MemoryStorage(image), options))
                        .size());
        image[area + 17 * BlockHeader.BYTES + 9] ^= 1;
        byte[] hopeless = image;
        assertThrows(CorruptFileException.class, () -> StoreSession.open(new MemoryStorage(hopeless), options));
    }

    @Test
    void aHeaderIsAsItsTableSays() {
        ByteBuffer bytes = ByteBuffer.allocate(BlockHeader.BYTES);
        new BlockHeader(0x11223344, 256, false, false, 7, 4096).encode(bytes, 42, 8192);
        byte[] expected = HexFormat.of().parseHex("""
                44332211            # code bytes
                00000000            # checksum, below
                00FFFFFFFFFFFFFF    # -256: free
                07000000000000 00   # sequence number; flags
                0010000000000000    # pointer
                """.replaceAll("#.*|\\s", ""));
        byte[] found = bytes.array().clone();
        java.util.Arrays.fill(found, 4, 8, (byte) 0);
        assertArrayEquals(expected, found);
        assertEquals(new BlockHeader(0x11223344, 256, false, false, 7, 4096), BlockHeader.decode(bytes, 0, 42, 8192));
        assertEquals(null, BlockHeader.decode(bytes, 0, 43, 8192), "of another store");
        assertEquals(null, BlockHeader.decode(bytes, 0, 42, 8224), "at another position");
        for (int bit = 0; bit < 256; bit++) {
            bytes.array()[bit / 8] ^= (byte) (1 << bit % 8);
            assertEquals(null, BlockHeader.decode(bytes, 0, 42, 8192), "bit " + bit);
            bytes.array()[bit / 8] ^= (byte) (1 << bit % 8);
        }
    }

    @Test
    void optionsThatCannotBeAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> OPTIONS.withPolicy(QuickFitOptions.of(16, 4, 0)));
        assertThrows(IllegalArgumentException.class, () -> OPTIONS.withPolicy(QuickFitOptions.of(48, 4, 0)));
        assertThrows(IllegalArgumentException.class, () -> OPTIONS.withSpace(0, 4096));
        assertThrows(IllegalArgumentException.class, () -> OPTIONS.withSpace(4096, Long.MAX_VALUE));
        assertThrows(IllegalArgumentException.class, () -> OPTIONS.withHeaderSlots(1));
        assertThrows(IllegalArgumentException.class, () -> OPTIONS.withCheckpointInterval(0));
        assertThrows(IllegalArgumentException.class, () -> OPTIONS.withBlocksAtStart(-1));
    }
}
