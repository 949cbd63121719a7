package dev.fallow.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.oracle.Corpus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Minimized inputs of fixed findings: all targets that accept them run without a finding. */
class ReproducersTest {
    private static Targets targets;

    @BeforeAll
    static void makeTargets() throws IOException {
        targets = Targets.withoutSeeds();
    }

    @AfterAll
    static void close() throws IOException {
        targets.close();
    }

    static List<Path> inputs() throws IOException {
        return Replay.inputs(Corpus.repository().resolve("src/test/resources/fuzz"));
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void isNoFindingAnyMore(Path input) throws IOException {
        assertThat(Replay.one(input, targets)).isEmpty();
    }
}
