package dev.fallow.api;

import dev.fallow.oracle.Corpus;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The public API of the modules above core is recorded as core's is. {@code freespace} and {@code format} are not here: they export to core alone,
 * and promise nothing.
 */
class ModulesApiTest {
    @ParameterizedTest
    @ValueSource(strings = {"filters", "natives", "http"})
    void theApiIsTheRecordedOne(String module) throws IOException, ClassNotFoundException {
        List<String> found = ApiListing.of(Corpus.repository().resolve(module).resolve("target/classes"));
        RecordedApi.check(
                found,
                module + ".txt",
                "-pl src/test -am test -Dtest=ModulesApiTest -Dfallow.api=$PWD/src/test/resources/dev/fallow/api");
    }
}
