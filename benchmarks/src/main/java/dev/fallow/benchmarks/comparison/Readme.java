package dev.fallow.benchmarks.comparison;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Puts results into a text that people wrote, between two marks, so that no number in it is copied by hand. */
final class Readme {
    private static final String BEGIN = "<!-- results: begin -->\n";
    private static final String END = "<!-- results: end -->\n";

    private Readme() {}

    /** @throws IOException if the file cannot be read or written, or has not both marks; then it is unchanged */
    static void put(Path file, String report) throws IOException {
        String text = Files.readString(file);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException(file.getFileName() + " has not the marks that results go between");
        }
        Files.writeString(file, text.substring(0, begin) + BEGIN + "\n" + report + "\n" + text.substring(end));
    }
}
