package dev.fallow.cli;

import dev.fallow.ContainerException;
import dev.fallow.cli.edit.AttributeCommand;
import dev.fallow.cli.edit.CopyCommand;
import dev.fallow.cli.edit.CreateCommand;
import dev.fallow.cli.edit.LinkCommand;
import dev.fallow.cli.edit.MakeGroupCommand;
import dev.fallow.cli.edit.MoveCommand;
import dev.fallow.cli.edit.RecoverCommand;
import dev.fallow.cli.edit.RemoveCommand;
import dev.fallow.cli.look.CatCommand;
import dev.fallow.cli.look.CheckCommand;
import dev.fallow.cli.look.DiffCommand;
import dev.fallow.cli.look.DumpCommand;
import dev.fallow.cli.look.InfoCommand;
import dev.fallow.cli.look.ListCommand;
import dev.fallow.cli.look.TreeCommand;
import dev.fallow.cli.map.MapCommand;
import dev.fallow.cli.shell.Choices;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Messages;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.space.HolesCommand;
import dev.fallow.cli.space.ReclaimCommand;
import dev.fallow.cli.space.ShrinkCommand;
import dev.fallow.cli.space.SpaceCommand;
import dev.fallow.cli.space.UpgradeCommand;
import dev.fallow.cli.space.WhyCommand;
import dev.fallow.cli.text.TerminalWriter;
import dev.fallow.format.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;

/** The {@code fallow} command. */
@Command(
        name = "fallow",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        description = "Inspects HDF5 files, edits them in place, and shows how their space is used.",
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:no problems", "1:problems found", "2:usage error", "3:a file cannot be opened or processed"},
        subcommands = {
            TourCommand.class,
            ListCommand.class,
            TreeCommand.class,
            CatCommand.class,
            AttributeCommand.class,
            DiffCommand.class,
            SpaceCommand.class,
            WhyCommand.class,
            HolesCommand.class,
            MapCommand.class,
            InfoCommand.class,
            CheckCommand.class,
            DumpCommand.class,
            RecoverCommand.class,
            ReclaimCommand.class,
            ShrinkCommand.class,
            UpgradeCommand.class,
            CreateCommand.class,
            MakeGroupCommand.class,
            CopyCommand.class,
            MoveCommand.class,
            LinkCommand.class,
            RemoveCommand.class,
            ReplayCommand.class,
            BenchCommand.class,
            CommandLine.HelpCommand.class,
            AutoComplete.GenerateCompletion.class
        })
public final class Fallow {
    /** The columns of help: picocli needs 55, and lines of more than 120 are hard to read. */
    private static final int LEAST_HELP = 55;

    private static final int WIDEST_HELP = 120;

    /** Instantiated by picocli. */
    Fallow() {}

    /** Runs the command and exits with its code. */
    public static void main(String[] arguments) {
        System.exit(run(
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                arguments));
    }

    /**
     * Runs the command.
     *
     * @return the exit code
     */
    public static int run(PrintWriter out, PrintWriter err, String... arguments) {
        CommandLine command = new CommandLine(new Fallow());
        Choices.register(command);
        Choices.register(command, CreateDelete.class);
        PrintWriter safeOut = new PrintWriter(new TerminalWriter(out), true);
        PrintWriter safeErr = new PrintWriter(new TerminalWriter(err), true);
        command.setOut(safeOut);
        command.setErr(safeErr);
        command.setColorScheme(
                CommandLine.Help.defaultColorScheme(Ansi.OFF)); // its escape sequences would not pass the filter
        command.setUsageHelpWidth(Math.max(LEAST_HELP, Math.min(Screen.width(), WIDEST_HELP)));
        command.setExecutionStrategy(new CommandLine.RunLast());
        command.setParameterExceptionHandler(Fallow::wrongUsage);
        command.setExecutionExceptionHandler((exception, commandLine, parsed) -> {
            if (exception instanceof ContainerException || exception instanceof IOException) {
                Messages.complain(commandLine, Messages.of(exception));
                return ExitCode.CANNOT_OPEN;
            }
            throw exception;
        });
        int code = command.execute(arguments);
        safeOut.flush();
        safeErr.flush();
        return code;
    }

    /** Does what picocli's own handler does, with the arguments in the message made safe to print. */
    private static int wrongUsage(CommandLine.ParameterException exception, String[] arguments) {
        CommandLine command = exception.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(Printable.message(exception.getMessage()));
        if (!CommandLine.UnmatchedArgumentException.printSuggestions(exception, err)) {
            command.usage(err, command.getColorScheme());
        }
        return ExitCode.USAGE;
    }
}
