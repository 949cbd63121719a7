package dev.fallow.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.fallow.ContainerException;
import dev.fallow.CreateOptions;
import dev.fallow.OpenOptions;
import dev.fallow.internal.commit.Barrier;
import java.util.Set;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each barrier is needed: without it, some crash loses data. With all of them {@link CrashImagesTest} finds nothing.
 */
@Execution(ExecutionMode.CONCURRENT)
class BarrierTest {
    private static final int MOST_SESSIONS = 40;

    @ParameterizedTest
    @EnumSource(Barrier.class)
    void withoutItSomethingIsLost(Barrier barrier) {
        int images = 0;
        for (int seed = 1; seed <= MOST_SESSIONS; seed++) {
            try {
                CrashRun created = CrashRun.creating(seed, 30, CreateOptions.defaults(), Set.of(barrier));
                created.checkAll(seed % 2 == 0 ? 1 : 512, 8, true);
                CrashRun reopened = created.reopening(30, OpenOptions.edit());
                reopened.checkAll(seed % 2 == 0 ? 1 : 512, 8, true);
                images += created.images() + reopened.images();
            } catch (AssertionError | ContainerException lost) {
                assertThat(lost.getMessage()).isNotBlank();
                System.out.println(barrier + ": seed " + seed + ", " + images + " images: "
                        + lost.getMessage().lines().findFirst().orElse(""));
                return;
            }
        }
        fail(barrier + ": nothing was lost in " + images + " images of " + MOST_SESSIONS + " sessions");
    }
}
