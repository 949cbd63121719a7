package dev.fallow.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.MaintenanceOptions;
import dev.fallow.OpenOptions;
import dev.fallow.SpaceSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A diagnosis says what the account, the plan and the reclaimable runs say, and walks once. */
class DiagnosisTest {
    static List<Arguments> files() {
        List<Arguments> files = new ArrayList<>();
        for (FileSpaceStrategy strategy : FileSpaceStrategy.values()) {
            files.add(Arguments.of(strategy, false, true));
            files.add(Arguments.of(strategy, false, false));
            if (strategy.tracks()) {
                files.add(Arguments.of(strategy, true, true));
            }
        }
        return files;
    }

    private static byte[] file(FileSpaceStrategy strategy, boolean persistent, boolean withHoles) {
        SpaceSettings settings = SpaceSettings.defaults().withStrategy(strategy);
        ContainerFile file = ContainerFile.createInMemory(
                CreateOptions.defaults().withSpace(settings).withPersistFreeSpace(persistent));
        for (int i = 0; i < 30; i++) {
            file.root().createDataset("data" + i, new long[100 + 7 * i]);
            file.root().createGroup("group" + i);
        }
        for (int i = 0; withHoles && i < 30; i += 2) {
            file.root().delete("data" + i);
            file.root().delete("group" + i);
        }
        file.close();
        return file.toByteArray();
    }

