package dev.fallow.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.benchmarks.jmh.Refusals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import picocli.CommandLine;

/**
 * The commands of this module that documents name: each is understood, with all its options and names. The records of runs ({@code
 * full.md}) have the paths of the machine on which they were made.
 */
class DocumentedCommandsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern COMMAND =
            Pattern.compile("(?:^|`)(?:bench|java [^`]*-jar benchmarks/target/benchmarks\\.jar) ([^`#|]+)");

    @Test
    void areUnderstood() throws IOException {
        List<String> wrong = new ArrayList<>();
        int commands = 0;
        try (Stream<Path> paths = Files.walk(ROOT)) {
            for (Path document : paths.filter(path -> path.toString().endsWith(".md"))
                    .filter(path -> !path.toString().contains("target") && !path.endsWith("full.md"))
                    .toList()) {
                for (String line : Files.readAllLines(document)) {
                    Matcher matcher = COMMAND.matcher(line);
                    while (matcher.find()) {
                        commands++;
                        String complaint = complaint(
                                matcher.group(1).strip().replace("'", "").split("\\s+"));
                        if (!complaint.isEmpty()) {
                            wrong.add(document + ": " + matcher.group() + ": " + complaint);
                        }
                    }
                }
            }
        }
        assertTrue(commands > 40, "found " + commands);
        assertEquals(List.of(), wrong);
    }

    private static String complaint(String... words) {
        try {
            if (Main.isOfCommands(words[0])) {
                if (words.length > 1) { // otherwise only the name is meant
                    Main.commandLine().parseArgs(words);
                }
                return "";
            }
            return complaintOfJmh(new CommandLineOptions(words), words);
        } catch (CommandLine.ParameterException | CommandLineOptionException e) {
            return e.getMessage();
        }
    }

    /** Patterns find benchmarks, and parameters are those of one of them. */
    private static String complaintOfJmh(CommandLineOptions options, String... words) {
        Collection<BenchmarkListEntry> selected = Refusals.selected(options);
        if (selected.isEmpty()) {
            return "there is no such benchmark or command";
        }
        for (int i = 1; i < words.length; i++) {
            String parameter = words[i].split("=")[0];
            if (words[i - 1].equals("-p") && selected.stream().noneMatch(entry -> has(entry, parameter))) {
                return "there is no parameter " + parameter;
            }
        }
        return "";
    }

    private static boolean has(BenchmarkListEntry entry, String parameter) {
        return entry.getParams().hasValue() && entry.getParams().get().containsKey(parameter);
    }
}
