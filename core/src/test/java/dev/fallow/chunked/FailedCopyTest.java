package dev.fallow.chunked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.Group;
import dev.fallow.OpenOptions;
import dev.fallow.Types;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.Verification;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.format.LittleEndian;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A copy that fails, however late that is noticed, changes nothing in the file (invariant I4). */
class FailedCopyTest {
    private static final FilterSetting DEFLATE = new FilterSetting(Filters.DEFLATE, false, 6);

    @TempDir
    private Path folder;

    private Path file(boolean persisting) throws IOException {
        Path path = folder.resolve("file.h5");
        CreateOptions options =
                CreateOptions.defaults().withFormat(FileFormat.EARLIEST).withPersistFreeSpace(persisting);
        try (ContainerFile file = ContainerFile.create(path, options)) {
            Group root = file.root();
            root.createDataset("hole", new double[100]);
            Group group = root.createGroup("group");
            group.createDataset(
                    "a", new int[300], DatasetOptions.defaults().withChunks(3).withMaxDimensions(600));
            group.createDataset(
                    "b",
                    new String[] {"one", "two", "three", "four"},
                    DatasetOptions.defaults().withChunks(3).withFilters(DEFLATE));
            root.delete("hole");
        }
        return path;
    }

    /** A level of 77, with which chunks can be decoded and not encoded. Copying encodes them, because they refer to the heap. */
    private static void spoilLevel(Path path) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        byte[] name = "deflate\0".getBytes(StandardCharsets.US_ASCII);
        int found = 0;
        for (int at = 0; at + 12 <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + name.length, name, 0, name.length)) {
                assertThat(LittleEndian.i32(bytes, at + 8)).isEqualTo(6);
                LittleEndian.put(bytes, at + 8, 4, 77);
                found++;
            }
        }
        assertThat(found).isEqualTo(1);
        Files.write(path, bytes);
    }

    private static void assertSame(Path path, byte[] bytes) throws IOException {
        byte[] now = Files.readAllBytes(path);
        assertThat(now).hasSameSizeAs(bytes);
        assertThat(Arrays.mismatch(now, bytes)).as("first byte that differs").isEqualTo(-1);
    }

    /** The first dataset of the group has been copied when the second one fails. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noticedWhenChunksAreEncoded(boolean persisting) throws IOException {
        Path path = file(persisting);
        spoilLevel(path);
        byte[] before = Files.readAllBytes(path);
        try (ContainerFile file = ContainerFile.open(path)) {
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> file.copy("/group", "/copy"))
                        .isInstanceOf(UnsupportedFeatureException.class)
                        .hasMessageContaining("/group/b, chunk [")
                        .hasMessageEndingWith("filter 1 (deflate): expected one value, a level of 0 to 9, found [77]");
                assertThat(file.exists("/copy")).isFalse();
                assertThat(file.space().findings()).isEmpty();
            }
        }
        assertSame(path, before);
    }

    /** A file with other changes is the same as without the copy. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noticedWhenThereAreOtherChanges(boolean persisting) throws IOException {
        Path path = file(persisting);
        spoilLevel(path);
        Path other = Files.copy(path, folder.resolve("other.h5"));
        try (ContainerFile file = ContainerFile.open(path)) {
            file.root().createGroup("new");
            assertThatThrownBy(() -> file.copy("/group", "/copy")).isInstanceOf(UnsupportedFeatureException.class);
            file.root().createDataset("last", new int[50]);
        }
        try (ContainerFile file = ContainerFile.open(other)) {
            file.root().createGroup("new");
            file.root().createDataset("last", new int[50]);
        }
        assertSame(path, Files.readAllBytes(other));
    }

    /** Free space that the file does not store stays known to the session. */
    @Test
    void theSpaceThatWasFreedBeforeIsUsedAfterwards() throws IOException {
        Path path = file(false);
        spoilLevel(path);
        long before = Files.size(path);
        try (ContainerFile file = ContainerFile.open(path)) {
            file.root().createDataset("large", new double[5000]);
            file.root().createDataset("last", new int[50]);
            file.flush();
            file.delete("/large");
            file.flush();
            assertThatThrownBy(() -> file.copy("/group", "/copy")).isInstanceOf(UnsupportedFeatureException.class);
            assertThat(file.space().freeBytes()).isGreaterThan(40_000);
            file.root().createDataset("again", new double[5000]);
        }
        assertThat(Files.size(path)).isLessThan(before + 40_000 + 2000);
    }

    /** Two entries of the same chunk: the second one would replace the first in the index of the copy. */
    @Test
    void aChunkThatIsTwiceInTheIndexIsNamed() throws IOException {
        refusedBeforeAnythingChanges(24, 0, ", chunk [0] at address", "in the index it comes after chunk [");
    }

    @Test
    void aChunkOutsideTheExtentIsNamed() throws IOException {
        refusedBeforeAnythingChanges(-32, 3000, ", chunk [1000] at address", "outside the largest extent");
    }

    /**
     * Spoils the second leaf of a B-tree of version 1, which has no checksum.
     *
     * @param at the place of a key; from the end of the leaf's entries if it is negative
     * @param offset of the key
     */
    private void refusedBeforeAnythingChanges(int at, long offset, String chunk, String problem) throws IOException {
        Path path = file(true);
        byte[] bytes = Files.readAllBytes(path);
        int leaves = 0;
        for (int node = 0; node < bytes.length - 24; node++) {
            boolean leaf = LittleEndian.i32(bytes, node) == 0x45455254 && bytes[node + 4] == 1 && bytes[node + 5] == 0;
            if (leaf && LittleEndian.i64(bytes, node + 8) > 0) { // it has a left sibling
                leaves++;
                int end = node + 24 + 32 * bytes[node + 6];
                LittleEndian.put(bytes, (at < 0 ? end + at : node + at) + 8, 8, offset);
                LittleEndian.put(bytes, end + 8, 8, 3003); // the limit of the keys
            }
        }
        assertThat(leaves).isEqualTo(1);
        Files.write(path, bytes);
        OpenOptions trusting = OpenOptions.defaults().withVerification(Verification.NEVER);
        try (ContainerFile file = ContainerFile.open(path, trusting)) {
            assertThatThrownBy(() -> file.copy("/group", "/copy"))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("/group/a" + chunk)
                    .hasMessageContaining(problem);
        }
        assertSame(path, bytes);
    }

    /** Any value of variable length is refused before anything is written, if a filter is not known. */
    @Test
    void aFilterThatIsNotAvailableIsNoticedBefore() throws IOException {
        Path path = file(true);
        byte[] bytes = Files.readAllBytes(path);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int name = text.indexOf("deflate\0");
        LittleEndian.put(bytes, name - 8, 2, 31999);
        Files.write(path, bytes);
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.dataset("/group/b").datatype()).isEqualTo(Types.string());
            assertThatThrownBy(() -> file.copy("/group", "/copy"))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("filter 31999 is not available");
        }
        assertSame(path, bytes);
    }
}
