package dev.fallow.internal.elements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks on several threads. */
@Tag("optimized")
class ParallelTest {
    private static final int TASKS = 40;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyTaskRunsOnceAndHasRunWhenItIsFinished(boolean parallel) throws IOException {
        AtomicIntegerArray runs = new AtomicIntegerArray(1_000);
        try (Parallel tasks = new Parallel(parallel ? 2 : 1, ForkJoinPool.commonPool())) {
            for (int i = 0; i < runs.length(); i++) {
                int number = i;
                tasks.run(() -> runs.incrementAndGet(number));
            }
            tasks.finish();
            for (int i = 0; i < runs.length(); i++) {
                assertThat(runs.get(i)).as("runs of task %d", i).isEqualTo(1);
            }
        }
    }

    /** Whichever task is the fastest. */
    @Test
    void theFirstOfSeveralFailuresIsReported() {
        long seed = Seeds.one(5);
        Random random = new Random(seed);
        for (int round = 0; round < 100; round++) {
            int first = random.nextInt(TASKS);
            long[] delays = random.longs(TASKS, 0, 200_000).toArray();
            assertThatThrownBy(() -> {
                        try (Parallel tasks = new Parallel(2, ForkJoinPool.commonPool())) {
                            try {
                                for (int i = 0; i < TASKS; i++) {
                                    int number = i;
                                    tasks.run(() -> fail(number, first, delays[number]));
                                }
                            } catch (IOException e) {
                                tasks.finish();
                                throw e;
                            }
                            tasks.finish();
                        }
                    })
                    .as("%s, round %d", Seeds.name(seed), round)
                    .isInstanceOf(IOException.class)
                    .hasMessage("task " + first);
        }
    }

    /** Fails from the first task on that is to fail. */
    private static void fail(int number, int first, long nanoseconds) throws IOException {
        LockSupport.parkNanos(nanoseconds);
        if (number >= first) {
            throw new IOException("task " + number);
        }
    }

    @Test
    void closingWaitsForTasks() throws IOException {
        AtomicIntegerArray runs = new AtomicIntegerArray(1);
        try (Parallel tasks = new Parallel(2, ForkJoinPool.commonPool())) {
            for (int i = 0; i < TASKS; i++) {
                tasks.run(() -> {
                    LockSupport.parkNanos(100_000);
                    runs.incrementAndGet(0);
                });
            }
        }
        assertThat(runs.get(0)).isEqualTo(TASKS);
    }
}
