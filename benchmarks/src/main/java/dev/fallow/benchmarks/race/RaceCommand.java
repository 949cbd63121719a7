package dev.fallow.benchmarks.race;

import dev.fallow.benchmarks.race.entrant.Entrant;
import dev.fallow.benchmarks.race.entrant.Entrants;
import dev.fallow.benchmarks.race.entrant.ReportTest;
import dev.fallow.benchmarks.report.CommandLines;
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
                        + " report. Exit code 1: a contender failed, or a file of ours is not in order.")
public final class RaceCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            converter = OfScale.class,
            description = "How much is measured: quick, less than five minutes and the default, or full, about 40.")
    private RaceScale scale = RaceScale.QUICK;

    @Option(
            names = "--tests",
            paramLabel = "TEST",
            split = ",",
            converter = OfTest.class,
            description = "Of groups, datasets, nested, attributes. Default: all.")
    private List<ReportTest> tests = new ArrayList<>();

    @Option(
            names = "--counts",
            paramLabel = "N",
            split = ",",
            converter = WholeNumber.class,
            description = "Objects in each set, instead of the scale's; not for nested.")
    private List<Integer> counts;

    @Option(
            names = "--nested-counts",
            paramLabel = "N",
            split = ",",
            converter = WholeNumber.class,
            description = "Groups, and datasets in each of them, instead of the scale's.")
    private List<Integer> nestedCounts;

    @Option(
            names = "--contenders",
            paramLabel = "NAME",
            split = ",",
            description = "Of those that the tables name. Default: all, except for some in quick.")
    private List<String> contenders;

    @Option(
            names = "--c-program",
            paramLabel = "FILE",
            converter = Program.class,
            description = "The program of the create and delete tests in C, built with libhdf5.")
    private Path cProgram;

    @Option(
            names = "--rust-program",
            paramLabel = "FILE",
            converter = Program.class,
            description = "The program in Rust, of hdf5-pure.")
    private Path rustProgram;

    @Option(
            names = "--processes",
            paramLabel = "N",
            converter = WholeNumber.class,
            description = "Processes for each number, instead of the scale's.")
    private Integer processes;

    @Option(
            names = "--linked-list-objects",
            paramLabel = "N",
            converter = WholeNumber.class,
            description = "Most objects for the linked list, which slows down with their square.")
    private Integer linkedListObjects;

    @Option(
            names = "--jvm",
            paramLabel = "OPTIONS",
            description = "Options of the JVMs that are warmed up, separated by spaces. Default: ${DEFAULT-VALUE}.")
    private String jvm = "-XX:+UseSerialGC -Xmx256m -Xbatch";

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            converter = WholeNumber.class,
            description = "Time after which a process is ended and counts as failed. Default: ${DEFAULT-VALUE}.")
    private int limitSeconds = 1_200;

    @Option(
            names = "--work",
            paramLabel = "FOLDER",
            description = "The folder for the files of the tests. Default: the one for temporary files.")
    private Path work = Path.of(System.getProperty("java.io.tmpdir"));

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "The folder for the results. Default: benchmarks/results/race for full, otherwise"
                    + " benchmarks/target/race.")
    private Path results;

    @Option(
            names = "--readme",
            paramLabel = "FILE",
            description = "Also put the summary into this Markdown file, between its two marks.")
    private Path readme;

    @Override
    public Integer call() throws Exception {
        String command = CommandLines.publicForm(spec.commandLine().getParseResult());
        CreateDeleteRace race =
                new CreateDeleteRace(options(), command, spec.commandLine().getErr());
        spec.commandLine().getOut().println(race.run());
        if (race.failed()) {
            spec.commandLine().getErr().println("the race is not complete, or a file is not in order: see the remarks");
            return 1;
        }
        return 0;
    }

    /**
     * The arguments as options of a race.
     *
     * @throws ParameterException if there is no contender of a name
     */
    RaceOptions options() {
        Path folder = Path.of("benchmarks", scale == RaceScale.FULL ? "results" : "target", "race");
        return new RaceOptions(
                scale,
                counts,
                nestedCounts,
                tests.isEmpty() ? List.of(ReportTest.values()) : tests,
                entrants(),
                processes == null ? scale.processes() : processes,
                Arrays.asList(jvm.trim().split("\\s+")),
                results == null ? folder : results,
                readme,
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
                    "no contender " + unknown.get(0) + "; there are "
                            + all.stream().map(Entrant::name).toList());
        }
        return all.stream()
                .filter(entrant -> contenders.contains(entrant.name()))
                .toList();
    }

    static final class OfScale implements ITypeConverter<RaceScale> {
        @Override
        public RaceScale convert(String label) {
            return CommandLines.named(label, RaceScale::named);
        }
    }

    static final class OfTest implements ITypeConverter<ReportTest> {
        @Override
        public ReportTest convert(String label) {
            return CommandLines.named(label, ReportTest::named);
        }
    }

    static final class WholeNumber implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String number) {
            return CommandLines.wholeNumber(number);
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
