package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.ShrinkOptions;
import dev.fallow.container.session.SpaceChecks;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.snapshot.ObjectSnapshot;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.oracle.type.StringPadding;
import dev.fallow.report.ShrinkReport;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** libhdf5 reads the same from a shrunk file as from the file before. */
@NeedsReference
class ShrunkFilesTest {
    private static final ReferenceType TEXT = new ReferenceType.VariableString(StringPadding.NULL_TERMINATED, true);
    private static final int HOLE = 100_000;

    @TempDir
    private Path folder;

    /**
     * Attributes in the table of shared messages refer to a collection of the global heap, which has to stay where it is,
     * although a dataset refers to it, too. The attributes are in the header, and dense.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 20})
    void sharedAttributesOfVariableLength(int attributes) {
        Path path = folder.resolve("shared.h5");
        try (ReferenceFile file =
                ReferenceFile.create(path, ReferenceOptions.persistent().shareMessages(5000))) {
            file.createDataset("/hole", ReferenceType.int32(), new long[] {HOLE}, new int[HOLE]);
            file.createDataset("/texts", TEXT, new long[] {2}, new String[] {"first", "second"});
            file.createGroup("/group");
            for (int i = 0; i < attributes; i++) {
                file.attributes("/group").create("text " + i, TEXT, "value " + i);
            }
        }
        assertThat(shrinkWithout("/hole", path).hindrances()).anyMatch(text -> text.contains("global heap collection"));
    }

    /** A fill value of variable length is in a collection of the global heap; old headers have it in two messages. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fillValueOfVariableLength(boolean chunked) {
        Path path = folder.resolve("filled.h5");
        try (ReferenceFile file = ReferenceFile.create(path, ReferenceOptions.persistent())) {
            file.createDataset("/hole", ReferenceType.int32(), new long[] {HOLE}, new int[HOLE]);
            file.createFilledDataset(
                    "/texts", TEXT, new long[] {4}, chunked ? new long[] {2} : null, chunked, "none yet");
        }
        ShrinkReport report = shrinkWithout("/hole", path);
        assertThat(report.hindrances()).isEmpty();
        assertThat(report.freeBytes()).isLessThan(1000);
    }

    /** Deletes an object, shrinks the file, and asserts that all else is as before. */
    private static ShrinkReport shrinkWithout(String hole, Path path) {
        SortedMap<String, ObjectSnapshot> expected = new TreeMap<>(Snapshot.of(path));
        expected.remove(hole);
        ShrinkReport report;
        try (ContainerFile file = ContainerFile.open(path)) {
            file.delete(hole);
            report = file.shrink(ShrinkOptions.defaults());
        }
        assertThat(Snapshot.of(path)).isEqualTo(expected);
        SpaceChecks.check(path, "shrunk");
        return report;
    }
}
