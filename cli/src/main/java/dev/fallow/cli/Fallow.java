package dev.fallow.cli;

import dev.fallow.ContainerException;
import dev.fallow.cli.shell.Choices;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Messages;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.shell.StandardOutput;
import dev.fallow.cli.text.Colour;
import dev.fallow.cli.text.TerminalWriter;
import dev.fallow.value.NameText;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
        versionProvider = VersionProvider.class,
        description = "Inspects HDF5 files, edits them in place, and shows how their space is used.",
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no problems",
            "1:problems found",
            "2:usage error",
            "3:a file cannot be opened or processed",
            "141:the output was not read to its end"
        })
public final class Fallow {
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

    /**
     * Runs the command.
     *
     * @return the exit code
     */
    public static int run(PrintWriter out, PrintWriter err, String... arguments) {
        CommandLine command = command(arguments);
        AtomicReference<StandardOutput.Failure> lost = new AtomicReference<>();
        TerminalWriter terminal = new TerminalWriter(out);
        PrintWriter safeOut = new PrintWriter(terminal, Screen.isTerminal());
        PrintWriter safeErr = new PrintWriter(new TerminalWriter(err), true);
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
                Messages.complain(commandLine, Messages.of(exception));
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

    /** The model of the command, with the verb that the arguments name; with all verbs if there are no arguments. */
    static CommandLine command(String... arguments) {
        CommandLine command = new CommandLine(new Fallow());
        Verbs.add(command, arguments);
        Choices.register(command);
        Choices.register(command, CreateDelete.class);
        Choices.register(command, Colour.When.class);
        return command;
    }

    /** Does what picocli's own handler does, with the arguments in the message made safe to print. */
    private static int wrongUsage(CommandLine.ParameterException exception, String[] arguments) {
        CommandLine command = exception.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(NameText.printableMessage(exception.getMessage()));
        if (!CommandLine.UnmatchedArgumentException.printSuggestions(exception, err)) {
            command.usage(err, command.getColorScheme());
        }
        return ExitCode.USAGE;
    }
}
