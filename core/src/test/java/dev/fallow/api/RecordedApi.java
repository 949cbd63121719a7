package dev.fallow.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Compares the public API of a module with what is recorded of it. Tests of other modules use it, too. */
final class RecordedApi {
    /** Names a file, or a folder of files: the API is written there instead of compared. */
    private static final String WRITE = System.getProperty("fallow.api");

    private RecordedApi() {}

    /**
     * Requires that an API is the recorded one.
     *
     * @param name of the resource beside this class with the recorded lines
     * @param command what Maven is given to record another one
     */
    static void check(List<String> found, String name, String command) throws IOException {
        if (WRITE != null) {
            Path place = Path.of(WRITE);
            Files.writeString(Files.isDirectory(place) ? place.resolve(name) : place, String.join("\n", found) + "\n");
            return;
        }
        assertThat(difference(recorded(name), found))
                .as(
                        "The public API has changed: - was recorded, + is there now. If that is intended, record it with%n"
                                + "mvn -B -ntp %s -Dsurefire.failIfNoSpecifiedTests=false",
                        command)
                .isEmpty();
    }

    private static List<String> recorded(String name) throws IOException {
        try (InputStream in = RecordedApi.class.getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    /** What is in one listing only, members with their types. */
    static List<String> difference(List<String> recorded, List<String> found) {
        List<String> gone = qualified(recorded);
        gone.removeAll(qualified(found));
        List<String> added = qualified(found);
        added.removeAll(qualified(recorded));
        List<String> lines = new ArrayList<>();
        gone.forEach(line -> lines.add("- " + line));
        added.forEach(line -> lines.add("+ " + line));
        return lines;
    }

    private static List<String> qualified(List<String> listing) {
        List<String> lines = new ArrayList<>();
        String type = "";
        for (String line : listing) {
            if (line.startsWith(" ")) {
                lines.add(type + ": " + line.strip());
            } else {
                type = line;
                lines.add(line);
            }
        }
        return lines;
    }
}
