package dev.fallow.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.fuzz.input.Mutation;
import dev.fallow.fuzz.input.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fuzzer reports a target that fails, and one that takes too long. */
class EngineTest {
    private static final byte[] SEED = {1, 2, 3, 4, 5, 6, 7, 8};
    private static final long NEVER = Long.MAX_VALUE;

    @TempDir
    private Path folder;

    private Findings findings;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeEach
    void makeFindings() {
        findings = new Findings(folder.resolve("findings"));
    }

    /** Changes two bytes of the seed; runs an action with the result. */
    private record Damaging(Action action) implements Target {
        interface Action {
            void run(byte[] input) throws IOException;
        }

        @Override
        public String name() {
            return "damaging";
        }

        @Override
        public String extension() {
            return ".bytes";
        }

        @Override
        public Case next(RandomGenerator random) {
            byte[] damaged = SEED.clone();
            damaged[2] = 0;
            damaged[5] = 0;
            return new Case(new Seed("eight bytes", SEED), new Mutation("two zeros", damaged));
        }

        @Override
        public void seal(Case damaged, byte[] changed) {
            // there are no checksums
        }

        @Override
        public void run(byte[] input, long plan) throws IOException {
            action.run(input);
        }
    }

    private boolean run(Damaging.Action action, long slowNanos) {
        try (Engine engine =
                new Engine(List.of(new Damaging(action)), findings, new PrintStream(printed, true), slowNanos, true)) {
            return engine.run(engine.make("test", 1, Engine.random(1, 1)));
        }
    }

    private List<Path> saved(String extension) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("findings"))) {
            return files.filter(file -> file.toString().endsWith(extension)).toList();
        }
    }

    @Test
    void aTargetThatEndsIsNoFinding() {
        assertThat(run(input -> {}, NEVER)).isTrue();
        assertThat(findings.size()).isZero();
    }

    @Test
    void anExceptionIsSavedWithTheByteThatCausesIt() throws IOException {
        Damaging.Action fails = input -> {
            if (input[5] == 0) {
                throw new IllegalStateException("the sixth byte");
            }
        };
        for (int i = 0; i < 2; i++) {
            assertThat(run(fails, NEVER)).isFalse();
        }
        assertThat(findings.size()).as("one kind").isEqualTo(1);
        assertThat(printed.toString()).containsOnlyOnce("NEW damaging: IllegalStateException");
        assertThat(saved(".bytes"))
                .singleElement()
                .satisfies(file -> assertThat(Files.readAllBytes(file))
                        .as("the third byte is as it was")
                        .containsExactly(1, 2, 3, 4, 5, 0, 7, 8));
        assertThat(saved(".txt"))
                .singleElement()
                .satisfies(file -> assertThat(file).content().contains("the sixth byte"));
    }

    @Test
    void aTargetThatTakesTooLongIsAFinding() {
        assertThat(run(
                        input -> {
                            while (!printed.toString().contains("slow")) { // printed after it is a finding
                                Thread.onSpinWait();
                            }
                        },
                        1_000_000))
                .isTrue();
        assertThat(printed.toString()).contains("NEW damaging: slow");
    }
}
