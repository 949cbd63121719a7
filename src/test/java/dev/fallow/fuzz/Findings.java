package dev.fallow.fuzz;

import dev.fallow.fuzz.outcome.Violation;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The findings, grouped by kind: the first input of a kind is saved, the others are only counted. */
final class Findings {
    private static final int FRAMES = 3;
    private static final int MOST_FRAMES_SAVED = 60;
    private static final String PROJECT = "dev.fallow.";

    private final Path folder;
    private final Map<String, Kind> kinds = new TreeMap<>();

    private static final class Kind {
        private final String first;
        private long count;

        Kind(String first) {
            this.first = first;
        }
    }

    /** @param folder the folder for inputs, created with the first finding */
    Findings(Path folder) {
        this.folder = folder;
    }

    /**
     * Returns the kind of a finding: the violated rule or the class of the exception, and the innermost stack frames of
     * the project.
     */
    static String key(String target, Throwable thrown) {
        String rule = thrown instanceof Violation violation
                ? violation.rule()
                : thrown.getClass().getSimpleName();
        Throwable cause = thrown.getCause() == null || !(thrown instanceof Violation) ? thrown : thrown.getCause();
        boolean anywhere = thrown instanceof OutOfMemoryError || thrown instanceof StackOverflowError;
        String inner = cause == thrown ? "" : " " + cause.getClass().getSimpleName();
        return target + ": " + rule + inner + frames(cause.getStackTrace(), anywhere ? 2 : FRAMES);
    }

    static String slowKey(String target, StackTraceElement[] where) {
        return target + ": slow" + frames(where, 2);
    }

    private static String frames(StackTraceElement[] stack, int most) {
        StringBuilder frames = new StringBuilder();
        Arrays.stream(stack)
                .filter(frame -> frame.getClassName().startsWith(PROJECT))
                .filter(frame -> !frame.getClassName().startsWith(Findings.class.getPackageName()))
                .limit(most)
                .forEach(frame -> frames.append(" | ")
                        .append(frame.getClassName().replaceAll(".*\\.", ""))
                        .append('.')
                        .append(frame.getMethodName())
                        .append(':')
                        .append(frame.getLineNumber()));
        return frames.toString();
    }

    /** Counts a finding, and returns whether it is the first of its kind. */
    synchronized boolean count(String key, String execution) {
        Kind kind = kinds.get(key);
        boolean first = kind == null;
        if (first) {
            kind = new Kind(execution);
            kinds.put(key, kind);
        }
        kind.count++;
        return first;
    }

    /** Returns the number of kinds. */
    synchronized int size() {
        return kinds.size();
    }

    /** Saves the input of a finding and its description. */
    void save(String key, Execution execution, byte[] input, Throwable thrown, String steps) {
        try {
            Files.createDirectories(folder);
            Path file = folder.resolve(fileName(key, execution));
            Files.write(file, input);
            StringWriter text = new StringWriter();
            PrintWriter out = new PrintWriter(text);
            out.printf("%s%n%s%n%n%s%n%n", key, execution, escaped(steps));
            if (thrown != null) {
                StackTraceElement[] stack = thrown.getStackTrace();
                thrown.setStackTrace(Arrays.copyOf(stack, Math.min(stack.length, MOST_FRAMES_SAVED)));
                thrown.printStackTrace(out);
            }
            out.flush();
            Files.writeString(file.resolveSibling(file.getFileName() + ".txt"), escaped(text.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a file name that contains the plan, which is needed for replaying. */
    static String fileName(String key, Execution execution) {
        return "%08x-plan%x%s"
                .formatted(key.hashCode(), execution.plan(), execution.target().extension());
    }

    /** Escapes control and non-ASCII characters, which names from damaged files may contain. */
    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c == '\n' || c == '\t' || c >= ' ' && c <= '~') {
                escaped.append(c);
            } else {
                escaped.append("\\u%04x".formatted((int) c));
            }
        }
        return escaped.toString();
    }

    /** Returns a line for each kind. */
    @Override
    public synchronized String toString() {
        StringBuilder lines = new StringBuilder();
        kinds.forEach((key, kind) -> lines.append("%8d  %s  [first %s]%n".formatted(kind.count, key, kind.first)));
        return escaped(lines.toString());
    }
}
