package dev.fallow.fuzz;

import dev.fallow.CheckOptions;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.MaintenanceOptions;
import dev.fallow.OpenOptions;
import dev.fallow.cli.Fallow;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.fuzz.input.EditPlan;
import dev.fallow.fuzz.input.Seed;
import dev.fallow.fuzz.outcome.Outcomes;
import dev.fallow.fuzz.outcome.Violation;
import dev.fallow.report.CheckReport;
import dev.fallow.report.RepairReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Damaged containers in the file system: the operations that take a path, and the verbs of the command. Those that only look
 * change no byte and leave no other file.
 */
abstract class FileTarget implements Target {
    /** In all names, and so in all messages. */
    static final String NAME = "damaged.h5";

    private static final String OTHER = "other.h5";

    final Outcomes outcomes;
    private final Containers containers;
    final Path folder;
    Path file;
    private int files;

    FileTarget(Outcomes outcomes, Containers containers) throws IOException {
        this.outcomes = outcomes;
        this.containers = containers;
        folder = Files.createTempDirectory("fallow-fuzz");
    }

    @Override
    public final String extension() {
        return Containers.EXTENSION;
    }

    @Override
    public final Case next(RandomGenerator random) {
        return containers.next(random);
    }

    @Override
    public final void run(byte[] input, long plan) throws IOException {
        file = folder.resolve(files++ + NAME); // a failed open may have left a lock on the one before
        Files.write(file, input);
        try {
            run(input, new EditPlan(plan));
        } finally {
            deleteAll();
        }
    }

    abstract void run(byte[] input, EditPlan plan) throws IOException;

    /** Requires that the folder contains the file only, with these bytes. */
    final void requireUnchanged(byte[] input, String what) throws IOException {
        if (!Arrays.equals(input, Files.readAllBytes(file))) {
            throw new Violation("a file was changed by what only looks", what);
        }
        if (list().size() != 1) {
            throw new Violation("a file was left by what only looks", what + ": " + list());
        }
    }

