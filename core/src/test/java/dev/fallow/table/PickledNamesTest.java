package dev.fallow.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.NameText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists as {@code pickle.dumps(list, 0)} of Python 3.11 wrote them. */
class PickledNamesTest {
    /** An attribute with these bytes, as Fallow reads it. */
    private static String attribute(String bytes) {
        byte[] all = bytes.getBytes(StandardCharsets.ISO_8859_1);
        return NameText.decode(all);
    }

    @Test
    void textsAreUnescaped() {
        assertThat(PickledNames.names(attribute(
                        "(lp0\nV\u00e9\np1\naV\\u540d\np2\naVa\\u005cb\np3\naVx\\u000ay\np4\naV\\U0001f600\np5\na.")))
                .containsExactly("\u00e9", "\u540d", "a\\b", "x\ny", "\ud83d\ude00");
    }

    /** The bytes of two characters are also those of another character in UTF-8. */
    @Test
    void bytesThatAreUtf8AsWell() {
        assertThat(PickledNames.names(attribute("(lp0\nV\u00c3\u00a9\np1\na."))).containsExactly("\u00c3\u00a9");
    }

    @Test
    void numbersAreTexts() {
        assertThat(PickledNames.names(attribute("(lp0\nI5\naI01\naI00\naF2.5\naL12345678901234567890L\naNa.")))
                .containsExactly("5", "True", "False", "2.5", "12345678901234567890", "");
    }

    @Test
    void anAxisIsATupleOfItsNumberAndNames() {
        assertThat(PickledNames.read(attribute("(lp0\n(I1\n(lp1\nVa\np2\naVb\np3\natp4\na.")))
                .contains(List.of(List.of("1", List.of("a", "b"))));
    }

    @Test
    void aTextIsTakenAgain() {
        assertThat(PickledNames.names(attribute("(lp0\nVa\np1\nag1\na."))).containsExactly("a", "a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "V", // no end of line
                "Va\n", // no end
                ".", // nothing
                "l.", // no beginning of the list
                "a.",
                "Va\na.",
                "(Va\na.",
                "Va\nVb\na.",
                "p0\n.",
                "g0\n.", // was not kept
                "(lp0\ng0\na.", // a list that contains itself
                "V\\Uffffffff\n.", // beyond Unicode
                "(dp8\n.", // a dictionary
                "cos\nsystem\n(S'true'\ntR.", // code
            })
    void damagedOrSomethingElse(String pickled) {
        assertThat(PickledNames.read(attribute(pickled))).isEmpty();
        assertThat(PickledNames.names(attribute(pickled))).isEmpty();
    }
}
