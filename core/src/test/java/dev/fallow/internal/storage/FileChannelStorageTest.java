package dev.fallow.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A file read and written through its channel. */
class FileChannelStorageTest extends StorageConformance {
    @Override
    Storage create() throws IOException {
        return FileChannelStorage.create(folder.resolve("file"));
    }

    /** Java closes the channel, also in the middle of a read. */
    @Test
    void aThreadThatIsInterruptedDoesNotCloseTheFileForOthers() throws Exception {
        Path path = Files.write(folder.resolve("read"), new byte[1 << 20]);
        try (Storage storage = FileChannelStorage.open(path, false)) {
            for (int round = 0; round < 50; round++) {
                Thread victim = new Thread(() -> {
                    try {
                        while (true) {
                            storage.read(0, ByteBuffer.allocateDirect(1 << 20));
                        }
                    } catch (IOException e) {
                        assertThat(e).hasMessageContaining("interrupted");
                    }
                });
                victim.start();
                Thread.sleep(3);
                victim.interrupt();
                victim.join();
                storage.read(1_000, ByteBuffer.allocate(10));
                assertThat(storage.size()).isEqualTo(1 << 20);
            }
        }
    }

    @Test
    void readersHaveDescriptorsOfTheirOwn() throws IOException {
        Path path = folder.resolve("shared");
        try (Storage storage = FileChannelStorage.create(path)) {
            storage.write(0, ByteBuffer.wrap(new byte[] {1, 2, 3}));
            List<Storage> readers = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                readers.add(storage.forReaders());
                assertThat(readers.get(i)).isNotSameAs(storage);
            }
            assertThat(storage.forReaders()).as("too many").isSameAs(storage);
            readers.get(5).close();
            readers.get(5).close();
            Storage again = storage.forReaders();
            assertThat(again).isNotSameAs(storage);
            assertThat(storage.forReaders()).isSameAs(storage);
            ByteBuffer target = ByteBuffer.allocate(3);
            again.read(0, target);
            assertThat(target.array()).containsExactly(1, 2, 3);
            again.close();
            for (Storage each : readers) {
                each.close();
            }
            Files.move(path, folder.resolve("moved"));
            assertThat(storage.forReaders()).as("another path").isSameAs(storage);
            Files.write(path, new byte[3]);
            assertThat(storage.forReaders()).as("another file").isSameAs(storage);
        }
    }
}
