package dev.fallow.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.FileInUseException;
import dev.fallow.MaintenanceOptions;
import dev.fallow.report.Finding;
import dev.fallow.report.FindingCode;
import dev.fallow.report.RepairReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What can be repaired is repaired by a commit; a dry run says so and changes nothing; other damage is left alone. */
class RepairTest {
    @TempDir
    private Path folder;

    /** A defect that can be repaired. */
    record Repairable(Subject subject, FindingCode code, Consumer<Damage> plant) {
        @Override
        public String toString() {
            return code.label();
        }
    }

    static List<Repairable> repairable() {
        return List.of(
                new Repairable(Subject.VALUES, FindingCode.SB_OPEN, in -> in.put(11, 1, 1)),
                new Repairable(
                        Subject.OLD_VALUES, FindingCode.HDR_LINKS_LOW, in -> in.put(in.header("/group") + 4, 4, 1)),
                new Repairable(
                        Subject.OLD_VALUES, FindingCode.HDR_LINKS_HIGH, in -> in.put(in.header("/int") + 4, 4, 5)),
                new Repairable(Subject.HOLES, FindingCode.FSM_LIVE, in -> in.add(section(in), 8, -8)),
                new Repairable(Subject.HOLES, FindingCode.FSM_RANGE, in -> in.put(section(in), 8, in.length())),
                new Repairable(Subject.HOLES, FindingCode.FSM_TOTAL, in -> in.add(manager(in) + 6, 8, 1)),
                new Repairable(Subject.HOLES, FindingCode.FSM_SIGNATURE, in -> in.put(manager(in), 1, 'X')),
                new Repairable(Subject.HOLES, FindingCode.FSM_CHECKSUM, in -> {
                    in.unsealed();
                    in.add(in.get(manager(in) + 54, 8) + 15, 1, 1);
                }));
    }

    private static int manager(Damage in) {
        for (int i = 0; ; i++) {
            int header = in.nth("FSHD", i);
            if (in.get(header + 5, 1) == 1) {
                return header;
            }
        }
    }

    private static long section(Damage in) {
        return in.get(manager(in) + 54, 8) + 13 + 1 + 8;
    }

    private Path damaged(Repairable defect) throws IOException {
        Damage damage = new Damage(defect.subject.bytes());
        defect.plant.accept(damage);
        return Files.write(folder.resolve("file.h5"), damage.bytes());
    }

    @ParameterizedTest
    @MethodSource("repairable")
    void isRepaired(Repairable defect) throws IOException {
        Path file = damaged(defect);
        byte[] before = Files.readAllBytes(file);
        RepairReport planned =
                ContainerFile.repair(file, MaintenanceOptions.defaults().withDryRun(true));
        assertThat(planned.repairs()).anyMatch(each -> each.finding().code() == defect.code && each.done());
        assertThat(Files.readAllBytes(file)).isEqualTo(before);

        RepairReport done =
                ContainerFile.repair(file, MaintenanceOptions.defaults().withDryRun(false));
        assertThat(done.before().isSound()).isFalse();
        assertThat(done.repairs()).anyMatch(each -> each.finding().code() == defect.code && each.done());
        assertThat(done.after().isSound())
                .as(done.after().findings().toString())
                .isTrue();
        assertThat(ContainerFile.check(file).isSound()).isTrue();
    }

    /** What the dropped lists had is found again: nothing stays untracked. */
    @Test
    void droppedSectionsAreTrackedAgain() throws IOException {
        Path file = damaged(repairable().get(6));
        RepairReport done =
                ContainerFile.repair(file, MaintenanceOptions.defaults().withDryRun(false));
        assertThat(done.before().findings()).anyMatch(each -> each.code() == FindingCode.SPACE_UNTRACKED);
        assertThat(done.after().findings()).isEmpty();
    }

    @Test
    void nothingIsChangedIfThereIsOtherDamage() throws IOException {
        Damage damage = new Damage(Subject.HOLES.bytes());
        damage.add(section(damage), 8, -8);
        damage.put(damage.header("/group0"), 1, 'X');
        Path file = Files.write(folder.resolve("file.h5"), damage.bytes());
        byte[] before = Files.readAllBytes(file);
        RepairReport report =
                ContainerFile.repair(file, MaintenanceOptions.defaults().withDryRun(false));
        assertThat(report.repairs()).isNotEmpty().noneMatch(RepairReport.Repair::done);
        assertThat(report.after().findings()).extracting(Finding::code).contains(FindingCode.HDR_SIGNATURE);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    /** A program that writes need not hold a lock: libhdf5 does not, as the writer of SWMR. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void theMarkOfALivingProgramIsNotRemoved() throws IOException {
        Path file = damaged(repairable().get(0));
        byte[] before = Files.readAllBytes(file);
        Process writer = new ProcessBuilder(
                        "/bin/sh", "-c", "exec 3<>\"$1\"; echo open; exec sleep 100", "sh", file.toString())
                .start();
        try {
            assertThat(writer.inputReader().readLine()).isEqualTo("open");
            assertThatThrownBy(() -> ContainerFile.repair(
                            file, MaintenanceOptions.defaults().withDryRun(false)))
                    .isInstanceOf(FileInUseException.class)
                    .hasMessageContainingAll(file.toString(), "process " + writer.pid());
        } finally {
            writer.destroyForcibly().onExit().join();
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(ContainerFile.repair(file, MaintenanceOptions.defaults().withDryRun(false))
                        .after()
                        .isSound())
                .isTrue();
    }

    @Test
    void aSoundFileIsNotChanged() throws IOException {
        Path file = Files.write(folder.resolve("file.h5"), Subject.VALUES.bytes());
        RepairReport report =
                ContainerFile.repair(file, MaintenanceOptions.defaults().withDryRun(false));
        assertThat(report.repairs()).isEmpty();
        assertThat(Files.readAllBytes(file)).isEqualTo(Subject.VALUES.bytes());
    }
}
