package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.testing.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Random sessions, with the invariants checked after every operation. */
@Tag("optimized")
@Execution(ExecutionMode.CONCURRENT)
class RandomSessionTest {
    private static final int STEPS = Integer.getInteger("fallow.steps", 6_000);

    static long[] seeds() {
        return Seeds.range(1, 20);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void invariantsHoldAfterEveryOperation(long seed) {
        new RandomSession(seed, FreeSpaceBackend.ORDERED).run(STEPS);
    }

    @ParameterizedTest
    @EnumSource(FreeSpaceBackend.class)
    void invariantsHoldWithEveryBackend(FreeSpaceBackend backend) {
        new RandomSession(Seeds.one(77), backend).run(STEPS / 5);
    }

    /** Every strategy, thresholds and pages of several sizes, persistent or not. */
    @ParameterizedTest
    @CsvSource({
        "PAGE, 1, 512, true",
        "PAGE, 1, 4096, true",
        "PAGE, 1, 65536, true",
        "PAGE, 1, 4096, false",
        "PAGE, 100, 1024, true",
        "FSM_AGGR, 1, 4096, false",
        "FSM_AGGR, 64, 4096, true",
        "AGGR, 1, 4096, false",
        "NONE, 1, 4096, false"
    })
    void invariantsHoldWithEveryStrategy(FileSpaceStrategy strategy, long threshold, long page, boolean persistent) {
        SpaceSettings space = new SpaceSettings(strategy, threshold, page);
        for (long seed : Seeds.range(31, 3)) {
            new RandomSession(seed, FreeSpaceBackend.ORDERED, space, persistent).run(STEPS / 10);
        }
    }

    /** Half of the operations are on chunked datasets of all indexes. */
    @ParameterizedTest
    @CsvSource({
        "FSM_AGGR, LATEST, true",
        "FSM_AGGR, EARLIEST, true",
        "PAGE, LATEST, true",
        "PAGE, EARLIEST, false",
        "AGGR, LATEST, false",
        "NONE, LATEST, false"
    })
    void invariantsHoldWithChunks(FileSpaceStrategy strategy, FileFormat format, boolean persistent) {
        SpaceSettings space = new SpaceSettings(strategy, 1, 4096);
        for (long seed : Seeds.range(61, 2)) {
            new RandomSession(seed, FreeSpaceBackend.ORDERED, space, persistent, format)
                    .withChunks()
                    .run(STEPS / 20);
        }
    }

    /** One that asks for the addresses of new objects, and one that does not. */
    static long[] twoSeeds() {
        return Seeds.range(98, 2);
    }

    @ParameterizedTest
    @MethodSource("twoSeeds")
    void theSameOperationsGiveTheSameBytes(long seed) {
        RandomSession first = new RandomSession(seed, FreeSpaceBackend.ORDERED);
        RandomSession second = new RandomSession(seed, FreeSpaceBackend.ORDERED);
        RandomSession bins = new RandomSession(seed, FreeSpaceBackend.SIZE_BINS);
        byte[] content = first.run(2_000);
        assertThat(second.run(2_000)).as("I5").isEqualTo(content);
        assertThat(second.digest()).as("I5").isEqualTo(first.digest());
        assertThat(bins.run(2_000)).as("the same choices").isEqualTo(content);
        assertThat(bins.digest()).as("the same choices").isEqualTo(first.digest());
    }
}
