package dev.fallow.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.fuzz.input.FallowSeeds;
import dev.fallow.fuzz.input.ReferenceSeeds;
import dev.fallow.fuzz.input.Seed;
import dev.fallow.oracle.Corpus;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.CheckReport;
import dev.fallow.report.Finding;
import dev.fallow.report.FindingCode;
import dev.fallow.report.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of correct writers: the check finds no error in them. */
class SoundFilesTest {
    /** What can be as it is because of the writer of a file of the corpus: it was open, and its strings were reused. */
    private static final Set<FindingCode> ACCEPTED = Set.of(FindingCode.SB_OPEN, FindingCode.GHEAP_SHARED);

    @TempDir
    private Path folder;

    @Test
    void theCorpus() {
        for (Path file : Corpus.files()) {
            CheckReport report = ContainerFile.check(file);
            List<Finding> serious = report.findings().stream()
                    .filter(each -> each.severity() != Severity.NOTE)
                    .filter(each -> !ACCEPTED.contains(each.code()))
                    .toList();
            assertThat(serious).as(file.toString()).isEmpty();
            assertThat(report.count(Severity.ERROR)).isZero();
        }
    }

    @NeedsReference
    @ParameterizedTest
    @CsvSource({"0,EARLIEST", "10,EARLIEST", "10000,EARLIEST", "0,LATEST", "10,LATEST", "10000,LATEST"})
    void objectsOfLibhdf5(int objects, FormatBound newest) throws IOException {
        int most = Integer.getInteger("fallow.check.objects", objects);
        int count = objects == 10_000 ? most : objects;
        Path path = folder.resolve("objects.h5");
        ReferenceOptions options = ReferenceOptions.defaults().bounds(newest, FormatBound.LATEST);
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            for (int i = 0; i < count; i++) {
                if (i % 10 == 0) {
                    file.createDataset("/data" + i, ReferenceType.int32(), new long[] {3}, new int[] {i, 2, 3});
                } else {
                    file.createGroup("/group" + i);
                }
            }
        }
        CheckReport report = ContainerFile.check(path);
        assertThat(report.objects()).isEqualTo(count + 1L);
        assertThat(report.isSound()).as(report.findings().toString()).isTrue();
    }

    @Test
    @NeedsReference
    void smallFilesOfLibhdf5() throws IOException {
        check(ReferenceSeeds.all(folder));
    }

    @Test
    void smallFilesOfFallow() throws IOException {
        check(FallowSeeds.all());
    }

    private void check(List<Seed> seeds) throws IOException {
        assertThat(seeds).isNotEmpty();
        for (Seed seed : seeds) {
            Path file = Files.write(folder.resolve("seed.h5"), seed.bytes());
            CheckReport report = ContainerFile.check(file);
            assertThat(report.isSound()).as(seed.name() + report.findings()).isTrue();
        }
    }

    /** The check of an open container commits first, and does not take its own mark for that of another program. */
    @Test
    void anOpenContainer() {
        try (ContainerFile file = ContainerFile.create(folder.resolve("open.h5"))) {
            file.root().createDataset("data", new int[] {1, 2, 3});
            CheckReport report = file.check();
            assertThat(report.findings()).isEmpty();
            assertThat(report.objects()).isEqualTo(2);
            file.root().createDataset("more", new int[] {1, 2, 3});
        }
        assertThat(ContainerFile.check(folder.resolve("open.h5")).objects()).isEqualTo(3);
    }
}
