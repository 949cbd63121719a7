package dev.fallow.research.objects;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The sizes match the paper, and all compared storages keep the same objects. */
class ObjectStorageTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(ObjectStorageKind.class)
    void keepsWhatItIsGiven(ObjectStorageKind kind) throws IOException {
        keeps(kind, 20, false);
        keeps(kind, 5, true);
    }

    private void keeps(ObjectStorageKind kind, int count, boolean forced) throws IOException {
        Map<String, byte[]> model = new HashMap<>();
        try (ObjectStorage storage = kind.create(folder.resolve(kind.label() + forced), forced)) {
            for (int i = 0; i < count; i++) {
                String name = "/name/" + i;
                model.put(name, new byte[10 + i]);
                storage.put(name, model.get(name));
            }
            model.put("/name/3", new byte[5000]);
            storage.put("/name/3", model.get("/name/3"));
            model.remove("/name/1");
            storage.remove("/name/1");
            storage.reopen();
            long names = 0;
            long bytes = 0;
            for (Map.Entry<String, byte[]> one : model.entrySet()) {
                assertArrayEquals(one.getValue(), storage.get(one.getKey()), one.getKey());
                names += one.getKey().length();
                bytes += one.getValue().length;
            }
            assertEquals(model.size(), storage.names());
            assertEquals(bytes, storage.contents());
            assertEquals(bytes + names, storage.entries());
            assertTrue(storage.diskBytes() >= bytes, "bytes: " + storage.diskBytes());
        }
    }

    /**
     * Forces of {@code files}: two for a new object, of the file and of its directory; one for an object that is written
     * again, in either way; one for a deletion; none if nothing is forced.
     */
    @Test
    void forcesOfFiles() throws IOException {
        for (boolean truncates : new boolean[] {true, false}) {
            try (FileObjects files = new FileObjects(folder.resolve("forced" + truncates), true, truncates)) {
                files.put("/a", new byte[100]);
                assertEquals(2, files.forces());
                files.put("/a", new byte[50]);
                assertEquals(3, files.forces());
                assertArrayEquals(new byte[50], files.get("/a"));
                files.remove("/a");
                assertEquals(4, files.forces());
            }
            try (FileObjects files = new FileObjects(folder.resolve("not" + truncates), false, truncates)) {
                files.put("/a", new byte[100]);
                files.remove("/a");
                assertEquals(0, files.forces());
            }
        }
    }

    @Test
    void sizesHaveTheMeanThatThePaperGives() {
        assertMean(ParetoSizes.IBM_SERVER, 3.7 * 1024, 0.02);
        assertMean(ParetoSizes.DEC_PROXY, 15.2 * 1024, 0.03);
        assertThrows(IllegalArgumentException.class, () -> new ParetoSizes(1, 10, 100));
        assertThrows(IllegalArgumentException.class, () -> new ParetoSizes(-1, 10, 100));
        assertThrows(IllegalArgumentException.class, () -> new ParetoSizes(0.9, 100, 100));
    }

    private static void assertMean(ParetoSizes sizes, double mean, double tolerance) {
        SplittableRandom random = new SplittableRandom(9);
        int count = 3_000_000;
        double sum = 0;
        for (int i = 0; i < count; i++) {
            int size = sizes.draw(random);
            assertTrue(size >= Math.rint(sizes.smallest()) && size <= 16 << 20, "size: " + size);
            sum += size;
        }
        assertEquals(mean, sum / count, mean * tolerance);
    }
}
