package dev.fallow.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The public API is a promise: what it is, is recorded in {@code src/test/resources/dev/fallow/api/api.txt}, and changes only together
 * with that file.
 */
class PublicApiTest {
    /** Names a file: the API is written there instead of compared. */
    private static final String WRITE = System.getProperty("fallow.api");

    @Test
    void theApiIsTheRecordedOne() throws IOException, URISyntaxException, ClassNotFoundException {
        Path classes = Path.of(ContainerFile.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> found = ApiListing.of(classes);
        if (WRITE != null) {
            Files.writeString(Path.of(WRITE), String.join("\n", found) + "\n");
            return;
        }
        assertThat(difference(recorded(), found))
                .as("The public API has changed: - was recorded, + is there now. If that is intended, record it with%n"
                        + "mvn -B -ntp -pl core -am test -Dtest=PublicApiTest -Dsurefire.failIfNoSpecifiedTests=false"
                        + " -Dfallow.api=$PWD/core/src/test/resources/dev/fallow/api/api.txt")
                .isEmpty();
    }

    @Test
    void aDifferenceNamesTheTypeOfAMember() {
        List<String> before = List.of("class A", "    int a()", "    int b()", "class B", "    int a()");
        List<String> after = List.of("class A", "    int a()", "class B", "    long a()", "class C");
        assertThat(difference(before, after))
                .containsExactly("- class A: int b()", "- class B: int a()", "+ class B: long a()", "+ class C");
        assertThat(difference(before, before)).isEmpty();
    }

    private static List<String> recorded() throws IOException {
        try (InputStream in = PublicApiTest.class.getResourceAsStream("api.txt")) {
            assertThat(in).as("api.txt").isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    /** What is in one listing only, members with their types. */
    private static List<String> difference(List<String> recorded, List<String> found) {
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
