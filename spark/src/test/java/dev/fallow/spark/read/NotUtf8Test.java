package dev.fallow.spark.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.NameText;
import dev.fallow.spark.TestSession;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.FixedString;
import dev.fallow.type.StringPadding;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Strings whose bytes are not UTF-8 are an error by name, or bytes, and never other characters. */
class NotUtf8Test {
    @TempDir
    private Path folder;

    @Test
    void stringsThatAreNotUtf8AreRefusedOrBinary() {
        byte[] degrees = "25 \u00b0C".getBytes(StandardCharsets.ISO_8859_1);
        String[] texts = {"k\u00e4se", NameText.decode(degrees)};
        Path path = folder.resolve("latin.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            file.root().createDataset("variable", texts);
            file.root()
                    .createDataset(
                            "fixed", new FixedString(1, 8, StringPadding.NULL_PADDED, CharacterSet.UTF_8), new long[] {2
                            })
                    .write(texts);
        }
        for (String each : new String[] {"variable", "fixed"}) {
            var reader = TestSession.spark().read().format("hdf5").option("dataset", each);
            assertThatThrownBy(() -> reader.load(path.toString()).collectAsList())
                    .hasStackTraceContaining("/" + each + ": expected a string in UTF-8, found the bytes 323520b043");
            var bytes = reader.schema("i0 bigint, value binary")
                    .load(path.toString())
                    .orderBy("i0")
                    .collectAsList();
            assertThat((byte[]) bytes.get(1).get(1)).isEqualTo(degrees);
            assertThat((byte[]) bytes.get(0).get(1)).isEqualTo("k\u00e4se".getBytes(StandardCharsets.UTF_8));
            Row first = reader.schema("i0 bigint, value string")
                    .load(path.toString())
                    .filter("i0 < 1")
                    .first();
            assertThat(first.getString(1)).isEqualTo("k\u00e4se");
        }
    }
}
