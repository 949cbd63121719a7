package dev.fallow.benchmarks;

import dev.fallow.benchmarks.command.CommandCommand;
import dev.fallow.benchmarks.data.DataCommand;
import dev.fallow.benchmarks.fleet.FleetCommand;
import dev.fallow.benchmarks.lookup.LookupCommand;
import dev.fallow.benchmarks.mapped.MappedCommand;
import dev.fallow.benchmarks.profile.FlameCommand;
import dev.fallow.benchmarks.race.RaceCommand;
import dev.fallow.benchmarks.shrink.ShrinkTableCommand;
import dev.fallow.research.comparison.CompareCommand;
import dev.fallow.research.comparison.VerdictCommand;
import dev.fallow.research.readoptimized.FileSystemTraceCommand;
import dev.fallow.research.report.ReportCommandLines;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** The command of this module. Reports go to standard output, progress to standard error. */
@Command(
        name = ReportCommandLines.JAR,
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = "Compares the free-space designs, and Fallow with libhdf5.",
        subcommands = {
            CompareCommand.class,
            ReportCommand.class,
            VerdictCommand.class,
            RaceCommand.class,
            LookupCommand.class,
            DataCommand.class,
            ShrinkTableCommand.class,
            CommandCommand.class,
            Main.JmhCommand.class,
            FileSystemTraceCommand.class,
            FleetCommand.class,
            MappedCommand.class,
            FlameCommand.class
        })
public final class Main {
    /**
     * The system property with the directory into which libhdf5's native libraries are unpacked; by default, in the
     * home directory.
     */
    private static final String NATIVES = "org.bytedeco.javacpp.cachedir";

    Main() {}

    /** Runs a command and exits with its code: 1 if something failed, 2 for wrong usage. */
    public static void main(String[] arguments) {
        System.setProperty("java.awt.headless", "true");
        System.setProperty("jol.magicFieldOffset", "true"); // memory is measured in this JVM if there are no other JVMs
        if (System.getProperty(NATIVES) == null) {
            System.setProperty(NATIVES, besideTheJar().resolve("javacpp").toString());
        }
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main());
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
            throw new IllegalStateException("the directory of this program is unknown", e);
        }
    }

    /** {@code jmh}: passes its arguments on. */
    @Command(name = "jmh", description = "Runs JMH benchmarks; takes the arguments of JMH, -h for its help.")
    static final class JmhCommand implements Callable<Integer> {
        @Unmatched
        private List<String> arguments = new ArrayList<>();

        @Override
        public Integer call() throws IOException {
            org.openjdk.jmh.Main.main(arguments.toArray(new String[0]));
            return 0;
        }
    }
}
