package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.filter.Filters;
import dev.fallow.source.ByteSource;
import dev.fallow.source.ByteSources;
import dev.fallow.type.FixedPoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Many threads in one container that is not edited. */
@Isolated // the recording shows what all threads do
@Tag("optimized")
class SharedReadingTest {
    private static final int THREADS = 64;
    private static final int GROUPS = 100;
    private static final int IN_GROUP = 99;
    /** The groups, and what is in them. */
    private static final int OBJECTS = GROUPS * (1 + IN_GROUP);
    /** Each object is read by this part of the threads. */
    private static final int PART = 16;

    private static final int CHUNKED = 20_000;

    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;

    private static Path path;

    @BeforeAll
    static void create() {
        path = shared.resolve("file.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            fill(file);
        }
    }

    private static void fill(ContainerFile file) {
        for (int g = 0; g < GROUPS; g++) {
            Group group = file.root().createGroup("g" + g);
            group.createAttribute("number", g);
            for (int d = 0; d < IN_GROUP; d++) {
                int number = g * IN_GROUP + d;
                Dataset dataset = d % 10 == 0
                        ? group.createDataset("d" + d, new String[] {"text " + number, "ä" + d})
                        : group.createDataset("d" + d, numbers(number));
                dataset.createAttribute("unit", d % 7 == 0 ? "metre " + number : (Object) number);
            }
        }
        file.root()
                .createDataset(
                        "chunked",
                        FixedPoint.INT32,
                        new long[] {CHUNKED},
                        DatasetOptions.defaults().withChunks(500).withFilters(Filters.shuffle(), Filters.deflate(1)))
                .write(chunked());
    }

    private static int[] numbers(int number) {
        int[] numbers = new int[5 + number % 50];
        Arrays.setAll(numbers, i -> number * 1_000 + i);
        return numbers;
    }

    private static int[] chunked() {
        int[] numbers = new int[CHUNKED];
        Arrays.setAll(numbers, i -> i * 7);
        return numbers;
    }

    private static void check(ContainerFile file, int g, int d) {
        int number = g * IN_GROUP + d;
        Dataset dataset = file.dataset("/g" + g + "/d" + d);
        if (d % 10 == 0) {
            assertThat((String[]) dataset.read()).containsExactly("text " + number, "ä" + d);
        } else {
            assertThat((int[]) dataset.read()).isEqualTo(numbers(number));
        }
        assertThat(dataset.attribute("unit").read()).isEqualTo(d % 7 == 0 ? "metre " + number : (Object) number);
        assertThat(dataset.dimensions()).containsExactly(d % 10 == 0 ? 2 : 5 + number % 50);
    }

