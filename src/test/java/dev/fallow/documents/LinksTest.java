package dev.fallow.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.oracle.Corpus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Links of all documents lead to files of the repository, and to headings that exist; each page of {@code docs} can be reached. */
class LinksTest {
    private static final Path ROOT = Corpus.repository();
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|mailto:)([^)#\\s]*)(?:#([^)]*))?\\)");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");

    private final Map<Path, Set<String>> headings = new HashMap<>();

    @Test
    void filesAndHeadingsExist() {
        Set<String> wrong = new TreeSet<>();
        int links = 0;
        for (Path document : Documents.all()) {
            for (String line : prose(document)) {
                Matcher matcher = LINK.matcher(line);
                while (matcher.find()) {
                    links++;
                    Path target = target(document, matcher.group(1));
                    if (!Files.exists(ROOT.resolve(target)) || !has(target, matcher.group(2))) {
                        wrong.add(document + ": " + matcher.group());
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(links).isGreaterThan(200);
    }

    @Test
    void everyPageIsReachedFromTheFrontPage() {
        Set<Path> reached = new HashSet<>(Set.of(Path.of("README.md")));
        List<Path> open = new java.util.ArrayList<>(reached);
        while (!open.isEmpty()) {
            Path document = open.remove(0);
            for (String line : prose(document)) {
                Matcher matcher = LINK.matcher(line);
                while (matcher.find()) {
                    Path target = target(document, matcher.group(1));
                    if (target.toString().endsWith(".md") && reached.add(target)) {
                        open.add(target);
                    }
                }
            }
        }
        assertThat(Documents.all().stream().filter(each -> each.startsWith("docs")))
                .isNotEmpty()
                .allMatch(reached::contains);
    }

    private static Path target(Path document, String link) {
        return link.isEmpty() ? document : document.resolveSibling(link).normalize();
    }

    private boolean has(Path document, String heading) {
        return heading == null
                || headings.computeIfAbsent(document, LinksTest::headings).contains(heading);
    }

    /** The names that a renderer gives to headings. */
    private static Set<String> headings(Path document) {
        Set<String> found = new HashSet<>();
        for (String line : prose(document)) {
            if (line.matches("#+ .*")) {
                found.add(line.replaceFirst("#+ ", "")
                        .strip()
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                        .replace(' ', '-'));
            }
        }
        return found;
    }

    /** The lines of a document that are not in blocks of code; code within a line has no links. */
    private static List<String> prose(Path document) {
        boolean[] code = {false};
        return Documents.lines(document).stream()
                .filter(line -> {
                    boolean fence = line.startsWith("```");
                    code[0] ^= fence;
                    return !fence && !code[0];
                })
                .map(line -> line.startsWith("#") ? line : CODE.matcher(line).replaceAll("`code`"))
                .toList();
    }
}