    private List<Path> list() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }

    private void deleteAll() throws IOException {
        for (Path each : list()) {
            Files.delete(each);
        }
    }

    @Override
    public final void close() throws IOException {
        deleteAll();
        Files.delete(folder);
    }

    /** The operations that take a path: the check of what cannot be opened, the fields of structures, repair and recovery. */
    static final class Paths extends FileTarget {
        private static final int MOST_DUMPS = 60;

        Paths(Outcomes outcomes, Containers containers) throws IOException {
            super(outcomes, containers);
        }

        @Override
        public String name() {
            return "path";
        }

        @Override
        void run(byte[] input, EditPlan plan) throws IOException {
            RandomGenerator random = plan.random(0);
            CheckReport[] before = {null};
            CheckOptions options = CheckOptions.defaults().withQuick(random.nextInt(4) == 0);
            outcomes.of(NAME, "check", () -> {
                before[0] = ContainerFile.check(file, options);
                return before[0].findings().toString();
            });
            dumps(input, random);
            outcomes.of(
                    NAME,
                    "inspect",
                    () -> ContainerFile.recover(
                                    file, MaintenanceOptions.defaults().withDryRun(true))
                            .toString());
            outcomes.of(
                    NAME,
                    "repair, dry run",
                    () -> ContainerFile.repair(
                                    file, MaintenanceOptions.defaults().withDryRun(true))
                            .toString());
            requireUnchanged(input, "check, dump, inspect, repair");
            RepairReport[] repaired = {null};
            outcomes.of(NAME, "repair", () -> {
                repaired[0] =
                        ContainerFile.repair(file, MaintenanceOptions.defaults().withDryRun(false));
                return repaired[0].toString();
            });
            outcomes.of(NAME, "check", () -> {
                CheckReport after = ContainerFile.check(file, options);
                if (before[0] != null && before[0].isSound() && !after.isSound()) {
                    throw new Violation("not sound any more after a repair", "" + after.findings());
                }
                return after.findings().toString();
            });
            outcomes.of(NAME, "recover", () -> ContainerFile.recover(file).toString());
        }

        /** Shows what is at signatures, and at some other addresses. */
        private void dumps(byte[] input, RandomGenerator random) {
            int left = MOST_DUMPS;
            for (int at = random.nextInt(4) == 0 ? random.nextInt(input.length) : 0;
                    at + 4 < input.length && left > 0;
                    at++) {
                boolean signed = isLetter(input[at]) && isLetter(input[at + 1]) && isLetter(input[at + 3]);
                if (signed || at == 0 || input[at] == 1 && input[at + 1] == 0 && random.nextInt(8) == 0) {
                    long address = at;
                    outcomes.of(
                            NAME,
                            "dump",
                            () -> ContainerFile.dump(file, address).toString());
                    left--;
                }
            }
            outcomes.of(
                    NAME,
                    "dump",
                    () -> ContainerFile.dump(file, random.nextLong()).toString());
        }

        private static boolean isLetter(byte character) {
            return character >= 'A' && character <= 'Z';
        }
    }

    /** The verbs of the command. */
    static final class Verbs extends FileTarget {
        private static final int MOST_PRINTED = 1 << 24;

        /** What only looks. F stands for the file, P for a path in it, O for another file. */
        private static final List<String> LOOKS = List.of(
                "ls -r F",
                "ls -r -l F",
                "ls --json -r F",
                "tree -a F",
                "tree --json F",
                "cat F P",
                "cat --json F P[0:2]",
                "cat --csv F P[0]",
                "attr ls F P",
                "attr ls --json F P",
                "attr get F P zz",
                "diff F O",
                "diff --json O F",
                "diff F F",
                "space F",
                "space --json F",
                "space --sections F",
                "why F",
                "why --json F P",
                "why F P",
                "holes F",
                "holes --json F",
                "map --json --cells 16 F",
                "map -o M F",
                "info F",
                "info --json F",
                "info --quick F",
                "check F",
                "check --json F",
                "check --quick F",
                "check --repair --dry-run F",
                "dump --addr A F",
                "dump --json --addr A F",
                "recover --dry-run F",
                "reclaim --dry-run F",
                "reclaim --dry-run --json F",
                "shrink --dry-run F",
                "shrink --dry-run --json F",
                "upgrade --dry-run F",
                "set-strategy --dry-run F fsm");

        private static final List<String> CHANGES = List.of(
                "shrink F",
                "shrink --json F",
                "reclaim F",
                "reclaim --persist F",
                "upgrade F",
                "upgrade --persist F",
                "set-strategy F fsm",
                "set-strategy --persist=true F none",
                "set-strategy F fsm --threshold 8",
                "check --repair F",
                "recover F",
                "rm F P",
                "cp F P /zz",
                "cp --into O F P /zz",
                "mv F P /zz",
                "ln F P /zz",
                "ln -s F P /zz",
                "mkdir F /zz /zz/y",
                "create F /zz --type int32 --shape 4",
                "attr set F P zz 7",
                "attr rm F P zz");

        private static final int MOST_LOOKS = 3;

        private final Seed other;
        private final StringBuilder log = new StringBuilder();

        /** @param other a sound file, for the verbs that take two */
        Verbs(Outcomes outcomes, Containers containers, Seed other) throws IOException {
            super(outcomes, containers);
            this.other = other;
        }

        @Override
        public String name() {
            return "verb";
        }

        @Override
        public String lastSteps() {
            return log.toString();
        }

        @Override
        void run(byte[] input, EditPlan plan) throws IOException {
            log.setLength(0);
            RandomGenerator random = plan.random(0);
            List<String> paths = paths();
            for (int i = 0; i < MOST_LOOKS; i++) {
                String verb = LOOKS.get(random.nextInt(LOOKS.size()));
                fallow(verb, paths, input.length, random);
                Files.deleteIfExists(map());
                Files.deleteIfExists(otherFile());
                requireUnchanged(input, verb);
            }
            fallow(CHANGES.get(random.nextInt(CHANGES.size())), paths, input.length, random);
            fallow("check F", paths, input.length, random);
        }

        private Path map() {
            return folder.resolve("map.svg");
        }

        private Path otherFile() {
            return folder.resolve(OTHER);
        }

        private List<String> paths() {
            List<String> paths = new ArrayList<>(List.of("/"));
            try (ContainerFile container =
                    ContainerFile.open(file, OpenOptions.defaults().withReadOnly(true))) {
                container.root().listRecursively().forEach(entry -> paths.add(entry.path()));
            } catch (ContainerException e) {
                outcomes.judge(NAME, "list", e);
            }
            return paths;
        }

        private void fallow(String verb, List<String> paths, int length, RandomGenerator random) throws IOException {
            String path = paths.get(random.nextInt(paths.size()));
            List<String> arguments = new ArrayList<>();
            for (String word : verb.split(" ")) {
                switch (word) {
                    case "F" -> arguments.add(file.toString());
                    case "O" -> {
                        if (other != null) {
                            Files.write(otherFile(), other.bytes());
                        }
                        arguments.add(otherFile().toString());
                    }
                    case "M" -> arguments.add(map().toString());
                    case "A" -> arguments.add("" + random.nextInt(length + 1));
                    case "P", "P[0]", "P[0:2]" -> arguments.add(path + word.substring(1));
                    default -> arguments.add(word);
                }
            }
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            int code = Fallow.run(new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
            judge(verb.split(" ")[0], arguments.toString(), code, out.toString(), err.toString());
        }

        private void judge(String verb, String arguments, int code, String out, String err) {
            log.append(arguments)
                    .append(": ")
                    .append(code)
                    .append(' ')
                    .append(err)
                    .append('\n');
            outcomes.of(NAME, verb, () -> code + out); // counts it
            if (err.contains("\tat ") || code > ExitCode.CANNOT_OPEN) {
                int at = err.indexOf("\tat ");
                String where = at < 0
                        ? "exit code " + code
                        : err.substring(at)
                                .lines()
                                .limit(3)
                                .reduce("", String::concat)
                                .strip();
                throw new Violation(
                        "%s ends with %s %s"
                                .formatted(
                                        verb, err.lines().findFirst().orElse("").replaceAll("[^A-Za-z.].*", ""), where),
                        arguments + ": " + err);
            }
            if (code == ExitCode.CANNOT_OPEN && !err.startsWith("fallow: ")) {
                throw new Violation(verb + " ends without a message", arguments + ": " + err);
            }
            if (err.contains("out of memory")) {
                throw new Violation(verb + " has not enough memory", arguments + ": " + err);
            }
            boolean argument = err.startsWith("fallow: slice [") || err.contains("a slice of something");
            if (code == ExitCode.CANNOT_OPEN && !argument && !err.contains(NAME) && !err.contains(OTHER)) {
                throw new Violation(verb + " does not name the file", arguments + ": " + err);
            }
            if (out.length() > MOST_PRINTED) {
                throw new Violation(verb + " prints too much", arguments + ": " + out.length() + " characters");
            }
        }
    }
}