    /** Reads a part of all objects, in an order of its own. Returns how many. */
    private static int readPart(ContainerFile file, int thread) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = thread % PART; i < GROUPS * IN_GROUP; i += PART) {
            numbers.add(i);
        }
        Collections.shuffle(numbers, new Random(thread));
        for (int number : numbers) {
            check(file, number / IN_GROUP, number % IN_GROUP);
        }
        int[] wanted = chunked();
        for (int from = 0; from < CHUNKED; from += 3_000) {
            long count = Math.min(3_000, CHUNKED - from);
            int[] part = (int[]) file.dataset("chunked").read(Selection.block(new long[] {from}, new long[] {count}));
            assertThat(part).isEqualTo(Arrays.copyOfRange(wanted, from, (int) (from + count)));
        }
        for (int g = thread % GROUPS; g < GROUPS; g += 17) {
            Group group = file.group("g" + g);
            assertThat(group.attribute("number").read()).isEqualTo(g);
            assertThat(group.names()).hasSize(IN_GROUP);
            assertThat(group.list())
                    .hasSize(IN_GROUP)
                    .allMatch(entry -> entry.problem().isEmpty());
        }
        return numbers.size();
    }

    /** What one of the threads does. */
    private interface Work {
        void in(int thread) throws Exception;
    }

    private static void inThreads(Work work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        CountDownLatch start = new CountDownLatch(THREADS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                running.add(threads.submit(() -> {
                    start.countDown();
                    start.await();
                    work.in(number);
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** What a listing says of a dataset is known from the first one, although the header has left the cache. */
    @Test
    void aSecondListingDoesNotReadTheDatasets() throws IOException {
        ByteSource content = ByteSources.of(Files.readAllBytes(path), "array");
        AtomicLong reads = new AtomicLong();
        ByteSource counting = new ByteSource() {
            @Override
            public String name() {
                return content.name();
            }

            @Override
            public long size() throws IOException {
                return content.size();
            }

            @Override
            public int read(long position, ByteBuffer target) throws IOException {
                reads.incrementAndGet();
                return content.read(position, target);
            }
        };
        try (ContainerFile file = ContainerFile.openReadOnly(
                counting, OpenOptions.defaults().withReadOnly(true).withCacheBytes(4 << 20))) {
            List<Entry> first = file.root().listRecursively();
            long once = reads.get();
            assertThat(file.root().listRecursively()).isEqualTo(first).hasSizeGreaterThan(OBJECTS);
            assertThat(once).as("reads of the first listing").isGreaterThan(500);
            assertThat(reads.get() - once)
                    .as("reads of the second one, of groups alone")
                    .isLessThan(OBJECTS / 10);
        }
    }

    @Test
    void manyThreadsReadOneContainer() throws Exception {
        AtomicLong read = new AtomicLong();
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            inThreads(thread -> read.addAndGet(readPart(file, thread)));
            assertThat(read.get()).isEqualTo((long) THREADS / PART * GROUPS * IN_GROUP);
            assertThat(file.root().listRecursively()).hasSize(OBJECTS + 1);
            assertThat(file.space().findings()).isEmpty();
        }
    }

    @Test
    void manyThreadsReadASnapshotBesideAWriter() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        AtomicInteger commits = new AtomicInteger();
        ExecutorService writing = Executors.newSingleThreadExecutor();
        try (ContainerFile writer = ContainerFile.create(folder.resolve("written.h5"))) {
            fill(writer);
            writer.flush();
            try (ContainerFile snapshot = writer.snapshot()) {
                Future<?> editing = writing.submit(() -> {
                    Random random = new Random(1);
                    while (!done.get()) {
                        edit(writer, random);
                        writer.flush();
                        commits.incrementAndGet();
                    }
                });
                try {
                    inThreads(thread -> readPart(snapshot, thread));
                } finally {
                    done.set(true);
                    editing.get();
                }
            }
            assertThat(commits.get()).isPositive();
            assertThat(writer.space().findings()).isEmpty();
        } finally {
            done.set(true);
            writing.shutdownNow();
        }
    }

    /** Deletes, replaces and overwrites; the space is used again. */
    private static void edit(ContainerFile writer, Random random) {
        for (int i = 0; i < 20; i++) {
            String path = "/g" + random.nextInt(GROUPS) + "/d" + random.nextInt(IN_GROUP);
            if (!writer.exists(path)) {
                writer.root().createDataset(path, new int[random.nextInt(60)]).createAttribute("unit", -1);
            } else if (random.nextBoolean()) {
                writer.delete(path);
            } else {
                writer.dataset(path).putAttribute("unit", "changed " + i);
            }
        }
        writer.dataset("chunked").write(new int[CHUNKED]);
    }

    /** No monitor and no lock of this library: threads wait for the processor, and for what the JDK does once. */
    @Test
    void noThreadWaitsForAnother() throws Exception {
        Path recorded = folder.resolve("recording.jfr");
        OpenOptions options = OpenOptions.defaults().withReadOnly(true).withFilterThreads(1);
        try (ContainerFile file = ContainerFile.open(path, options);
                Recording recording = new Recording()) {
            try (ContainerFile before = ContainerFile.open(path, options)) { // loads the classes
                inThreads(thread -> check(before, thread, thread));
                readPart(before, 0);
            }
            recording
                    .enable("jdk.JavaMonitorEnter")
                    .withThreshold(Duration.ZERO)
                    .withStackTrace();
            recording.enable("jdk.ThreadPark").withThreshold(Duration.ZERO).withStackTrace();
            recording.start();
            inThreads(thread -> readPart(file, thread));
            recording.stop();
            recording.dump(recorded);
        }
        List<String> waits = new ArrayList<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(recorded)) {
            if (event.getStackTrace() == null) {
                continue;
            }
            List<RecordedFrame> frames = event.getStackTrace().getFrames();
            boolean ofVirtualMachine = frames.stream().anyMatch(SharedReadingTest::isOfVirtualMachine);
            if (!ofVirtualMachine && frames.stream().anyMatch(SharedReadingTest::isOurs)) {
                waits.add(event + "");
            }
        }
        assertThat(waits).isEmpty();
    }

    /** Loading a class, and the direct buffer that the JDK gives to a thread with its first read of a channel. */
    private static boolean isOfVirtualMachine(RecordedFrame frame) {
        String type = frame.getMethod().getType().getName();
        return type.equals(ClassLoader.class.getName())
                || type.equals("sun.nio.ch.Util") && frame.getMethod().getName().equals("getTemporaryDirectBuffer");
    }

    private static boolean isOurs(RecordedFrame frame) {
        String type = frame.getMethod().getType().getName();
        return type.startsWith("dev.fallow.") && !type.startsWith(SharedReadingTest.class.getName());
    }

    /** Each read has the right values, or says that the container is closed. */
    @Test
    void closingBesideReaders() throws Exception {
        byte[] content = Files.readAllBytes(path);
        for (int round = 0; round < 6; round++) {
            ContainerFile file = switch (round % 3) {
                case 0 -> ContainerFile.openReadOnly(path);
                case 1 -> ContainerFile.openReadOnly(ByteSources.of(content, "array"));
                default ->
                    ContainerFile.openBytes(content, OpenOptions.defaults().withReadOnly(true));
            };
            AtomicInteger reads = new AtomicInteger();
            ExecutorService closing = Executors.newSingleThreadExecutor();
            Future<?> closer = closing.submit(() -> {
                while (reads.get() < 500) {
                    Thread.onSpinWait();
                }
                file.close();
            });
            inThreads(thread -> {
                try {
                    for (int i = thread; ; i = (i + 1) % (GROUPS * IN_GROUP)) {
                        check(file, i / IN_GROUP, i % IN_GROUP);
                        reads.incrementAndGet();
                    }
                } catch (ContainerException e) {
                    assertThat(e).hasMessageContaining("closed");
                }
            });
            closer.get();
            closing.shutdown();
            assertThatThrownBy(() -> file.exists("/g1")).hasMessageContaining("is closed");
        }
    }

    /** A snapshot that is closed no longer keeps what is overwritten; its readers must not see it. */
    @Test
    void closingASnapshotBesideReadersAndTheWriter() throws Exception {
        ExecutorService reading = Executors.newFixedThreadPool(4);
        try (ContainerFile writer = ContainerFile.create(folder.resolve("rewritten.h5"))) {
            Dataset dataset = writer.root().createDataset("values", new int[100_000]);
            writer.flush();
            for (int round = 1; round <= 40; round++) {
                int value = round - 1;
                ContainerFile snapshot = writer.snapshot();
                CountDownLatch started = new CountDownLatch(4);
                List<Future<?>> running = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    running.add(reading.submit(() -> {
                        Dataset values = snapshot.dataset("values");
                        assertThat((int[]) values.read()).containsOnly(value);
                        started.countDown();
                        try {
                            while (true) {
                                assertThat((int[]) values.read()).containsOnly(value);
                            }
                        } catch (ContainerException e) {
                            assertThat(e).hasMessageContaining("closed");
                        }
                        return null;
                    }));
                }
                started.await();
                snapshot.close();
                int[] next = new int[100_000];
                Arrays.fill(next, round);
                dataset.write(next); // in place
                for (Future<?> each : running) {
                    each.get();
                }
                writer.flush();
            }
        } finally {
            reading.shutdownNow();
        }
    }

    /** Java closes a channel when a thread is interrupted that reads it. */
    @Test
    void interruptedThreadsDoNotDisturbOthers() throws Exception {
        ExecutorService reading = Executors.newFixedThreadPool(8);
        try (ContainerFile file = ContainerFile.open(
                path, OpenOptions.defaults().withReadOnly(true).withCacheBytes(0))) {
            List<Future<?>> victims = new ArrayList<>();
            AtomicBoolean done = new AtomicBoolean();
            List<Future<Integer>> others = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                int thread = i;
                others.add(reading.submit(() -> {
                    int reads = 0;
                    for (int number = thread; !done.get(); number = (number + 13) % (GROUPS * IN_GROUP)) {
                        check(file, number / IN_GROUP, number % IN_GROUP);
                        reads++;
                    }
                    return reads;
                }));
            }
            for (int round = 0; round < 100; round++) {
                victims.add(reading.submit(() -> {
                    while (true) {
                        check(file, 3, 3);
                    }
                }));
                if (round >= 3) {
                    Thread.sleep(2);
                    victims.get(round - 3).cancel(true);
                }
            }
            victims.forEach(each -> each.cancel(true));
            done.set(true);
            for (Future<Integer> each : others) {
                assertThat(each.get(60, TimeUnit.SECONDS)).isPositive();
            }
        } finally {
            reading.shutdownNow();
        }
    }

    /** Each reader opens the sources itself; one that Java has closed is not used again. */
    @Test
    void virtualDatasetsAndInterruptedThreads() throws Exception {
        int[] values = new int[50_000];
        Arrays.setAll(values, i -> 3 * i);
        try (ContainerFile source = ContainerFile.create(folder.resolve("source.h5"))) {
            source.root().createDataset("d", values);
        }
        Path virtual = folder.resolve("virtual.h5");
        try (ContainerFile file = ContainerFile.create(virtual)) {
            Selection all = Selection.block(new long[] {0}, new long[] {values.length});
            file.root()
                    .createVirtualDataset(
                            "v",
                            FixedPoint.INT32,
                            new long[] {values.length},
                            List.of(VirtualMapping.ofWhole("source.h5", "/d", all)));
        }
        ExecutorService reading = Executors.newCachedThreadPool();
        try (ContainerFile file = ContainerFile.openReadOnly(virtual)) {
            for (int round = 0; round < 20; round++) {
                List<Future<?>> victims = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    victims.add(reading.submit(() -> {
                        while (true) {
                            file.dataset("v").read();
                        }
                    }));
                }
                Thread.sleep(5);
                victims.forEach(each -> each.cancel(true));
                inThreads(thread -> assertThat((int[]) file.dataset("v").read()).isEqualTo(values));
            }
        } finally {
            reading.shutdownNow();
            assertThat(reading.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        }
        assertThat(openFiles(folder)).isEmpty();
    }

    /**
     * A descriptor for each thread that has read at the same time as others, which the next reader uses again: closing one would drop the
     * lock that tells other processes of the readers. None after closing.
     */
    @Test
    void descriptorsAreClosed() throws Exception {
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            for (int i = 0; i < 2; i++) {
                inThreads(thread -> readPart(file, thread));
                assertThat(openFiles(shared).size()).isLessThanOrEqualTo(THREADS + 1);
            }
        }
        assertThat(openFiles(shared)).isEmpty();
    }

    /** The files in a folder that this process has open, on Linux. */
    private static List<String> openFiles(Path folder) throws IOException {
        List<String> found = new ArrayList<>();
        Path descriptors = Path.of("/proc/self/fd");
        if (!Files.isDirectory(descriptors)) {
            return found;
        }
        try (Stream<Path> all = Files.list(descriptors)) {
            for (Path each : all.toList()) {
                try {
                    String target = Files.readSymbolicLink(each).toString();
                    if (target.startsWith(folder.toRealPath() + "/") && target.endsWith(".h5")) {
                        found.add(target);
                    }
                } catch (IOException e) {
                    // closed meanwhile
                }
            }
        }
        return found;
    }

    /** A read that runs on the only thread that decodes chunks does not wait for it. */
    @Test
    void chunksAreDecodedOnAGivenExecutor() throws Exception {
        AtomicInteger tasks = new AtomicInteger();
        ExecutorService one = Executors.newSingleThreadExecutor();
        OpenOptions options = OpenOptions.defaults()
                .withReadOnly(true)
                .withFilterThreads(4)
                .withFilterExecutor(task -> {
                    tasks.incrementAndGet();
                    one.execute(task);
                });
        try (ContainerFile file = ContainerFile.open(path, options)) {
            assertThat((int[]) file.dataset("chunked").read()).isEqualTo(chunked());
            assertThat(tasks.get()).isPositive();
            Future<?> inside = one.submit(
                    () -> assertThat((int[]) file.dataset("chunked").read()).isEqualTo(chunked()));
            inside.get(60, TimeUnit.SECONDS);
            one.shutdown();
            assertThat((int[]) file.dataset("chunked").read()).isEqualTo(chunked());
        } finally {
            one.shutdownNow();
        }
    }

    /** A failure of one thread is its own. */
    @Test
    void failuresStayWithTheirThread() throws Exception {
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            inThreads(thread -> {
                for (int i = 0; i < 50; i++) {
                    if (thread % 2 == 0) {
                        assertThatThrownBy(() -> file.dataset("/g1/none")).isInstanceOf(NoSuchObjectException.class);
                        assertThatThrownBy(() -> file.root().createGroup("x")).hasMessageContaining("read-only");
                    } else {
                        check(file, i, thread);
                    }
                }
            });
        }
    }
}
