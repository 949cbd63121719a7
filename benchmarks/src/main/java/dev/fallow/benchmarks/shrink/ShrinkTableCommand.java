package dev.fallow.benchmarks.shrink;

import dev.fallow.benchmarks.data.PythonProgram;
import dev.fallow.benchmarks.race.entrant.Stable;
import dev.fallow.research.machine.Machine;
import dev.fallow.research.machine.WorkingFolder;
import dev.fallow.research.report.ReportCommandLines;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code shrink}: files that are made shorter, or stay short. */
@Command(
        name = "shrink",
        mixinStandardHelpOptions = true,
        description =
                "Makes files shorter, against h5repack, and lets policies keep them short, against h5py; writes reports and"
                        + " plots. Exit code 1: a program failed, or its file is wrong.")
public final class ShrinkTableCommand implements Callable<Integer> {
    private static final String REPACK = "repack";
    private static final String LOGGER = "logger";
    private static final String LOAD =
            "2 cores, busy with other work; compare CPU seconds and bytes, not elapsed times";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            converter = OfScale.class,
            description = "smoke or full (files of 2.1 GB). Default: smoke.")
    private ShrinkScale scale = ShrinkScale.SMOKE;

    @Option(
            names = "--parts",
            paramLabel = "NAME",
            split = ",",
            description = "A subset of repack, logger. Default: both.")
    private List<String> parts = List.of(REPACK, LOGGER);

    @Option(
            names = "--h5repack",
            paramLabel = "FILE",
            description = "The program. Default: that of the path, if there is one; otherwise it is left out.")
    private Path h5repack;

    @Option(
            names = "--python",
            paramLabel = "FILE",
            description = "A Python with h5py. Default: the environment variable " + PythonProgram.VARIABLE
                    + ", otherwise python3.")
    private String python;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            converter = ReportCommandLines.WholeNumber.class,
            description = "Repetitions of the logger with other random numbers. Default: that of the scale.")
    private Integer seeds;

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            converter = ReportCommandLines.WholeNumber.class,
            description = "The time limit of a process. Default: ${DEFAULT-VALUE}.")
    private int limitSeconds = 1_800;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "The directory for the results. Default: benchmarks/results/shrink for full, otherwise"
                    + " benchmarks/target/shrink.")
    private Path out;

    @Override
    public Integer call() throws Exception {
        for (String part : parts) {
            if (!List.of(REPACK, LOGGER).contains(part)) {
                throw new ParameterException(spec.commandLine(), "no part " + part + "; expected repack or logger");
            }
        }
        Path target =
                out == null ? Path.of("benchmarks", scale == ShrinkScale.FULL ? "results" : "target", "shrink") : out;
        Files.createDirectories(target);
        try (WorkingFolder folder = new WorkingFolder("shrink")) {
            Stable stable = new Stable(List.of("-XX:+UseSerialGC", "-Xmx1g"), folder.path(), limitSeconds);
            if (parts.contains(REPACK)) {
                repack(stable, folder.path(), target);
            }
            if (parts.contains(LOGGER)) {
                logger(stable, folder.path(), target);
            }
        }
        return 0;
    }

    private Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("command", ReportCommandLines.publicForm(spec.commandLine().getParseResult()));
        facts.putAll(Machine.description());
        if (scale == ShrinkScale.FULL) {
            facts.put("load", LOAD);
        }
        return facts;
    }

    private void repack(Stable stable, Path folder, Path target) throws IOException, InterruptedException {
        Optional<Path> program =
                h5repack != null ? Optional.of(h5repack).filter(Files::isExecutable) : onThePath(RepackRace.H5REPACK);
        Map<String, String> facts = facts();
        facts.put("JVM", String.join(" ", stable.jvmOptions()));
        if (program.isPresent()) {
            facts.put(RepackRace.H5REPACK, RepackRace.version(program.get(), stable));
        } else {
            facts.put(RepackRace.H5REPACK, "not installed, and left out");
            spec.commandLine().getErr().println("h5repack is left out: it is not installed");
        }
        RepackRace race = new RepackRace(
                scale, stable, folder, program, spec.commandLine().getErr());
        List<RepackRow> rows = race.run();
        write(target.resolve("repack.md"), new RepackReport(scale, facts, rows, race.checks()).toString());
    }

    private void logger(Stable stable, Path folder, Path target) throws IOException, InterruptedException {
        String variable = System.getenv(PythonProgram.VARIABLE);
        String executable = python != null ? python : variable != null ? variable : "python3";
        Optional<PythonProgram> program = PythonProgram.of(executable, folder, stable);
        Map<String, String> facts = facts();
        int count = seeds == null ? scale.seeds() : seeds;
        facts.put("h5py", program.map(PythonProgram::version).orElse("not found, and left out"));
        if (program.isEmpty()) {
            spec.commandLine().getErr().println("h5py is left out: " + executable + " is not a Python that has it");
        }
        LoggerRace race = new LoggerRace(stable, folder, executable);
        Map<String, LoggerResults> results = new LinkedHashMap<>();
        LoggerReport.WORKLOADS.forEach(workload -> results.put(workload, new LoggerResults()));
        String report = "";
        for (int seed = 1; seed <= count; seed++) {
            for (String workload : LoggerReport.WORKLOADS) {
                Plan plan = workload.equals(LOGGER)
                        ? Plan.logger(scale.restarts(), seed)
                        : Plan.churn(scale.rounds(), seed);
                for (Tactic tactic : Tactic.all(scale, program.isPresent())) {
                    progress(workload + ", seed " + seed + ", " + tactic.label());
                    run(race, tactic, plan, seed, results.get(workload));
                }
                ShrinkPlots.write(target, workload, results.get(workload));
            }
            facts.put("seeds", Integer.toString(seed));
            report = new LoggerReport(scale, facts, results).toString();
            Files.writeString(target.resolve("logger.md"), report); // so that a long run can be ended
        }
        spec.commandLine().getOut().println(report);
    }

    /** A failure of another library ends neither the command nor the comparison. */
    private static void run(LoggerRace race, Tactic tactic, Plan plan, int seed, LoggerResults results)
            throws IOException, InterruptedException {
        try {
            results.add(tactic, race.run(tactic, plan));
        } catch (IOException e) {
            if (tactic instanceof Tactic.Fallow) {
                throw e;
            }
            results.fail(tactic, seed, e.getMessage());
        }
    }

    private void progress(String what) {
        spec.commandLine().getErr().println(what);
        spec.commandLine().getErr().flush();
    }

    private void write(Path file, String report) throws IOException {
        Files.writeString(file, report);
        spec.commandLine().getOut().println(report);
    }

    private static Optional<Path> onThePath(String program) {
        String path = System.getenv("PATH");
        return path == null
                ? Optional.empty()
                : Stream.of(path.split(File.pathSeparator))
                        .map(folder -> Path.of(folder, program))
                        .filter(Files::isExecutable)
                        .findFirst();
    }

    static final class OfScale implements ITypeConverter<ShrinkScale> {
        @Override
        public ShrinkScale convert(String label) {
            return ReportCommandLines.named(label, ShrinkScale::named);
        }
    }
}
