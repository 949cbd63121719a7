package dev.fallow.benchmarks.objects;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sizes are as the paper has them, and all that is compared keeps the same objects. */
class ObjectStorageTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(StorageKind.class)
    void keepsWhatItIsGiven(StorageKind kind) throws IOException {
        for (boolean forced : new boolean[] {false, true}) {
            try (ObjectStorage storage = kind.create(folder.resolve(kind.label() + forced), forced)) {
                for (int i = 0; i < 20; i++) {
                    storage.put("/name/" + i, new byte[10 + i]);
                }
                storage.put("/name/3", new byte[5000]);
                storage.remove("/name/4");
                storage.reopen();
                assertArrayEquals(new byte[5000], storage.get("/name/3"));
                assertArrayEquals(new byte[29], storage.get("/name/19"));
                long bytes = 20 * 10 + 19 * 20 / 2 - 13 - 14 + 5000;
                assertEquals(19, storage.names());
                assertEquals(bytes, storage.contents());
                assertEquals(bytes + 9 * 7 + 10 * 8, storage.entries());
                assertTrue(storage.diskBytes() >= bytes, "bytes: " + storage.diskBytes());
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

    /** The quarter of sizes that is largest lies where the exponent says, and their mean where it should. */
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
