package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.Group;
import dev.fallow.NoSuchObjectException;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceAttributes;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Attributes that libhdf5 wrote, in all numbers and sizes, are read with the same values as by libhdf5, and their space
 * is accounted for.
 */
@NeedsReference
class AttributeStorageTest {
    private static final int[] NUMBERS = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 200};

    @TempDir
    private Path folder;

    static List<ReferenceOptions> files() {
        ReferenceOptions latest = ReferenceOptions.defaults();
        return List.of(
                latest,
                latest.persist(true),
                latest.persist(true).trackCreationOrder(true),
                latest.bounds(FormatBound.EARLIEST, FormatBound.LATEST),
                latest.bounds(FormatBound.EARLIEST, FormatBound.LATEST).persist(true));
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyNumberOfThem(ReferenceOptions options) throws IOException {
        Path path = folder.resolve("numbers.h5");
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            for (int number : NUMBERS) {
                file.createGroup("/group" + number);
                file.createDataset("/dataset" + number, ReferenceType.int32(), new long[] {1}, new int[] {number});
                fill(file.attributes("/group" + number), number);
                fill(file.attributes("/dataset" + number), number);
            }
            fill(file.attributes("/"), 20);
        }
        assertRead(path, options);
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            for (int number : NUMBERS) {
                Group group = file.group("/group" + number);
                assertThat(group.attributeNames()).hasSize(number);
                assertThat(group.hasAttribute("no such attribute")).isFalse();
                assertThatThrownBy(() -> group.attribute("no such attribute"))
                        .isInstanceOf(NoSuchObjectException.class)
                        .hasMessageContaining("no such attribute");
            }
        }
    }

    private static void fill(ReferenceAttributes attributes, int number) {
        for (int i = 0; i < number; i++) {
            String name = i % 7 == 3 ? "gr\u00f6\u00dfe " + i : "attribute " + i * 31 % 1_009;
            switch (i % 4) {
                case 0 -> attributes.create(name, ReferenceType.int32(), i);
                case 1 -> attributes.create(name, ReferenceType.float64(), new long[] {2}, new double[] {i, -i});
                case 2 -> attributes.create(name, ReferenceType.fixedString(12), "value " + i);
                default -> attributes.create(name, ReferenceType.int16(), null, null);
            }
        }
    }

    private static void assertRead(Path path, ReferenceOptions options) throws IOException {
        assertThat(readAsLibhdf5Does(path, options).untracked())
                .as("%s", options)
                .matches(runs -> runs.isEmpty() || !options.toString().contains("persistent"), "all is tracked");
    }

    private static SpaceReport readAsLibhdf5Does(Path path, ReferenceOptions options) throws IOException {
        assertThat(OurSnapshot.of(path)).as("%s", options).isEqualTo(Snapshot.of(path));
        SpaceReport report;
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            report = file.space();
        }
        assertThat(report.findings()).as("%s", options).isEmpty();
        assertThat(report.fileBytes()).isEqualTo(Files.size(path));
        return report;
    }

    /**
     * From attributes in the object header up to huge objects of the heap, larger than the 64 KiB limit of a header
     * message.
     */
    @ParameterizedTest
    @MethodSource("files")
    void everySizeOfThem(ReferenceOptions options) throws IOException {
        boolean dense = !options.toString().startsWith("EARLIEST");
        Path path = folder.resolve("sizes.h5");
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            file.createGroup("/few");
            file.createGroup("/many");
            for (int size : new int[] {1, 10, 900, 1_010, 4_000, 4_090, 8_000, 16_000, 17_000, 250_000}) {
                if (dense || size < 16_000) {
                    file.attributes("/many")
                            .create("of " + size, ReferenceType.int32(), new long[] {size}, new int[size]);
                }
            }
            if (dense) {
                file.attributes("/few").create("large", ReferenceType.int32(), new long[] {20_000}, new int[20_000]);
            }
        }
        assertRead(path, options);
    }

    /** Over several sessions libhdf5 leaves untracked bytes, so that only the live bytes are compared. */
    @ParameterizedTest
    @MethodSource("files")
    void afterDeletions(ReferenceOptions options) throws IOException {
        Path path = folder.resolve("deleted.h5");
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            file.createGroup("/group");
            fill(file.attributes("/group"), 150);
        }
        List<String> names;
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            names = file.group("/group").attributeNames();
        }
        for (int left : new int[] {100, 12, 4, 0}) {
            try (ReferenceFile file = ReferenceFile.open(path, true, options)) {
                while (names.size() > left) {
                    file.attributes("/group").delete(names.get(names.size() / 3));
                    names = file.attributes("/group").names();
                }
            }
            readAsLibhdf5Does(path, options);
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void manyAreEdited(ReferenceOptions options) throws IOException {
        Path path = folder.resolve("edited.h5");
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            file.createGroup("/group");
            fill(file.attributes("/group"), 12);
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            Group group = file.group("/group");
            long untracked = file.space().untrackedBytes();
            group.createAttribute("new", 1); // version 1 headers support no dense storage
            group.putAttribute("attribute 0", new double[] {1, 2, 3});
            group.deleteAttribute("attribute 31");
            group.renameAttribute("attribute 62", "renamed");
            assertThat(group.attributeNames()).hasSize(12).contains("new", "renamed", "attribute 0");
            assertThat(file.space().findings()).isEmpty();
            assertThat(file.space().untrackedBytes()).isEqualTo(untracked);
        }
        assertThat(OurSnapshot.of(path)).as("%s", options).isEqualTo(Snapshot.of(path));
        try (ContainerFile file = ContainerFile.open(path)) {
            long untracked = file.space().untrackedBytes();
            file.delete("/group");
            assertThat(file.space().untrackedBytes()).isEqualTo(untracked);
        }
        assertThat(Snapshot.of(path)).containsOnlyKeys("/");
    }
}
