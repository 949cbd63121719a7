package dev.fallow.benchmarks.fleet;

import dev.fallow.ContainerFile;
import dev.fallow.OpenOptions;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Reads containers in threads, and measures throughput, CPU time and waiting. */
final class SharedReads {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Path path;
    private final int objects;
    private final double seconds;

    /**
     * What a number of threads have done.
     *
     * @param perSecond operations per second of elapsed time
     * @param cpuMicros CPU time of an operation, in microseconds
     * @param blocked how often threads waited for a monitor
     */
    record Measured(double perSecond, double cpuMicros, long blocked) {}

    /** What one thread has done. */
    private record Done(long start, long operations, long cpuNanos, long blocked) {}

    SharedReads(Path path, int objects, double seconds) {
        this.path = path;
        this.objects = objects;
        this.seconds = seconds;
    }

    /** Opens the file. Chunks without a cache, so that each is decoded. */
    ContainerFile open() {
        return ContainerFile.open(
                path,
                OpenOptions.defaults().withReadOnly(true).withFilterThreads(1).withChunkCacheBytes(0));
    }

    /** A thread for each element, which reads in this container. */
    Measured measure(SharedWork work, List<ContainerFile> files) throws InterruptedException {
        int threads = files.size();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        CountDownLatch ready = new CountDownLatch(threads);
        try {
            List<Future<Done>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                ContainerFile file = files.get(i);
                Random random = new Random(i);
                running.add(executor.submit(() -> run(file, work, random, ready)));
            }
            long start = Long.MAX_VALUE; // that of the threads: this one may get a core later
            long operations = 0;
            long cpu = 0;
            long blocked = 0;
            for (Future<Done> each : running) {
                Done done = each.get();
                start = Math.min(start, done.start);
                operations += done.operations;
                cpu += done.cpuNanos;
                blocked += done.blocked;
            }
            double elapsed = (System.nanoTime() - start) / 1e9;
            return new Measured(operations / elapsed, cpu / 1e3 / operations, blocked);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            executor.shutdown();
            executor.awaitTermination(1, TimeUnit.MINUTES);
        }
    }

    private Done run(ContainerFile file, SharedWork work, Random random, CountDownLatch ready)
            throws InterruptedException {
        work.run(file, random, objects);
        ready.countDown();
        ready.await();
        long blocked = blocked();
        long cpu = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        long operations = 0;
        do {
            work.run(file, random, objects);
            operations++;
        } while (System.nanoTime() < end);
        return new Done(start, operations, THREADS.getCurrentThreadCpuTime() - cpu, blocked() - blocked);
    }

    private static long blocked() {
        ThreadInfo info = THREADS.getThreadInfo(Thread.currentThread().getId());
        return info.getBlockedCount();
    }
}
