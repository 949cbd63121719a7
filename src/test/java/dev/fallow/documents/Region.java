package dev.fallow.documents;

import dev.fallow.oracle.Corpus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The parts of an example that a document shows: the lines between {@code // tag::name[]} and {@code // end::name[]}. */
final class Region {
    private static final Path SOURCES = Corpus.repository().resolve("src/test/java/dev/fallow");

    private Region() {}

    /**
     * Returns the text of all parts with a name, each without its indentation.
     *
     * @param source {@code examples/File.java#name}; with {@code +imports} at its end, the imports of the file come first
     */
    static String of(String source) {
        String[] parts = source.split("[#+]");
        List<String> lines = lines(SOURCES.resolve(parts[0]));
        List<String> found = new ArrayList<>();
        if (source.endsWith("+imports")) {
            found.add(lines.stream().filter(line -> line.startsWith("import ")).collect(Collectors.joining("\n")));
        }
        List<String> part = null;
        for (String line : lines) {
            String text = line.strip();
            if (text.equals("// tag::" + parts[1] + "[]")) {
                part = new ArrayList<>();
            } else if (text.equals("// end::" + parts[1] + "[]")) {
                found.add(String.join("\n", part).stripIndent().stripTrailing());
                part = null;
            } else if (part != null && !text.matches("// (tag|end)::.*")) {
                part.add(line);
            }
        }
        if (!lines.toString().contains("end::" + parts[1] + "[]") || part != null) {
            throw new AssertionError("no whole region " + source);
        }
        return String.join("\n\n", found);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
