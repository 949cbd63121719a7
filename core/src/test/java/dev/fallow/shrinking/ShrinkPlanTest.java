package dev.fallow.shrinking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.OpenOptions;
import dev.fallow.ShrinkOptions;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.report.ShrinkPlan;
import dev.fallow.report.ShrinkPlan.Step;
import dev.fallow.report.ShrinkReport;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The estimate of what shrinking costs, compared with what it does cost. */
class ShrinkPlanTest {
    private static final int DATASETS = 120;
    private static final int MOST_ELEMENTS = 2_000;

    private static Stream<CreateOptions> kinds() {
        CreateOptions options = CreateOptions.defaults();
        return Stream.of(
                options,
                options.withFormat(FileFormat.EARLIEST).withPersistFreeSpace(false),
                options.withPersistFreeSpace(false),
                options.withStrategy(FileSpaceStrategy.NONE),
                options.withStrategy(FileSpaceStrategy.AGGR));
    }

    /** A file from which every second dataset was deleted. */
    private static byte[] file(CreateOptions options, int lastElements) {
        ContainerFile container = ContainerFile.createInMemory(options);
        Random random = new Random(7);
        for (int i = 0; i < DATASETS; i++) {
            container.root().createDataset("d" + i, new int[1 + random.nextInt(MOST_ELEMENTS)]);
        }
        container.root().createDataset("last", new int[lastElements]);
        container.flush();
        for (int i = 0; i < DATASETS; i += 2) {
            container.delete("/d" + i);
        }
        container.close();
        return container.toByteArray();
    }

    private static ShrinkPlan plan(byte[] file) {
        try (ContainerFile container =
                ContainerFile.openBytes(file, OpenOptions.defaults().withReadOnly(true))) {
            return container.shrinkPlan();
        }
    }

    private static ShrinkReport shrunk(byte[] file, ShrinkOptions options) {
        try (ContainerFile container = ContainerFile.openBytes(file, OpenOptions.defaults())) {
            return container.shrink(options);
        }
    }

    private static Step last(ShrinkPlan plan) {
        return plan.steps().get(plan.steps().size() - 1);
    }

    private static void assertOrdered(ShrinkPlan plan) {
        assertThat(plan.steps()).hasSizeBetween(1, 10);
        assertThat(plan.steps()).isSortedAccordingTo((a, b) -> Long.compare(a.returnedBytes(), b.returnedBytes()));
        assertThat(plan.steps()).isSortedAccordingTo((a, b) -> Long.compare(a.movedBytes(), b.movedBytes()));
        assertThat(last(plan).returnedBytes()).isLessThanOrEqualTo(plan.freeBytes());
    }

    /** In small files, sliding is repeated: the gaps that it leaves are large in comparison. */
    private static void assertNear(ShrinkReport all, ShrinkPlan plan) {
        long returned = last(plan).returnedBytes();
        assertThat(all.returnedBytes()).isBetween(returned * 7 / 10, returned * 105 / 100);
        long moved = last(plan).movedBytes();
        assertThat(all.movedBytes()).isBetween(moved / 3, moved * 4);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void whatTheLastBlocksReturnIsAboutWhatIsReturned(CreateOptions options) {
        byte[] file = file(options, 1);
        ShrinkPlan plan = plan(file);
        assertOrdered(plan);
        assertThat(plan.length()).isEqualTo(file.length);
        assertThat(plan.steps()).hasSizeGreaterThan(5);
        long block = Integer.BYTES * MOST_ELEMENTS;
        for (Step step : plan.steps().subList(0, 6)) {
            ShrinkReport report = shrunk(file, ShrinkOptions.defaults().withMostMoved(step.movedBytes()));
            assertThat(report.movedBytes())
                    .as("%s", step)
                    .isBetween(step.movedBytes() - block, step.movedBytes() + block);
            assertThat(report.returnedBytes())
                    .as("%s", step)
                    .isBetween(step.returnedBytes() - 3 * block, step.returnedBytes() + 3 * block);
        }
        ShrinkReport all = shrunk(file, ShrinkOptions.defaults());
        assertNear(all, plan);
    }

    /** The last dataset is longer than any hole. */
    @ParameterizedTest
    @MethodSource("kinds")
    void slidingIsTheLastStep(CreateOptions options) {
        int elements = 4 * MOST_ELEMENTS;
        byte[] file = file(options, elements);
        ShrinkPlan plan = plan(file);
        assertOrdered(plan);
        assertThat(last(plan).movedBytes()).isGreaterThan(Integer.BYTES * elements);
        ShrinkReport all = shrunk(file, ShrinkOptions.defaults());
        assertNear(all, plan);
    }

    @Test
    void pagedFilesEndAtPages() {
        CreateOptions options = CreateOptions.defaults().withStrategy(FileSpaceStrategy.PAGE);
        byte[] file = file(options, 1);
        ShrinkPlan plan = plan(file);
        assertOrdered(plan);
        assertThat(plan.steps())
                .allSatisfy(step -> assertThat(step.returnedBytes() % 4096).isZero());
        ShrinkReport all = shrunk(file, ShrinkOptions.defaults());
        assertNear(all, plan);
    }

    @Test
    void whatIsFullHasNoSteps() {
        ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults());
        container.root().createDataset("d", new int[MOST_ELEMENTS]);
        container.close();
        ShrinkPlan plan = plan(container.toByteArray());
        assertThat(plan.steps()).isEmpty();
        assertThat(plan.freeBytes()).isLessThan(100);
    }

    /** A container that is edited commits first; the estimate is the same, and the file stays as it is. */
    @Test
    void nothingIsChanged() {
        byte[] file = file(CreateOptions.defaults(), 1);
        ContainerFile container = ContainerFile.openBytes(file, OpenOptions.defaults());
        assertThat(container.shrinkPlan()).isEqualTo(plan(file));
        container.close();
        assertThat(container.toByteArray()).isEqualTo(file);
        try (ContainerFile changed = ContainerFile.openBytes(file, OpenOptions.defaults())) {
            changed.delete("/d1");
            assertThat(changed.shrinkPlan().freeBytes())
                    .isGreaterThan(plan(file).freeBytes());
        }
    }

    @Test
    void aDamagedStructureIsNamed() {
        byte[] file = file(CreateOptions.defaults(), 1);
        try (ContainerFile container =
                ContainerFile.openBytes(file, OpenOptions.defaults().withReadOnly(true))) {
            file[(int) container.dataset("/d1").address() + 9] ^= 1;
        }
        assertThatThrownBy(() -> plan(file))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContainingAll("cannot be shrunk", "/d1", "checksum");
    }
}
