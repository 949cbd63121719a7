package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.ObjectKind;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.IntPointer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Datasets and attributes with a committed datatype. */
@NeedsReference
public class CommittedDatatypeTest {
    @TempDir
    private Path folder;

    static List<ReferenceOptions> files() {
        ReferenceOptions latest = ReferenceOptions.persistent();
        return List.of(latest, latest.bounds(FormatBound.EARLIEST, FormatBound.LATEST));
    }

    /** Writes a committed datatype, a dataset of that type, and attributes of that type on the dataset. */
    public static void write(Path path, ReferenceOptions options, int attributes) {
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            file.commitType("/type", ReferenceType.int32());
        }
        long file = checked(hdf5.H5Fopen(path.toString(), hdf5.H5F_ACC_RDWR, hdf5.H5P_DEFAULT));
        long type = checked(hdf5.H5Topen2(file, "/type", hdf5.H5P_DEFAULT));
        long space = checked(hdf5.H5Screate_simple(1, new long[] {3}, null));
        long dataset = checked(
                hdf5.H5Dcreate2(file, "/dataset", type, space, hdf5.H5P_DEFAULT, hdf5.H5P_DEFAULT, hdf5.H5P_DEFAULT));
        try (IntPointer values = new IntPointer(7, -8, 9)) {
            checked(hdf5.H5Dwrite(dataset, type, hdf5.H5S_ALL, hdf5.H5S_ALL, hdf5.H5P_DEFAULT, values));
            for (int i = 0; i < attributes; i++) {
                long attribute = checked(
                        hdf5.H5Acreate2(dataset, "attribute " + i, type, space, hdf5.H5P_DEFAULT, hdf5.H5P_DEFAULT));
                checked(hdf5.H5Awrite(attribute, type, values));
                checked(hdf5.H5Aclose(attribute));
            }
        }
        checked(hdf5.H5Dclose(dataset));
        checked(hdf5.H5Sclose(space));
        checked(hdf5.H5Tclose(type));
        checked(hdf5.H5Fclose(file));
    }

    private static long checked(long result) {
        assertThat(result).isNotNegative();
        return result;
    }

    @ParameterizedTest
    @MethodSource("files")
    void areReadFromWhereTheyLie(ReferenceOptions options) throws IOException {
        for (int attributes : new int[] {0, 3, 30}) {
            Path path = folder.resolve("committed" + attributes + ".h5");
            write(path, options, attributes);
            try (ContainerFile file = ContainerFile.openReadOnly(path)) {
                assertThat(file.root().listRecursively())
                        .extracting(Entry::kind)
                        .containsExactly(ObjectKind.DATASET, ObjectKind.DATATYPE);
                Dataset dataset = file.dataset("/dataset");
                assertThat(dataset.read()).isEqualTo(new int[] {7, -8, 9});
                assertThat(dataset.attributeNames()).hasSize(attributes);
                for (String name : dataset.attributeNames()) {
                    assertThat(dataset.attribute(name).read()).isEqualTo(new int[] {7, -8, 9});
                }
                SpaceReport report = file.space();
                assertThat(report.findings()).isEmpty();
                assertThat(report.fileBytes()).isEqualTo(Files.size(path));
            }
        }
    }

    /**
     * A committed datatype whose last link is deleted remains as long as a dataset or an attribute uses it, and is
     * reachable only through its users.
     */
    @ParameterizedTest
    @MethodSource("files")
    void areLiveWithoutAName(ReferenceOptions options) {
        Path path = folder.resolve("anonymous.h5");
        write(path, options, 2);
        long address;
        try (ReferenceFile file = ReferenceFile.open(path, true, options)) {
            address = file.headerAddress("/type");
            file.delete("/type");
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.root().listRecursively()).extracting(Entry::path).containsExactly("/dataset");
            assertThat(file.dataset("/dataset").read()).isEqualTo(new int[] {7, -8, 9});
            SpaceReport report = file.space();
            assertThat(report.findings()).isEmpty();
            assertThat(report.untracked())
                    .noneMatch(run -> run.address() <= address && address < run.address() + run.size());
        }
    }

    /** The reference count of the type is one for its link, and one for each dataset and attribute that uses it. */
    @ParameterizedTest
    @ValueSource(strings = {"/dataset", "/type"})
    void theTypeGoesWithTheLastThatHasIt(String first) {
        Path path = folder.resolve("kept.h5");
        write(path, ReferenceOptions.persistent(), 1);
        boolean typeFirst = first.equals("/type");
        try (ContainerFile file = ContainerFile.open(path)) {
            file.delete(first);
            assertThat(file.space().findings()).isEmpty();
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            if (typeFirst) {
                assertThat(file.readLongs("/dataset")).containsExactly(7, -8, 9);
            } else {
                assertThat(file.type("/type")).isEqualTo(ReferenceType.int32());
                assertThat(file.referenceCount("/type")).isEqualTo(1);
            }
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.delete(typeFirst ? "/dataset" : "/type");
            SpaceReport report = file.space();
            assertThat(report.findings()).isEmpty();
            assertThat(report.untracked()).isEmpty();
            assertThat(report.liveBytes()).isLessThan(1_000);
        }
        assertThat(Snapshot.of(path)).containsOnlyKeys("/");
    }

    @ParameterizedTest
    @MethodSource("files")
    void elementsOfADatasetWithOneCanBeWritten(ReferenceOptions options) {
        Path path = folder.resolve("written.h5");
        write(path, options.bounds(FormatBound.LATEST, FormatBound.LATEST), 1);
        try (ContainerFile file = ContainerFile.open(path)) {
            file.dataset("/dataset").write(new int[] {1, 2, 3});
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.readLongs("/dataset")).containsExactly(1, 2, 3);
        }
    }
}
