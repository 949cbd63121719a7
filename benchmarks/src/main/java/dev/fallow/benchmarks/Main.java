package dev.fallow.benchmarks;

import dev.fallow.benchmarks.comparison.Comparison;
import dev.fallow.benchmarks.comparison.SavedResults;
import dev.fallow.benchmarks.race.CreateDeleteRace;
import dev.fallow.benchmarks.race.RaceOptions;
import dev.fallow.benchmarks.readoptimized.FileSystemTrace;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The command of this module: {@code compare} for the comparison of free-space designs, {@code report} to make its texts and
 * plots again, {@code race} for the create and delete tests against libhdf5, {@code jmh} for the JMH benchmarks, and {@code
 * file-system-trace}.
 */
public final class Main {
    /** Where libhdf5's natives are unpacked; without it in the home folder. */
    private static final String NATIVES = "org.bytedeco.javacpp.cachedir";

    private static final String JAR = "java -jar benchmarks/target/benchmarks.jar";

    private Main() {}

    /**
     * Prints the report on standard output and the progress on standard error; ends with 2 for a wrong argument, with 1 for a
     * race in which something failed.
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.setProperty("java.awt.headless", "true");
        System.setProperty("jol.magicFieldOffset", "true"); // memory is measured here too where there are no other JVMs
        String command = arguments.length == 0 ? "compare" : arguments[0];
        String[] rest = arguments.length == 0 ? arguments : Arrays.copyOfRange(arguments, 1, arguments.length);
        switch (command) {
            case "compare" -> System.out.println(compare(List.of(rest)));
            case "report" -> System.out.println(report(List.of(rest)));
            case "race" -> race(List.of(rest));
            case "file-system-trace" -> recordFileSystem(List.of(rest));
            case "jmh" -> org.openjdk.jmh.Main.main(rest);
            default -> misuse("unknown command " + command);
        }
    }

    private static String compare(List<String> arguments) throws IOException, InterruptedException {
        Comparison comparison = null;
        try {
            comparison = Comparison.of(arguments, JAR + " compare " + String.join(" ", arguments), System.err);
        } catch (IllegalArgumentException e) {
            misuse(e.getMessage());
        }
        return comparison.run();
    }

    private static String report(List<String> arguments) throws IOException {
        SavedResults saved = null;
        try {
            saved = SavedResults.of(arguments);
        } catch (IllegalArgumentException e) {
            misuse(e.getMessage());
        }
        return saved.write();
    }

    private static void race(List<String> arguments) throws IOException, InterruptedException {
        RaceOptions options = null;
        if (System.getProperty(NATIVES) == null) {
            System.setProperty(NATIVES, besideTheJar().resolve("javacpp").toString());
        }
        try {
            options = RaceOptions.of(arguments);
        } catch (IllegalArgumentException e) {
            misuse(e.getMessage());
        }
        CreateDeleteRace race =
                new CreateDeleteRace(options, JAR + " race " + RaceOptions.publicForm(arguments), System.err);
        System.out.println(race.run());
        if (race.failed()) {
            System.err.println("the race is not complete, or a file is not in order: see the remarks");
            System.exit(1);
        }
    }

    private static Path besideTheJar() {
        try {
            return Path.of(Main.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .getParent();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("this program does not lie in a folder", e);
        }
    }

    private static void recordFileSystem(List<String> arguments) throws IOException {
        FileSystemTrace trace = null;
        try {
            trace = FileSystemTrace.of(arguments);
        } catch (IllegalArgumentException e) {
            misuse(e.getMessage());
        }
        System.out.println(trace.write());
    }

    private static void misuse(String message) {
        System.err.println(message);
        System.err.println("usage: " + JAR + " " + Comparison.USAGE);
        System.err.println("       " + JAR + " " + SavedResults.USAGE);
        System.err.println("       " + JAR + " " + RaceOptions.USAGE);
        System.err.println("       " + JAR + " " + FileSystemTrace.USAGE);
        System.err.println("       " + JAR + " jmh [the arguments of JMH]");
        System.exit(2);
    }
}
