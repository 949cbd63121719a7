package dev.fallow.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Puts results into a text that people wrote, between two marks, so that no number in it is copied by hand. */
public final class Readme {
    private Readme() {}

    /** The way from a text to a folder, for links: nothing, or a path that ends with a slash. */
    public static String way(Path file, Path folder) {
        String way = file.toAbsolutePath()
                .normalize()
                .getParent()
                .relativize(folder.toAbsolutePath().normalize())
                .toString();
        return way.isEmpty() ? "" : way.replace('\\', '/') + "/";
    }

    /**
     * Puts a report between the marks of its name.
     *
     * @throws IOException if the file cannot be read or written, or has not both marks; then it is unchanged
     */
    public static void put(Path file, String name, String report) throws IOException {
        String beginMark = "<!-- " + name + ": begin -->\n";
        String endMark = "<!-- " + name + ": end -->\n";
        String text = Files.readString(file);
        int begin = text.indexOf(beginMark);
        int end = text.indexOf(endMark);
        if (begin < 0 || end < begin) {
            throw new IOException(file.getFileName() + " has not the marks that results go between");
        }
        Files.writeString(file, text.substring(0, begin) + beginMark + "\n" + report + "\n" + text.substring(end));
    }
}
