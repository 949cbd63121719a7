package dev.fallow.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.tools.nsc.Main;

/** The Scala of the how-to page compiles as printed, with what {@code spark-shell} imports. */
class SnippetsTest {
    private static final String SHELL = """
            import org.apache.spark.sql.functions._
            object Snippet%d {
              val spark: org.apache.spark.sql.SparkSession = null
              import spark.implicits._
            %s
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void scalaCompiles() throws IOException {
        List<String> snippets = snippets(Files.readAllLines(Path.of("../docs/how-to/spark.md")), "scala");
        assertThat(snippets).hasSizeGreaterThan(1);
        List<String> arguments = new ArrayList<>(
                List.of("-classpath", System.getProperty("java.class.path"), "-d", folder.toString(), "-deprecation"));
        for (int i = 0; i < snippets.size(); i++) {
            Path source = folder.resolve("Snippet" + i + ".scala");
            arguments.add(Files.writeString(source, SHELL.formatted(i, snippets.get(i)))
                    .toString());
        }
        assertThat(Main.process(arguments.toArray(new String[0])))
                .as("the compiler has printed why")
                .isTrue();
        assertThat(folder.resolve("Snippet0.class")).exists();
    }

    /** The blocks of a language in a page. */
    static List<String> snippets(List<String> lines, String language) {
        List<String> found = new ArrayList<>();
        for (int begin = 0; begin < lines.size(); begin++) {
            if (lines.get(begin).equals("```" + language)) {
                List<String> rest = lines.subList(begin + 1, lines.size());
                found.add(String.join("\n", rest.subList(0, rest.indexOf("```"))));
            }
        }
        return found;
    }
}
