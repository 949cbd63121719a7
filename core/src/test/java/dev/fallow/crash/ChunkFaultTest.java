package dev.fallow.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ChunkedSteps;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Containers;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.IncompleteChangeException;
import dev.fallow.Model;
import dev.fallow.Model.Node;
import dev.fallow.OpenOptions;
import dev.fallow.StorageException;
import dev.fallow.internal.open.ContainerCreator;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each call of the medium fails once, as if there were no room: an edit of a chunked dataset fails whole, the dataset is
 * as before, and the session goes on.
 */
class ChunkFaultTest {
    private static final int STEPS = 24;
    private static final int DATASETS = 10;

    private Image start;
    private Model startModel;

    private RecordedMedium medium;
    private FaultyMedium faulty;
    private Model model;
    /** The last state whose commit succeeded, and those attempted after it. */
    private final List<Model> possible = new ArrayList<>();

    private int failedEdits;
    private int readAfterwards;
    private String where;

    @ParameterizedTest
    @CsvSource({"LATEST, false", "LATEST, true", "EARLIEST, false", "EARLIEST, true"})
    void anEditFailsWhole(FileFormat format, boolean shortWrites) throws IOException {
        create(format);
        int calls = Integer.MAX_VALUE;
        for (int failing = 0; failing < calls; failing++) {
            where = format + ", call " + failing + " fails: ";
            medium = new RecordedMedium(start);
            faulty = new FaultyMedium(medium, failing, false, shortWrites);
            model = startModel.snapshot(new IdentityHashMap<>());
            possible.clear();
            remember();
            work();
            if (faulty.failed() == null) {
                calls = faulty.calls(); // the whole session passed
                assertThat(possible).hasSize(1);
            }
            reopen();
        }
        assertThat(failedEdits).isGreaterThan(100);
        assertThat(readAfterwards).isGreaterThan(failedEdits / 2);
    }

    private void create(FileFormat format) throws IOException {
        RecordedMedium created = new RecordedMedium(Image.none());
        startModel = new Model();
        ChunkedSteps chunks = new ChunkedSteps(new Random(format.ordinal()), null);
        CreateOptions options = CreateOptions.defaults().withFormat(format).withPersistFreeSpace(true);
        try (ContainerFile container = Containers.of(
                ContainerCreator.createIn(created.container(), created.journal(), "start", options, false))) {
            for (int i = 0; i < DATASETS; i++) {
                startModel.put("d" + i, chunks.create(container, "/d" + i));
            }
        }
        start = new Image(created.now().container(), null);
    }

    private void work() {
        Random random = new Random(7);
        ContainerFile container;
        try {
            container = Containers.of(ContainerOpener.openIn(
                    faulty.container(),
                    faulty.journal(),
                    "faulty",
                    OpenOptions.defaults().withCacheBytes(0)));
        } catch (ContainerException e) {
            fault(e);
            return;
        }
        for (int step = 0; step < STEPS; step++) {
            List<Map.Entry<Node, String>> datasets =
                    new ArrayList<>(model.objects().entrySet());
            datasets.removeIf(entry -> entry.getKey().dimensions == null);
            Map.Entry<Node, String> one = datasets.get(random.nextInt(datasets.size()));
            // another sequence in each step, so that a failed step does not change those that follow
            ChunkedSteps chunks = new ChunkedSteps(new Random(step), null);
            try {
                chunks.change(container.dataset(one.getValue()), one.getKey());
            } catch (ContainerException e) {
                fault(e);
                failedEdits++;
                if (!(e instanceof IncompleteChangeException)) {
                    isAsBefore(container, one.getValue(), one.getKey());
                }
            }
            if (step % 8 == 7) {
                commit(container::flush);
            }
        }
        commit(container::close);
        container.close(); // a second call has no effect
    }

    /** Reads the dataset of a failed edit in the same session. */
    private void isAsBefore(ContainerFile container, String path, Node node) {
        assertThat(container.dataset(path).dimensions()).as(where + path).isEqualTo(node.dimensions);
        assertThat(ChunkedSteps.elements(container.dataset(path)))
                .as(where + path)
                .isEqualTo(node.value);
        readAfterwards++;
    }

    private void commit(Runnable action) {
        remember();
        try {
            action.run();
            possible.subList(0, possible.size() - 1).clear();
        } catch (ContainerException e) {
            fault(e);
        }
    }

    private void remember() {
        possible.add(model.snapshot(new IdentityHashMap<>()));
    }

    private void fault(ContainerException e) {
        assertThat(faulty.failed()).as(where + e.getMessage()).isNotNull();
        boolean told = e instanceof StorageException && e.getMessage().contains("injected: ");
        boolean afterwards =
                e.getMessage().contains("failed") || e.getMessage().contains("close and reopen the container");
        assertThat(told || afterwards).as(where + e.getMessage()).isTrue();
    }

    private void reopen() {
        faulty.repair();
        try (ContainerFile container =
                open(new RecordedMedium(medium.now()), OpenOptions.defaults().withReadOnly(true))) {
            check(container);
        }
        try (ContainerFile container = open(new RecordedMedium(medium.now()), OpenOptions.defaults())) {
            check(container);
        }
    }

    private ContainerFile open(RecordedMedium on, OpenOptions options) {
        return Containers.of(ContainerOpener.openIn(on.container(), on.journal(), "reopened after " + where, options));
    }

    /** The content must be one of the possible states, and its space must add up. */
    private void check(ContainerFile container) {
        AssertionError last = null;
        boolean found = false;
        for (Model state : possible) {
            try {
                state.assertEqual(container, Set.of(), where);
                found = true;
            } catch (AssertionError e) {
                last = e;
            }
        }
        if (!found) {
            throw new AssertionError(where + "none of " + possible.size() + " states: " + last.getMessage(), last);
        }
        SpaceReport report = container.space();
        assertThat(report.findings()).as(where).isEmpty();
        assertThat(report.untrackedBytes())
                .as(where)
                .isEqualTo(Math.max(0, report.fileBytes() - container.allocatedBytes()));
    }
}
