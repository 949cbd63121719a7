package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bytes in front of the HDF5 content. */
class UserBlockTest {
    private static final byte[] TEXT = "MATLAB 7.3 MAT-file".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private Path folder;

    private void createAndChange(CreateOptions options) throws IOException {
        Path path = folder.resolve("x.h5");
        try (ContainerFile file = ContainerFile.create(path, options.withUserBlock(1024))) {
            assertThat(file.userBlock()).isEqualTo(new byte[1024]);
            file.writeUserBlock(TEXT);
            for (int i = 0; i < 50; i++) {
                file.root().createGroup("g" + i).createDataset("d", new int[20 + i]);
            }
            file.flush();
            file.delete("/g3");
            file.root().createDataset("text", "some text");
        }
        byte[] bytes = Files.readAllBytes(path);
        assertThat(bytes).startsWith(TEXT);
        assertThat(Arrays.copyOfRange(bytes, 1024, 1032)).startsWith(0x89, 'H', 'D', 'F');
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(Arrays.copyOf(file.userBlock(), TEXT.length)).isEqualTo(TEXT);
            assertThat(file.dataset("/text").read(String.class)).isEqualTo("some text");
            file.writeUserBlock(new byte[] {'X'});
            file.root().createDataset("more", new int[1000]);
            assertThat(file.check().isSound()).isTrue();
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(new String(file.userBlock(), 0, TEXT.length, StandardCharsets.US_ASCII))
                    .isEqualTo("XATLAB 7.3 MAT-file");
            assertThat(file.dataset("/more").read(int[].class)).hasSize(1000);
            assertThat(file.info().userBlockBytes()).isEqualTo(1024);
            assertThatThrownBy(() -> file.writeUserBlock(TEXT)).hasMessageContaining("read-only");
        }
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void formats(FileFormat format) throws IOException {
        createAndChange(CreateOptions.defaults().withFormat(format));
    }

    @ParameterizedTest
    @EnumSource(FileSpaceStrategy.class)
    void strategies(FileSpaceStrategy strategy) throws IOException {
        createAndChange(CreateOptions.defaults().withStrategy(strategy).withPersistFreeSpace(strategy.tracks()));
    }

    @Test
    void sizesAreChecked() {
        assertThatThrownBy(() -> CreateOptions.defaults().withUserBlock(500))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("userBlock: expected 0 or a power of two of at least 512, found 500");
        try (ContainerFile none = ContainerFile.createInMemory(CreateOptions.defaults())) {
            assertThat(none.userBlock()).isEmpty();
        }
    }

    @Test
    void contentThatIsTooLongIsRefused() {
        ContainerFile file =
                ContainerFile.createInMemory(CreateOptions.defaults().withUserBlock(512));
        file.root().createGroup("g");
        assertThatThrownBy(() -> file.writeUserBlock(new byte[513]))
                .isInstanceOf(TooLargeException.class)
                .hasMessageContaining("expected at most 512 bytes for the user block, found 513");
        file.close();
        try (ContainerFile again = ContainerFile.openBytes(
                file.toByteArray(), OpenOptions.defaults().withReadOnly(true))) {
            assertThat(again.userBlock()).hasSize(512);
            assertThat(again.exists("/g")).isTrue();
        }
    }
}
