package dev.fallow.folder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.MaintenanceOptions;
import dev.fallow.cli.Fallow;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.oracle.Corpus;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.report.FindingCode;
import dev.fallow.report.RepairReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Bytes behind the end of allocation that the superblock states. They are never cut while something in use is behind that end; the
 * check finds this, and its repair raises the end.
 */
class EndOfAllocationTest {
    /** Every verb that changes a file. */
    private static final List<List<String>> EDITS = List.of(
            List.of("mkdir", "FILE", "/new"),
            List.of("mkdir", "--force", "FILE", "/new"),
            List.of("create", "FILE", "/new", "--type", "int8", "--shape", "3"),
            List.of("cp", "--force", "FILE", "/strings", "/copy"),
            List.of("mv", "--force", "FILE", "/strings", "/moved"),
            List.of("ln", "--force", "FILE", "/strings", "/link"),
            List.of("rm", "FILE", "/strings"),
            List.of("rm", "--force", "FILE", "/strings"),
            List.of("attr", "set", "--force", "FILE", "/", "a", "1"),
            List.of("attr", "rm", "--force", "FILE", "/", "a"),
            List.of("reclaim", "FILE"),
            List.of("reclaim", "--persist", "FILE"),
            List.of("shrink", "FILE"),
            List.of("shrink", "--force", "FILE"),
            List.of("upgrade", "FILE", "--persist"),
            List.of("set-strategy", "--force", "FILE", "none"),
            List.of("recover", "FILE"));

    @TempDir
    private Path folder;

    private static int run(Path file, List<String> line) {
        String[] arguments = line.stream()
                .map(word -> word.equals("FILE") ? file.toString() : word)
                .toArray(String[]::new);
        return Fallow.run(new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()), arguments);
    }

    private static AnySuperblock superblock(byte[] file) {
        FieldReader in =
                FieldReader.of(Arrays.copyOf(file, SuperblockV0.MAX_LENGTH), FieldSizes.EIGHT, "superblock", 0);
        return Superblock.versionOf(file) < 2 ? SuperblockV0.decode(in) : Superblock.decode(in);
    }

    /** The same file with another end of allocation. */
    private static byte[] withEnd(byte[] file, long end) {
        AnySuperblock superblock = superblock(file).withEndOfAllocation(end);
        FieldWriter out = new FieldWriter(superblock.sizes());
        superblock.encode(out);
        byte[] changed = file.clone();
        System.arraycopy(out.toByteArray(), 0, changed, 0, out.toByteArray().length);
        return changed;
    }

    private Path made(FileFormat format) {
        Path file = folder.resolve(format + ".h5");
        CreateOptions options = CreateOptions.defaults().withFormat(format).withPersistFreeSpace(false);
        try (ContainerFile container = ContainerFile.create(file, options)) {
            AllFiles.fill(container);
        }
        return file;
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void nothingInUseIsCut(FileFormat format) throws IOException {
        Path file = made(format);
        byte[] sound = Files.readAllBytes(file);
        int refused = 0;
        for (int part = 1; part < 12; part++) {
            byte[] low = withEnd(sound, 100 + (sound.length - 100L) * part / 12);
            for (List<String> line : EDITS) {
                Files.write(file, low);
                refused += run(file, line) == 0 ? 0 : 1;
                assertThat(Files.readAllBytes(file)).as(line + ", part " + part).isEqualTo(low);
            }
            assertRepaired(file, low, sound);
        }
        assertThat(refused).isGreaterThanOrEqualTo(11 * (EDITS.size() - 3));
    }

    private static void assertRepaired(Path file, byte[] low, byte[] sound) throws IOException {
        Files.write(file, low);
        assertThat(ContainerFile.check(file).findings()).anyMatch(each -> each.code() == FindingCode.SB_END);
        RepairReport planned =
                ContainerFile.repair(file, MaintenanceOptions.defaults().withDryRun(true));
        assertThat(Files.readAllBytes(file)).isEqualTo(low);
        assertThat(planned.repairs())
                .filteredOn(each -> each.finding().code() == FindingCode.SB_END)
                .singleElement()
                .matches(RepairReport.Repair::done);
        RepairReport done =
                ContainerFile.repair(file, MaintenanceOptions.defaults().withDryRun(false));
        assertThat(done.after().isSound()).as(done.toString()).isTrue();
        byte[] repaired = Files.readAllBytes(file);
        assertThat(repaired.length).isGreaterThanOrEqualTo(sound.length);
        assertThat(superblock(repaired).endOfFile()).isEqualTo(repaired.length);
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.dataset("numbers").read(int[].class)[699]).isEqualTo(699 * 699);
            assertThat(container.dataset("last").read(int[].class)[699]).isEqualTo(699 * 699);
            assertThat(container.root().group("g1").attribute("number").read()).isEqualTo(1);
        }
    }

    /** What has been written over since the end was stated cannot be repaired by raising it. */
    @Test
    void anEndIsNotRaisedIfThereIsOtherDamage() throws IOException {
        Path file = made(FileFormat.LATEST);
        byte[] low = withEnd(Files.readAllBytes(file), 2_000);
        Arrays.fill(low, 2_000, 2_400, (byte) 0x55);
        Files.write(file, low);
        RepairReport report =
                ContainerFile.repair(file, MaintenanceOptions.defaults().withDryRun(false));
        assertThat(report.repairs()).isNotEmpty().noneMatch(RepairReport.Repair::done);
        assertThat(Files.readAllBytes(file)).isEqualTo(low);
    }

    @Test
    void theFileOfTheFindingIsRefusedAndRepaired() throws IOException {
        Path file = Files.copy(Corpus.finding("second-round/eoa-short.h5"), folder.resolve("eoa-short.h5"));
        byte[] found = Files.readAllBytes(file);
        for (List<String> line : EDITS) {
            run(file, line);
            assertThat(Files.readAllBytes(file)).as(line.toString()).isEqualTo(found);
        }
        assertThat(ContainerFile.repair(file, MaintenanceOptions.defaults().withDryRun(false))
                        .after()
                        .isSound())
                .isTrue();
        assertThat(Files.size(file)).isGreaterThanOrEqualTo(found.length);
        assertThat(run(file, List.of("mkdir", "FILE", "/new"))).isZero();
    }

    /** A sound file with bytes behind its end: the first commit cuts them, as libhdf5 does; a session without a change does not. */
    @Test
    @NeedsReference
    void bytesThatNobodyWantsAreCutWithTheFirstCommit() throws IOException {
        Path file = made(FileFormat.LATEST);
        long end = Files.size(file);
        Files.write(file, new byte[1_000], StandardOpenOption.APPEND);
        Path theirs = Files.copy(file, folder.resolve("theirs.h5"));
        ContainerFile.open(file).close();
        assertThat(Files.size(file)).isEqualTo(end + 1_000);
        try (ContainerFile container = ContainerFile.open(file)) {
            container.root().putAttribute("a", 1);
        }
        assertThat(Files.size(file)).isLessThan(end + 1_000);
        ReferenceFile.open(theirs, true).close();
        assertThat(Files.size(theirs)).isEqualTo(end);
    }
}
