package dev.fallow.cli;

import dev.fallow.ContainerException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code fallow} command. */
@Command(
        name = "fallow",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        description = "Looks into HDF5 files, edits them in place, and shows where their space is.",
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything is in order",
            "1:there are findings",
            "2:wrong usage",
            "3:a file cannot be opened or worked on"
        },
        subcommands = {
            TourCommand.class,
            ListCommand.class,
            SpaceCommand.class,
            InfoCommand.class,
            RecoverCommand.class,
            ReclaimCommand.class,
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
    /** Made by picocli. */
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
        command.setOut(out);
        command.setErr(err);
        command.setExecutionStrategy(new CommandLine.RunLast());
        command.setExecutionExceptionHandler((exception, commandLine, parsed) -> {
            if (exception instanceof ContainerException) {
                commandLine.getErr().println("fallow: " + exception.getMessage());
                return ExitCode.CANNOT_OPEN;
            }
            throw exception;
        });
        int code = command.execute(arguments);
        out.flush();
        err.flush();
        return code;
    }
}
