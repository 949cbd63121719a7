package dev.fallow.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.fallow.ContainerFile;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.oracle.Corpus;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.report.CheckReport;
import dev.fallow.report.Finding;
import dev.fallow.report.FindingCode;
import dev.fallow.report.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that a program changed the object without knowing: what is made of the flag that says so, and when it is set. */
class UnknownToWritersTest {
    private static final int ATTRIBUTE = 0x0C;
    private static final int FILE_SPACE_INFO = 0x17;
    private static final int UNDEFINED_TYPE = 0x26;
    private static final int MARK_IF_UNKNOWN = 0x10;
    private static final int WAS_UNKNOWN = 0x20;

    @TempDir
    private Path folder;

    /** The position of the file space info in the superblock extension. */
    private static int info(Damage in) {
        return in.message(in.get(20, 8), FILE_SPACE_INFO);
    }

    private Path file(Damage damage) throws IOException {
        return Files.write(folder.resolve("file.h5"), damage.bytes());
    }

    /** The lists of free space are out of date: another program may have used the space. */
    @Test
    void theFreeSpaceIsNotBelieved() throws IOException {
        Damage damage = new Damage(Subject.HOLES.bytes());
        int info = info(damage);
        assertThat(damage.get(info - 1, 1)).isEqualTo(0x14);
        damage.put(info - 1, 1, 0x34);
        damage.put(info, 2, 0xFF00); // nobody reads it
        Path path = file(damage);

        CheckReport report = ContainerFile.check(path);
        assertThat(report.isSound()).as(report.findings().toString()).isTrue();
        assertThat(report.findings())
                .filteredOn(each -> each.code() == FindingCode.HDR_WAS_UNKNOWN)
                .extracting(Finding::address, Finding::severity)
                .containsExactly(tuple((long) info, Severity.NOTE));
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.persistsFreeSpace()).isFalse();
            assertThat(file.freeBytes()).isZero();
            file.root().createGroup("new");
        }
        assertThat(flags(path, info)).isEqualTo(0x34);
        assertThat(ContainerFile.check(path).isSound()).isTrue();

        try (ContainerFile file = ContainerFile.open(path)) {
            file.setPersistFreeSpace(true);
            file.reclaimUntracked();
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.persistsFreeSpace()).isTrue();
            assertThat(file.space().untrackedBytes()).isZero();
            assertThat(file.space().freeBytes()).isPositive();
        }
        report = ContainerFile.check(path);
        assertThat(report.findings()).extracting(Finding::code).doesNotContain(FindingCode.HDR_WAS_UNKNOWN);
        assertThat(report.isSound()).isTrue();
    }

    /** Files of a version of libhdf5 before 1.10, with a message in a form that was never released. */
    @NeedsReference
    @ParameterizedTest
    @ValueSource(strings = {"fsm_aggr_persist.h5", "paged_persist.h5"})
    void filesThatLibhdf5Reads(String name) throws IOException {
        Path path = Files.write(folder.resolve(name), Files.readAllBytes(Corpus.finding("second-round/" + name)));
        CheckReport report = ContainerFile.check(path);
        assertThat(report.isSound()).as(report.findings().toString()).isTrue();
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.info().space().strategy()).isEqualTo(FileSpaceStrategy.FSM_AGGR);
            file.root().createDataset("new", new int[100]);
        }
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            file.createGroup("/another");
            assertThat(file.readLongs("/new")).hasSize(100);
        }
        assertThat(ContainerFile.check(path).isSound()).isTrue();
    }

    /** Messages of other types stay in effect: whoever knows them reads them. */
    @Test
    void otherMessagesStayInEffect() throws IOException {
        Damage damage = new Damage(Subject.VALUES.bytes());
        int attribute = damage.message(damage.header("/group"), ATTRIBUTE);
        damage.put(attribute - 1, 1, MARK_IF_UNKNOWN | WAS_UNKNOWN);
        Path path = file(damage);
        CheckReport report = ContainerFile.check(path);
        assertThat(report.isSound()).isTrue();
        assertThat(report.findings()).extracting(Finding::code).contains(FindingCode.HDR_WAS_UNKNOWN);
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.group("/group").attribute("attribute").read()).isEqualTo(new int[] {1, 2});
        }
    }

    /** A message of a type that we do not know, and that asks for the flag, gets it when its object is changed, and not before. */
    @Test
    void weMarkWhatWeDoNotKnow() throws IOException {
        Damage damage = new Damage(Subject.VALUES.bytes());
        int body = damage.message(damage.header("/group"), ATTRIBUTE);
        damage.put(body - 4, 1, UNDEFINED_TYPE);
        damage.put(body - 1, 1, MARK_IF_UNKNOWN);
        Path path = file(damage);
        try (ContainerFile file = ContainerFile.open(path)) {
            file.root().createGroup("elsewhere");
            assertThat(file.group("/group").attributeNames()).isEmpty();
        }
        assertThat(flags(path, body)).isEqualTo(MARK_IF_UNKNOWN);
        try (ContainerFile file = ContainerFile.open(path)) {
            file.group("/group").createAttribute("another", 1);
        }
        Damage after = new Damage(Files.readAllBytes(path));
        int now = after.message(after.header("/group"), UNDEFINED_TYPE);
        assertThat(flags(path, now)).isEqualTo(MARK_IF_UNKNOWN | WAS_UNKNOWN);
    }

    /** The superblock extension speaks of the whole file. */
    @Test
    void inTheExtensionAnyChangeMarks() throws IOException {
        Damage damage = new Damage(Subject.HOLES.bytes());
        int body = info(damage);
        damage.put(body - 4, 1, UNDEFINED_TYPE);
        Path path = file(damage);
        ContainerFile.open(path).close();
        assertThat(flags(path, body)).isEqualTo(0x14);
        try (ContainerFile file = ContainerFile.open(path)) {
            file.group("/group1").createAttribute("one", 1);
        }
        assertThat(flags(path, body)).isEqualTo(0x34);
    }

    private static int flags(Path path, int body) throws IOException {
        return Files.readAllBytes(path)[body - 1] & 0xFF;
    }
}
