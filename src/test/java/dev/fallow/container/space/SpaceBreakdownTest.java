package dev.fallow.container.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.oracle.Corpus;
import dev.fallow.oracle.FileSpaceStrategy;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceItem;
import dev.fallow.report.SpaceReport;
import dev.fallow.report.SpaceUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bytes of each class add up to the length of the file, and agree with what else is known of it. */
@NeedsReference
class SpaceBreakdownTest {
    @TempDir
    private Path folder;

    /** Adds up what a walk finds. */
    private static final class Sum implements Consumer<SpaceItem> {
        private final long[] bytes = new long[SpaceUse.values().length];

        @Override
        public void accept(SpaceItem item) {
            if (item instanceof SpaceItem.Block block) {
                bytes[block.use().ordinal()] += block.size();
            } else if (item instanceof SpaceItem.Part part) {
                bytes[part.was().ordinal()] -= part.size();
                bytes[part.use().ordinal()] += part.size();
            } else if (item instanceof FreeSection run) {
                bytes[SpaceUse.of(run.type()).ordinal()] += run.size();
            }
        }
    }

    /** Returns the breakdown of a file, after comparing it with the other account and with what the walk found. */
    private static SpaceBreakdown checked(Path file) throws IOException {
        Sum sum = new Sum();
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            SpaceReport report = container.space();
            SpaceBreakdown breakdown = container.spaceBreakdown(sum);
            assertThat(breakdown.fileBytes()).as(container.name()).isEqualTo(Files.size(file));
            assertThat(breakdown.amounts().stream()
                            .mapToLong(SpaceBreakdown.Amount::bytes)
                            .sum())
                    .as(container.name())
                    .isEqualTo(Files.size(file));
            assertThat(breakdown.bytes(SpaceUse.State.LIVE)).isEqualTo(report.liveBytes());
            assertThat(breakdown.bytes(SpaceUse.State.FREE)).isEqualTo(report.freeBytes());
            assertThat(breakdown.bytes(SpaceUse.State.UNTRACKED)).isEqualTo(report.untrackedBytes());
            assertThat(breakdown.findings()).hasSameSizeAs(report.findings());
            sum.bytes[SpaceUse.USER_BLOCK.ordinal()] =
                    breakdown.amount(SpaceUse.USER_BLOCK).bytes();
            assertThat(breakdown.amounts().stream().mapToLong(SpaceBreakdown.Amount::bytes))
                    .as(container.name())
                    .containsExactly(Arrays.stream(sum.bytes).boxed().toArray(Long[]::new));
            assertThat(breakdown.amounts()).as(container.name()).allMatch(amount -> amount.bytes() >= 0);
            return breakdown;
        }
    }

    @Test
    void everyFileOfTheCorpusAddsUp() throws IOException {
        List<Path> files = Corpus.files();
        assertThat(files).isNotEmpty();
        for (Path file : files) {
            checked(Corpus.openable(file, folder));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, EARLIEST, FSM_AGGR",
        "0, LATEST, PAGE",
        "10, EARLIEST, FSM_AGGR",
        "10, LATEST, FSM_AGGR",
        "10, LATEST, PAGE",
        "100000, EARLIEST, NONE",
        "100000, LATEST, NONE"
    })
    void filesOfTheReferenceLibraryAddUp(int objects, FormatBound oldest, FileSpaceStrategy strategy)
            throws IOException {
        Path file = folder.resolve("reference.h5");
        ReferenceOptions options = ReferenceOptions.defaults()
                .bounds(oldest, FormatBound.LATEST)
                .strategy(strategy)
                .persist(strategy != FileSpaceStrategy.NONE);
        try (ReferenceFile reference = ReferenceFile.create(file, options)) {
            for (int i = 0; i < objects; i++) {
                if (i % 2 == 0) {
                    reference.createGroup("/g" + i);
                } else {
                    reference.createDataset("/d" + i, ReferenceType.int32(), new long[] {4}, new int[] {i, 1, 2, 3});
                }
            }
            for (int i = 1; i < objects; i += 10) {
                reference.delete("/d" + i);
            }
        }
        SpaceBreakdown breakdown = checked(file);
        assertThat(breakdown.objects()).isEqualTo(1 + objects - objects / 10);
        assertThat(breakdown.findings()).isEmpty();
        assertThat(breakdown.amount(SpaceUse.CONTIGUOUS).bytes()).isEqualTo(16L * (objects / 2 - objects / 10));
    }

    /** What is released and not committed yet is a class of its own. */
    @Test
    void aContainerThatIsBeingEditedAddsUp() {
        Path file = folder.resolve("edited.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            for (int i = 0; i < 20; i++) {
                container.root().createDataset("d" + i, new int[100]);
            }
            container.flush();
            container.delete("/d3");
            container.root().createDataset("more", new String[] {"a", "b"});
            SpaceReport report = container.space();
            SpaceBreakdown breakdown = container.spaceBreakdown();
            assertThat(breakdown.fileBytes()).isEqualTo(report.fileBytes());
            assertThat(breakdown.bytes(SpaceUse.State.LIVE)).isEqualTo(report.liveBytes());
            assertThat(breakdown.bytes(SpaceUse.State.FREE)).isEqualTo(report.freeBytes());
            assertThat(breakdown.bytes(SpaceUse.State.UNTRACKED)).isEqualTo(report.untrackedBytes());
            assertThat(breakdown.amount(SpaceUse.RELEASED).bytes()).isGreaterThanOrEqualTo(400);
            assertThat(breakdown.objects()).isEqualTo(21);
        }
    }
}
