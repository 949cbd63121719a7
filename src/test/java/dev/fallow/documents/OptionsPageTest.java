package dev.fallow.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.oracle.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of options is that of the Javadoc of their classes. With the property {@code fallow.snippets} it is written instead. */
class OptionsPageTest {
    private static final Path PAGE = Corpus.repository().resolve("docs/reference/options.md");
    private static final Path SOURCES = Corpus.repository().resolve("core/src/main/java/dev/fallow");

    private static final List<String> CLASSES = List.of(
            "SessionOptions",
            "OpenOptions",
            "CreateOptions",
            "DatasetOptions",
            "GroupOptions",
            "AttributeOptions",
            "ShrinkOptions",
            "CheckOptions");

    private static final Pattern METHOD = Pattern.compile(
            "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@\\w+\\s+)*public (?:final )?\\w+ (with\\w+)\\(([^)]*)\\)",
            Pattern.DOTALL);
    private static final Pattern CLASS =
            Pattern.compile("/\\*\\*((?:(?!\\*/).)*)\\*/\\s*public [^{;]*(?:class|record) ", Pattern.DOTALL);

    @Test
    void thePageIsThatOfTheJavadoc() throws IOException {
        StringBuilder page = new StringBuilder("""
                # Options

                Options do not change: each `with...` returns a copy with one more choice. The Javadoc of each class has the defaults, ranges and
                errors. [Commands](commands/index.md) lists the options of the command.
                """);
        for (String name : CLASSES) {
            String source = Files.readString(file(name));
            Matcher described = CLASS.matcher(source);
            assertThat(described.find()).as(name).isTrue();
            page.append("\n## ").append(name).append("\n\n").append(sentence(described.group(1)));
            page.append("\n\n| option | meaning |\n|---|---|\n");
            Matcher method = METHOD.matcher(source);
            int rows = 0;
            while (method.find()) {
                String arguments = method.group(3).replaceAll("(\\S+) \\w+(?=,|$)", "$1");
                page.append("| `%s(%s)` | %s |\n".formatted(method.group(2), arguments, sentence(method.group(1))));
                rows++;
            }
            assertThat(rows).as(name).isPositive();
        }
        if (Boolean.getBoolean("fallow.snippets")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).hasContent(page.toString());
    }

    private static Path file(String name) throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(each -> each.endsWith(name + ".java"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** The first sentence of a comment, as Markdown. */
    private static String sentence(String comment) {
        return comment.replaceAll("\\s*\\n\\s*\\* ?", " ")
                .replaceFirst("(?s)(\\.)(\\s+(?=[A-Z<{@]).*|\\s*$)", "$1")
                .replaceFirst(" @\\w+ .*", "")
                .replaceAll("\\{@link(?:plain)? [^ (}]+(?:\\([^)]*\\))? ([^}]+)\\}", "$1") // the label of a link
                .replaceAll("\\{@(?:link|linkplain|code|value) ([^}]*)\\}", "`$1`")
                .replaceAll("`(?:\\w+(?:\\.\\w+)*\\.)?#?([^`]*?)`", "`$1`")
                .replaceAll("<[^>]*>", "")
                .replace("|", "\\|")
                .strip();
    }
}
