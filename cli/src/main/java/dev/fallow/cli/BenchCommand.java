package dev.fallow.cli;

import com.sun.management.OperatingSystemMXBean;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.Durability;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.FreeSpaceBackend;
import dev.fallow.Group;
import dev.fallow.cli.shell.Choices;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.Verb;
import dev.fallow.type.FixedPoint;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow bench}: times one of the create and delete tests. */
@Command(
        name = "bench",
        description = {
            "Measures how objects are created and deleted.",
            "Runs one of the create and delete tests of the HDF Group's report on free space (2008),",
            "and prints one line of JSON per repetition: CPU and elapsed seconds from before the file",
            "is created until after it is closed, and its final length."
        })
final class BenchCommand extends Verb {
    private static final int SMALL = 10;
    private static final int MEDIUM = 100;
    private static final int BIG = 1_000;
    private static final int HUGE = 1_000_000;

    @Parameters(index = "0", paramLabel = "TEST", description = "groups, datasets, nested or attributes.")
    private CreateDelete test;

    @Parameters(
            index = "1",
            paramLabel = "COUNT",
            description = {
                "Number of objects or attributes in each series;",
                "for nested: of groups, and of datasets in each group."
            })
    private int count;

    @Parameters(
            index = "2",
            paramLabel = "FILE",
            description = "The file to create; it must not exist. Each repetition replaces it.")
    private Path file;

    @Option(
            names = "--backend",
            paramLabel = "B",
            description = "The free-space backend: ordered (the default), size-bins, linked-list or bitmap.")
    private FreeSpaceBackend backend = FreeSpaceBackend.ORDERED;

    @Option(
            names = "--strategy",
            paramLabel = "S",
            description = "The file-space strategy: fsm (the default), page, aggr or none.")
    private FileSpaceStrategy strategy = FileSpaceStrategy.FSM_AGGR;

    @Option(names = "--no-persist", description = "Do not persist free space when the file is closed.")
    private boolean noPersist;

    @Option(
            names = "--durability",
            paramLabel = "D",
            description = "When writes are forced: each-commit (the default), at-close or never.")
    private Durability durability = Durability.EACH_COMMIT;

    @Option(names = "--repeat", paramLabel = "R", description = "Number of repetitions. Default: ${DEFAULT-VALUE}.")
    private int repeat = 1;

    @Option(
            names = "--commit-every",
            paramLabel = "K",
            description = {
                "Commit after every K creations and deletions,",
                "and print \"committed N\" whenever N of them are durable."
            })
    private int commitEvery;

    private long operations;

    @Override
    public Integer call() throws IOException {
        if (count < 1 || repeat < 1 || commitEvery < 0) {
            complain("COUNT and R must be at least 1, K at least 0");
            return ExitCode.USAGE;
        }
        for (int i = 0; i < repeat; i++) {
            time(i > 0);
            out().flush();
        }
        return ExitCode.OK;
    }

    private void time(boolean overwrite) throws IOException {
        CreateOptions options = CreateOptions.defaults()
                .withOverwrite(overwrite)
                .withBackend(backend)
                .withStrategy(strategy)
                .withPersistFreeSpace(!noPersist)
                .withDurability(durability);
        operations = 0;
        long cpu = cpuNanos();
        long wall = System.nanoTime();
        try (ContainerFile container = ContainerFile.create(file, options)) {
            run(container);
        }
        double cpuSeconds = (cpuNanos() - cpu) / 1e9;
        double wallSeconds = (System.nanoTime() - wall) / 1e9;
        if (commitEvery > 0) {
            committed();
        }
        long fileBytes = Files.size(file);
        Json.printLine(out(), json -> {
            json.writeStartObject();
            json.writeStringField("schema", "fallow.bench/1");
            json.writeStringField("library", Fallow.version());
            json.writeStringField("test", Choices.name(test));
            json.writeNumberField("count", count);
            json.writeStringField("backend", backend.label());
            json.writeStringField("strategy", Choices.name(strategy));
            json.writeBooleanField("persist", !noPersist && strategy.tracks());
            json.writeStringField("durability", Choices.name(durability));
            json.writeNumberField("cpu_s", microseconds(cpuSeconds));
            json.writeNumberField("wall_s", microseconds(wallSeconds));
            json.writeNumberField("file_bytes", fileBytes);
            json.writeEndObject();
        });
    }

