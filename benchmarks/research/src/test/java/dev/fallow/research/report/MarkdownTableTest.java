package dev.fallow.research.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class MarkdownTableTest {
    @Test
    void textIsLeftAndNumbersAreRight() {
        MarkdownTable table = new MarkdownTable().text("").number("1,000").numbers(List.of("10", "20"));
        assertTrue(table.isEmpty());
        table.row("ordered", "1.5", MarkdownTable.NOTHING, "").row(List.of("a|b", "1", "2", "3"));
        assertFalse(table.isEmpty());
        assertEquals("""
                | | 1,000 | 10 | 20 |
                |---|---:|---:|---:|
                | ordered | 1.5 | – | |
                | a\\|b | 1 | 2 | 3 |
                """, table.toString());
    }

    @Test
    void rowsFitTheColumns() {
        MarkdownTable table = new MarkdownTable().text("a").text("b").row("1", "2");
        assertThrows(IllegalArgumentException.class, () -> table.row("1"));
        assertThrows(IllegalStateException.class, () -> table.text("c"));
    }
}
