package dev.fallow.research.blockstore.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.CorruptFileException;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.RecordedStorage;
import dev.fallow.research.blockstore.BlockStore;
import dev.fallow.research.blockstore.MemoryMethod;
import dev.fallow.research.blockstore.StoreReport;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each byte of each header and checkpoint is damaged in turn, in a closed store and in one that was not closed. */
class DamagedHeaderTest {
    private static final int STEPS = 220;

    private static byte[] image(RecordedRun run, boolean closed) {
        RecordedStorage storage = new RecordedStorage(run.storage.content());
        if (closed) {
            StoreSession.open(storage, run.options).close();
        }
        return storage.content();
    }

    /** The addresses of an allocated and of a free block, with the positions of their headers. */
    private static Map<Long, Integer> headers(byte[] image, RecordedRun run) {
        Map<Long, Integer> headers = new TreeMap<>();
        if (run.options.method() == MemoryMethod.HEADERS_APART) {
            ByteBuffer bytes = ByteBuffer.wrap(image);
            for (int at = 0; at + BlockHeader.BYTES <= image.length; at += BlockHeader.BYTES) {
                BlockHeader header = BlockHeader.decode(bytes, at, StoreSession.STORE_ID, at);
                if (header != null) {
                    assertEquals(null, headers.put(header.pointer(), at), "two headers of one block");
                }
            }
            return headers;
        }
        StoreReport report =
                StoreSession.open(new MemoryStorage(image), run.options).scan();
        for (long at = report.start(); at < report.tail(); ) {
            headers.put(at, (int) at);
            at += BlockHeader.decode(ByteBuffer.wrap(image), (int) at, StoreSession.STORE_ID, at)
                    .size();
        }
        return headers;
    }

    /** With damage to any byte of a header, at most its block is lost, and is reported. */
    @ParameterizedTest
    @EnumSource(MemoryMethod.class)
    void aDamagedHeaderCostsAtMostTheBlockThatItDescribes(MemoryMethod method) {
        RecordedRun run = new RecordedRun(method, 4, STEPS);
        for (boolean closed : new boolean[] {false, true}) {
            byte[] image = image(run, closed);
            Map<Long, Integer> headers = headers(image, run);
            assertTrue(headers.keySet().containsAll(run.live().keySet()));
            assertTrue(headers.size() > run.live().size(), "no free block");
            long last = headers.keySet().stream().max(Long::compare).orElseThrow();
            headers.forEach((address, header) -> {
                for (int i = 0; i < BlockHeader.BYTES; i++) {
                    byte[] damaged = image.clone();
                    damaged[header + i] ^= (byte) (91 + 5 * i);
                    String where = method + ", byte " + i + " of the header of " + address + ", closed: " + closed;
                    assertCostsAtMost(address, damaged, run, !closed && address == last, where);
                }
            });
        }
    }

    /** @param mayBeTail whether the header is the only evidence of the block; then the tail starts there */
    private static void assertCostsAtMost(
            long address, byte[] image, RecordedRun run, boolean mayBeTail, String where) {
        try (BlockStore store = StoreSession.open(new MemoryStorage(image), run.options)) {
            StoreReport report = store.scan();
            Map<Long, Long> found = StoreSession.blocks(store);
            StoreSession.assertAccounted(report, found, run.options, where);
            if (report.damaged().isEmpty()) {
                assertTrue(mayBeTail, where);
                assertEquals(address, report.tail(), where);
            } else {
                assertEquals(1, report.damaged().size(), where);
                assertEquals(address, report.damaged().get(0).address(), where);
            }
            Map<Long, byte[]> others = new TreeMap<>(run.live());
            others.remove(address);
            assertEquals(others.keySet(), found.keySet(), where);
            others.forEach(
                    (at, content) -> assertArrayEquals(content, StoreSession.read(store, at, content.length), where));
            if (!report.damaged().isEmpty()) {
                assertFalse(found.containsKey(address), where);
                assertThrows(CorruptFileException.class, () -> store.capacity(address), where);
                store.deallocate(address);
            }
            StoreSession.check(store, others, run.options, where + ", given back");
        }
    }

    /** Damage to any byte of the store header is detected; one intact checkpoint is sufficient. */
    @ParameterizedTest
    @EnumSource(MemoryMethod.class)
    void theStoresDescription(MemoryMethod method) {
        RecordedRun run = new RecordedRun(method, 6, STEPS);
        for (boolean closed : new boolean[] {false, true}) {
            byte[] image = image(run, closed);
            StoreHeader header =
                    StoreHeader.read(new Disk(new MemoryStorage(image), "test", run.options.forcing()), run.options);
            int length = header.encode().remaining();
            for (int at = 0; at < length; at++) {
                byte[] damaged = image.clone();
                damaged[at] ^= (byte) (17 + at);
                if (damaged[at] != image[at]) {
                    assertThrows(
                            CorruptFileException.class,
                            () -> StoreSession.open(new MemoryStorage(damaged), run.options),
                            method + ", byte " + at);
                }
            }
            for (int which = 0; which < 2; which++) {
                int start = (int) header.checkpointPosition(which);
                for (int at = start; at < start + Checkpoint.bytes(header.lists()); at++) {
                    byte[] damaged = image.clone();
                    damaged[at] ^= 0x24;
                    String where = method + ", byte " + at + " of checkpoint " + which + ", closed: " + closed;
                    try (BlockStore store = StoreSession.open(new MemoryStorage(damaged), run.options)) {
                        StoreSession.check(store, run.live(), run.options, where);
                    }
                }
            }
        }
    }
}
