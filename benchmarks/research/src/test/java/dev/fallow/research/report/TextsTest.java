package dev.fallow.research.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Texts and their numbers stay consistent: each placeholder has a value, and each value a placeholder. */
class TextsTest {
    private final Texts texts = Texts.of("extend");

    @Test
    void numbersAreInTheirPlaces() {
        assertTrue(texts.has("description"));
        assertFalse(texts.has("remarks"));
        String text = texts.section("description", Map.of("per cent", "20"));
        assertTrue(text.startsWith("As above, but 20 % of the operations"), text);
        assertEquals(text.strip(), text);
        assertTrue(
                texts.section("description", Map.of("per cent", "$1\\")).contains("$1\\ %"),
                "nothing in it is special");
    }

    @Test
    void placesAndValuesBelongTogether() {
        assertThrows(IllegalStateException.class, () -> texts.section("description"));
        assertThrows(
                IllegalStateException.class, () -> texts.section("description", Map.of("per cent", "1", "more", "2")));
        assertThrows(IllegalStateException.class, () -> texts.section("remarks"));
        assertThrows(IllegalStateException.class, () -> Texts.of("nothing"));
    }
}
