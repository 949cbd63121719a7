package dev.fallow.cli.shell;

import dev.fallow.FileInUseException;
import dev.fallow.NameText;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;

/** What commands print to standard error, and words to be copied from a terminal to a shell. */
public final class Messages {
    private Messages() {}

    /** Prints one line to standard error. */
    public static void complain(CommandLine command, String message) {
        Meter.clear();
        command.getErr().println("fallow: " + NameText.printableMessage(message));
    }

    /** Prints the message of an exception to standard error. */
    public static void complain(CommandLine command, Exception exception) {
        complain(
                command, exception instanceof FileInUseException inUse ? InUse.message(command, inUse) : of(exception));
    }

    /** The message of an exception; of the most common ones of the file system, which are just paths, a sentence. */
    public static String of(Exception exception) {
        if (exception instanceof NoSuchFileException missing) {
            return missing.getFile() + " does not exist";
        } else if (exception instanceof FileAlreadyExistsException existing) {
            return existing.getFile() + " exists";
        } else if (exception instanceof AccessDeniedException denied) {
            return denied.getFile() + ": permission denied";
        } else if (exception instanceof CharacterCodingException) {
            return "expected text in UTF-8, found other bytes";
        }
        return exception.getMessage() == null ? exception.getClass().getSimpleName() : exception.getMessage();
    }

    /** A word as bash and zsh read it, safe to print: quoted if it has other characters than those of usual file names. */
    public static String word(String text) {
        if (text.matches("[A-Za-z0-9_./+:@%,=-]+") && !text.startsWith("-")) {
            return text;
        }
        String plain = text.startsWith("-") ? "./" + text : text; // not an option
        String escaped = NameText.printable(plain);
        return escaped.equals(plain)
                ? "'" + plain.replace("'", "'\\''") + "'"
                : "$'" + escaped.replace("'", "\\'") + "'";
    }
}
