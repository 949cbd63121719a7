package dev.fallow.benchmarks.command;

import dev.fallow.research.machine.Machine;
import dev.fallow.research.machine.WorkingFolder;
import dev.fallow.research.report.ReportCommandLines;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code command}: the start of the command and of programs with the library, and the verbs on files of many objects. */
@Command(
        name = "command",
        mixinStandardHelpOptions = true,
        description =
                "Measures the command fallow beside h5ls and h5stat: its start, and its memory and time on files of many"
                        + " objects; and the start of programs with the library. Writes start.md, library.md, and objects.md or"
                        + " one-group.md. Needs cli/dist/target/fallow, which the build makes.")
public final class CommandCommand implements Callable<Integer> {
    private static final String START = "start";
    private static final String LIBRARY = "library";
    private static final String OBJECTS = "objects";
    private static final List<String> FIRST = List.of("info", "ls", "space");
    private static final String PAGE = "map -o PAGE";

    /** FILE, PATH and PAGE are replaced. */
    private static final List<String> VERBS = List.of(
            "info --quick FILE",
            "info FILE",
            "ls FILE",
            "ls FILE GROUP",
            "ls -r FILE",
            "tree FILE GROUP",
            "tree FILE",
            "cat FILE DATASET",
            "attr ls FILE DATASET",
            "space FILE",
            "why FILE",
            "holes FILE",
            "map FILE",
            "map -o PAGE FILE",
            "check FILE",
            "diff FILE FILE",
            "reclaim --dry-run FILE",
            "shrink --dry-run FILE");

    @Spec
    private CommandSpec spec;

    @Option(names = "--fallow", paramLabel = "FILE", description = "The script. Default: ${DEFAULT-VALUE}.")
    private Path fallow = Path.of("cli", "dist", "target", "fallow");

    @Option(
            names = "--jdk",
            paramLabel = "FOLDER",
            description = "A JDK with which the start is measured; may be repeated. Default: that of this program.")
    private List<Path> jdks = List.of(Path.of(System.getProperty("java.home")));

    @Option(
            names = "--laps",
            paramLabel = "N",
            converter = ReportCommandLines.WholeNumber.class,
            description = "Runs for each first screen. Default: ${DEFAULT-VALUE}.")
    private int laps = 25;

    @Option(
            names = "--objects",
            paramLabel = "N",
            split = ",",
            description = "The numbers of objects. Default: 10000; the committed report has 100000,1000000,10000000.")
    private List<Long> objects = List.of(10_000L);

