package dev.fallow.benchmarks.data;

import dev.fallow.benchmarks.race.entrant.Hdf5Library;
import dev.fallow.benchmarks.race.entrant.Stable;
import dev.fallow.research.machine.Machine;
import dev.fallow.research.machine.WorkingFolder;
import dev.fallow.research.report.ReportCommandLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code data}: reading and writing elements, against libhdf5, h5py, jHDF and hdf5-pure. */
@Command(
        name = "data",
        mixinStandardHelpOptions = true,
        description =
                "Reads, writes, appends, rewrites and deletes elements with Fallow, libhdf5, h5py, jHDF and hdf5-pure; writes"
                        + " SCALE.md and plots; prints the report. Exit code 1: a contender failed, or an answer is wrong.")
public final class DataCommand implements Callable<Integer> {
    private static final List<String> ALL = List.of(
            Libraries.FALLOW,
            Libraries.UNFORCED,
            Libraries.KEPT_SHORT,
            Libraries.KEPT_SHORT_IN_PARTS,
            DataRace.H5PY,
            DataRace.H5PY_FORCED,
            DataRace.H5PY_PERSISTENT,
            DataRace.H5PY_PAGED,
            Libraries.HDF5,
            Libraries.JHDF,
            DataRace.HDF5_PURE);
    /** The contenders in Python, with what the script is told. */
    private static final Map<String, String> IN_PYTHON = Map.of(
            DataRace.H5PY,
            "",
            DataRace.H5PY_FORCED,
            Competitor.InPython.FORCED,
            DataRace.H5PY_PERSISTENT,
            "fsm",
            DataRace.H5PY_PAGED,
            "page");

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            converter = OfScale.class,
            description = "smoke, quick (less than two minutes) or full (1 GiB of elements, a million chunks; more than"
                    + " an hour). Default: quick.")
    private DataScale scale = DataScale.QUICK;

    @Option(
            names = "--works",
            paramLabel = "NAME",
            split = ",",
            description = "A subset of the rows of the tables. Default: all.")
    private List<String> names;

    @Option(
            names = "--contenders",
            paramLabel = "NAME",
            split = ",",
            description =
                    "A subset of fallow, fallow-unforced, fallow-natives, fallow-policy, fallow-policy-in-parts, h5py, h5py-forced, h5py-persistent, h5py-paged, libhdf5,"
                            + " jhdf, hdf5-pure. Default: all, without fallow-natives, and without fallow-unforced and"
                            + " h5py-forced in quick.")
    private List<String> contenders;

    @Option(
            names = "--python",
            paramLabel = "FILE",
            description =
                    "A Python with h5py and, for LZ4 and Zstandard, hdf5plugin. Default: the environment variable "
                            + PythonProgram.VARIABLE + ", otherwise python3.")
    private String python;

    @Option(
            names = "--rust-program",
            paramLabel = "FILE",
            description = "The program of hdf5-pure, which rewrites chunks only. Default: it is left out.")
    private Path rustProgram;

    @Option(
            names = "--processes",
            paramLabel = "N",
            converter = ReportCommandLines.WholeNumber.class,
            description = "The number of processes for each result. Default: that of the scale.")
    private Integer processes;

    @Option(
            names = "--laps",
            paramLabel = "N",
            converter = ReportCommandLines.WholeNumber.class,
            description =
                    "The least number of repetitions in a process; several short ones are repeated more often. Default: that of the scale.")
    private Integer laps;

    @Option(
            names = "--jvm",
            paramLabel = "OPTIONS",
            description = "More options of the JVMs, separated by spaces. Default: ${DEFAULT-VALUE}.")
    private String jvm = "-XX:+UseSerialGC";

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            converter = ReportCommandLines.WholeNumber.class,
            description = "The time limit of a process, after which it counts as failed. Default: ${DEFAULT-VALUE}.")
    private int limitSeconds = 1_800;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "The directory for the results. Default: benchmarks/results/data for full, otherwise"
                    + " benchmarks/target/data.")
    private Path out;

    @Override
    public Integer call() throws Exception {
        if (contenders == null) {
            contenders = ALL.stream()
                    .filter(name -> scale != DataScale.QUICK
                            || !name.equals(Libraries.UNFORCED) && !name.equals(DataRace.H5PY_FORCED))
                    .toList();
        }
        List<Work> works = works();
        DataResults results;
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("command", ReportCommandLines.publicForm(spec.commandLine().getParseResult()));
        facts.putAll(Machine.description());
        try (WorkingFolder folder = new WorkingFolder("data")) {
            Stable stable = new Stable(Arrays.asList(jvm.trim().split("\\s+")), folder.path(), limitSeconds);
            Optional<PythonProgram> program = python(folder.path(), stable);
            writeField(program, folder.path(), stable);
            DataRace.Settings settings = new DataRace.Settings(
                    scale,
                    scale.sizes(),
                    works,
                    processes == null ? scale.processes() : processes,
                    laps == null ? scale.laps() : laps);
            facts.put("sizes", scale.sizes().toString().replace(",", ", "));
            facts.put("processes, laps", settings.processes() + ", " + settings.laps());
            facts.put(
                    "JVM",
                    jvm + ", heap of " + scale.heapMegabytes() + " MiB; " + scale.smallHeapMegabytes()
                            + " MiB for all elements of many chunks");
            results = new DataRace(
                            settings,
                            competitors(program, folder.path(), stable),
                            folder.path(),
                            spec.commandLine().getErr())
                    .run();
        }
        results.versions().forEach(facts::put);
        Path target = out == null ? Path.of("benchmarks", scale == DataScale.FULL ? "results" : "target", "data") : out;
        String report = new DataReport(scale, facts, results).toString();
        Files.createDirectories(target);
        Files.writeString(target.resolve(scale.label() + ".md"), report);
        DataPlots.write(target, scale, results);
        spec.commandLine().getOut().println(report);
        return results.failures().isEmpty() ? 0 : 1;
    }

    private List<Work> works() {
        if (names == null) {
            return Works.all();
        }
        for (String name : names) {
            if (Works.all().stream().noneMatch(work -> work.name().equals(name))) {
                throw new ParameterException(
                        spec.commandLine(),
                        "no work " + name + "; expected some of "
                                + Works.all().stream().map(Work::name).toList());
            }
        }
        return Works.all().stream().filter(work -> names.contains(work.name())).toList();
    }

    private Optional<PythonProgram> python(Path folder, Stable stable) throws IOException, InterruptedException {
        if (contenders.stream().noneMatch(IN_PYTHON::containsKey)) {
            return Optional.empty();
        }
        String variable = System.getenv(PythonProgram.VARIABLE);
        String executable = python != null ? python : variable != null ? variable : "python3";
        Optional<PythonProgram> program = PythonProgram.of(executable, folder, stable);
        if (program.isEmpty()) {
            spec.commandLine().getErr().println("h5py is left out: " + executable + " is not a Python that has it");
        }
        return program;
    }

    private void writeField(Optional<PythonProgram> program, Path folder, Stable stable)
            throws IOException, InterruptedException {
        if (program.isPresent() && scale != DataScale.SMOKE) {
            program.get().writeField(folder, scale.sizes(), stable);
        } else {
            Field.write(folder, scale.sizes());
        }
    }

    private List<Competitor> competitors(Optional<PythonProgram> program, Path folder, Stable stable)
            throws IOException {
        List<Competitor> all = new ArrayList<>();
        for (String name : contenders) {
            if (IN_PYTHON.containsKey(name)) {
                if (program.isPresent()) {
                    all.add(new Competitor.InPython(
                            name, program.get(), PythonProgram.script(folder), IN_PYTHON.get(name), stable));
                }
            } else if (name.equals(DataRace.HDF5_PURE)) {
                if (rustProgram == null) {
                    spec.commandLine().getErr().println("hdf5-pure is left out: no --rust-program");
                } else {
                    all.add(new Competitor.InRust(name, rustProgram.toAbsolutePath(), stable));
                }
            } else if (name.equals(Libraries.HDF5) && !Hdf5Library.isForThisPlatform()) {
                spec.commandLine().getErr().println("libhdf5 is left out: there is none for this platform");
            } else {
                all.add(inJava(name, stable));
            }
        }
        return all;
    }

    private Competitor inJava(String name, Stable stable) {
        try {
            return new Competitor.InJava(name, Libraries.named(name), stable);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    static final class OfScale implements ITypeConverter<DataScale> {
        @Override
        public DataScale convert(String label) {
            return ReportCommandLines.named(label, DataScale::named);
        }
    }
}
