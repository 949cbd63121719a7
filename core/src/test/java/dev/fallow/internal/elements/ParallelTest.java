package dev.fallow.internal.elements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
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

    /** Of tasks that end in any order. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void resultsAreTakenInOrderByTheCallingThread(int threads) throws IOException {
        long seed = Seeds.one(6);
        long[] delays = new Random(seed).longs(10 * TASKS, 0, 50_000).toArray();
        List<Integer> taken = new ArrayList<>();
        Thread calling = Thread.currentThread();
        ExecutorService executor = Executors.newCachedThreadPool();
        try (Parallel tasks = new Parallel(threads, executor)) {
            for (int i = 0; i < delays.length; i++) {
                int number = i;
                tasks.run(
                        () -> {
                            LockSupport.parkNanos(delays[number]);
                            return number;
                        },
                        result -> {
                            assertThat(Thread.currentThread()).isSameAs(calling);
                            taken.add(result);
                        });
            }
            tasks.finish();
        } finally {
            executor.shutdown();
        }
        assertThat(taken)
                .as(Seeds.name(seed))
                .isEqualTo(IntStream.range(0, delays.length).boxed().toList());
    }

    /** However many threads the executor has. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void fewTasksRunAndFewResultsWait(int threads) throws IOException {
        Counts counts = new Counts();
        ExecutorService executor = Executors.newCachedThreadPool();
        try (Parallel tasks = new Parallel(threads, executor)) {
            for (int i = 0; i < 10 * TASKS; i++) {
                counts.given();
                int number = i;
                tasks.run(
                        () -> {
                            counts.begun();
                            LockSupport.parkNanos(number % 7 * 20_000L);
                            counts.ended();
                            return number;
                        },
                        result -> counts.taken());
            }
            tasks.finish();
        } finally {
            executor.shutdown();
        }
        assertThat(counts.mostRunning.get()).isBetween(1, threads);
        assertThat(counts.mostGiven.get()).isBetween(1, Parallel.AHEAD * threads);
    }

    /** The threads of the executor are all busy until everything is done. */
    @Test
    void theCallingThreadRunsAllIfNoOtherIsFree() throws IOException {
        List<Runnable> later = new ArrayList<>();
        AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);
        try (Parallel tasks = new Parallel(3, later::add)) {
            for (int i = 0; i < TASKS; i++) {
                int number = i;
                tasks.run(() -> runs.incrementAndGet(number));
            }
            tasks.finish();
        }
        assertThat(later).hasSize(2);
        later.forEach(Runnable::run);
        for (int i = 0; i < TASKS; i++) {
            assertThat(runs.get(i)).isEqualTo(1);
        }
    }

    @Test
    void theCallingThreadRunsAllThatTheExecutorRefuses() throws IOException {
        AtomicIntegerArray runs = new AtomicIntegerArray(1);
        try (Parallel tasks = new Parallel(3, task -> {
            throw new RejectedExecutionException();
        })) {
            for (int i = 0; i < TASKS; i++) {
                tasks.run(() -> runs.incrementAndGet(0));
            }
            tasks.finish();
        }
        assertThat(runs.get(0)).isEqualTo(TASKS);
    }

    /** It waits for tasks all the same, and stays interrupted. */
    @Test
    void anInterruptedThreadTakesAllResults() throws IOException {
        AtomicIntegerArray taken = new AtomicIntegerArray(1);
        ExecutorService executor = Executors.newCachedThreadPool();
        Thread.currentThread().interrupt();
        try (Parallel tasks = new Parallel(2, executor)) {
            for (int i = 0; i < TASKS; i++) {
                int number = i;
                tasks.run(() -> number, result -> taken.incrementAndGet(0));
            }
            tasks.finish();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
            executor.shutdown();
        }
        assertThat(taken.get(0)).isEqualTo(TASKS);
    }

    /** Results of tasks before the failure are taken, and no others, whichever thread is the fastest. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nothingIsTakenAfterAFailure(boolean ofATask) {
        for (int failing = 0; failing < TASKS; failing++) {
            int failingNumber = failing;
            List<Integer> taken = new ArrayList<>();
            try (Parallel tasks = new Parallel(3, ForkJoinPool.commonPool())) {
                assertThatThrownBy(() -> {
                            for (int i = 0; i < TASKS; i++) {
                                int number = i;
                                tasks.run(
                                        () -> {
                                            fail(number, ofATask ? failingNumber : TASKS, number % 3 * 10_000L);
                                            return number;
                                        },
                                        result -> {
                                            fail(number, failingNumber, 0);
                                            taken.add(number);
                                        });
                            }
                            tasks.finish();
                        })
                        .hasMessage("task " + failing);
                assertThatThrownBy(tasks::finish).hasMessage("task " + failing);
                assertThatThrownBy(() -> tasks.run(() -> taken.add(-1))).hasMessage("task " + failing);
            }
            assertThat(taken).isEqualTo(IntStream.range(0, failing).boxed().toList());
        }
    }

    @Test
    void closingWaitsForWhatRunsAndDropsTheRest() throws IOException {
        Counts counts = new Counts();
        for (int round = 0; round < TASKS; round++) {
            ExecutorService executor = Executors.newCachedThreadPool();
            try (Parallel tasks = new Parallel(4, executor)) {
                for (int i = 0; i < 7; i++) { // fewer than it would take results of
                    tasks.run(
                            () -> {
                                counts.begun();
                                LockSupport.parkNanos(100_000);
                                counts.ended();
                                return 0;
                            },
                            result -> {});
                }
            }
            assertThat(counts.running.get()).isZero();
            int begun = counts.allBegun.get();
            executor.shutdown();
            assertThat(awaitEnd(executor)).isTrue();
            assertThat(counts.allBegun.get()).isEqualTo(begun);
        }
    }

    private static boolean awaitEnd(ExecutorService executor) {
        try {
            return executor.awaitTermination(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Counts tasks. */
    private static final class Counts {
        private final AtomicInteger running = new AtomicInteger();
        private final AtomicInteger mostRunning = new AtomicInteger();
        private final AtomicInteger allBegun = new AtomicInteger();
        private final AtomicInteger given = new AtomicInteger();
        private final AtomicInteger mostGiven = new AtomicInteger();

        void given() {
            mostGiven.accumulateAndGet(given.incrementAndGet(), Math::max);
        }

        void begun() {
            allBegun.incrementAndGet();
            mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
        }

        void ended() {
            running.decrementAndGet();
        }

        void taken() {
            given.decrementAndGet();
        }
    }
}
