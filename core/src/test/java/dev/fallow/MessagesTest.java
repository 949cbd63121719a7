package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a refusal says: what is there, what was expected, and what to do. */
class MessagesTest {
    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
    private final Group root = file.root();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        file.close();
    }

    @Test
    void aShapeIsShownWhole() {
        Dataset dataset = root.createDataset("d", new int[3]);
        assertThatThrownBy(() -> dataset.write(new int[][] {{1, 2, 3}}))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageEndingWith("/d: expected the shape [3], found [1, 3]");
        assertThatThrownBy(() -> dataset.write(new int[2])).hasMessageEndingWith("expected the shape [3], found [2]");
        Dataset sequences = root.createDataset(
                "s",
                Types.sequence(Types.integer(4)),
                new long[] {2},
                new int[][] {{1}, {2, 3}},
                DatasetOptions.defaults());
        assertThatThrownBy(() -> sequences.write(new int[][] {{1, 2}, {3}, {4}}))
                .hasMessageEndingWith("expected the shape [2], found [3]");
    }

    @Test
    void rowsOfAnotherShapeAreNamed() {
        Dataset images = root.createDataset(
                "images",
                Types.unsigned(1),
                new long[] {0, 8, 8},
                DatasetOptions.defaults().withChunks(1, 8, 8).withMaxDimensions(DatasetOptions.UNLIMITED, 8, 8));
        String expected = "/images: expected rows of shape [8, 8], found [8, 7]";
        assertThatThrownBy(() -> images.append(new short[8][7]))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageEndingWith(expected);
        assertThatThrownBy(() -> images.append(new short[2][8][7])).hasMessageEndingWith(expected);
        images.append(new short[8][8]);
        images.append(new short[2][8][8]);
        assertThat(images.dimensions()).containsExactly(3, 8, 8);
    }

    @Test
    void aSliceOutOfRangeNamesDimensionRangeAndExtent() {
        Dataset dataset = root.createDataset("d", new int[4][6]);
        assertThatThrownBy(() -> dataset.read(Selection.block(new long[] {0, 4}, new long[] {4, 3})))
                .isInstanceOf(OutOfRangeException.class)
                .hasMessageEndingWith("/d: dimension 1 has 6 elements, the selection is of elements 4 to 6");
    }

    @Test
    void theFolderIsMissing() {
        Path folderOfFile = folder.resolve("no").resolve("such");
        assertThatThrownBy(() -> ContainerFile.create(folderOfFile.resolve("x.h5")))
                .isInstanceOf(StorageException.class)
                .hasMessageEndingWith("x.h5: the folder " + folderOfFile + " does not exist");
    }

    @Test
    void theFolderIsAFile() throws IOException {
        Path file = Files.createFile(folder.resolve("x.h5"));
        Path inside = file.resolve("g").resolve("d");
        String expected = inside + " does not exist: " + file + " is a file, and no folder";
        assertThatThrownBy(() -> ContainerFile.openReadOnly(inside))
                .isInstanceOf(StorageException.class)
                .hasMessage(expected);
        assertThatThrownBy(() -> ContainerFile.create(inside))
                .isInstanceOf(StorageException.class)
                .hasMessage(expected);
    }

    @Test
    void aFileThatIsEditedHereIsReadThroughASnapshot() {
        Path path = folder.resolve("x.h5");
        try (ContainerFile edited = ContainerFile.create(path)) {
            edited.root().createGroup("g");
            assertThatThrownBy(() -> ContainerFile.openReadOnly(path))
                    .isInstanceOf(FileInUseException.class)
                    .hasMessage(
                            path + " is open for editing in this JVM; use snapshot() of the container that edits it");
        }
        ContainerFile.openReadOnly(path).close();
        try (ContainerFile unchanged = ContainerFile.open(path)) {
            assertThat(unchanged.root().names()).containsExactly("g");
            assertThatThrownBy(() -> ContainerFile.openReadOnly(path))
                    .isInstanceOfSatisfying(
                            FileInUseException.class,
                            e -> assertThat(e.reason()).isEqualTo(FileInUseException.Reason.OPEN_HERE))
                    .hasMessage(
                            path + " is open for editing in this JVM; use snapshot() of the container that edits it");
        }
    }

    @Test
    void aDimensionThatThereIsNotNamesTheDataset() {
        Dataset dataset = root.createDataset("d", new int[4]);
        assertThatThrownBy(() -> dataset.dims().get(1))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageEndingWith("/d has 1 dimensions, found the index 1");
        assertThat(dataset.dims()).hasSize(1);
        assertThatThrownBy(() -> dataset.resize(5))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageEndingWith("DatasetOptions.withMaxDimensions makes one, or copyTo from this one");
    }

    @Test
    void theOnlyElementIsReadAlone() {
        root.createAttribute("scale_factor", new double[] {0.5});
        root.createAttribute("name", new String[][] {{"x"}});
        root.createAttribute("two", new double[] {1, 2});
        assertThat(root.attribute("scale_factor").read(double.class)).isEqualTo(0.5);
        assertThat(root.attribute("name").read(String.class)).isEqualTo("x");
        assertThat(root.createDataset("d", new int[][][] {{{7}}}).read(int.class))
                .isEqualTo(7);
        assertThatThrownBy(() -> root.attribute("two").read(double.class))
                .hasMessageContaining("expected a type with 1 dimensions, found double");
    }
}
