package dev.fallow.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.OpenOptions;
import dev.fallow.ShrinkOptions;
import dev.fallow.Types;
import dev.fallow.filter.Filters;
import dev.fallow.oracle.Corpus;
import dev.fallow.report.Finding;
import dev.fallow.report.FindingCode;
import dev.fallow.report.SpaceReport;
import dev.fallow.report.StructureDump;
import dev.fallow.type.Compound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Structures with right checksums whose numbers no one expects, in operations that only look. */
class OddStructuresTest {
    private static final int BTHD_RECORD_SIZE = 10;
    private static final int EAHD_LIMIT = 44;

    @TempDir
    private Path folder;

    private static ContainerFile create(boolean persistent) {
        return ContainerFile.createInMemory(
                CreateOptions.defaults().withFormat(FileFormat.LATEST).withPersistFreeSpace(persistent));
    }

    /** The records of filtered chunks are as long as the tree says, which may be shorter than their coordinates. */
    @Test
    void recordsOfChunksThatAreTooShort() throws IOException {
        ContainerFile file = create(false);
        file.root()
                .createDataset(
                        "d",
                        new int[20][20],
                        DatasetOptions.defaults()
                                .withChunks(4, 4)
                                .withMaxDimensions(-1, -1)
                                .withFilters(Filters.deflate(6)));
        file.close();
        for (int size : new int[] {1, 4, 12, 27, 28, 37, 255}) {
            Damage damage = new Damage(file.toByteArray());
            damage.put(damage.first("BTHD") + BTHD_RECORD_SIZE, 2, size);
            Path path = Files.write(folder.resolve("file.h5"), damage.bytes());
            assertThat(ContainerFile.check(path).findings())
                    .extracting(Finding::code)
                    .contains(FindingCode.BT2_TYPE);
        }
        assertThat(ContainerFile.check(Corpus.finding("second-round/check-aioobe.h5"))
                        .isSound())
                .isFalse();
    }

    /**
     * An extensible array has a limit, behind which readers do not look. Chunks behind it are no chunks for the walk, and their
     * space would be given to something else, while the index still refers to it.
     */
    @Test
    void chunksBehindTheLimitOfAnArray() throws IOException {
        ContainerFile file = create(false);
        file.root()
                .createDataset(
                        "d",
                        new int[200],
                        DatasetOptions.defaults().withChunks(5).withMaxDimensions(-1));
        file.root().createDataset("gap", new int[500]);
        file.root().createGroup("last");
        file.root().delete("gap");
        file.close();
        for (int limit : new int[] {0, 3, 17, 39}) {
            Damage damage = new Damage(file.toByteArray());
            damage.put(damage.first("EAHD") + EAHD_LIMIT, 8, limit);
            requireDamaged(damage.bytes(), "/d");
        }
        requireDamaged(Files.readAllBytes(Corpus.finding("second-round/shrink-overlap.h5")), "/own");
    }

    /** The check and the walk say so, and nothing is changed. */
    private void requireDamaged(byte[] bytes, String dataset) throws IOException {
        Path path = Files.write(folder.resolve("file.h5"), bytes);
        assertThat(ContainerFile.check(path).findings())
                .extracting(Finding::code)
                .contains(FindingCode.EA_COUNT);
        try (ContainerFile found = ContainerFile.openBytes(bytes, OpenOptions.defaults())) {
            assertThat(found.space().findings()).anyMatch(each -> each.contains("chunk index"));
            assertThatThrownBy(() -> found.delete(dataset)).isInstanceOf(CorruptFileException.class);
            assertThat(found.shrink(ShrinkOptions.defaults()).movedBytes()).isZero();
            assertThatThrownBy(() -> found.root().createGroup("new"))
                    .as("a shrink that moved nothing has not verified the file")
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("damaged");
        }
        assertThat(ContainerFile.check(path).findings())
                .extracting(Finding::code)
                .doesNotContain(FindingCode.SPACE_OVERLAP);
    }

    /** An element may be longer than an array; nothing of the dataset is stored. */
    @Test
    void elementsLongerThanAnArray() {
        ContainerFile file = create(false);
        long size = 4_293_984_272L;
        Compound huge = new Compound(3, size, List.of(new Compound.Member("text", 0, Types.string())));
        file.root().createDataset("huge", huge, new long[] {3}, DatasetOptions.defaults());
        file.close();
        try (ContainerFile found = ContainerFile.openBytes(file.toByteArray(), OpenOptions.defaults())) {
            SpaceReport report = found.space();
            assertThat(report.liveBytes() + report.freeBytes() + report.untrackedBytes())
                    .isEqualTo(report.fileBytes());
            assertThatThrownBy(() -> found.dataset("/huge").read())
                    .isInstanceOf(ContainerException.class)
                    .hasMessageContaining("container in memory");
        }
    }

    @Test
    void elementsLongerThanAnArrayInAFile() {
        try (ContainerFile file = ContainerFile.openReadOnly(Corpus.finding("second-round/arithmetic-space.h5"))) {
            SpaceReport report = file.space();
            assertThat(report.findings()).isNotEmpty();
            assertThat(report.liveBytes() + report.freeBytes() + report.untrackedBytes())
                    .isEqualTo(report.fileBytes());
            file.info();
        }
    }

    /** The fields of a section list depend on its header; they end before the checksum, whatever the header says. */
    @Test
    void sectionListsWhoseHeaderSaysSomethingElse() throws IOException {
        ContainerFile file = create(true);
        for (int i = 0; i < 6; i++) {
            file.root().createDataset("d" + i, new int[100 + i]);
        }
        file.flush();
        for (int i = 0; i < 6; i += 2) {
            file.root().delete("d" + i);
        }
        file.close();
        byte[] sound = file.toByteArray();
        Damage whole = new Damage(sound);
        int header = whole.first("FSHD");
        int list = whole.first("FSSE");
        for (int at = header + 5; at < header + 80; at++) {
            for (int value : new int[] {0, 1, 8, 127, 255}) {
                Damage damage = new Damage(sound);
                damage.put(at, 1, value);
                Path path = Files.write(folder.resolve("file.h5"), damage.bytes());
                StructureDump dump = ContainerFile.dump(path, list);
                long position = 0;
                for (StructureDump.Field field : dump.fields()) {
                    assertThat(field.offset()).as("%s of %s", field, dump).isEqualTo(position);
                    position += field.bytes();
                }
                assertThat(position).isEqualTo(dump.bytes());
            }
        }
    }

    @Test
    void aSectionListAtTheEndOfTheFile() {
        assertThat(ContainerFile.dump(Corpus.finding("second-round/dump-ioobe.h5"), 9_995)
                        .checksum())
                .isEqualTo(StructureDump.Checksum.RIGHT);
    }
}
