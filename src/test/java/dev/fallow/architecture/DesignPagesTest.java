package dev.fallow.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages about the design are short, and so are their paragraphs and sentences. */
class DesignPagesTest {
    private static final int MOST_LINES = 250;
    private static final int MOST_LINES_OF_A_PARAGRAPH = 8;
    private static final int MOST_WORDS_OF_A_SENTENCE = 40;

    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```");
    /** An empty line, or the start of a heading, an item of a list or a row of a table. */
    private static final Pattern BETWEEN_PARAGRAPHS = Pattern.compile("\n(?=\\s*\n|\\s*(?:[-*]|\\d+\\.)\\s|[#|])");

    private static final Pattern BETWEEN_SENTENCES = Pattern.compile("(?<=[.!?:;])\\s+(?=[A-Z`*(\\[])");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "how-free-space-works",
                "design",
                "free-space",
                "structures",
                "checking",
                "shrinking",
                "crash-safety",
                "access"
            })
    void pagesParagraphsAndSentencesAreShort(String page) throws IOException {
        String text = Files.readString(Path.of("..", "..", "docs", "explanation", page + ".md"));
        assertThat(text.lines().count()).isBetween(50L, (long) MOST_LINES);
        List<String> problems = new ArrayList<>();
        for (String paragraph : BETWEEN_PARAGRAPHS.split(CODE.matcher(text).replaceAll(""))) {
            String trimmed = paragraph.strip();
            if (trimmed.startsWith("|")) {
                continue;
            }
            if (trimmed.lines().count() > MOST_LINES_OF_A_PARAGRAPH) {
                problems.add("a long paragraph: " + trimmed);
            }
            for (String sentence : BETWEEN_SENTENCES.split(trimmed)) {
                if (sentence.split("\\s+").length > MOST_WORDS_OF_A_SENTENCE) {
                    problems.add("a long sentence: " + sentence);
                }
            }
        }
        assertThat(problems).isEmpty();
    }
}
