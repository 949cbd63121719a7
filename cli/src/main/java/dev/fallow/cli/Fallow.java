package dev.fallow.cli;

import dev.fallow.ContainerException;
import dev.fallow.cli.browse.BrowseCommand;
import dev.fallow.cli.edit.AttributeCommand;
import dev.fallow.cli.edit.CreateCommand;
import dev.fallow.cli.edit.ImportCommand;
import dev.fallow.cli.edit.PathCommands;
import dev.fallow.cli.edit.RecoverCommand;
import dev.fallow.cli.edit.SetStrategyCommand;
import dev.fallow.cli.look.CatCommand;
import dev.fallow.cli.look.CheckCommand;
import dev.fallow.cli.look.DiffCommand;
import dev.fallow.cli.look.DumpCommand;
import dev.fallow.cli.look.ExportCommand;
import dev.fallow.cli.look.FindCommand;
import dev.fallow.cli.look.HeadCommand;
import dev.fallow.cli.look.InfoCommand;
import dev.fallow.cli.look.ListCommand;
import dev.fallow.cli.look.TreeCommand;
import dev.fallow.cli.manual.CompletionCommand;
import dev.fallow.cli.manual.ManualCommand;
import dev.fallow.cli.shell.Choices;
import dev.fallow.cli.shell.Colour;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Messages;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.shell.StandardOutput;
import dev.fallow.cli.shell.TerminalWriter;
import dev.fallow.cli.shell.UsageLine;
import dev.fallow.cli.space.HolesCommand;
import dev.fallow.cli.space.MapCommand;
import dev.fallow.cli.space.ReclaimCommand;
import dev.fallow.cli.space.ReplayCommand;
import dev.fallow.cli.space.ShrinkCommand;
import dev.fallow.cli.space.SpaceCommand;
import dev.fallow.cli.space.UpgradeCommand;
import dev.fallow.cli.space.WhyCommand;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;

/** The {@code fallow} command. */
@Command(
        name = "fallow",
        mixinStandardHelpOptions = true,
        versionProvider = Fallow.Version.class,
        description = "Inspects HDF5 files, edits them in place, and shows how their space is used.",
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no problems",
            "1:problems found",
            "2:usage error",
            "3:a file cannot be opened or processed",
            "141:the output was not read to its end"
        },
        footer = {
            "%nThe script fallow beside fallow.jar starts it twice as fast, with an archive of classes, which can be made"
                    + " and used without the script, too:",
            "    java -XX:ArchiveClassesAtExit=classes.jsa -jar fallow.jar info FILE",
            "    java -XX:SharedArchiveFile=classes.jsa -jar fallow.jar COMMAND ..."
        })
public final class Fallow {
    /** The verbs, in the order of the help. */
    static final List<String> VERBS = List.of(
            ("tour ls tree find cat head attr diff space why browse holes map info check dump recover reclaim shrink upgrade"
                            + " set-strategy create import export mkdir cp mv ln rm replay bench help completion manual")
                    .split(" "));

    /** The verbs that describe the others. */
    private static final List<String> DESCRIBING = List.of("help", "completion", "manual");

    /** The columns of help: picocli needs 55, and lines of more than 120 are hard to read. */
    private static final int LEAST_HELP = 55;

    private static final int WIDEST_HELP = 120;

    private static final int MEGA_BITS = 20;

    @Option(
            names = "--color",
            paramLabel = "WHEN",
            scope = CommandLine.ScopeType.INHERIT,
            description = "Colours: always, never, or auto, the default: in a terminal, unless NO_COLOR is set.")
    private Colour.When colours = Colour.When.AUTO;

    /** Instantiated by picocli. */
    Fallow() {}

