package dev.fallow.benchmarks;

import dev.fallow.benchmarks.command.CommandCommand;
import dev.fallow.benchmarks.data.DataCommand;
import dev.fallow.benchmarks.fleet.FleetCommand;
import dev.fallow.benchmarks.jmh.Refusals;
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
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * JMH's main, with commands beside it: the first argument decides. A command of {@link #commandLine()} writes its report to
 * standard output and its progress to standard error; everything else is for JMH.
 */
@Command(
        name = ReportCommandLines.JAR,
        customSynopsis = {
            ReportCommandLines.JAR + " [PATTERN...] [OPTIONS OF JMH]",
            "   or: " + ReportCommandLines.JAR + " COMMAND [OPTIONS]"
        },
        description = {
            "Patterns and options are those of JMH:",
            "  CreateDelete   the create and delete tests, Fallow beside libhdf5",
            "  Policies       every allocation policy on recorded requests",
            "  -l, -lp        lists benchmarks, and their parameters",
            "  -lprof, -h     lists profilers, and JMH's options",
            "  '.*'           all benchmarks, for hours",
            "A command as the first argument does something else."
        },
        subcommands = {
            CompareCommand.class,
            ReportCommand.class,
            VerdictCommand.class,
            RaceCommand.class,
            LookupCommand.class,
            DataCommand.class,
            ShrinkTableCommand.class,
            CommandCommand.class,
            FileSystemTraceCommand.class,
            FleetCommand.class,
            MappedCommand.class,
            FlameCommand.class
        })
public final class Main implements Callable<Integer> {
    private static final String HELP = "--help";

    @Spec
    private CommandSpec spec;

    @Option(names = HELP, usageHelp = true, description = "Shows this help; after a command, that of the command.")
    private boolean help;

    Main() {}

    /**
     * Runs a command, or JMH, and exits with its code: 1 if something failed, 2 for wrong usage.
     *
     * @throws IOException if JMH cannot write its help
     */
    public static void main(String[] arguments) throws IOException {
        System.setProperty("java.awt.headless", "true");
        System.setProperty("jol.magicFieldOffset", "true"); // memory is measured in this JVM if there are no other JVMs
        if (arguments.length == 0 || isOfCommands(arguments[0])) {
            System.exit(commandLine().execute(arguments));
        }
        PrintWriter errors = new PrintWriter(System.err, true);
        if (refused(errors, arguments)) {
            System.exit(ExitCode.USAGE);
        }
        org.openjdk.jmh.Main.main(arguments);
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main());
    }

    /** Whether these arguments are for a command; all others are JMH's, also {@code -h}. */
    static boolean isOfCommands(String first) {
        return first.equals(HELP) || commandLine().getSubcommands().containsKey(first);
    }

    /** Without arguments JMH would run everything, for hours. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.USAGE;
    }

    /** Says what speaks against a run of JMH, and whether it must not start. JMH itself complains about wrong options. */
    static boolean refused(PrintWriter errors, String... arguments) {
        CommandLineOptions options;
        try {
            options = new CommandLineOptions(arguments);
        } catch (CommandLineOptionException e) {
            return false;
        }
        if (options.shouldHelp()
                || options.shouldList()
                || options.shouldListWithParams()
                || options.shouldListProfilers()
                || options.shouldListResultFormats()) {
            return false;
        }
        if (options.getIncludes().isEmpty()) {
            errors.println("No pattern: all benchmarks run, which is hours unless -f, -wi and -i say less.");
        }
        Optional<String> refusal = Refusals.of(options);
        refusal.ifPresent(errors::println);
        return refusal.isPresent();
    }
}
