package dev.fallow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares what the command prints with the files in {@code src/test/resources/dev/fallow/cli/golden}. */
public final class Golden {
    /** Names the folder of the golden files: they are written instead of compared. */
    private static final String WRITE = System.getProperty("fallow.golden");

    private Golden() {}

    /**
     * Fails unless the text is that of a golden file.
     *
     * @param folder what the text may name, and is called FOLDER in the file
     */
    public static void check(String name, Path folder, Object text) throws IOException {
        String actual = text.toString().replace(System.lineSeparator(), "\n").replace(folder.toString(), "FOLDER");
        if (WRITE != null) {
            Files.writeString(Path.of(WRITE).resolve(name), actual);
            return;
        }
        try (InputStream in = Golden.class.getResourceAsStream("golden/" + name)) {
            assertThat(in).as(name).isNotNull();
            String expected = new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
            assertThat(actual).as(name).isEqualTo(expected);
        }
    }
}
