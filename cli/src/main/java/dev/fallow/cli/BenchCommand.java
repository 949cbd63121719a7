package dev.fallow.cli;

import com.sun.management.OperatingSystemMXBean;
import dev.fallow.ContainerFile;
import dev.fallow.cli.shell.Choices;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Messages;
import dev.fallow.cli.text.Json;
import dev.fallow.options.CreateOptions;
import dev.fallow.options.Durability;
import dev.fallow.options.FileSpaceStrategy;
import dev.fallow.options.FreeSpaceBackend;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fallow bench}: times one of the create and delete tests. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = {
            "Measures how objects are created and deleted.",
            "Runs one of the create and delete tests of the HDF Group's report on free space (2008),",
            "and prints one line of JSON per repetition: CPU and elapsed seconds from before the file",
            "is created until after it is closed, and its final length."
        })
final class BenchCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

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

    private PrintWriter out;
    private long operations;

    @Override
    public Integer call() throws IOException {
        if (count < 1 || repeat < 1 || commitEvery < 0) {
            Messages.complain(spec.commandLine(), "COUNT and R must be at least 1, K at least 0");
            return ExitCode.USAGE;
        }
        out = spec.commandLine().getOut();
        for (int i = 0; i < repeat; i++) {
            time(i > 0);
            out.flush();
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
            test.run(container, count, () -> done(container));
        }
        double cpuSeconds = (cpuNanos() - cpu) / 1e9;
        double wallSeconds = (System.nanoTime() - wall) / 1e9;
        if (commitEvery > 0) {
            committed();
        }
        long fileBytes = Files.size(file);
        Json.printLine(out, json -> {
            json.writeStartObject();
            json.writeStringField("schema", "fallow.bench/1");
            json.writeStringField("library", new VersionProvider().getVersion()[0]);
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

    private void done(ContainerFile container) {
        operations++;
        if (commitEvery > 0 && operations % commitEvery == 0) {
            container.flush();
            committed();
        }
    }

    private void committed() {
        out.println("committed " + operations);
        out.flush();
    }

    /** User and system time of this process. */
    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
