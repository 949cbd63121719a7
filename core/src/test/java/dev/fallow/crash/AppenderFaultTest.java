package dev.fallow.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.Appender;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Containers;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.OpenOptions;
import dev.fallow.internal.open.ContainerCreator;
import dev.fallow.internal.open.ContainerOpener;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each call of the medium fails while appenders have rows: a commit has those of all of them, in order, or of none. */
class AppenderFaultTest {
    private static final int ROUNDS = 4;
    private static final int ROWS = 5;

    private FaultyMedium faulty;
    private int failures;
    private int repeated;
    /** The rows in the last commit that succeeded, and in the newest one that was attempted. */
    private int committed;

    private int attempted;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void rowsOfAllAppendersAreInACommitOrNone(boolean forEver) throws Exception {
        RecordedMedium created = new RecordedMedium(Image.none());
        try (ContainerFile container = Containers.of(ContainerCreator.createIn(
                created.container(), created.journal(), "start", CreateOptions.defaults(), false))) {
            for (String name : List.of("a", "b")) {
                container
                        .root()
                        .createDataset(
                                name,
                                new int[0],
                                DatasetOptions.defaults().withChunks(4).withMaxDimensions(DatasetOptions.UNLIMITED));
            }
        }
        Image start = new Image(created.now().container(), null);
        boolean passed = false;
        for (int failing = 0; !passed; failing++) {
            RecordedMedium medium = new RecordedMedium(start);
            faulty = new FaultyMedium(medium, failing, forEver, true);
            committed = 0;
            attempted = 0;
            work();
            passed = faulty.failed() == null;
            faulty.repair();
            reopen(new RecordedMedium(medium.now()), "call " + failing);
        }
        assertThat(failures).isGreaterThan(20);
        assertThat(repeated > 0).isEqualTo(!forEver);
    }

    private void work() {
        ContainerFile container;
        try {
            container = Containers.of(
                    ContainerOpener.openIn(faulty.container(), faulty.journal(), "faulty", OpenOptions.defaults()));
        } catch (ContainerException e) {
            return;
        }
        try {
            Appender a = container.dataset("a").appender();
            Appender b = container.dataset("b").appender();
            for (int round = 0; round < ROUNDS; round++) {
                for (int row = 0; row < ROWS; row++) {
                    collect(a, round * ROWS + row);
                    collect(b, round * ROWS + row);
                    if (row == 2) {
                        commit(container); // the rows after a failure are collected before it is tried again
                    }
                }
            }
        } catch (ContainerException e) {
            failures++;
        }
        commit(container);
        try {
            container.close();
            committed = attempted;
        } catch (ContainerException e) {
            failures++;
        }
    }

    /** Appends a row, again and again if a chunk cannot be written. */
    private void collect(Appender appender, int row) {
        try {
            appender.append(row);
        } catch (ContainerException e) {
            failures++;
            appender.append(row);
        }
        attempted = Math.max(attempted, row + 1);
    }

    private void commit(ContainerFile container) {
        try {
            container.flush();
            committed = attempted;
        } catch (ContainerException e) {
            failures++;
            assertThat(e.getMessage()).startsWith("faulty");
            try {
                container.flush();
                committed = attempted;
                repeated++;
            } catch (ContainerException again) {
                assertThat(again.getMessage()).startsWith("faulty");
            }
        }
    }

    private void reopen(RecordedMedium medium, String what) {
        try (ContainerFile container = Containers.of(
                ContainerOpener.openIn(medium.container(), medium.journal(), what, OpenOptions.defaults()))) {
            int[] a = container.dataset("a").read(int[].class);
            int[] b = container.dataset("b").read(int[].class);
            assertThat(a).as(what).isEqualTo(IntStream.range(0, a.length).toArray());
            assertThat(a.length).as(what).isBetween(committed, attempted);
            assertThat(b).as(what).isEqualTo(a);
            assertThat(container.space().findings()).as(what).isEmpty();
        }
    }
}
