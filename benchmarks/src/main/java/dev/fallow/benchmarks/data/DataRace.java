package dev.fallow.benchmarks.data;

import dev.fallow.benchmarks.data.library.Kind;
import dev.fallow.benchmarks.race.entrant.Stable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Lets all contenders do all works. They take turns: each work, or each table of a small scale, is done by one contender
 * after the other before the next begins, so that a busy machine disturbs all of them.
 */
final class DataRace {
    /** The name of the contender in Python. */
    static final String H5PY = "h5py";

    /** h5py, and every written file is forced to the medium. */
    static final String H5PY_FORCED = "h5py-forced";

    /** h5py, with free space stored in the file. It only rewrites. */
    static final String H5PY_PERSISTENT = "h5py-persistent";

    /** h5py, with pages and free space stored in the file. It only rewrites. */
    static final String H5PY_PAGED = "h5py-paged";

    /** The name of the contender in Rust. */
    static final String HDF5_PURE = "hdf5-pure";

    private final Settings settings;
    private final List<Competitor> competitors;
    private final Path folder;
    private final PrintWriter progress;
    private final DataResults results = new DataResults();
    private final Judge judge;
    private final Set<String> prepared = new HashSet<>();

    /**
     * What to do.
     *
     * @param works the rows
     * @param processes of each contender for each row
     * @param laps at least, in each process
     */
    record Settings(DataScale scale, Sizes sizes, List<Work> works, int processes, int laps) {}

    /** What the processes of a group have in common. */
    private record Group(String name, int threads, int heapMegabytes) {}

    /** @param folder with the field; for all files */
    DataRace(Settings settings, List<Competitor> competitors, Path folder, PrintWriter progress) {
        this.settings = settings;
        this.competitors = competitors;
        this.folder = folder;
        this.progress = progress;
        judge = new Judge(settings.sizes, folder);
    }

    DataResults run() throws IOException, InterruptedException {
        Map<Group, List<Work>> groups = new LinkedHashMap<>();
        for (Work work : settings.works) {
            groups.computeIfAbsent(group(work), any -> new ArrayList<>()).add(work);
        }
        for (List<Work> works : groups.values()) {
            run(works);
        }
        return results;
    }

    private Group group(Work work) {
        String name = settings.scale.apart() ? work.name() : work.section().name();
        return new Group(name, work.threads(), heap(work));
    }

    private int heap(Work work) {
        return work.kind() == Kind.ALL_ELEMENTS ? settings.scale.smallHeapMegabytes() : settings.scale.heapMegabytes();
    }

    private void run(List<Work> group) throws IOException, InterruptedException {
        List<Work> works = new ArrayList<>();
        for (Work work : group) {
            if (prepare(work)) {
                works.add(work);
            }
        }
        for (int process = 0; process < settings.processes; process++) {
            for (Competitor competitor : competitors) {
                List<Work> own = works.stream().filter(competitor::can).toList();
                if (!own.isEmpty()) {
                    run(competitor, own);
                }
            }
        }
        for (Work work : works) {
            for (Competitor competitor : competitors) {
                judge(work, competitor.name());
            }
        }
    }

    private void run(Competitor competitor, List<Work> works) throws IOException, InterruptedException {
        String names = String.join(", ", works.stream().map(Work::name).toList());
        progress.println(competitor.name() + ": " + names);
        progress.flush();
        int laps = works.get(0).kind() == Kind.CHURN ? 1 : settings.laps;
        Stable.Printed printed = competitor.run(
                works,
                settings.sizes,
                folder,
                laps,
                heap(works.get(0)),
                works.get(0).threads());
        results.add(competitor.name(), works, Printout.parse(printed.lines()));
        if (printed.failure() != null) {
            results.fail(competitor.name() + ": " + names + ": " + printed.failure());
        }
    }

    /** Writes the file that a work needs; whether it is there. */
    private boolean prepare(Work work) throws IOException, InterruptedException {
        Optional<Work> preparation = Works.preparation(work.source());
        if (preparation.isEmpty() || prepared.contains(work.source())) {
            return true;
        }
        Optional<Competitor> writer = Competitor.firstOf(writers(), preparation.get());
        if (writer.isEmpty()) {
            results.fail(work.name() + ": left out, because no contender can write the file");
            return false;
        }
        progress.println(writer.get().name() + " writes " + work.source());
        progress.flush();
        writer.get()
                .run(List.of(preparation.get()), settings.sizes, folder, 1, heap(preparation.get()), 1)
                .orThrow();
        Files.move(
                folder.resolve(preparation.get().file(writer.get().name())),
                Task.prepared(folder, work.source()),
                StandardCopyOption.REPLACE_EXISTING);
        prepared.add(work.source());
        return true;
    }

    /** The contenders in the order in which they are asked to prepare files: Fallow is the last one. */
    private List<Competitor> writers() {
        List<Competitor> writers = new ArrayList<>(competitors);
        writers.removeIf(one -> one.name().equals(Libraries.JHDF));
        writers.sort((a, b) ->
                Boolean.compare(a.name().equals(Libraries.FALLOW), b.name().equals(Libraries.FALLOW)));
        return writers;
    }

    private void judge(Work work, String contender) throws IOException {
        List<Double> answers = results.answers(work, contender);
        if (answers.isEmpty()) {
            return;
        }
        for (double answer : new HashSet<>(answers)) {
            judge.wrongAnswer(work, answer)
                    .ifPresent(wrong -> results.fail(contender + ": " + work.name() + ": " + wrong));
        }
        if (work.writes()) {
            Path file = folder.resolve(work.file(contender));
            judge.wrongFile(work, contender, file)
                    .ifPresent(wrong -> results.fail(contender + ": " + work.name() + ": " + wrong));
            Files.deleteIfExists(file);
        }
    }
}
