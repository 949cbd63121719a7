package dev.fallow.cli.shell;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A pattern as shells have them: {@code *} stands for any characters, {@code ?} for one, {@code [a-z]} for one of several, and
 * {@code [!a-z]} for one that is none of these.
 */
public final class NamePattern {
    private final Pattern regex;

    private NamePattern(Pattern regex) {
        this.regex = regex;
    }

    /** @throws IllegalArgumentException if brackets have a range that is none */
    public static NamePattern of(String text) {
        StringBuilder regex = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            int close = c == '[' ? text.indexOf(']', at + 2) : -1;
            if (close >= 0) {
                regex.append(members(text.substring(at + 1, close)));
                at = close + 1;
                continue;
            }
            int end = text.offsetByCodePoints(at, 1);
            regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(text.substring(at, end)));
            at = end;
        }
        try {
            return new NamePattern(Pattern.compile(regex.toString(), Pattern.DOTALL));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("the pattern " + text + ": " + e.getDescription(), e);
        }
    }

    private static String members(String members) {
        boolean not = members.startsWith("!") || members.startsWith("^");
        return (not ? "[^" : "[") + members.substring(not ? 1 : 0).replaceAll("[\\\\\\[&^]", "\\\\$0") + "]";
    }

    /** Whether all of a text is as the pattern says. */
    public boolean matches(String text) {
        return regex.matcher(text).matches();
    }
}
