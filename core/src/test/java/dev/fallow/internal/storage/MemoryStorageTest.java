package dev.fallow.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** A container in memory. */
class MemoryStorageTest extends StorageConformance {
    private static final long LONGER_THAN_THE_HEAP = Integer.MAX_VALUE - 64;

    @Override
    Storage create() {
        return new MemoryStorage();
    }

    @Test
    void contentStaysWhereThereIsNoMemoryForMore() throws IOException {
        assumeTrue(Runtime.getRuntime().maxMemory() < LONGER_THAN_THE_HEAP, "the heap has room for it");
        MemoryStorage storage = new MemoryStorage(new byte[] {1, 2, 3});
        assertThatThrownBy(() -> storage.resize(LONGER_THAN_THE_HEAP))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("needs " + LONGER_THAN_THE_HEAP + " bytes")
                .hasMessageContaining("" + Runtime.getRuntime().maxMemory());
        assertThat(storage.size()).isEqualTo(3);
        ByteBuffer read = ByteBuffer.allocate(3);
        storage.read(0, read);
        assertThat(read.array()).containsExactly(1, 2, 3);
    }
}
