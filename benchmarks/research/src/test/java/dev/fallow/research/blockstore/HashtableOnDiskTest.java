package dev.fallow.research.blockstore;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.CorruptFileException;
import dev.fallow.FileInUseException;
import dev.fallow.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HashtableOnDiskTest {
    private static final BlockStoreOptions OPTIONS = BlockStoreOptions.defaults();

    @TempDir
    private Path folder;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] value(SplittableRandom random) {
        byte[] value = new byte[random.nextInt(random.nextInt(20) == 0 ? 20_000 : 300)];
        for (int i = 0; i < value.length; i++) {
            value[i] = (byte) random.nextInt();
        }
        return value;
    }

    @ParameterizedTest
    @EnumSource(MemoryMethod.class)
    void besideAMapInMemoryOverManyOpenings(MemoryMethod method) {
        Path file = folder.resolve("table");
        TreeMap<String, byte[]> model = new TreeMap<>();
        SplittableRandom random = new SplittableRandom(3);
        HashtableOnDisk.create(file, OPTIONS.withMethod(method)).close();
        for (int opening = 0; opening < 5; opening++) {
            try (HashtableOnDisk table = HashtableOnDisk.open(file, OPTIONS)) {
                assertEquals(StartMode.FAST, table.report().startMode());
                for (int step = 0; step < 400; step++) {
                    String key = "key " + random.nextInt(600);
                    switch (random.nextInt(4)) {
                        case 0 -> assertEquals(model.remove(key) != null, table.remove(bytes(key)));
                        case 1 -> assertEquals(model.containsKey(key), table.containsKey(bytes(key)));
                        default -> {
                            byte[] value = value(random);
                            assertEquals(model.put(key, value) == null, table.put(bytes(key), value));
                        }
                    }
                }
                assertSame(model, table);
            }
        }
    }

    private static void assertSame(TreeMap<String, byte[]> model, HashtableOnDisk table) {
        assertEquals(model.size(), table.size());
        model.forEach((key, value) -> assertArrayEquals(value, table.get(bytes(key)), key));
        TreeMap<String, byte[]> met = new TreeMap<>();
        for (HashtableOnDisk.Entry entry : table.entries()) {
            assertNull(met.put(text(entry.key()), entry.value()));
        }
        assertEquals(model.keySet(), met.keySet());
        model.forEach((key, value) -> assertArrayEquals(value, met.get(key), key));
        Iterator<byte[]> keys = table.keys().iterator();
        for (byte[] value : table.values()) {
            assertArrayEquals(model.get(text(keys.next())), value, "in the same order");
        }
        assertFalse(keys.hasNext());
        assertThrows(NoSuchElementException.class, keys::next);
    }

    @Test
    void emptyAndLongKeysAndValues() {
        try (HashtableOnDisk table = HashtableOnDisk.create(folder.resolve("table"), OPTIONS)) {
            assertTrue(table.isEmpty());
            byte[] longKey = new byte[70_000];
            Arrays.fill(longKey, (byte) 5);
            assertTrue(table.put(new byte[0], new byte[0]));
            assertTrue(table.put(longKey, longKey));
            assertFalse(table.put(new byte[0], new byte[] {1}));
            assertArrayEquals(new byte[] {1}, table.get(new byte[0]));
            assertArrayEquals(longKey, table.get(longKey));
            assertNull(table.get(new byte[] {0}));
            assertThrows(NullPointerException.class, () -> table.put(null, longKey));
            assertThrows(NullPointerException.class, () -> table.put(longKey, null));
            assertThrows(NullPointerException.class, () -> table.get(null));
            assertEquals(2, table.size());
        }
    }

    /**
     * Section 3: a lookup takes one access for the index and one for the entry; an insertion also one write for each,
     * and one for the old entry.
     */
    @Test
    void diskAccessesOfOneOperation() {
        try (HashtableOnDisk table =
                HashtableOnDisk.create(folder.resolve("table"), OPTIONS.withCheckpointInterval(1 << 20))) {
            table.put(bytes("a"), new byte[1000]);
            DiskAccesses before = table.report().accesses();
            table.put(bytes("a"), new byte[1000]);
            DiskAccesses put = table.report().accesses().since(before);
            assertEquals(3, put.writes(), "the entry with its header, the pointer to it, the header of the old entry");
            assertEquals(2, put.reads(), "the bucket, and the entry that is replaced");
            before = table.report().accesses();
            table.get(bytes("a"));
            DiskAccesses get = table.report().accesses().since(before);
            assertEquals(0, get.writes());
            assertEquals(2, get.reads());
        }
    }

    @Test
    void iteratorsDoNotGoOnAfterAChange() {
        try (HashtableOnDisk table = HashtableOnDisk.create(folder.resolve("table"), OPTIONS)) {
            table.put(bytes("a"), bytes("1"));
            table.put(bytes("b"), bytes("2"));
            Iterator<byte[]> keys = table.keys().iterator();
            keys.next();
            table.remove(bytes("a"));
            assertThrows(ConcurrentModificationException.class, keys::next);
        }
    }

    /** When all entries are replaced repeatedly, the file reaches a constant size. */
    @Test
    void churnReachesAPlateau() {
        SplittableRandom random = new SplittableRandom(1);
        long[] tails = new long[12];
        try (HashtableOnDisk table = HashtableOnDisk.create(folder.resolve("table"), OPTIONS)) {
            for (int round = 0; round < tails.length; round++) {
                for (int i = 0; i < 300; i++) {
                    table.put(bytes("key " + i), value(random));
                }
                tails[round] = table.report().tail();
            }
        }
        assertTrue(tails[11] < 1.02 * tails[7], () -> Arrays.toString(tails));
    }

    @Test
    void wrongFilesAndDamagedOnesAreNamed() throws IOException {
        Path file = folder.resolve("table");
        try (BlockStore store = BlockStore.create(file, OPTIONS)) {
            store.setRoot(store.store(ByteBuffer.wrap(new byte[100])));
            assertThrows(IllegalStateException.class, () -> HashtableOnDisk.create(store));
        }
        assertThrows(CorruptFileException.class, () -> HashtableOnDisk.open(file, OPTIONS));
        BlockStore.open(file, OPTIONS).close(); // it was released
        Path other = folder.resolve("other");
        byte[] value = bytes("the value that will be damaged");
        try (HashtableOnDisk table = HashtableOnDisk.create(other, OPTIONS)) {
            table.put(bytes("a"), value);
            table.put(bytes("b"), bytes("2"));
            assertThrows(FileInUseException.class, () -> HashtableOnDisk.open(other, OPTIONS));
            assertThrows(StorageException.class, () -> HashtableOnDisk.create(other, OPTIONS));
        }
        byte[] image = Files.readAllBytes(other);
        image[indexOf(image, value) + 4] ^= 1;
        Files.write(other, image);
        try (HashtableOnDisk table = HashtableOnDisk.open(other, OPTIONS)) {
            assertThrows(CorruptFileException.class, () -> table.get(bytes("a")));
            assertArrayEquals(bytes("2"), table.get(bytes("b")));
        }
    }

    private static int indexOf(byte[] image, byte[] wanted) {
        for (int at = 0; at + wanted.length <= image.length; at++) {
            if (Arrays.equals(image, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        throw new AssertionError("not found");
    }
}
