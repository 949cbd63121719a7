package dev.fallow.research.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Inserts results into a text between two marks, so that no number is copied by hand. */
public final class Readme {
    private Readme() {}

    /** The relative path from a text to a directory, for links: empty, or ending with a slash. */
    public static String relativePath(Path file, Path folder) {
        String way = file.toAbsolutePath()
                .normalize()
                .getParent()
                .relativize(folder.toAbsolutePath().normalize())
                .toString();
        return way.isEmpty() ? "" : way.replace('\\', '/') + "/";
    }

    /**
     * Inserts a report between the marks with its name.
     *
     * @throws IOException if the file cannot be read or written, or a mark is missing; the file is then unchanged
     */
    public static void put(Path file, String name, String report) throws IOException {
        String beginMark = "<!-- " + name + ": begin -->\n";
        String endMark = "<!-- " + name + ": end -->\n";
        String text = Files.readString(file);
        int begin = text.indexOf(beginMark);
        int end = text.indexOf(endMark);
        if (begin < 0 || end < begin) {
            throw new IOException(file.getFileName() + " does not have both marks between which results are inserted");
        }
        Files.writeString(file, text.substring(0, begin) + beginMark + "\n" + report + "\n" + text.substring(end));
    }
}
