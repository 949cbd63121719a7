package dev.fallow.frozen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.fallow.frozen.Frozen.Run;
import dev.fallow.oracle.Corpus;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Fallow does today what it did when the records in {@code src/test/resources/frozen} were made: each commit of each run has left
 * the same bytes, and the reports and walks have said the same of them. CONTRIBUTING says how to record anew.
 *
 * <p>What a run has said that differs is written to {@code target/frozen}.
 */
class FrozenTest {
    private static final int SEEDS = Integer.getInteger("fallow.frozen", 2);
    private static final String RECORD = System.getProperty("fallow.frozen.record");
    private static final String RUNS = System.getProperty("fallow.frozen.runs");

    /** Runs that are named in the message, and whose streams are written. */
    private static final int MOST_SHOWN = 10;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(Frozen.class)
    void nothingDiffers(Frozen part) throws IOException {
        Map<String, String> expected = RECORD == null ? recorded(part) : Map.of();
        List<String> lines = new ArrayList<>();
        List<String> different = new ArrayList<>();
        for (Run run : part.runs(Seeds.range(1, SEEDS))) {
            if (RUNS != null && !Pattern.compile(RUNS).matcher(run.key()).find()) {
                continue;
            }
            if (RECORD == null && part == Frozen.FILES && !expected.containsKey(run.key())) {
                continue; // a file that was added since
            }
            String line = line(run);
            lines.add(line);
            if (RECORD != null) {
                if (RUNS != null) {
                    write(part, run, Path.of(RECORD));
                }
            } else if (!line.equals(expected.get(run.key()))) {
                if (different.size() < MOST_SHOWN) {
                    write(part, run, Path.of("target", "frozen"));
                }
                different.add(difference(run.key(), expected.get(run.key()), line));
            }
        }
        if (RECORD == null) {
            report(part, lines.size(), different);
        } else if (RUNS == null) {
            Files.write(Files.createDirectories(Path.of(RECORD)).resolve(part.resource()), lines);
        }
    }

    /** The record of a run; that of one that fails differs from any other. */
    private String line(Run run) throws IOException {
        try {
            return run.record(folder.resolve("file.h5")).line();
        } catch (RuntimeException | AssertionError e) {
            if (RECORD != null) {
                throw e;
            }
            return run.key() + " = failed:" + e;
        }
    }

    private static void report(Frozen part, int runs, List<String> different) {
        assertThat(RUNS != null || runs > 0).as("runs of " + part).isTrue();
        if (!different.isEmpty()) {
            fail("%d of %d runs of %s differ from the record, first these; target/frozen has what they say now:%n  %s"
                    .formatted(
                            different.size(),
                            runs,
                            part.resource(),
                            String.join(
                                    System.lineSeparator() + "  ",
                                    different.subList(0, Math.min(different.size(), MOST_SHOWN)))));
        }
    }

    private static Map<String, String> recorded(Frozen part) throws IOException {
        Map<String, String> lines = new HashMap<>();
        Path path = Corpus.repository().resolve("src/test/resources/frozen").resolve(part.resource());
        for (String line : Files.readAllLines(path)) {
            lines.put(line.substring(0, line.lastIndexOf(" = ")), line);
        }
        return lines;
    }

    /** Writes all lines of a run's streams, so that those of two states of the project can be compared. */
    private void write(Frozen part, Run run, Path to) throws IOException {
        String name = part + "-" + run.key().replaceAll("\\W+", "-") + ".txt";
        RunRecord record = new RunRecord(run.key(), true);
        try {
            run.action().on(record, folder.resolve("file.h5"));
        } catch (RuntimeException | AssertionError e) {
            record.add(EventStream.DONE, "failed: " + e);
        }
        Files.write(Files.createDirectories(to).resolve(name), record.text());
    }

    private static String difference(String key, String expected, String actual) {
        if (expected == null) {
            return key + " is not recorded";
        }
        List<String> was = words(key, expected);
        List<String> is = words(key, actual);
        List<String> found = new ArrayList<>();
        int commits = 0;
        int both = Math.min(was.size(), is.size());
        for (int i = 0; i < both && found.isEmpty() && !was.get(i).contains(":"); i++) {
            boolean commit = !was.get(i).startsWith("~");
            commits += commit ? 1 : 0;
            if (!was.get(i).equals(is.get(i))) {
                found.add((commit ? "commit " : "what is reported after commit ") + commits);
            }
        }
        List<String> streams = new ArrayList<>(was);
        streams.removeAll(is);
        streams.removeIf(word -> !word.contains(":"));
        streams.forEach(word -> found.add(word.replaceFirst(":.*", "")));
        return key + ": " + (is.get(0).startsWith("failed:") ? String.join(" ", is) : String.join(", ", found));
    }

    private static List<String> words(String key, String line) {
        return Arrays.asList(line.substring(key.length() + " = ".length()).split(" "));
    }
}
