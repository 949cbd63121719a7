package dev.fallow.cli.shell;

import dev.fallow.format.Printable;
import picocli.CommandLine;

/** What commands print to standard error. */
public final class Messages {
    private Messages() {}

    /** Prints one line to standard error. */
    public static void complain(CommandLine command, String message) {
        command.getErr().println("fallow: " + Printable.message(message));
    }
}
