package dev.fallow.documents;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A block of code in a document, with the comment above it that says where its text is from.
 *
 * @param begin index of the line that opens the block
 * @param end index of the line that closes it
 * @param source what follows {@code snippet:}, {@code run:} or {@code prints:} in the comment: {@code examples/File.java#region}; empty if there is none
 */
record Fence(Path document, int begin, int end, String language, String source, String text) {
    private static final String OPEN = "```";

    /** The blocks of a document, in their order. */
    static List<Fence> of(Path document) {
        List<String> lines = Documents.lines(document);
        List<Fence> found = new ArrayList<>();
        for (int begin = 0; begin < lines.size(); begin++) {
            if (lines.get(begin).startsWith(OPEN)) {
                int end = begin + 1 + lines.subList(begin + 1, lines.size()).indexOf(OPEN);
                String language = lines.get(begin).substring(OPEN.length());
                String source = begin == 0 ? "" : source(lines.get(begin - 1));
                String text = String.join("\n", lines.subList(begin + 1, end));
                found.add(new Fence(document, begin, end, language, source, text));
                begin = end;
            }
        }
        return found;
    }

    private static String source(String line) {
        return line.matches("<!-- (snippet|run|prints): \\S+ -->") ? line.replaceAll("<!-- \\w+: | -->", "") : "";
    }

    /** Whether the block has what an example prints. */
    boolean printed() {
        return language.isEmpty() && !source.isEmpty();
    }

    /** The class of the example, with its package; empty if there is none. */
    String example() {
        return source.isEmpty()
                ? ""
                : "dev.fallow." + source.replaceAll("\\.java(#.*)?$", "").replace('/', '.');
    }

    @Override
    public String toString() {
        return document + ":" + (begin + 1);
    }
}
