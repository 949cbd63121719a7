package dev.fallow.benchmarks.comparison;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Puts results into a text that people wrote, between two marks, so that no number in it is copied by hand. */
public final class Readme {
    private Readme() {}

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
