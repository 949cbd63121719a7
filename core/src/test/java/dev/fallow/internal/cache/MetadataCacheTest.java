package dev.fallow.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.internal.storage.MemoryStorage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The cache keeps to its bound, and does not go over what is dirty at each operation. */
class MetadataCacheTest {
    private static final int LENGTH = 100;
    private static final int OBJECTS = 10_000;

    private final MetadataCache cache =
            new MetadataCache(new MemoryStorage(), "memory", 0, 5_000, () -> (long) OBJECTS * LENGTH);
    private long asked;

    /** One block; says how often it was asked. */
    private final class One implements CachedObject {
        private final Block block;

        One(long address) {
            block = cache.created(address, new byte[LENGTH], 0);
        }

        @Override
        public long address() {
            return block.address();
        }

        @Override
        public boolean isDirty() {
            asked++;
            return block.isDirty();
        }

        @Override
        public long bytesHeld() {
            return LENGTH;
        }
    }

    @Test
    void dirtyObjectsAreNotGoneOverAtEachOperation() throws IOException {
        for (int i = 0; i < OBJECTS; i++) {
            cache.keep(new One((long) i * LENGTH));
            cache.trim();
        }
        assertThat(asked).as("a search for each eighth more").isLessThan(20L * OBJECTS);
        cache.writeOut(block -> true);
        cache.trim();
        int held = 0;
        for (int i = 0; i < OBJECTS; i++) {
            held += cache.find((long) i * LENGTH) == null ? 0 : 1;
        }
        assertThat(held).as("all were clean").isEqualTo(50);
    }
}
