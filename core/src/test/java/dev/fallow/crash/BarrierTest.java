package dev.fallow.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fallow.CreateOptions;
import dev.fallow.OpenOptions;
import dev.fallow.crash.CrashRun.Loss;
import dev.fallow.crash.CrashRun.Lost;
import dev.fallow.internal.storage.Barrier;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each rule is needed: without it, some crash loses something. With all of them, no crash of the same sessions does. */
@Execution(ExecutionMode.CONCURRENT)
class BarrierTest {
    /** One with which each rule is seen to be needed. */
    private static final long SEED = 6;

    private static final int STEPS = 30;

    private static final String KILLED = ", killed ";
    private static final String WENT_DOWN = ", went down ";
    private static final String AGAIN = "; again ";
    private static final String WENT_DOWN_IN_RECOVERY = AGAIN + "went down ";

    /**
     * The crash that shows that a rule is needed.
     *
     * @param crash in the words of {@link CrashImages}; what a killed program has written is there, so a force that is
     *     missing shows only when the machine goes down
     * @param lost what is lost
     */
    private record Expected(String crash, Lost lost) {
        static Expected without(Barrier barrier) {
            return switch (barrier) {
                case QUARANTINE, JOURNAL_FIRST -> new Expected(KILLED, Lost.COMMIT);
                case RECORD_BESIDE_LAST -> new Expected(KILLED, Lost.CONTAINER);
                case NEW_BLOCKS_BEFORE_RECORD, APPLIED_BEFORE_UNMARKED -> new Expected(WENT_DOWN, Lost.COMMIT);
                case RECORD_BEFORE_APPLYING, RECORD_BEFORE_MARK, UNMARKED_BEFORE_REMOVED ->
                    new Expected(WENT_DOWN, Lost.CONTAINER);
                case RECORD_BEFORE_RECOVERING -> new Expected(WENT_DOWN_IN_RECOVERY, Lost.COMMIT);
                case RECOVERED_BEFORE_UNMARKED -> new Expected(WENT_DOWN_IN_RECOVERY, Lost.COMMIT);
                case RECOVERED_BEFORE_REMOVED -> new Expected(WENT_DOWN_IN_RECOVERY, Lost.CONTAINER);
            };
        }
    }

    /** Creates a container and edits it, then opens and edits it; checks the images of all crashes in both.
     *
     * @param inARow whether the machine may go down in the recovery from a killed program
     */
    private static void run(Set<Barrier> without, boolean inARow) {
        CrashRun created = CrashRun.creating(SEED, STEPS, CreateOptions.defaults(), without);
        created.checkAll(512, 8, true, inARow);
        CrashRun reopened = created.reopening(STEPS, OpenOptions.defaults());
        reopened.checkAll(512, 8, true, inARow);
    }

    @ParameterizedTest
    @EnumSource(Barrier.class)
    void withoutItSomethingIsLost(Barrier barrier) {
        Loss loss = catchThrowableOfType(
                Loss.class, () -> run(Set.of(barrier), barrier == Barrier.RECORD_BEFORE_RECOVERING));
        assertThat(loss).as("a loss without " + barrier).isNotNull();
        Expected expected = Expected.without(barrier);
        assertThat(loss).hasMessageContaining(expected.crash);
        assertThat(loss.getMessage().contains(AGAIN)).isEqualTo(expected.crash.contains(AGAIN));
        assertThat(loss.lost()).as(loss.getMessage()).isEqualTo(expected.lost);
    }

    /** A recovery that finds a closed container removes the journal; the machine may go down before that was forced. */
    @Test
    void aRecoveryForcesTheUnmarkedSuperblock() {
        Loss loss = catchThrowableOfType(Loss.class, () -> run(Set.of(Barrier.UNMARKED_BEFORE_REMOVED), true));
        assertThat(loss).hasMessageContaining(KILLED).hasMessageContaining(WENT_DOWN_IN_RECOVERY);
        assertThat(loss.lost()).as(loss.getMessage()).isEqualTo(Lost.CONTAINER);
    }

    @Test
    void withAllOfThemNothingIsLost() {
        run(Set.of(), true);
    }
}
