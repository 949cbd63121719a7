package dev.fallow.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.FileInUseException;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.NotAContainerException;
import dev.fallow.ObjectExistsException;
import dev.fallow.StorageException;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.internal.open.ContainerCreator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Creations that were killed: what they leave is taken over, and nothing else is; opening or creating in one call. */
class UnfinishedCreationTest {
    private static final List<CreateOptions> KINDS = List.of(
            CreateOptions.defaults(),
            CreateOptions.defaults().withFormat(FileFormat.EARLIEST),
            CreateOptions.defaults().withFormat(FileFormat.EARLIEST).withPersistFreeSpace(false),
            CreateOptions.defaults().withUserBlock(512),
            CreateOptions.defaults().withStrategy(FileSpaceStrategy.PAGE));

    @TempDir
    private Path folder;

    private int files;

    private Path put(byte[] container, byte[] journal) throws IOException {
        Path path = folder.resolve("f" + files++ + ".h5");
        Files.write(path, container);
        if (journal != null) {
            Files.write(journal(path), journal);
        }
        return path;
    }

    private static Path journal(Path path) {
        return path.resolveSibling(path.getFileName() + ".fallow-journal");
    }

    /** A file whose creation was killed has no commit, or it is complete. */
    private void goOn(Image image, CreateOptions options, int[] counts, String how) {
        try {
            Path path = put(image.container(), image.journal());
            boolean taken;
            try (ContainerFile created = ContainerFile.create(path, options)) {
                taken = created.root().names().isEmpty();
            } catch (ObjectExistsException e) {
                taken = false; // it has been committed, or has not even a journal
            }
            counts[taken ? 0 : 1]++;
            try (ContainerFile opened = ContainerFile.openOrCreate(path, options)) {
                opened.root().createGroup("new");
            }
            try (ContainerFile opened = ContainerFile.openReadOnly(path)) {
                assertThat(opened.root().names()).as(how).containsExactly("new");
                assertThat(opened.check().isSound()).as(how).isTrue();
            }
            assertThat(journal(path)).doesNotExist();
        } catch (RuntimeException e) {
            throw new AssertionError(how, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whateverAKilledCreationLeavesCanBeUsed() throws IOException {
        for (CreateOptions options : KINDS) {
            RecordedMedium medium = new RecordedMedium(Image.none());
            int[] counts = new int[2];
            try (ContainerFile created = dev.fallow.Containers.of(
                    ContainerCreator.createIn(medium.container(), medium.journal(), "created", options, false))) {
                new CrashImages(medium, 1, 32, 1)
                        .killed(medium.count(), (image, events, how) -> goOn(image, options, counts, how));
                assertThat(created.root().names()).isEmpty();
            }
            assertThat(counts).as("taken over, and complete").doesNotContain(0);
        }
    }

    /** A file with content whose superblock was lost: its elements can still be saved. */
    private static byte[] withoutSuperblock() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            file.root().createDataset("a", new byte[10_000]);
            file.flush();
            byte[] bytes = file.toByteArray();
            Arrays.fill(bytes, 0, Superblock.LENGTH, (byte) 0);
            return bytes;
        }
    }

    @Test
    void otherFilesAreNotTakenOver() throws IOException {
        byte[] text = "text".getBytes(StandardCharsets.UTF_8);
        byte[] zeros = new byte[4096];
        byte[] header = new byte[200];
        header[40] = 'O';
        for (byte[] content : new byte[][] {text, zeros, header, withoutSuperblock()}) {
            Path path = put(content, new byte[0]);
            assertThatThrownBy(() -> ContainerFile.create(path)).isInstanceOf(ObjectExistsException.class);
            assertThatThrownBy(() -> ContainerFile.openOrCreate(path)).isInstanceOf(NotAContainerException.class);
            assertThat(Files.readAllBytes(path)).isEqualTo(content);
        }
        Path foreign = put(new byte[0], text);
        assertThatThrownBy(() -> ContainerFile.create(foreign))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("occupies the journal's path");
        assertThat(Files.readAllBytes(journal(foreign))).isEqualTo(text);
        assertThatThrownBy(() -> ContainerFile.openOrCreate(folder)).isInstanceOf(NotAContainerException.class);
    }

    @Test
    void anEmptyFileIsTakenOverByOpenOrCreateOnly() throws IOException {
        Path path = put(new byte[0], null);
        assertThatThrownBy(() -> ContainerFile.create(path)).isInstanceOf(ObjectExistsException.class);
        assertThat(journal(path)).doesNotExist();
        try (ContainerFile file = ContainerFile.openOrCreate(path)) {
            file.root().createGroup("a");
        }
        try (ContainerFile file = ContainerFile.openOrCreate(path)) {
            assertThat(file.root().names()).containsExactly("a");
        }
    }

    @Test
    void openOrCreateMakesWhatIsMissing() {
        Path path = folder.resolve("new.h5");
        try (ContainerFile file =
                ContainerFile.openOrCreate(path, CreateOptions.defaults().withUserBlock(1024))) {
            assertThat(file.userBlock()).hasSize(1024);
            assertThatThrownBy(() -> ContainerFile.openOrCreate(path)).isInstanceOf(FileInUseException.class);
            assertThatThrownBy(() -> ContainerFile.create(path)).isInstanceOf(ObjectExistsException.class);
            file.root().createGroup("a");
        }
        try (ContainerFile file = ContainerFile.openOrCreate(path)) {
            assertThat(file.root().names()).containsExactly("a");
        }
        assertThatThrownBy(() -> ContainerFile.openOrCreate(
                        path, CreateOptions.defaults().withOverwrite(true)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ContainerFile.openOrCreate(folder.resolve("no/such.h5")))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("does not exist");
    }
}
