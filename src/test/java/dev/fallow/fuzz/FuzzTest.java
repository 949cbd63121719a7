package dev.fallow.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The part of fuzzing that runs in every build, always with the same executions. {@link Campaign} is for longer runs.
 */
class FuzzTest {
    private static final int FACTOR = Integer.getInteger("fallow.fuzz", 1);
    private static final long SEED = Long.getLong(Campaign.SEED, 1);

    private static Targets targets;

    @BeforeAll
    static void makeSeeds() throws IOException {
        targets = Targets.make(false, List.of());
    }

    @AfterAll
    static void close() throws IOException {
        targets.close();
    }

    @ParameterizedTest
    @CsvSource({"read, 2000", "edit, 1500", "journal, 300", "look, 1000", "change, 600", "path, 300", "verb, 150"})
    void damagedFilesEndAsResultsOrRefusals(String target, int executions) {
        Findings findings = new Findings(Path.of("target", "fuzz"));
        long done = targets.outcomes().done();
        long refused = targets.outcomes().refused();
        try (Engine engine = new Engine(targets.weighted(Set.of(target)), findings, System.out, Long.MAX_VALUE, true)) {
            String run = "run " + SEED + " of " + target;
            for (long number = 0; number < (long) executions * FACTOR; number++) {
                engine.run(engine.make(run, number, Engine.random(SEED, number)));
            }
            assertThat(findings.size()).as("%s", engine.summary()).isZero();
        }
        assertThat(targets.outcomes().done() - done)
                .as("calls that were not refused")
                .isGreaterThan(executions);
        assertThat(targets.outcomes().refused() - refused)
                .as("calls that were refused")
                .isGreaterThan(executions / 4);
    }
}
