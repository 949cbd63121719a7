package dev.fallow.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.oracle.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples in the Javadoc of core are lines of a program that is compiled and run. */
class JavadocExamplesTest {
    private static final Pattern EXAMPLE = Pattern.compile("<pre>\\{@code\\n(.*?)\\n \\* }</pre>", Pattern.DOTALL);

    private static final String PROGRAM = "src/test/java/dev/fallow/documents/JavadocExamples.java";

    @TempDir
    private Path folder;

    @Test
    void examplesRun() {
        assertThat(JavadocExamples.run(folder)).hasSize(8);
        assertThat(folder.resolve("run.h5")).isRegularFile();
    }

    @Test
    void eachLineIsInTheProgram() throws IOException {
        List<String> program = lines(Files.readString(Corpus.repository().resolve(PROGRAM)));
        List<String> missing = new ArrayList<>();
        int examples = 0;
        try (Stream<Path> files = Files.walk(Corpus.repository().resolve("core/src/main/java/dev/fallow"))) {
            for (Path file : files.filter(JavadocExamplesTest::isCompared).toList()) {
                Matcher example = EXAMPLE.matcher(Files.readString(file));
                while (example.find()) {
                    examples++;
                    for (String line : lines(example.group(1).replaceAll("(?m)^ \\* ?", ""))) {
                        String inProgram =
                                line.replaceFirst("^record ", "private record ").replace("Path.of(\"run.h5\")", "path");
                        if (!program.contains(inProgram)) {
                            missing.add(file.getFileName() + ": " + line);
                        }
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(examples).isGreaterThanOrEqualTo(10);
    }

    /** The example of {@code PandasFrame} needs a file of pandas. */
    private static boolean isCompared(Path file) {
        return Files.isRegularFile(file) && !file.endsWith("PandasFrame.java");
    }

    private static List<String> lines(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }
}
