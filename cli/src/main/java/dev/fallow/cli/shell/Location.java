package dev.fallow.cli.shell;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.OpenOptions;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Where a container is, and perhaps an object in it: {@code a.h5}, or {@code a.h5/group/dataset}, as h5ls takes it; or the address of a
 * container on a web server, perhaps with an object, which is known when the container is open.
 *
 * @param text as it was typed
 * @param file the longest beginning of the text that is a regular file; all of it if there is none, or it is an address
 * @param inside the rest of the text, which starts with a slash; empty if there is none, or it is an address that was not opened yet
 */
public record Location(String text, Path file, String inside) {
    /** What the help says about such an argument. */
    public static final String DESCRIPTION =
            "An HDF5 file, or its http:// or https:// address; FILE/PATH is an object in it.";

    /** Finds the file in a text. */
    public static Location of(String text) {
        int end = end(text);
        return end > 0
                ? new Location(text, Path.of(text.substring(0, end)), text.substring(end))
                : new Location(text, Path.of(text), "");
    }

    /** Whether a text begins with the name of a regular file, or is an address. */
    public static boolean is(String text) {
        return end(text) > 0;
    }

    /** The length of the longest beginning that is a regular file; 0 or less if there is none. */
    private static int end(String text) {
        int end = text.length();
        if (isAddress(text)) {
            return end;
        }
        while (end > 0 && !isFile(text.substring(0, end))) {
            end = text.lastIndexOf('/', end - 1);
        }
        return end;
    }

    /** Whether this is the address of a file on a web server. */
    public boolean isAddress() {
        return isAddress(text);
    }

    private static boolean isAddress(String text) {
        return text.regionMatches(true, 0, "http://", 0, "http://".length())
                || text.regionMatches(true, 0, "https://", 0, "https://".length());
    }

    private static boolean isFile(String text) {
        try {
            return Files.isRegularFile(Path.of(text));
        } catch (InvalidPathException e) {
            return false; // the name of an object can have bytes that that of a file cannot have
        }
    }

    /**
     * Opens the container, which is not at an address.
     *
     * @throws ContainerException if it cannot be opened, as {@link ContainerFile#open(Path, OpenOptions)} says
     */
    ContainerFile open(OpenOptions options) {
        boolean input = text.equals("-") && !Files.exists(file);
        if (input || Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
            throw new ContainerException(text + (input ? " (standard input)" : "")
                    + " is not a regular file; HDF5 is read at any place of a file, not as a stream");
        }
        return ContainerFile.open(file, options);
    }

    /** The path of an object, which is looked for in the one that the location has. */
    public String path(String path) {
        if (inside.isEmpty()) {
            return path;
        }
        return path.isEmpty() || path.equals("/") ? inside : inside + (path.startsWith("/") ? path : "/" + path);
    }

    @Override
    public String toString() {
        return text;
    }

    /** Converts an argument. */
    public static final class Parser implements ITypeConverter<Location> {
        @Override
        public Location convert(String text) {
            try {
                return of(text);
            } catch (InvalidPathException e) {
                throw new TypeConversionException("expected the name of a file, found \"" + text + "\"");
            }
        }
    }
}
