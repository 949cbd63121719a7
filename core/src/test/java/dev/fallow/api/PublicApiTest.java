package dev.fallow.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The public API is a promise: what it is, is recorded in {@code src/test/resources/dev/fallow/api/api.txt}, and changes only together
 * with that file.
 */
class PublicApiTest {
    @Test
    void theApiIsTheRecordedOne() throws IOException, URISyntaxException, ClassNotFoundException {
        Path classes = Path.of(ContainerFile.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        RecordedApi.check(
                ApiListing.of(classes),
                "api.txt",
                "-pl core -am test -Dtest=PublicApiTest"
                        + " -Dfallow.api=$PWD/core/src/test/resources/dev/fallow/api/api.txt");
    }

    @Test
    void aDifferenceNamesTheTypeOfAMember() {
        List<String> before = List.of("class A", "    int a()", "    int b()", "class B", "    int a()");
        List<String> after = List.of("class A", "    int a()", "class B", "    long a()", "class C");
        assertThat(RecordedApi.difference(before, after))
                .containsExactly("- class A: int b()", "- class B: int a()", "+ class B: long a()", "+ class C");
        assertThat(RecordedApi.difference(before, before)).isEmpty();
    }
}
