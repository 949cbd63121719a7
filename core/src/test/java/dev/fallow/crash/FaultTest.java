package dev.fallow.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Containers;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Entry;
import dev.fallow.OpenOptions;
import dev.fallow.StorageException;
import dev.fallow.StorageLayout;
import dev.fallow.internal.open.ContainerCreator;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each call of the medium fails once: the last commit is preserved, the error is reported, and the container can be
 * reopened.
 */
class FaultTest {
    private static final int STEPS = 24;
    /** So little that most steps write blocks of earlier ones, and some commit. */
    private static final long LITTLE = 3_000;

    private OpenOptions options;
    /** Whether any step may first commit those before it. */
    private boolean commitsEarly;

    private RecordedMedium medium;
    private FaultyMedium faulty;
    private TreeMap<String, int[]> model;
    /** The last state whose commit succeeded, and those attempted after it. */
    private final List<TreeMap<String, int[]>> possible = new ArrayList<>();

    private int failures;
    private int repeated;
    private String where;

    @ParameterizedTest
    @CsvSource({
        "false, false, false, 12",
        "false, true, false, 12",
        "true, false, false, 12",
        "true, true, false, 12",
        "false, true, true, 12",
        "true, true, true, 12",
        "false, true, true, 4", // the root group becomes dense in the session, so new headers are moved
        "true, true, true, 4"
    })
    void theLastCommitStands(boolean forEver, boolean shortWrites, boolean littleMemory, int before)
            throws IOException {
        options = OpenOptions.defaults().withCacheBytes(0);
        commitsEarly = littleMemory;
        if (littleMemory) {
            options = options.withUncommittedBytes(LITTLE);
        }
        Image start = start(before);
        int calls = Integer.MAX_VALUE;
        int reopened = 0;
        for (int failing = 0; failing < calls; failing++) {
            where = "call " + failing + (forEver ? " and all after it fail" : " fails") + ": ";
            medium = new RecordedMedium(start);
            faulty = new FaultyMedium(medium, failing, forEver, shortWrites);
            model = startModel(before);
            possible.clear();
            possible.add(new TreeMap<>(model));
            work(new Random(5));
            if (faulty.failed() == null) {
                calls = faulty.calls(); // the whole session passed
                assertThat(possible).hasSize(1);
            }
            reopen();
            reopened++;
        }
        assertThat(reopened).isGreaterThan(100);
        assertThat(failures).isGreaterThan(reopened / 2);
        assertThat(repeated > 0)
                .as("flushes that succeeded when they were repeated")
                .isEqualTo(!forEver);
    }

    /** A container with some objects in it. */
    private static Image start(int count) throws IOException {
        RecordedMedium medium = new RecordedMedium(Image.none());
        try (ContainerFile container = Containers.of(ContainerCreator.createIn(
                medium.container(), medium.journal(), "start", CreateOptions.defaults(), false))) {
            startModel(count).forEach((path, value) -> put(container, path, value));
        }
        return new Image(medium.now().container(), null);
    }

