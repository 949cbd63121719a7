package dev.fallow.benchmarks.race;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What a race is asked for.
 *
 * @param counts null: those of the scale, which are others for the nested test
 * @param nestedCounts the same for the nested test
 * @param processes for each series
 * @param jvmOptions of the JVMs that get warm
 * @param results the folder that the result files go to
 * @param readme null: none
 * @param work the folder that the files of the tests are in, for as long as they are needed
 * @param limitSeconds after which a process is ended
 */
public record RaceOptions(
        RaceScale scale,
        List<Integer> counts,
        List<Integer> nestedCounts,
        List<ReportTest> tests,
        List<Entrant> entrants,
        int processes,
        List<String> jvmOptions,
        Path results,
        Path readme,
        Path work,
        long limitSeconds) {
    private static final Set<String> OF_THIS_MACHINE = Set.of("--c-program", "--rust-program", "--work");

    /** How it is called. */
    public static final String USAGE = """
            race [--scale quick|full] [--tests TEST,...] [--counts N,...] [--nested-counts N,...]
                 [--contenders NAME,...] [--c-program FILE] [--rust-program FILE] [--processes N]
                 [--linked-list-objects N] [--jvm OPTIONS] [--limit SECONDS] [--work FOLDER] [--out FOLDER]
                 [--readme FILE]
              --scale         how much is measured: quick, less than five minutes, or full, about 40; quick without it
              --tests         of groups, datasets, nested, attributes; all without it
              --counts        objects in each set, in place of what the scale says; not for nested
              --nested-counts groups, and datasets in each of them
              --contenders    of those that the tables name; all without it, but for some in quick
              --c-program     the program of the create and delete tests in C, built with libhdf5
              --rust-program  and the one in Rust, of hdf5-pure
              --processes     for each number, in place of what the scale says
              --linked-list-objects
                              most objects for the linked list, which gets slower with the square
              --jvm           options of the JVMs that get warm, with spaces between them; without it
                              -XX:+UseSerialGC -Xmx256m -Xbatch
              --limit         seconds after which a process is ended, which is then said; 1,200 without it
              --work          where the files of the tests are written; the folder for temporary files without it
              --out           where SCALE.json, SCALE.md, the summary and the plots go; without it
                              benchmarks/results/race for full, benchmarks/target/race for others
              --readme        a Markdown file that the report is put into, too, between its two marks""";

    /**
     * Options as the arguments say.
     *
     * @throws IllegalArgumentException if one is not understood; the message says which
     */
    public static RaceOptions of(List<String> arguments) {
        RaceScale scale = RaceScale.QUICK;
        List<Integer> counts = null;
        List<Integer> nestedCounts = null;
        List<ReportTest> tests = List.of(ReportTest.values());
        List<String> names = null;
        Path cProgram = null;
        Path rustProgram = null;
        int processes = 0;
        long mostOfLinkedList = -1;
        List<String> jvmOptions = List.of("-XX:+UseSerialGC", "-Xmx256m", "-Xbatch");
        Path results = null;
        Path readme = null;
        Path work = Path.of(System.getProperty("java.io.tmpdir"));
        long limitSeconds = 1_200;
        for (int i = 0; i < arguments.size(); i += 2) {
            String option = arguments.get(i);
            if (i + 1 == arguments.size()) {
                throw new IllegalArgumentException("no value for " + option);
            }
            String value = arguments.get(i + 1);
            switch (option) {
                case "--scale" -> scale = RaceScale.named(value);
                case "--counts" -> counts = numbers(option, value);
                case "--nested-counts" -> nestedCounts = numbers(option, value);
                case "--tests" ->
                    tests = Arrays.stream(value.split(","))
                            .map(ReportTest::named)
                            .toList();
                case "--contenders" -> names = List.of(value.split(","));
                case "--c-program" -> cProgram = program(option, value);
                case "--rust-program" -> rustProgram = program(option, value);
                case "--processes" -> processes = number(option, value);
                case "--linked-list-objects" -> mostOfLinkedList = number(option, value);
                case "--jvm" -> jvmOptions = List.of(value.trim().split("\\s+"));
                case "--limit" -> limitSeconds = number(option, value);
                case "--work" -> work = Path.of(value);
                case "--out" -> results = Path.of(value);
                case "--readme" -> readme = Path.of(value);
                default -> throw new IllegalArgumentException("unknown option " + option);
            }
        }
        return new RaceOptions(
                scale,
                counts,
                nestedCounts,
                tests,
                chosen(
                        Entrants.all(
                                cProgram,
                                rustProgram,
                                mostOfLinkedList < 0 ? scale.mostOfLinkedList() : mostOfLinkedList),
                        names,
                        scale),
                processes == 0 ? scale.processes() : processes,
                jvmOptions,
                results != null
                        ? results
                        : Path.of("benchmarks", scale == RaceScale.FULL ? "results" : "target", "race"),
                readme,
                work,
                limitSeconds);
    }

    /** The arguments as results may name them: of what lies on this machine only the name. */
    public static String publicForm(List<String> arguments) {
        List<String> shown = new ArrayList<>(arguments);
        for (int i = 0; i + 1 < shown.size(); i += 2) {
            if (OF_THIS_MACHINE.contains(shown.get(i))) {
                shown.set(i + 1, String.valueOf(Path.of(shown.get(i + 1)).getFileName()));
            }
        }
        return String.join(" ", shown);
    }

    /** The counts of a test that somebody does, ascending; those asked for are for all. */
    List<Integer> counts(ReportTest test, Entrant entrant) {
        List<Integer> asked = test == ReportTest.NESTED ? nestedCounts : counts;
        return asked == null ? scale.counts(test, entrant.role()) : List.copyOf(new TreeSet<>(asked));
    }

    private static List<Entrant> chosen(List<Entrant> all, List<String> names, RaceScale scale) {
        if (names == null) {
            return all.stream()
                    .filter(entrant -> !scale.leftOut().contains(entrant.name()))
                    .toList();
        }
        List<String> unknown = new ArrayList<>(names);
        all.forEach(entrant -> unknown.remove(entrant.name()));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("no contender " + unknown.get(0) + "; there are "
                    + all.stream().map(Entrant::name).toList());
        }
        Predicate<Entrant> wanted = entrant -> names.contains(entrant.name());
        return all.stream().filter(wanted).toList();
    }

    private static List<Integer> numbers(String option, String value) {
        return Arrays.stream(value.split(","))
                .map(number -> number(option, number))
                .toList();
    }

    private static int number(String option, String value) {
        if (!value.matches("[1-9]\\d{0,8}")) {
            throw new IllegalArgumentException(option + " takes whole numbers from 1 to 999999999, not " + value);
        }
        return Integer.parseInt(value);
    }

    private static Path program(String option, String value) {
        Path path = Path.of(value).toAbsolutePath();
        if (!Files.isExecutable(path)) {
            throw new IllegalArgumentException(option + ": no program " + value);
        }
        return path;
    }
}
