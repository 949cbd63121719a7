package dev.fallow.fuzz;

import dev.fallow.ContainerFile;
import dev.fallow.Durability;
import dev.fallow.Entry;
import dev.fallow.MaintenanceOptions;
import dev.fallow.ObjectKind;
import dev.fallow.OpenOptions;
import dev.fallow.fuzz.input.JournalInput;
import dev.fallow.fuzz.input.JournalMutator;
import dev.fallow.fuzz.input.JournalRecords;
import dev.fallow.fuzz.input.Seed;
import dev.fallow.fuzz.outcome.Outcomes;
import dev.fallow.fuzz.outcome.Violation;
import dev.fallow.report.RecoveryReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;

/**
 * A container with a journal in the file system is inspected, read, recovered and edited. Inspecting and reading change
 * nothing; reading returns the state that recovery produces; and an intact closed container is read, whatever its
 * journal contains.
 */
final class JournalTarget implements Target {
    private static final String JOURNAL_SUFFIX = ".fallow-journal";
    private static final String EXTENSION = ".h5";
    private static final long MOST_GROWTH = 1 << 20;

    private final Outcomes outcomes;
    private final List<Seed> seeds;
    private final Path folder;
    private final StringBuilder log = new StringBuilder();
    private int files;
    private Path container;
    private Path journal;

    JournalTarget(Outcomes outcomes, List<Seed> seeds) throws IOException {
        this.outcomes = outcomes;
        this.seeds = seeds;
        folder = Files.createTempDirectory("fallow-fuzz");
        nextFiles();
    }

    private void nextFiles() {
        String name = "container" + files++ + EXTENSION;
        container = folder.resolve(name);
        journal = folder.resolve(name + JOURNAL_SUFFIX);
    }

    @Override
    public String name() {
        return "journal";
    }

    @Override
    public String extension() {
        return ".journal";
    }

    @Override
    public Case next(RandomGenerator random) {
        Seed seed = seeds.get(random.nextInt(seeds.size()));
        return new Case(seed, JournalMutator.mutate(seed, random));
    }

    @Override
    public void seal(Case damaged, byte[] changed) {
        JournalInput input = JournalInput.unpack(changed);
        JournalRecords.seal(input.journal(), false);
        System.arraycopy(input.pack(), 0, changed, 0, changed.length);
    }

    @Override
    public String lastSteps() {
        return log.toString();
    }

    @Override
    public void run(byte[] input, long plan) throws IOException {
        log.setLength(0);
        boolean clean = false;
        try {
            run(JournalInput.unpack(input), plan);
            clean = true;
        } finally {
            deleteFiles();
            if (!clean) {
                nextFiles(); // a failed open may have left a lock
            }
        }
    }

    private void run(JournalInput files, long plan) throws IOException {
        Files.write(container, files.container());
        String alone = outcome("read alone", () -> read(container));
        Files.write(journal, files.journal());
        String inspected = outcome(
                "inspect",
                () -> ContainerFile.recover(
                                container, MaintenanceOptions.defaults().withDryRun(true))
                        .toString());
        String seen = outcome("read", () -> read(container));
        if (!Arrays.equals(files.container(), Files.readAllBytes(container))
                || !Arrays.equals(files.journal(), Files.readAllBytes(journal))) {
            throw new Violation("reading has changed a file", inspected);
        }
        if (Outcomes.isDone(alone) && !alone.equals(seen)) {
            throw new Violation("a closed container is read otherwise with a journal beside it", alone + " / " + seen);
        }
        if (plan % 2 == 0) {
            recover(seen);
            checkLengths(files);
        }
        String edited = outcome("edit", this::edit);
        checkLengths(files);
        if (Outcomes.isDone(edited)) {
            String after = outcome("read after the edit", () -> read(container));
            if (Outcomes.isDone(seen) && !after.equals(seen)) {
                throw new Violation("an edit has changed more than it said", seen + " / " + after);
            }
            if (Files.exists(journal)) {
                throw new Violation("a journal is left by a session that was closed", edited);
            }
        }
    }

    private String outcome(String call, Callable<Object> body) {
        String outcome = outcomes.of(container.getFileName().toString(), call, body);
        log.append(call).append(": ").append(outcome).append('\n');
        return outcome;
    }

    private void recover(String seen) {
        RecoveryReport.Outcome[] result = new RecoveryReport.Outcome[1];
        outcome("recover", () -> {
            RecoveryReport report = ContainerFile.recover(container);
            result[0] = report.outcome();
            return report.toString();
        });
        if (result[0] == RecoveryReport.Outcome.RECOVERED && Outcomes.isDone(seen)) {
            String after = outcome("read what was recovered", () -> read(container));
            if (!after.equals(seen)) {
                throw new Violation("recovery made something else than a reader saw", seen + " / " + after);
            }
        }
    }

    private Object edit() {
        try (ContainerFile file =
                ContainerFile.open(container, OpenOptions.defaults().withDurability(Durability.NEVER))) {
            file.root().putAttribute("zz", 1);
            file.flush();
            file.root().deleteAttribute("zz");
        }
        return null;
    }

    private void checkLengths(JournalInput files) throws IOException {
        long length = Files.size(container);
        if (length > files.container().length + files.journal().length + MOST_GROWTH) {
            throw new Violation("the container has become far longer than both files", length + " bytes");
        }
    }

    private static Object read(Path path) {
        List<Object> all = new ArrayList<>();
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            for (Entry entry : file.root().listRecursively()) {
                all.add(entry.path());
                if (entry.kind() == ObjectKind.DATASET) {
                    all.add(file.dataset(entry.path()).read());
                }
            }
            all.addAll(file.root().attributeNames());
        }
        return all;
    }

    private void deleteFiles() throws IOException {
        Files.deleteIfExists(journal);
        Files.deleteIfExists(container);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(folder);
    }
}
