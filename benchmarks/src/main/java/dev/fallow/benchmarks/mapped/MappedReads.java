package dev.fallow.benchmarks.mapped;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.Durability;
import dev.fallow.Group;
import dev.fallow.OpenOptions;
import dev.fallow.RawElements;
import dev.fallow.StorageKind;
import dev.fallow.research.report.MarkdownTable;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * Four kinds of reading, alternating between both storages in each round, on one file that is in the operating system's
 * cache. Both must read the same values. Times are CPU times of the thread, including the kernel's share.
 */
final class MappedReads {
    private static final int DATASETS_IN_A_GROUP = 100;
    private static final int BULK_REPEATS = 4;
    private static final double MILLION = 1e6;

    private final Path file;
    private final int datasets;
    private final int elements;
    private final int megabytes;
    private final int rounds;

    MappedReads(Path file, int datasets, int elements, int megabytes, int rounds) {
        this.file = file;
        this.datasets = datasets;
        this.elements = elements;
        this.megabytes = megabytes;
        this.rounds = rounds;
    }

    /** One kind of reading. */
    private record Work(String name, ToLongFunction<StorageKind> run) {}

    /** The result of a run: its answer, and its CPU time. */
    private record Run(long answer, long nanos) {}

    /** Creates the file, measures, and returns the table. */
    String table() {
        create();
        List<Work> works = List.of(
                new Work("open and list", this::list),
                new Work("walk (space)", this::walk),
                new Work(datasets + " random datasets of " + elements * Integer.BYTES + " bytes", this::random),
                new Work(BULK_REPEATS + " x " + megabytes + " MiB dataset", this::bulk));
        MarkdownTable table = new MarkdownTable()
                .text("work")
                .number("file (ms)")
                .number("mapped (ms)")
                .number("mapped / file")
                .number("minimum ratio")
                .number("maximum ratio");
        for (Work work : works) {
            table.row(row(work));
        }
        return table.toString();
    }

    private void create() {
        CreateOptions options = CreateOptions.defaults().withOverwrite(true).withDurability(Durability.NEVER);
        try (ContainerFile container = ContainerFile.create(file, options)) {
            Group group = null;
            for (int i = 0; i < datasets; i++) {
                if (i % DATASETS_IN_A_GROUP == 0) {
                    group = container.root().createGroup("g" + i / DATASETS_IN_A_GROUP);
                }
                int[] value = new int[elements];
                Arrays.fill(value, i);
                group.createDataset("d" + i, value);
            }
            container.root().createDataset("bulk", new long[megabytes << 17]);
        }
    }

    private List<String> row(Work work) {
        List<Long> ofFile = new ArrayList<>();
        List<Long> ofMapping = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int round = -2; round < rounds; round++) { // negative rounds warm up
            boolean fileFirst = round % 2 == 0;
            Run first = measure(() -> work.run.applyAsLong(fileFirst ? StorageKind.FILE : StorageKind.MAPPED));
            Run second = measure(() -> work.run.applyAsLong(fileFirst ? StorageKind.MAPPED : StorageKind.FILE));
            if (first.answer != second.answer) {
                throw new IllegalStateException(work.name + ": " + first.answer + " and " + second.answer);
            }
            if (round >= 0) {
                Run onFile = fileFirst ? first : second;
                Run onMapping = fileFirst ? second : first;
                ofFile.add(onFile.nanos);
                ofMapping.add(onMapping.nanos);
                ratios.add((double) onMapping.nanos / onFile.nanos);
            }
        }
        Collections.sort(ratios);
        return List.of(
                work.name,
                number(median(ofFile) / MILLION),
                number(median(ofMapping) / MILLION),
                number(ratios.get(rounds / 2)),
                number(ratios.get(0)),
                number(ratios.get(rounds - 1)));
    }

    private static Run measure(LongSupplier work) {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        long answer = work.getAsLong();
        return new Run(answer, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before);
    }

    private static long median(List<Long> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private ContainerFile open(StorageKind kind) {
        return ContainerFile.open(
                file, OpenOptions.defaults().withReadOnly(true).withStorage(kind));
    }

    private long list(StorageKind kind) {
        try (ContainerFile container = open(kind)) {
            return container.root().listRecursively().size();
        }
    }

    private long walk(StorageKind kind) {
        try (ContainerFile container = open(kind)) {
            return container.space().liveBytes();
        }
    }

    private long random(StorageKind kind) {
        try (ContainerFile container = open(kind)) {
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < datasets; i++) {
                order.add(i);
            }
            Collections.shuffle(order, new Random(1));
            long sum = 0;
            for (int i : order) {
                Dataset dataset = container.dataset("/g" + i / DATASETS_IN_A_GROUP + "/d" + i);
                sum = 31 * sum + Arrays.hashCode(dataset.read(RawElements.class).bytes());
            }
            return sum;
        }
    }

    private long bulk(StorageKind kind) {
        try (ContainerFile container = open(kind)) {
            long bytes = 0;
            for (int i = 0; i < BULK_REPEATS; i++) {
                bytes += container.dataset("/bulk").read(RawElements.class).bytes().length;
            }
            return bytes;
        }
    }
}
