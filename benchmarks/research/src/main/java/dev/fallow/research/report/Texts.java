package dev.fallow.research.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The texts of a report, read from a resource of this package: Markdown with one section for each place in the report.
 * Names in braces stand for numbers that are computed from the results.
 */
public final class Texts {
    private static final Pattern HEADING = Pattern.compile("(?m)^# (.+)\n");
    private static final Pattern PLACE = Pattern.compile("\\{([^{}]+)}");

    private final String name;
    private final Map<String, String> sections = new LinkedHashMap<>();

    private Texts(String name, String text) {
        this.name = name;
        Matcher heading = HEADING.matcher(text);
        String section = null;
        int begin = 0;
        while (heading.find()) {
            put(section, text.substring(begin, heading.start()));
            section = heading.group(1);
            begin = heading.end();
        }
        put(section, text.substring(begin));
    }

    private void put(String section, String text) {
        if (section != null && sections.put(section, text.strip()) != null) {
            throw new IllegalStateException(name + ": two sections \"" + section + '"');
        }
    }

    /** @throws IllegalStateException if there is no such resource */
    public static Texts of(String name) {
        try (InputStream in = Texts.class.getResourceAsStream(name + ".md")) {
            if (in == null) {
                throw new IllegalStateException("no texts of " + name);
            }
            return new Texts(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    /** Whether there is a section with this heading. */
    public boolean has(String section) {
        return sections.containsKey(section);
    }

    /** A section without numbers; no line end follows. */
    public String section(String section) {
        return section(section, Map.of());
    }

    /**
     * A section with its numbers.
     *
     * @param values the numbers, by the names in braces
     * @throws IllegalStateException if there is no such section, or the names in the text differ from those of the
     *     values
     */
    public String section(String section, Map<String, String> values) {
        if (!has(section)) {
            throw new IllegalStateException(name + ": no section \"" + section + '"');
        }
        Set<String> unused = new HashSet<>(values.keySet());
        String filled = PLACE.matcher(sections.get(section)).replaceAll(place -> {
            unused.remove(place.group(1));
            return Matcher.quoteReplacement(value(section, place, values));
        });
        if (!unused.isEmpty()) {
            throw new IllegalStateException(name + ", " + section + ": no place for " + unused);
        }
        return filled;
    }

    private String value(String section, MatchResult place, Map<String, String> values) {
        String value = values.get(place.group(1));
        if (value == null) {
            throw new IllegalStateException(name + ", " + section + ": no value for " + place.group());
        }
        return value;
    }
}
