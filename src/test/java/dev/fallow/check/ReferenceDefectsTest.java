package dev.fallow.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.CheckOptions;
import dev.fallow.ContainerFile;
import dev.fallow.DatasetOptions;
import dev.fallow.Group;
import dev.fallow.Reference;
import dev.fallow.Types;
import dev.fallow.filter.Filters;
import dev.fallow.report.CheckReport;
import dev.fallow.report.FindingCode;
import dev.fallow.report.Severity;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** References whose object was deleted. */
class ReferenceDefectsTest {
    @TempDir
    private Path folder;

    @Test
    void areNamed() {
        Path path = folder.resolve("references.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            Group root = file.root();
            root.createGroup("kept");
            root.createGroup("deleted");
            Reference.ToObject kept = new Reference.ToObject(address(file, "/kept"));
            Reference.ToObject deleted = new Reference.ToObject(address(file, "/deleted"));
            Reference[] both = {kept, null, deleted};
            long[] three = {3};
            root.createDataset("plain", Types.objectReference(), three, both, DatasetOptions.defaults());
            root.createDataset("new", Types.reference(), three, both, DatasetOptions.defaults());
            root.createDataset(
                    "chunked",
                    Types.objectReference(),
                    three,
                    both,
                    DatasetOptions.defaults().withChunks(2).withFilters(Filters.deflate(6)));
            file.group("/kept").createAttribute("attribute", Types.objectReference(), new long[0], deleted);
            root.createDataset(
                    "sound",
                    Types.objectReference(),
                    new long[] {1},
                    new Reference[] {kept},
                    DatasetOptions.defaults());
        }
        assertThat(ContainerFile.check(path).findings()).isEmpty();
        try (ContainerFile file = ContainerFile.open(path)) {
            file.delete("/deleted");
        }
        CheckReport report = ContainerFile.check(path);
        assertThat(report.isSound())
                .as("as a reader sees it, the values are right")
                .isTrue();
        assertThat(report.findings()).allMatch(each -> each.code() == FindingCode.REF_DANGLING);
        assertThat(report.count(Severity.NOTE)).isEqualTo(4);
        assertThat(report.findings())
                .extracting(each -> each.path().orElseThrow())
                .containsExactlyInAnyOrder("/plain", "/new", "/chunked", "/kept");
        assertThat(report.findings())
                .filteredOn(each -> each.path().equals(Optional.of("/plain")))
                .singleElement()
                .satisfies(each -> assertThat(each.sentence()).startsWith("1 of 2 references lead to no object"));
        CheckOptions quick = CheckOptions.defaults().withQuick(true);
        assertThat(ContainerFile.check(path, quick).findings()).isEmpty();
    }

    private static long address(ContainerFile file, String path) {
        return file.root().listRecursively().stream()
                .filter(each -> each.path().equals(path))
                .findFirst()
                .orElseThrow()
                .address();
    }
}
