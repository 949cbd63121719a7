package dev.fallow.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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
                        String complaint = complaint(matcher.group(1).strip().split("\\s+"));
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
        if (words.length == 1) {
            return Main.commandLine().getSubcommands().containsKey(words[0]) ? "" : "there is no command of this name";
        }
        try {
            Main.commandLine().parseArgs(words);
        } catch (CommandLine.ParameterException e) {
            return e.getMessage();
        }
        if (words[0].equals("jmh") && words[1].matches("[A-Z]\\w+")) {
            Path benchmark = Path.of("src/main/java/dev/fallow/benchmarks/jmh", words[1] + "Benchmark.java");
            return Files.exists(benchmark) ? "" : "there is no " + benchmark;
        }
        return "";
    }
}