    private static BigDecimal microseconds(double seconds) {
        return BigDecimal.valueOf(seconds).setScale(6, RoundingMode.HALF_UP);
    }

    private void committed() {
        out().println("committed " + operations);
        out().flush();
    }

    /** User and system time of this process. */
    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /**
     * The create and delete tests of the HDF Group's "Performance Report for Free-space Manager" (Choi, 2008). Datasets
     * have 32-bit integer elements and contiguous layout, are allocated at creation and never written. {@code nested} has
     * as many datasets in each group as there are groups.
     */
    enum CreateDelete {
        /** Creates a series of groups, deletes every second one, creates another series and deletes all of it. */
        GROUPS,
        /**
         * Creates big datasets and deletes every second one; creates and deletes a huge one; creates medium ones and
         * deletes every second one; creates small ones.
         */
        DATASETS,
        /** Creates groups of medium datasets; empties and deletes every second group; creates groups of small datasets. */
        NESTED,
        /**
         * Creates a series of scalar attributes on one group, deletes every second one, creates another series and deletes
         * all of it.
         */
        ATTRIBUTES
    }

    private void run(ContainerFile container) {
        Group root = container.root();
        switch (test) {
            case GROUPS -> {
                each(container, i -> root.createGroup("a" + i));
                everySecond(container, i -> root.delete("a" + i));
                each(container, i -> root.createGroup("b" + i));
                each(container, i -> root.delete("b" + i));
            }
            case DATASETS -> {
                each(container, i -> dataset(root, "big" + i, BIG));
                everySecond(container, i -> root.delete("big" + i));
                each(container, 0, 1, 1, i -> dataset(root, "huge0", HUGE));
                each(container, 0, 1, 1, i -> root.delete("huge0"));
                each(container, i -> dataset(root, "medium" + i, MEDIUM));
                everySecond(container, i -> root.delete("medium" + i));
                each(container, i -> dataset(root, "small" + i, SMALL));
            }
            case NESTED -> {
                nest(container, "a", MEDIUM);
                everySecond(container, i -> {
                    Group group = container.group("a" + i);
                    each(container, j -> group.delete("d" + j));
                    container.delete("a" + i);
                });
                nest(container, "b", SMALL);
            }
            case ATTRIBUTES -> {
                Group holder = root.createGroup("holder");
                each(container, i -> holder.createAttribute("a" + i, i));
                everySecond(container, i -> holder.deleteAttribute("a" + i));
                each(container, i -> holder.createAttribute("b" + i, i));
                each(container, i -> holder.deleteAttribute("b" + i));
            }
        }
    }

    private void nest(ContainerFile container, String prefix, int elements) {
        each(container, i -> {
            Group group = container.root().createGroup(prefix + i);
            each(container, j -> dataset(group, "d" + j, elements));
        });
    }

    private static void dataset(Group group, String name, int elements) {
        group.createDataset(
                name,
                FixedPoint.INT32,
                new long[] {elements},
                DatasetOptions.defaults().withFillNever(true));
    }

    private void each(ContainerFile container, IntConsumer action) {
        each(container, 0, 1, count, action);
    }

    private void everySecond(ContainerFile container, IntConsumer action) {
        each(container, 1, 2, count, action);
    }

    private void each(ContainerFile container, int first, int step, int end, IntConsumer action) {
        for (int i = first; i < end; i += step) {
            action.accept(i);
            operations++;
            if (commitEvery > 0 && operations % commitEvery == 0) {
                container.flush();
                committed();
            }
        }
    }
}
