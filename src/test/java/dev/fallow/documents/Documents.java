package dev.fallow.documents;

import dev.fallow.oracle.Corpus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The Markdown files of the repository, as blocks of code and pieces of code within a line. */
final class Documents {
    /** A piece of code: a whole block between fences with its language, or what stands between two backticks. */
    record Code(Path document, int line, boolean block, String language, String text) {
        @Override
        public String toString() {
            return document + ":" + line + ": " + text;
        }
    }

    /** A command as a document names it. */
    record Command(String where, String text) {
        @Override
        public String toString() {
            return where + ": " + text;
        }
    }

    private static final Path ROOT = Corpus.repository();
    private static final Pattern INLINE = Pattern.compile("`([^`]+)`");
    /** Results have the commands with which they were made then, and the change log what was true then. */
    private static final Pattern HISTORY = Pattern.compile("CHANGELOG\\.md|benchmarks/results/.*");

    private Documents() {}

    /** The documents that say what is true today, relative to the repository. */
    static List<Path> current() {
        return all().stream()
                .filter(document -> !HISTORY.matcher(name(document)).matches())
                .toList();
    }

    /** All documents, relative to the repository. */
    static List<Path> all() {
        try (Stream<Path> paths = Files.walk(ROOT)) {
            return paths.filter(path -> path.toString().endsWith(".md"))
                    .map(ROOT::relativize)
                    .filter(path -> !name(path).matches("(.*/)?(target|\\.git|src/main/resources)/.*"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the lines of a file of the repository. */
    static List<String> lines(Path document) {
        try {
            return Files.readAllLines(ROOT.resolve(document));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns all code of the current documents. */
    static List<Code> code() {
        List<Code> found = new ArrayList<>();
        current().forEach(document -> add(found, document));
        return found;
    }

    private static void add(List<Code> found, Path document) {
        List<String> lines = lines(document);
        int begin = -1;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith("```")) {
                if (begin < 0) {
                    begin = i;
                } else {
                    String language = lines.get(begin).substring("```".length());
                    found.add(new Code(
                            document, begin + 2, true, language, String.join("\n", lines.subList(begin + 1, i))));
                    begin = -1;
                }
            } else if (begin < 0) {
                Matcher matcher = INLINE.matcher(line);
                while (matcher.find()) {
                    found.add(new Code(document, i + 1, false, "", matcher.group(1)));
                }
            }
        }
        if (begin >= 0) {
            throw new AssertionError(document + ":" + (begin + 1) + ": this block does not end");
        }
    }

    /** Returns the commands that begin with a word: lines of blocks with their continuations, without comments, and code within a line. */
    static List<Command> commands(String word) {
        List<Command> found = new ArrayList<>();
        for (Code code : code()) {
            String text = code.text().replaceAll("\\\\\n\\s*", "");
            for (String line : text.split("\n")) {
                String command = line.replaceFirst("^\\$ ", "")
                        .replaceFirst("\\s# .*|\\s{2,}# .*", "")
                        .strip();
                if (command.equals(word) || command.startsWith(word + " ")) {
                    found.add(new Command(code.document() + ":" + code.line(), command));
                }
            }
        }
        return found;
    }

    static String name(Path document) {
        return document.toString().replace('\\', '/');
    }
}
