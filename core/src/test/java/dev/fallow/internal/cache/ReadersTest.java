package dev.fallow.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Readers that are lent to threads. */
@Tag("optimized")
class ReadersTest {
    private static final int THREADS = 32;

    private final Set<Reader> ended = ConcurrentHashMap.newKeySet();
    private final AtomicInteger made = new AtomicInteger(1);
    private final Readers<Reader> readers = new Readers<>(new Reader(), this::make, ended::add);

    /** Not synchronised: only one thread at a time has it. */
    private static final class Reader {
        private Thread user;
        private long uses;
    }

    private Reader make() {
        made.incrementAndGet();
        return new Reader();
    }

    /** An operation on one container within one on another. */
    @Test
    void aThreadHasReadersOfSeveralContainers() throws IOException {
        Readers<Reader> others = new Readers<>(new Reader(), this::make, ended::add);
        for (int round = 0; round < 3; round++) {
            assertThat(readers.current()).isNull();
            Reader outer = readers.take();
            assertThat(others.current()).isNull();
            Reader inner = others.take();
            assertThat(List.of(readers.current(), others.current())).containsExactly(outer, inner);
            if (round == 1) {
                readers.giveBack(); // in another order
                assertThat(others.current()).isSameAs(inner);
                others.giveBack();
            } else {
                others.giveBack();
                assertThat(readers.current()).isSameAs(outer);
                readers.giveBack();
            }
        }
        assertThat(List.of(readers.count(), others.count())).containsExactly(1, 1);
        assertThat(ended).isEmpty();
    }

    /** Each use is seen by the next one, so none is lost. */
    @Test
    void aReaderIsLentToOneThreadAtATime() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        Set<Reader> seen = ConcurrentHashMap.newKeySet();
        int rounds = 20_000;
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                running.add(threads.submit(() -> {
                    for (int round = 0; round < rounds; round++) {
                        Reader reader = readers.take();
                        assertThat(readers.current()).isSameAs(reader);
                        assertThat(reader.user).isNull();
                        reader.user = Thread.currentThread();
                        reader.uses++;
                        if (round % 100 == 0) {
                            Thread.yield();
                        }
                        assertThat(reader.user).isSameAs(Thread.currentThread());
                        reader.user = null;
                        seen.add(reader);
                        readers.giveBack();
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(seen.stream().mapToLong(reader -> reader.uses).sum()).isEqualTo((long) THREADS * rounds);
        assertThat(readers.count()).isEqualTo(made.get() - ended.size()).isLessThanOrEqualTo(Readers.IDLE_AT_MOST);
        readers.close();
        assertThat(readers.count()).isZero();
        assertThat(ended).containsAll(seen);
    }

    @Test
    void aThreadGetsItsReaderBack() throws IOException {
        Reader first = readers.take();
        readers.giveBack();
        assertThat(readers.current()).isNull();
        assertThat(readers.take()).isSameAs(first);
        readers.giveBack();
        assertThat(made.get()).isOne();
    }

    /** A thread remembers the last lanes of four containers, and those that it has. */
    @Test
    void aThreadHasReadersOfMoreContainersThanItRemembers() throws IOException {
        List<Readers<Reader>> many = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            many.add(new Readers<>(new Reader(), this::make, ended::add));
        }
        for (int round = 0; round < 2; round++) {
            List<Reader> taken = new ArrayList<>();
            for (Readers<Reader> each : many) {
                assertThat(each.current()).isNull();
                taken.add(each.take());
            }
            for (int i = 0; i < many.size(); i++) {
                assertThat(many.get(i).current()).isSameAs(taken.get(i));
                many.get(i).giveBack();
                assertThat(many.get(i).current()).isNull();
            }
        }
        assertThat(made.get()).isOne();
    }

    /** A thread gets its own reader back although an earlier one is idle, too. */
    @Test
    void threadsDoNotTakeTheReadersOfOthersThatAreIdle() throws Exception {
        Reader first = readers.take();
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Reader second = other.submit(readers::take).get();
            other.submit(readers::giveBack).get();
            readers.giveBack();
            assertThat(other.submit(readers::take).get()).isSameAs(second).isNotSameAs(first);
            other.submit(readers::giveBack).get();
        } finally {
            other.shutdownNow();
        }
    }

    @Test
    void aReaderThatIsDroppedIsNotLentAgain() throws IOException {
        Reader first = readers.take();
        readers.drop();
        assertThat(ended).containsExactly(first);
        assertThat(readers.take()).isNotSameAs(first);
        assertThat(readers.count()).isOne();
    }

    /** At most sixteen are kept; those that are in use at closing end when they are given back. */
    @RepeatedTest(20)
    void idleReadersAreLimitedAndClosed() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        CountDownLatch taken = new CountDownLatch(THREADS);
        CountDownLatch give = new CountDownLatch(1);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                running.add(threads.submit(() -> {
                    readers.take();
                    taken.countDown();
                    give.await();
                    readers.giveBack();
                    return null;
                }));
            }
            taken.await();
            assertThat(readers.count()).isEqualTo(THREADS);
            Reader mine = readers.take();
            give.countDown();
            for (Future<?> each : running) {
                each.get();
            }
            assertThat(readers.count()).isEqualTo(1 + Readers.IDLE_AT_MOST);
            readers.close();
            assertThat(ended).hasSize(THREADS).doesNotContain(mine);
            readers.giveBack();
            assertThat(ended).hasSize(THREADS + 1);
            assertThat(readers.count()).isZero();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aReaderThatCannotBeMade() throws Exception {
        Readers<Reader> failing = new Readers<>(
                new Reader(),
                () -> {
                    throw new IOException("no more");
                },
                ended::add);
        failing.take();
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            other.submit(() -> {
                        assertThatThrownBy(failing::take).hasMessage("no more");
                        assertThat(failing.current()).isNull();
                    })
                    .get();
            failing.giveBack();
            other.submit(failing::take).get();
        } finally {
            other.shutdownNow();
        }
        assertThat(failing.count()).isOne();
    }
}
