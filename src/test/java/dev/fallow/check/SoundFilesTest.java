package dev.fallow.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Types;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Files of correct writers: the check finds no error in them. */
class SoundFilesTest {
    /** What can be as it is because of the writer of a file of the corpus: it was open, and its strings were reused. */
    private static final Set<FindingCode> ACCEPTED = Set.of(FindingCode.SB_OPEN, FindingCode.GHEAP_SHARED);

    private static final int DATATYPE = 0x03;
    private static final int MEMBERS = 60;
    private static final int MEMBERS_LEFT = 9;

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

    /**
     * libhdf5 leaves wrong numbers in the header of a fractal heap that shrinks to its first block. They are not an error;
     * Fallow does not leave them.
     */
    @Test
    @NeedsReference
    void aGroupThatShrank() {
        Path path = folder.resolve("shrunk.h5");
        ReferenceOptions options = ReferenceOptions.defaults().bounds(FormatBound.LATEST, FormatBound.LATEST);
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            file.createGroup("/group");
            createMembers(file);
        }
        try (ReferenceFile file = ReferenceFile.open(path, true, options)) {
            for (int i = MEMBERS; i-- > MEMBERS_LEFT; ) {
                file.delete("/group/member" + i);
            }
        }
        CheckReport report = ContainerFile.check(path);
        assertThat(report.isSound()).as(report.findings().toString()).isTrue();
        assertThat(report.findings()).anyMatch(each -> each.code() == FindingCode.FHEAP_STALE);
        try (ReferenceFile file = ReferenceFile.open(path, true, options)) {
            createMembers(file); // the root is an indirect block again
        }
        assertThat(ContainerFile.check(path).findings()).anyMatch(each -> each.code() == FindingCode.FHEAP_STALE);
        try (ContainerFile file = ContainerFile.open(path)) {
            for (int i = MEMBERS; i-- > MEMBERS_LEFT; ) {
                file.delete("/group/member" + i);
            }
        }
        assertThat(ContainerFile.check(path).findings())
                .noneMatch(each -> each.address() >= 0 && each.code().label().startsWith("FHEAP"));
    }

    private static void createMembers(ReferenceFile file) {
        for (int i = 0; i < MEMBERS; i++) {
            if (!file.exists("/group/member" + i)) {
                file.createGroup("/group/member" + i);
            }
        }
    }

    /**
     * libhdf5 puts the message of a committed datatype into the table of shared messages when it copies one whose message may
     * be shared. Neither libhdf5 nor Fallow creates such a datatype.
     */
    @ParameterizedTest
    @NeedsReference
    @ValueSource(booleans = {false, true})
    void aCommittedDatatypeInTheSharedMessageTable(boolean mayBeShared) throws IOException {
        Path path = folder.resolve("shared.h5");
        ReferenceOptions options = ReferenceOptions.persistent().shareMessages(0);
        ReferenceFile.create(path, options).close();
        try (ContainerFile file = ContainerFile.open(path)) {
            file.root().commitDatatype("type", Types.integer(4));
        }
        if (mayBeShared) {
            Damage damage = new Damage(Files.readAllBytes(path));
            damage.put(flagsOfDatatype(damage, damage.header("/type")), 1, 1);
            Files.write(path, damage.bytes());
        }
        try (ReferenceFile file = ReferenceFile.open(path, true, options)) {
            file.createDatasetOfType("/data", "/type", new long[] {2}, new int[] {1, 2});
            file.copy("/data", "/copy");
        }
        CheckReport report = ContainerFile.check(path);
        assertThat(report.isSound()).as(report.findings().toString()).isTrue();
        assertThat(report.objects()).isEqualTo(5);
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat((int[]) file.dataset("/copy").read()).containsExactly(1, 2);
        }
        Damage bytes = new Damage(Files.readAllBytes(path));
        long copied = bytes.get(bytes.message(bytes.header("/copy"), DATATYPE) + 2, 8);
        long flags = bytes.get(flagsOfDatatype(bytes, copied), 1);
        assertThat((flags & 2) != 0).as("shared").isEqualTo(mayBeShared);
    }

    /** The address of the flags of a datatype message; in a header that tracks the order of attributes they are followed by a number. */
    private static long flagsOfDatatype(Damage bytes, long header) {
        boolean ordered = (bytes.get(header + 5, 1) & 4) != 0;
        return bytes.message(header, DATATYPE) - (ordered ? 3 : 1);
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