    @Option(
            names = "--shape",
            paramLabel = "NAME",
            description = "Where they are: GROUPS (of 999), ONE_GROUP. Default: ${DEFAULT-VALUE}.")
    private ManyObjects shape = ManyObjects.GROUPS;

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            converter = ReportCommandLines.WholeNumber.class,
            description = "A verb that takes longer is ended. Default: ${DEFAULT-VALUE}.")
    private int limit = 600;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "The directory for the report. Default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("benchmarks", "target", "command");

    @Option(
            names = "--parts",
            paramLabel = "NAME",
            split = ",",
            description = "A subset of start, library, objects. Default: all.")
    private List<String> parts = List.of(START, LIBRARY, OBJECTS);

    private final Map<String, String> facts = new LinkedHashMap<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        facts.put("command", ReportCommandLines.publicForm(spec.commandLine().getParseResult()));
        facts.putAll(Machine.description());
        Files.createDirectories(out);
        CommandReport report = new CommandReport(facts, objects, shape.description());
        try (WorkingFolder folder = new WorkingFolder("command")) {
            if (parts.contains(START)) {
                starts(report, folder.path());
                spec.commandLine().getOut().println(report.starts());
            }
            if (parts.contains(LIBRARY)) {
                library(report, folder.path());
                spec.commandLine().getOut().println(report.library());
            }
            if (parts.contains(OBJECTS)) {
                for (long count : objects) {
                    verbs(report, folder.path(), count);
                }
                spec.commandLine().getOut().println(report.manyObjects());
            }
        }
        return 0;
    }

    private void starts(CommandReport report, Path folder) throws IOException, InterruptedException {
        Path file = folder.resolve("small.h5");
        SmallFile.write(file);
        for (Path jdk : jdks) {
            Map<String, String> environment =
                    Map.of("JAVA_HOME", jdk.toAbsolutePath().toString());
            String runtime = "JDK " + version(jdk);
            for (String verb : FIRST) {
                first(
                        report,
                        verb,
                        runtime,
                        List.of("sh", fallow.toString(), verb, file.toString()),
                        environment,
                        folder);
            }
            Path jar = fallow.resolveSibling("fallow.jar");
            String java = jdk.resolve("bin").resolve("java").toString();
            for (String verb : FIRST.subList(0, 2)) {
                List<String> plain = List.of(java, "-jar", jar.toString(), verb, file.toString());
                first(report, "java -jar fallow.jar " + verb, runtime, plain, environment, folder);
            }
        }
        for (String program : List.of("h5ls", "h5stat")) {
            if (onThePath(program)) {
                first(report, program, "", List.of(program, file.toString()), Map.of(), folder);
            } else {
                spec.commandLine().getErr().println(program + " is left out: it is not installed");
            }
        }
        Files.writeString(out.resolve("start.md"), report.starts());
    }

    /** Programs with the library, without and with an archive of the classes that they load. */
    private void library(CommandReport report, Path folder) throws IOException, InterruptedException {
        Path file = folder.resolve("steps.h5");
        for (Path jdk : jdks) {
            String java = jdk.resolve("bin").resolve("java").toString();
            for (FirstSteps step : FirstSteps.values()) {
                List<String> program = List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        FirstSteps.class.getName(),
                        step.name(),
                        file.toString());
                Path archive = folder.resolve(step + ".jsa");
                Files.deleteIfExists(archive);
                Run.of(command(java, "-XX:ArchiveClassesAtExit=" + archive, program), Map.of(), folder, limit);
                List<Run> plain = new ArrayList<>();
                List<Run> archived = new ArrayList<>();
                for (int i = 0; i < laps; i++) {
                    plain.add(program(command(java, "-Xshare:auto", program), folder));
                    archived.add(program(command(java, "-XX:SharedArchiveFile=" + archive, program), folder));
                }
                report.library(step, "JDK " + version(jdk), plain, archived);
            }
        }
        Files.writeString(out.resolve("library.md"), report.library());
    }

    private static List<String> command(String java, String flag, List<String> program) {
        List<String> command = new ArrayList<>(List.of(java, flag));
        command.addAll(program);
        return command;
    }

    private Run program(List<String> command, Path folder) throws IOException, InterruptedException {
        Run run = Run.of(command, Map.of(), folder, limit);
        if (run.code() != 0) {
            throw new IOException(String.join(" ", command) + ": exit code " + run.code());
        }
        return run;
    }

    private Run done(List<String> command, Map<String, String> environment, Path folder)
            throws IOException, InterruptedException {
        Run run = Run.of(command, environment, folder, limit);
        if (!run.done()) {
            throw new IOException(String.join(" ", command) + ": exit code " + run.code() + " " + run.error());
        }
        return run;
    }

    private void first(
            CommandReport report,
            String name,
            String runtime,
            List<String> command,
            Map<String, String> environment,
            Path folder)
            throws IOException, InterruptedException {
        Run.of(command, environment, folder, limit); // makes the archive
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < laps; i++) {
            runs.add(done(command, environment, folder));
        }
        report.start(name, runtime, runs);
    }

    private void verbs(CommandReport report, Path folder, long count) throws IOException, InterruptedException {
        progress("a file of " + count + " objects");
        Path file = folder.resolve("many.h5");
        shape.write(file, count);
        report.length(count, Files.size(file));
        Path page = folder.resolve("page.html");
        Map<String, String> environment =
                Map.of("JAVA_HOME", jdks.get(0).toAbsolutePath().toString(), "JDK_JAVA_OPTIONS", "-Xmx256m");
        for (String verb : VERBS) {
            List<String> command = new ArrayList<>(List.of("sh", fallow.toString()));
            for (String word : verb.split(" ")) {
                command.add(
                        switch (word) {
                            case "FILE" -> file.toString();
                            case "GROUP" -> shape.group();
                            case "DATASET" -> shape.dataset();
                            case "PAGE" -> page.toString();
                            default -> word;
                        });
            }
            Run run = Run.of(command, environment, folder, limit);
            progress(verb + ": " + run);
            report.verb(verb.replace(" FILE", ""), count, run);
            if (verb.startsWith(PAGE) && Files.exists(page)) {
                report.page(count, Files.size(page));
                Files.delete(page);
            }
            Files.writeString(out.resolve(shape.report()), report.manyObjects()); // a long run can be ended
        }
        Files.delete(file);
    }

    private void progress(String what) {
        spec.commandLine().getErr().println(what);
        spec.commandLine().getErr().flush();
    }

    private static String version(Path jdk) throws IOException {
        Path release = jdk.resolve("release");
        if (!Files.isReadable(release)) {
            return "unknown";
        }
        try (Stream<String> lines = Files.lines(release)) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION="))
                    .map(line -> line.substring("JAVA_VERSION=".length()).replace("\"", ""))
                    .findFirst()
                    .orElse("unknown");
        }
    }

    private static boolean onThePath(String program) {
        String path = System.getenv("PATH");
        return path != null
                && Stream.of(path.split(File.pathSeparator))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
