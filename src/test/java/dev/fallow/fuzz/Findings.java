package dev.fallow.fuzz;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The findings so far, each kind once: the first input of a kind is saved, the others are counted. */
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

    /** @param folder where they are saved; made when there is one */
    Findings(Path folder) {
        this.folder = folder;
    }

    /** What makes two findings the same: the rule or the class of the exception, and where in the project it was. */
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

    /** Counts one; whether it is the first of its kind. */
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

    /** How many kinds there are. */
    synchronized int size() {
        return kinds.size();
    }

    /** Saves the input of a finding and what is known of it. */
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

    /** A name that keeps the plan, which replaying needs. */
    static String fileName(String key, Execution execution) {
        return "%08x-plan%x%s"
                .formatted(key.hashCode(), execution.plan(), execution.target().extension());
    }

    /** Without control characters and what is not ASCII: names come from damaged files. */
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

    /** A line for each kind. */
    @Override
    public synchronized String toString() {
        StringBuilder lines = new StringBuilder();
        kinds.forEach((key, kind) -> lines.append("%8d  %s  [first %s]%n".formatted(kind.count, key, kind.first)));
        return escaped(lines.toString());
    }
}
