package dev.fallow.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The escaping of each class of characters, and the uniqueness of escaped names. */
class PrintableTest {
    private static final Pattern ESCAPE = Pattern.compile("\\\\(x..|u....|U........|.)");

    @Test
    void controlCharactersAreEscaped() {
        assertThat(Printable.name("a\nb\rc\td")).isEqualTo("a\\nb\\rc\\td");
        assertThat(Printable.name("\0\u0007\b\u001b[2J\u007f")).isEqualTo("\\x00\\x07\\x08\\x1b[2J\\x7f");
        assertThat(Printable.name("\u0080\u0085\u009b31m\u009f")).isEqualTo("\\u0080\\u0085\\u009b31m\\u009f");
    }

    @Test
    void marksThatChangeTheDirectionOfTextAreEscaped() {
        assertThat(Printable.name("\u202a\u202b\u202c\u202d\u202egnp.exe"))
                .isEqualTo("\\u202a\\u202b\\u202c\\u202d\\u202egnp.exe");
        assertThat(Printable.name("\u2066\u2067\u2068\u2069\u200e\u200f\u061c"))
                .isEqualTo("\\u2066\\u2067\\u2068\\u2069\\u200e\\u200f\\u061c");
    }

    @Test
    void separatorsAndInvisibleCharactersAreEscaped() {
        assertThat(Printable.name("\u2028\u2029")).isEqualTo("\\u2028\\u2029");
        assertThat(Printable.name("a\u200bb\u200cc\u200dd\u2060\ufeff\u00ad"))
                .isEqualTo("a\\u200bb\\u200cc\\u200dd\\u2060\\ufeff\\u00ad");
        assertThat(Printable.name("\u3164\u115f")).isEqualTo("\\u3164\\u115f");
        assertThat(Printable.name(Character.toString(0xE0041))).isEqualTo("\\U000e0041");
    }

    @Test
    void lettersCombiningMarksAndEmojiStay() {
        for (String name : List.of(
                "plain name (1) -> \"x\"",
                "é",
                "e\u0301",
                "漢字",
                "שלום",
                "سلام",
                "नमस्ते",
                "\ud83d\udc4d\ud83c\udffd", // thumbs up, with a tone of skin
                "\u2764\ufe0f", // heart, with a variation selector
                "\ud842\udfb7",
                "\u00a0\u3000")) {
            assertThat(Printable.name(name)).isEqualTo(name);
            assertThat(Printable.message(name)).isEqualTo(name);
        }
    }

    @Test
    void bytesThatAreNotUtf8AreShownAsBytes() {
        byte[] bytes = "bad\u00e9".getBytes(StandardCharsets.ISO_8859_1);
        String decoded = Utf8.decode(bytes, 0, bytes.length);
        assertThat(Printable.name(decoded)).isEqualTo("bad\\xe9");
        assertThat(Printable.name("\u00e9")).as("the letter of the same number").isEqualTo("\u00e9");
        assertThat(Printable.name("\udcff\udc80\udc7f\ud800\udbff")).isEqualTo("\\xff\\x80\\udc7f\\ud800\\udbff");
    }

    @Test
    void aNameThatLooksLikeAnEscapeIsNotTakenForOne() {
        assertThat(Printable.name("\\x1b")).isEqualTo("\\\\x1b");
        assertThat(Printable.name("\\\u001b")).isEqualTo("\\\\\\x1b");
        assertThat(Printable.name("C:\\data")).isEqualTo("C:\\\\data");
    }

    @Test
    void everyFormBelongsToOneName() {
        Random random = new Random(61);
        int[] characters = {
            '\\', 'n', 'x', 'u', 'U', '0', '1', 'b', '\n', 0x1B, 0x7F, 0x9B, 0xE9, 0x202E, 0xDC80, 0xDCFF, 0xD800,
            0xFEFF, 0x1F44D, 0xE0041
        };
        Map<String, String> names = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            StringBuilder built = new StringBuilder();
            for (int length = random.nextInt(6); length >= 0; length--) {
                built.appendCodePoint(characters[random.nextInt(characters.length)]);
            }
            String name = built.toString();
            String form = Printable.name(name);
            assertThat(form.codePoints().allMatch(Printable::isPlain)).as(form).isTrue();
            assertThat(unescaped(form)).isEqualTo(name);
            assertThat(names.putIfAbsent(form, name)).isIn(null, name);
        }
    }

    /** The name with this escaped form. */
    private static String unescaped(String form) {
        Matcher escape = ESCAPE.matcher(form);
        StringBuilder name = new StringBuilder();
        while (escape.find()) {
            escape.appendReplacement(name, "");
            String code = escape.group(1);
            switch (code.charAt(0)) {
                case 'n' -> name.append('\n');
                case 'r' -> name.append('\r');
                case 't' -> name.append('\t');
                case 'x' -> {
                    int value = Integer.parseInt(code.substring(1), 16);
                    name.append((char) (value < 0x80 ? value : 0xDC00 + value));
                }
                case 'u', 'U' -> name.appendCodePoint(Integer.parseInt(code.substring(1), 16));
                default -> name.append(code);
            }
        }
        return escape.appendTail(name).toString();
    }

    @Test
    void aMessageWithinAMessageIsEscapedOnce() {
        String inner = Printable.message("there is no /\u001b[2J\n\udcff in C:\\data");
        assertThat(inner).isEqualTo("there is no /\\x1b[2J\\n\\xff in C:\\data");
        assertThat(Printable.message("file: " + inner)).isEqualTo("file: " + inner);
        assertThat(Printable.message(null)).isNull();
    }

    @Test
    void aLongMessageIsAbbreviatedInTheMiddle() {
        String longest = "x".repeat(Printable.LONGEST_MESSAGE);
        assertThat(Printable.message(longest)).isSameAs(longest);
        String message = "file: there is no /" + "y".repeat(65_535) + " in the group g";
        assertThat(Printable.message(message))
                .startsWith("file: there is no /yyy")
                .endsWith("yyy in the group g")
                .contains("y ...[64,069 of 65,569 characters left out]... y")
                .hasSizeLessThan(1_600);
    }

    @Test
    void abbreviatingDoesNotDivideACharacter() {
        String pair = "\ud83d\udc4d";
        for (String prefix : List.of("", "x")) {
            String message = Printable.message(prefix + pair.repeat(1_500));
            assertThat(message).doesNotContain("\\ud83d", "\\udc4d");
        }
    }

    @Test
    void exceptionsOfTheFormatAreSafeToPrint() {
        assertThat(new FormatException("link", 8, "expected a, found \"\u001b[2J\n\""))
                .hasMessage("link at address 8: expected a, found \"\\x1b[2J\\n\"");
    }
}
