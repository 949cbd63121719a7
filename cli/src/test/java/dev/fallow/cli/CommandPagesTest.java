package dev.fallow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages about the verbs are those of the model. With the property {@code fallow.snippets} they are written instead. */
class CommandPagesTest {
    private static final Path FOLDER = Path.of("..", "docs", "reference", "commands");

    @Test
    void pagesAreThoseOfTheModel() throws IOException {
        Map<String, String> pages = CommandPages.all();
        assertThat(pages).hasSizeGreaterThan(20);
        for (Map.Entry<String, String> page : pages.entrySet()) {
            Path file = FOLDER.resolve(page.getKey() + ".md");
            if (Boolean.getBoolean("fallow.snippets")) {
                Files.createDirectories(FOLDER);
                Files.writeString(file, page.getValue());
            }
            assertThat(file).hasContent(page.getValue());
        }
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".md", ""))
                            .collect(Collectors.toSet()))
                    .isEqualTo(pages.keySet());
        }
    }
}