    private static Diagnosis diagnosis(byte[] bytes, Consumer<ContainerFile> also) {
        try (ContainerFile file =
                ContainerFile.openBytes(bytes, OpenOptions.defaults().withReadOnly(true))) {
            also.accept(file);
            return file.diagnosis();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void itIsWhatThreeCallsSay(FileSpaceStrategy strategy, boolean persistent, boolean withHoles) {
        byte[] bytes = file(strategy, persistent, withHoles);
        Diagnosis diagnosis = diagnosis(bytes, file -> {});
        assertThat(diagnosis.hindrance()).isEmpty();
        diagnosis(bytes, file -> assertThat(diagnosis.space()).isEqualTo(file.space()));
        diagnosis(
                bytes,
                file -> assertThat(diagnosis.plan().steps())
                        .isEqualTo(file.shrinkPlan().steps()));
        if (strategy.tracks()) {
            diagnosis(
                    bytes,
                    file -> assertThat(diagnosis.reclaimable())
                            .isEqualTo(file.reclaimUntracked(
                                    MaintenanceOptions.defaults().withDryRun(true))));
        } else {
            assertThat(diagnosis.reclaimable()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void itTakesOneWalk(FileSpaceStrategy strategy, boolean persistent, boolean withHoles) {
        byte[] bytes = file(strategy, persistent, withHoles);
        int[] walks = {0};
        OpenOptions counting = OpenOptions.defaults().withReadOnly(true).withProgress((done, total) -> {
            walks[0] += done == total ? 1 : 0;
            return true;
        });
        try (ContainerFile file = ContainerFile.openBytes(bytes, counting)) {
            file.space();
            assertThat(walks[0]).isEqualTo(1);
            file.diagnosis();
            assertThat(walks[0]).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void theSameWalkTellsOfObjectsAndBlocks(FileSpaceStrategy strategy, boolean persistent, boolean withHoles) {
        byte[] bytes = file(strategy, persistent, withHoles);
        List<SpaceItem> told = new ArrayList<>();
        try (ContainerFile file =
                ContainerFile.openBytes(bytes, OpenOptions.defaults().withReadOnly(true))) {
            assertThat(file.diagnosis(told::add).space()).isEqualTo(file.space());
        }
        List<SpaceItem> expected = new ArrayList<>();
        try (ContainerFile file =
                ContainerFile.openBytes(bytes, OpenOptions.defaults().withReadOnly(true))) {
            file.spaceBreakdown(recorder(expected));
        }
        assertThat(told).isEqualTo(expected).hasSizeGreaterThan(30);
    }

    /** The runs that are not in use are a part of the diagnosis. */
    private static Consumer<SpaceItem> recorder(List<SpaceItem> told) {
        return item -> {
            if (!(item instanceof FreeSection)) {
                told.add(item);
            }
        };
    }

    @Test
    void theVerdictFollowsFromTheNumbers() {
        byte[] small = file(FileSpaceStrategy.FSM_AGGR, false, true);
        assertThat(diagnosis(small, file -> {}).verdict()).isEqualTo(Diagnosis.Verdict.SOUND);
        ContainerFile large = ContainerFile.createInMemory(CreateOptions.defaults());
        large.root().createDataset("hole", new byte[2 << 20]);
        large.root().createDataset("data", 1);
        large.flush();
        large.delete("/hole");
        large.close();
        assertThat(diagnosis(large.toByteArray(), file -> {}).verdict()).isEqualTo(Diagnosis.Verdict.WORTH_SHRINKING);

        long mega = 1 << 20;
        assertThat(verdict(report(2 * mega), mega - 1)).isEqualTo(Diagnosis.Verdict.SOUND);
        assertThat(verdict(report(2 * mega), mega)).isEqualTo(Diagnosis.Verdict.WORTH_SHRINKING);
        assertThat(verdict(report(300 * mega), 3 * mega - 1)).isEqualTo(Diagnosis.Verdict.SOUND);
        assertThat(verdict(report(300 * mega), 3 * mega)).isEqualTo(Diagnosis.Verdict.WORTH_SHRINKING);
        assertThat(verdict(report(2 * mega, "damage"), mega)).isEqualTo(Diagnosis.Verdict.DAMAGED);
    }

    private static SpaceReport report(long fileBytes, String... findings) {
        return new SpaceReport(fileBytes, fileBytes - 100, 0, 100, List.of(), List.of(), List.of(), List.of(findings));
    }

    private static Diagnosis.Verdict verdict(SpaceReport space, long returnable) {
        ShrinkPlan plan = new ShrinkPlan(1000, 100, List.of(new ShrinkPlan.Step(returnable, 1)));
        return new Diagnosis(space, plan, List.of(), Optional.empty()).verdict();
    }

    /** What is free is counted as ever; planned is only what can reach the least gain of interest. */
    @Test
    void aSmallGainIsNotPlanned() {
        byte[] bytes = file(FileSpaceStrategy.FSM_AGGR, false, true);
        try (ContainerFile file =
                ContainerFile.openBytes(bytes, OpenOptions.defaults().withReadOnly(true))) {
            Diagnosis all = file.diagnosis();
            long gain = all.space().freeBytes() + all.space().untrackedBytes();
            assertThat(all.plan().steps()).isNotEmpty();
            assertThat(all.reclaimable()).isNotEmpty();
            assertThat(file.diagnosis(gain, item -> {})).isEqualTo(all);
            Diagnosis less = file.diagnosis(gain + 1, item -> {});
            assertThat(less.space()).isEqualTo(all.space());
            assertThat(less.plan().freeBytes()).isEqualTo(gain);
            assertThat(less.plan().steps()).isEmpty();
            assertThat(less.reclaimable()).isEmpty();
            assertThatThrownBy(() -> file.diagnosis(0, item -> {})).hasMessageContaining("must be positive");
        }
    }

    /** Damage is reported, and nothing is advised. */
    @Test
    void aDamagedFileHasNoPlan() {
        byte[] bytes = file(FileSpaceStrategy.FSM_AGGR, false, true);
        byte[] signature = {'O', 'H', 'D', 'R'};
        int found = 0;
        for (int at = 0; at + 4 < bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + 4, signature, 0, 4) && found++ == 3) {
                bytes[at] = 'X';
            }
        }
        Diagnosis diagnosis = diagnosis(bytes, file -> {});
        assertThat(diagnosis.verdict()).isEqualTo(Diagnosis.Verdict.DAMAGED);
        assertThat(diagnosis.plan().steps()).isEmpty();
        assertThat(diagnosis.reclaimable()).isEmpty();
    }
}
