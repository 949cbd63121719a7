package dev.fallow.benchmarks.race;

import dev.fallow.benchmarks.race.entrant.Entrant;
import dev.fallow.benchmarks.race.entrant.Entrants;
import dev.fallow.research.createdelete.ReportTest;
import dev.fallow.research.report.ReportCommandLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code race}: the create and delete tests against libhdf5. */
@Command(
        name = "race",
        mixinStandardHelpOptions = true,
        description =
                "Runs the create and delete tests against libhdf5; writes SCALE.json, SCALE.md and a summary; prints the"
                        + " report. Exit code 1: a contender failed, or a file written by Fallow is not valid.")
public final class RaceCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            converter = OfScale.class,
            description =
                    "The extent of the measurements: quick (less than five minutes) or full (about 40 minutes). Default: quick.")
    private RaceScale scale = RaceScale.QUICK;

    @Option(
            names = "--tests",
            paramLabel = "TEST",
            split = ",",
            converter = OfTest.class,
            description = "A subset of groups, datasets, nested, attributes. Default: all.")
    private List<ReportTest> tests = new ArrayList<>();

    @Option(
            names = "--counts",
            paramLabel = "N",
            split = ",",
            converter = ReportCommandLines.WholeNumber.class,
            description = "The numbers of objects in each set, except for nested. Default: those of the scale.")
    private List<Integer> counts;

    @Option(
            names = "--nested-counts",
            paramLabel = "N",
            split = ",",
            converter = ReportCommandLines.WholeNumber.class,
            description = "For nested, the numbers of groups and of datasets in each. Default: those of the scale.")
    private List<Integer> nestedCounts;

    @Option(
            names = "--contenders",
            paramLabel = "NAME",
            split = ",",
            description = "A subset of the contenders in the tables. Default: all, except for some in quick.")
    private List<String> contenders;

    @Option(
            names = "--c-program",
            paramLabel = "FILE",
            converter = Program.class,
            description = "The C program with the create and delete tests, built with libhdf5.")
    private Path cProgram;

    @Option(
            names = "--rust-program",
            paramLabel = "FILE",
            converter = Program.class,
            description = "The Rust program, built with hdf5-pure.")
    private Path rustProgram;

    @Option(
            names = "--processes",
            paramLabel = "N",
            converter = ReportCommandLines.WholeNumber.class,
            description = "The number of processes for each result. Default: that of the scale.")
    private Integer processes;

    @Option(
            names = "--linked-list-objects",
            paramLabel = "N",
            converter = ReportCommandLines.WholeNumber.class,
            description = "The maximum number of objects for the linked list, whose time is quadratic.")
    private Integer linkedListObjects;

    @Option(
            names = "--jvm",
            paramLabel = "OPTIONS",
            description = "The options of warm JVMs, separated by spaces. Default: ${DEFAULT-VALUE}.")
    private String jvm = "-XX:+UseSerialGC -Xmx256m -Xbatch";

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            converter = ReportCommandLines.WholeNumber.class,
            description = "The time limit of a process, after which it counts as failed. Default: ${DEFAULT-VALUE}.")
    private int limitSeconds = 1_200;

    @Option(
            names = "--work",
            paramLabel = "FOLDER",
            description = "The directory for the files of the tests. Default: the directory for temporary files.")
    private Path work = Path.of(System.getProperty("java.io.tmpdir"));

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "The directory for the results. Default: benchmarks/results/race for full, otherwise"
                    + " benchmarks/target/race.")
    private Path results;

    @Option(
            names = "--readme",
            paramLabel = "FILE",
            description = "Also insert the summary into this Markdown file, between its two marks.")
    private Path readme;

    @Option(
            names = "--continue",
            description = "Keep the results of an earlier race in the directory that this one does not measure again.")
    private boolean continuing;

    @Override
    public Integer call() throws Exception {
        String command = ReportCommandLines.publicForm(spec.commandLine().getParseResult());
        CreateDeleteRace race =
                new CreateDeleteRace(options(), command, spec.commandLine().getErr());
        spec.commandLine().getOut().println(race.run());
        if (race.failed()) {
            spec.commandLine().getErr().println("the race is incomplete, or a file is not valid: see the remarks");
            return 1;
        }
        return 0;
    }

    /**
     * Converts the arguments to the options of a race.
     *
     * @throws ParameterException if there is no contender with a name
     * @throws IOException if there is no earlier race to be continued
     */
    RaceOptions options() throws IOException {
        Path folder = Path.of("benchmarks", scale == RaceScale.FULL ? "results" : "target", "race");
        Path out = results == null ? folder : results;
        return new RaceOptions(
                scale,
                counts,
                nestedCounts,
                tests.isEmpty() ? List.of(ReportTest.values()) : tests,
                entrants(),
                processes == null ? scale.processes() : processes,
                Arrays.asList(jvm.trim().split("\\s+")),
                out,
                readme,
                continuing ? SavedRace.read(out.resolve(scale.label() + ".json")) : null,
                work,
                limitSeconds);
    }

    private List<Entrant> entrants() {
        long mostOfLinkedList = linkedListObjects == null ? scale.mostOfLinkedList() : linkedListObjects;
        List<Entrant> all = Entrants.all(cProgram, rustProgram, mostOfLinkedList);
        if (contenders == null) {
            return all.stream()
                    .filter(entrant -> !scale.leftOut().contains(entrant.name()))
                    .toList();
        }
        List<String> unknown = new ArrayList<>(contenders);
        all.forEach(entrant -> unknown.remove(entrant.name()));
        if (!unknown.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "no contender " + unknown.get(0) + "; expected some of "
                            + all.stream().map(Entrant::name).toList());
        }
        return all.stream()
                .filter(entrant -> contenders.contains(entrant.name()))
                .toList();
    }

    static final class OfScale implements ITypeConverter<RaceScale> {
        @Override
        public RaceScale convert(String label) {
            return ReportCommandLines.named(label, RaceScale::named);
        }
    }

    static final class OfTest implements ITypeConverter<ReportTest> {
        @Override
        public ReportTest convert(String label) {
            return ReportCommandLines.named(label, ReportTest::named);
        }
    }

    static final class Program implements ITypeConverter<Path> {
        @Override
        public Path convert(String file) {
            Path path = Path.of(file).toAbsolutePath();
            if (!Files.isExecutable(path)) {
                throw new TypeConversionException("no program " + file);
            }
            return path;
        }
    }
}