    /** Runs the command and exits with its code. */
    public static void main(String[] arguments) {
        prepare();
        System.setOut(new PrintStream(
                new BufferedOutputStream(new StandardOutput(new FileOutputStream(FileDescriptor.out)))));
        System.exit(run(
                new PrintWriter(System.out, Screen.isTerminal(), StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                arguments));
    }

    /**
     * Makes this JVM one of the command. Numbers are written as in the United States, which {@code Formatter} does without
     * data about locales. Of picocli's converters only those are loaded that the verbs use.
     */
    static void prepare() {
        Locale.setDefault(Locale.US);
        System.setProperty("picocli.converters.excludes", "java\\.(sql|time)\\..*");
    }

    /** Runs the command; returns the exit code. */
    public static int run(PrintWriter out, PrintWriter err, String... arguments) {
        CommandLine command = command(arguments);
        AtomicReference<StandardOutput.Failure> lost = new AtomicReference<>();
        TerminalWriter terminal = new TerminalWriter(out);
        PrintWriter safeOut = new PrintWriter(terminal, Screen.isTerminal());
        TerminalWriter errors = new TerminalWriter(err);
        errors.setReturns(Screen.isTerminal());
        PrintWriter safeErr = new PrintWriter(errors, true);
        command.setOut(safeOut);
        command.setErr(safeErr);
        command.setColorScheme(
                CommandLine.Help.defaultColorScheme(Ansi.OFF)); // its escape sequences would not pass the filter
        command.setUsageHelpWidth(Math.max(LEAST_HELP, Math.min(Screen.width(), WIDEST_HELP)));
        command.setExecutionStrategy(parsed -> {
            Colour.When wanted = ((Fallow) command.getCommand()).colours;
            terminal.setColours(wanted == Colour.When.ALWAYS || wanted == Colour.When.AUTO && Screen.showsColours());
            return new CommandLine.RunLast().execute(parsed);
        });
        command.setParameterExceptionHandler(Fallow::wrongUsage);
        command.setExecutionExceptionHandler((exception, commandLine, parsed) -> {
            if (exception instanceof ContainerException
                    || exception instanceof IOException
                    || exception instanceof UncheckedIOException) {
                Messages.complain(commandLine, exception);
                return ExitCode.CANNOT_OPEN;
            } else if (exception instanceof StandardOutput.Failure failure) {
                lost.set(failure);
                return ExitCode.CANNOT_OPEN;
            }
            throw exception;
        });
        int code;
        try {
            code = command.execute(arguments);
        } catch (OutOfMemoryError e) {
            code = ExitCode.CANNOT_OPEN;
            long megabytes = Runtime.getRuntime().maxMemory() >> MEGA_BITS;
            Messages.complain(
                    command,
                    "out of memory: %d MB are not enough; with JDK_JAVA_OPTIONS=-Xmx%dm in the environment, it has more"
                            .formatted(megabytes, 4 * megabytes));
        }
        if (lost.get() == null) {
            try {
                safeOut.flush();
            } catch (StandardOutput.Failure e) {
                lost.set(e);
            }
        }
        if (lost.get() != null) {
            code = outputFailed(command, lost.get());
        }
        safeErr.flush();
        return code;
    }

    private static int outputFailed(CommandLine command, StandardOutput.Failure failure) {
        if (failure.readerHasGone()) {
            return ExitCode.READER_GONE;
        }
        Messages.complain(command, failure.getMessage());
        return ExitCode.CANNOT_OPEN;
    }

    /**
     * The model of the command, with the verb that the arguments name first; with all verbs if they name none, or one that describes
     * the others.
     */
    static CommandLine command(String... arguments) {
        CommandLine command = new CommandLine(new Fallow());
        String first = first(arguments);
        boolean one = VERBS.contains(first) && !DESCRIBING.contains(first);
        for (String name : one ? List.of(first) : VERBS) {
            command.addSubcommand(name, verb(name));
        }
        Choices.register(command);
        Choices.register(command, BenchCommand.CreateDelete.class);
        Choices.register(command, Colour.When.class);
        return command;
    }

    private static String first(String... arguments) {
        String before = "";
        for (String argument : arguments) {
            if (!argument.startsWith("-") && !before.equals("--color")) {
                return argument;
            }
            before = argument;
        }
        return "";
    }

    /**
     * The class of a verb. It is loaded on first use: the model of a command line is built by reflection, which for all verbs takes
     * longer than what most of them do.
     */
    private static Class<?> verb(String name) {
        return switch (name) {
            case "tour" -> TourCommand.class;
            case "ls" -> ListCommand.class;
            case "tree" -> TreeCommand.class;
            case "find" -> FindCommand.class;
            case "cat" -> CatCommand.class;
            case "head" -> HeadCommand.class;
            case "attr" -> AttributeCommand.class;
            case "diff" -> DiffCommand.class;
            case "space" -> SpaceCommand.class;
            case "why" -> WhyCommand.class;
            case "browse" -> BrowseCommand.class;
            case "holes" -> HolesCommand.class;
            case "map" -> MapCommand.class;
            case "info" -> InfoCommand.class;
            case "check" -> CheckCommand.class;
            case "dump" -> DumpCommand.class;
            case "recover" -> RecoverCommand.class;
            case "reclaim" -> ReclaimCommand.class;
            case "shrink" -> ShrinkCommand.class;
            case "upgrade" -> UpgradeCommand.class;
            case "set-strategy" -> SetStrategyCommand.class;
            case "create" -> CreateCommand.class;
            case "import" -> ImportCommand.class;
            case "export" -> ExportCommand.class;
            case "mkdir" -> PathCommands.MakeGroup.class;
            case "cp" -> PathCommands.Copy.class;
            case "mv" -> PathCommands.Move.class;
            case "ln" -> PathCommands.Link.class;
            case "rm" -> PathCommands.Remove.class;
            case "replay" -> ReplayCommand.class;
            case "bench" -> BenchCommand.class;
            case "help" -> CommandLine.HelpCommand.class;
            case "completion" -> CompletionCommand.class;
            case "manual" -> ManualCommand.class;
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static int wrongUsage(CommandLine.ParameterException exception, String[] arguments) {
        UsageLine.complain(exception);
        return ExitCode.USAGE;
    }

    /** The version that the build recorded in the jar. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {version()};
        }
    }

    static String version() {
        String version = Fallow.class.getPackage().getImplementationVersion();
        return "fallow " + (version == null ? "(not from a jar)" : version);
    }
}