    private static TreeMap<String, int[]> startModel(int count) {
        TreeMap<String, int[]> objects = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            objects.put("/s" + i, i % 3 == 0 ? null : new int[] {i, 2 * i, 3 * i, 4 * i});
        }
        return objects;
    }

    private static void put(ContainerFile container, String path, int[] value) {
        if (value == null) {
            container.root().createGroup(path);
        } else if (value.length == 3) {
            container
                    .root()
                    .createDataset(path, value, DatasetOptions.defaults().withLayout(StorageLayout.COMPACT));
        } else {
            container.root().createDataset(path, value);
        }
    }

    private void work(Random random) {
        ContainerFile container;
        try {
            container = Containers.of(ContainerOpener.openIn(faulty.container(), faulty.journal(), "faulty", options));
        } catch (ContainerException e) {
            fault(e);
            return;
        }
        for (int step = 0; step < STEPS; step++) {
            String path = "/n" + step;
            List<String> paths = new ArrayList<>(model.keySet());
            String old = paths.get(random.nextInt(paths.size()));
            int[] value = random.nextInt(3) == 0
                    ? null
                    : random.ints(3 + random.nextInt(40)).toArray();
            boolean delete = random.nextInt(5) < 2;
            if (commitsEarly) {
                possible.add(new TreeMap<>(model));
            }
            try {
                if (delete) {
                    container.delete(old);
                    model.remove(old);
                } else {
                    put(container, path, value);
                    model.put(path, value);
                }
            } catch (ContainerException e) {
                fault(e); // nothing has changed, so the model is not updated
            }
            if (step % 5 == 4) {
                flush(container);
            }
        }
        possible.add(new TreeMap<>(model));
        try {
            container.close();
            committed();
        } catch (ContainerException e) {
            fault(e);
        }
        container.close(); // a second call has no effect
    }

    private void flush(ContainerFile container) {
        possible.add(new TreeMap<>(model));
        try {
            container.flush();
            committed();
        } catch (ContainerException e) {
            fault(e);
            try {
                container.flush();
                committed();
                repeated++;
            } catch (ContainerException again) {
                assertThat(again.getMessage()).as(where).contains("faulty");
            }
        }
    }

    private void committed() {
        possible.subList(0, possible.size() - 1).clear();
    }

    private void fault(ContainerException e) {
        failures++;
        assertThat(faulty.failed()).as(where + e.getMessage()).isNotNull();
        assertThat(e.getMessage()).as(where).startsWith("faulty");
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
        RecordedMedium on = new RecordedMedium(medium.now());
        TreeMap<String, int[]> found;
        try (ContainerFile container = open(on, OpenOptions.defaults())) {
            found = check(container);
            put(container, "/after", new int[] {7, 8, 9, 10});
            found.put("/after", new int[] {7, 8, 9, 10});
        }
        possible.clear();
        possible.add(found);
        try (ContainerFile container = open(
                new RecordedMedium(new Image(on.now().container(), null)),
                OpenOptions.defaults().withReadOnly(true))) {
            check(container);
        }
    }

    private ContainerFile open(RecordedMedium on, OpenOptions options) {
        return Containers.of(ContainerOpener.openIn(on.container(), on.journal(), "reopened after " + where, options));
    }

    /** The content, which must be one of the possible states; also checks that its space adds up. */
    private TreeMap<String, int[]> check(ContainerFile container) {
        TreeMap<String, int[]> found = new TreeMap<>();
        for (Entry entry : container.root().listRecursively()) {
            found.put(
                    entry.path(),
                    container.root().get(entry.path()) instanceof Dataset dataset ? (int[]) dataset.read() : null);
        }
        assertThat(possible.stream().anyMatch(state -> same(state, found)))
                .as(where + "found " + found.keySet() + ", possible "
                        + possible.stream().map(TreeMap::keySet).toList())
                .isTrue();
        SpaceReport report = container.space();
        assertThat(report.findings()).as(where).isEmpty();
        assertThat(report.untrackedBytes())
                .as(where)
                .isEqualTo(Math.max(0, report.fileBytes() - container.allocatedBytes()));
        return found;
    }

    private static boolean same(TreeMap<String, int[]> one, TreeMap<String, int[]> other) {
        return one.keySet().equals(other.keySet())
                && one.entrySet().stream()
                        .allMatch(entry -> java.util.Arrays.equals(entry.getValue(), other.get(entry.getKey())));
    }

    /** Creation fails at every call: this leaves no container, or an empty one. */
    @Test
    void aContainerIsCreatedOrNot() {
        boolean created = false;
        for (int failing = 0; !created; failing++) {
            medium = new RecordedMedium(Image.none());
            faulty = new FaultyMedium(medium, failing, false, true);
            try {
                Containers.of(ContainerCreator.createIn(
                                faulty.container(), faulty.journal(), "faulty", CreateOptions.defaults(), false))
                        .close();
                created = true;
            } catch (IOException | ContainerException e) {
                assertThat(e.getMessage()).contains("injected");
            }
            assertThat(failing).isLessThan(100);
        }
    }
}
