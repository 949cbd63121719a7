package dev.fallow.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.oracle.Corpus;
import dev.fallow.table.PandasFrame;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Columns of frames that pandas has written, whose values are those in the script that made the files. */
class PandasColumnsTest {
    private static Path stored(String name) {
        return Corpus.repository().resolve("spark/src/test/resources/tables").resolve(name);
    }

    @Test
    void eachKindOfColumn() {
        try (ContainerFile file = ContainerFile.openReadOnly(stored("pandas.h5"))) {
            PandasFrame frame = PandasFrame.of(file.group("frame"));
            assertThat(frame.columns())
                    .extracting(PandasFrame.Column::name)
                    .containsExactly("index", "number", "ratio", "single", "other", "text", "when", "good", "kind");
            assertThat(frame.rows()).isEqualTo(30);
            assertThat(frame.read("number", long[].class)).hasSize(30).startsWith(0, 7, 14);
            assertThat(frame.read("ratio", double[].class)).startsWith(0, 1, 2, 3, 4, Double.NaN, 6);
            assertThat((float[]) frame.read("single")).startsWith(0, 7, 14);
            assertThat(frame.read("other", double[].class)[9]).isEqualTo(7);
            assertThat(frame.read("text", String[].class))
                    .startsWith("text é 0", "text é 1", "text é 2", null, "text é 4");
            assertThat(frame.read("when", Instant[].class))
                    .startsWith(Instant.parse("2020-02-03T04:05:06.789Z"))
                    .endsWith(Instant.parse("2020-02-03T21:58:06.789Z"))
                    .hasSize(30);
            assertThat(frame.read("when", Instant[].class)[4]).isNull();
            assertThat(frame.read("good", boolean[].class)).startsWith(true, false, true);
            assertThat(frame.read("kind", String[].class)).startsWith("red", "green", "blue", "red");
            PandasFrame series = PandasFrame.of(file.group("deep/series"));
            assertThat(series.read("s", double[].class)).hasSize(10).endsWith(63);
            assertThat(series.read("index", Instant[].class)).startsWith(Instant.parse("1969-12-31T00:00:00Z"));
        }
    }

    @Test
    void namesBeyondAscii() {
        try (ContainerFile file = ContainerFile.openReadOnly(stored("pandas-names.h5"))) {
            PandasFrame frame = PandasFrame.of(file.group("frame"));
            assertThat(frame.columns())
                    .extracting(PandasFrame.Column::name)
                    .containsExactly("index", "é", "名", "a\\b", "x\ny", "5", "😀", "Ã©");
            assertThat(frame.read("名", double[].class)).containsExactly(0, 2, 4, 6);
            assertThat(frame.read("x\ny", int[].class)).containsExactly(0, 4, 8, 12);
        }
    }

    @Test
    void categoriesOfSeveralTypes() {
        try (ContainerFile file = ContainerFile.openReadOnly(stored("pandas-categories.h5"))) {
            PandasFrame frame = PandasFrame.of(file.group("frame"));
            assertThat(frame.read("color")).isEqualTo(new String[] {"red", "green", null, "blé", "red", "green"});
            assertThat(frame.read("level")).isEqualTo(new Long[] {3L, 1L, 2L, 3L, null, 1L});
            assertThat(frame.read("day", Instant[].class))
                    .containsExactly(
                            Instant.parse("2020-02-03T00:00:00Z"),
                            null,
                            Instant.parse("1969-12-31T00:00:00Z"),
                            Instant.parse("2020-02-03T00:00:00Z"),
                            null,
                            Instant.parse("2021-01-01T00:00:00Z"));
        }
    }
}
