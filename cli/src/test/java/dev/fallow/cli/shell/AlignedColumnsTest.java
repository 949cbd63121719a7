package dev.fallow.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts for people. */
class AlignedColumnsTest {
    private final StringWriter out = new StringWriter();

    private AlignedColumns columns(int width, int elastic, Integer... right) {
        return new AlignedColumns(new PrintWriter(out), width, elastic, right);
    }

    private String text() {
        return out.toString().replace(System.lineSeparator(), "\n");
    }

    @Test
    void columnsAreAligned() {
        AlignedColumns columns = columns(80, -1, 1);
        columns.add("a", "1", "", "first");
        columns.add("bcd", "2345", "", "second");
        columns.flush();
        assertThat(text()).isEqualTo("a       1  first\nbcd  2345  second\n");
    }

    @Test
    void oneColumnIsShortenedIfLinesAreTooLong() {
        AlignedColumns columns = columns(30, 0);
        columns.add("compound{a int32, b int64}", "last one");
        columns.add("\ud83d\ude00".repeat(30), "last");
        columns.flush();
        assertThat(text()).isEqualTo("compound{a int32,...  last one\n" + "\ud83d\ude00".repeat(17) + "...  last\n");
    }

    @Test
    void theLastCellIsNeverShortened() {
        AlignedColumns columns = columns(30, 0);
        columns.add("a type with some text", "a long path".repeat(10));
        columns.flush();
        assertThat(text()).isEqualTo("a type wi...  " + "a long path".repeat(10) + "\n");
    }

    @Test
    void linesAreNotKept() {
        AlignedColumns columns = columns(80, -1);
        for (int i = 0; i < 1_000; i++) {
            columns.add("a", "b");
        }
        assertThat(text().lines()).hasSize(1_000);
        columns.add("longer than before", "c");
        columns.flush();
        assertThat(text()).endsWith("a  b\nlonger than before  c\n");
    }

    @ParameterizedTest
    @CsvSource({
        "0,0",
        "1023,1023",
        "1024,1.0K",
        "1536,1.5K",
        "10188,9.9K",
        "10189,10K",
        "1048000,1023K",
        "1048575,1.0M",
        "1048576,1.0M",
        "9223372036854775807,8.0E"
    })
    void bytesHaveUnits(long bytes, String text) {
        assertThat(Units.of(bytes)).isEqualTo(text);
    }

    @Test
    void shapesAreTuples() {
        assertThat(ShapeText.NULL).isEqualTo("null");
        assertThat(ShapeText.of(new long[0])).isEqualTo("scalar");
        assertThat(ShapeText.of(new long[] {5})).isEqualTo("(5,)");
        assertThat(ShapeText.of(new long[] {100, 3}, new long[] {-1, 3})).isEqualTo("(100, 3) max (None, 3)");
        assertThat(ShapeText.of(new long[] {100, 3}, new long[] {100, 3})).isEqualTo("(100, 3)");
    }
}
