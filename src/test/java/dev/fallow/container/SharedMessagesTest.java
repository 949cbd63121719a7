package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.selection.Selection;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files whose objects share messages: datatypes, dataspaces, fill values and whole attributes. */
@NeedsReference
class SharedMessagesTest {
    @TempDir
    private Path folder;

    private Path create(ReferenceOptions options, int objects) {
        Path path = folder.resolve("shared.h5");
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            file.createGroup("/many");
            for (int i = 0; i < objects; i++) {
                String dataset = "/d" + i;
                int[] value = IntStream.range(0, 3 + i % 2).toArray();
                file.createDataset(dataset, ReferenceType.int32(), new long[] {value.length}, value);
                for (int j = 0; j < 3; j++) {
                    file.attributes(dataset).create("same for all " + j, ReferenceType.fixedString(20), "v" + j);
                }
                file.attributes(dataset).create("its own", ReferenceType.float64(), (double) i);
            }
            for (int i = 0; i < 40; i++) {
                file.attributes("/many").create("attribute " + i, ReferenceType.int32(), i / 2);
            }
            file.attributes("/many").create("same for all 1", ReferenceType.fixedString(20), "v1");
        }
        return path;
    }

    @ParameterizedTest
    @CsvSource({"5000, false", "5000, true", "6, false", "0, true"})
    void areReadAndAccountedFor(int mostInList, boolean ordered) throws IOException {
        ReferenceOptions options =
                ReferenceOptions.persistent().shareMessages(mostInList).trackCreationOrder(ordered);
        Path path = create(options, 30);
        assertThat(OurSnapshot.of(path)).isEqualTo(Snapshot.of(path)).hasSize(32);
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.group("/many").attributeNames()).hasSize(41);
            SpaceReport report = file.space();
            assertThat(report.findings()).isEmpty();
            assertThat(report.untracked()).isEmpty();
            assertThat(report.fileBytes()).isEqualTo(Files.size(path));
        }
    }

    /** Chunked datasets whose filter pipeline, fill value, datatype and dataspace are in the table. */
    @ParameterizedTest
    @ValueSource(ints = {5000, 0})
    void ofChunkedDatasets(int mostInList) throws IOException {
        Path path = folder.resolve("shared.h5");
        long[] sizes = {10, 12};
        int[] value = IntStream.range(0, 120).toArray();
        try (ReferenceFile file =
                ReferenceFile.create(path, ReferenceOptions.persistent().shareMessages(mostInList))) {
            for (int i = 0; i < 4; i++) {
                long[] most = {-1, i % 2 == 0 ? 12 : -1};
                file.createChunkedDataset(
                        "/c" + i, ReferenceType.int32(), sizes, most, new long[] {4, 5}, true, false, value);
                file.createFilledDataset("/f" + i, ReferenceType.int32(), new long[] {10}, new long[] {3}, false, 7);
            }
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            for (int i = 0; i < 4; i++) {
                int[][] rows = (int[][]) file.dataset("/c" + i).read();
                assertThat(Arrays.stream(rows).flatMapToInt(Arrays::stream).toArray())
                        .containsExactly(value);
                assertThat((int[][]) file.dataset("/c" + i).read(Selection.block(new long[] {3, 4}, new long[] {2, 2})))
                        .isDeepEqualTo(new int[][] {{40, 41}, {52, 53}});
                assertThat((int[]) file.dataset("/f" + i).read())
                        .containsOnly(7)
                        .hasSize(10);
            }
            assertThat(file.space().findings()).isEmpty();
            assertThat(file.space().untracked()).isEmpty();
        }
        assertThat(OurSnapshot.of(path)).isEqualTo(Snapshot.of(path)).hasSize(9);
    }

    @Test
    void areNotEdited() throws IOException {
        Path path = create(ReferenceOptions.persistent().shareMessages(10), 3);
        byte[] before = Files.readAllBytes(path);
        assertThatThrownBy(() -> ContainerFile.open(path))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContainingAll(path.toString(), "share messages", "not edited");
        assertThat(Files.readAllBytes(path)).isEqualTo(before);
    }

    @Test
    void aTableThatIsDamaged() throws IOException {
        Path path = create(ReferenceOptions.persistent().shareMessages(10), 3);
        byte[] bytes = Files.readAllBytes(path);
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("SMTB");
        bytes[at + 30]++;
        Files.write(path, bytes);
        assertThatThrownBy(() -> ContainerFile.openReadOnly(path))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContainingAll("shared object header message table", "checksum");
    }
}
