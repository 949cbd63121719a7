package dev.fallow.benchmarks.fleet;

import dev.fallow.research.machine.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fleet}: one file in many threads, and on a web server. */
@Command(
        name = "fleet",
        mixinStandardHelpOptions = true,
        description =
                "Reads one file in 1, 2 and 64 threads, beside h5py in threads and processes, and counts requests to a web server.")
public final class FleetCommand implements Callable<Integer> {
    @Option(names = "--objects", defaultValue = "10000", description = "Small datasets. Default: ${DEFAULT-VALUE}.")
    private int objects;

    @Option(
            names = "--seconds",
            defaultValue = "0.2",
            description = "Duration of one measurement. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(
            names = "--rounds",
            defaultValue = "51",
            description = "Rounds; the medians are reported. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(names = "--python", defaultValue = "${env:FALLOW_PYTHON}", description = "A Python with h5py.")
    private String python;

    @Option(
            names = "--parts",
            split = ",",
            defaultValue = "threads,requests",
            description = "threads, requests, or both. Default: ${DEFAULT-VALUE}.")
    private List<String> parts;

    @Option(
            names = "--out",
            defaultValue = "benchmarks/target/fleet",
            description = "Folder of the report. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("fallow-fleet");
        try {
            FleetPython program = python == null ? null : new FleetPython(python, folder);
            Files.createDirectories(out);
            if (parts.contains("threads")) {
                Files.writeString(out.resolve("threads.md"), threads(folder, program));
            }
            if (parts.contains("requests")) {
                Files.writeString(out.resolve("requests.md"), requests(folder, program));
            }
        } finally {
            delete(folder);
        }
        return 0;
    }

    private String threads(Path folder, FleetPython program) throws IOException, InterruptedException {
        Path path = folder.resolve("file.h5");
        SharedWork.write(path, objects);
        ThreadsTable table = new ThreadsTable(path, objects, seconds, rounds);
        StringBuilder text = new StringBuilder("# One file in many threads\n\n");
        text.append("""
                small: a random one of %,d datasets of four integers, found by its path, with its attribute. list: a group of 100
                of them. slices: 100 x 100 integers of a dataset of 16 MiB, in deflated chunks of 128 x 128, none of which are kept.
                Medians of %d rounds of %s s for each row, in random order, in containers that stay open; a ratio is the median of the
                ratios of the rounds, with its 95 %% confidence interval in brackets. "nothing shared" is additions in 64 KiB of each
                thread's own: what the machine gives. The file is in the cache of the operating system. "waits" are those of all rounds.
                h5py: a fifth of the rounds, each five times as long.

                """.formatted(objects, rounds, seconds));
        text.append(table.fallow());
        if (program != null) {
            text.append('\n').append(table.h5py(program));
        }
        return text.append('\n').append(machine()).toString();
    }

    private static String requests(Path folder, FleetPython program) throws IOException, InterruptedException {
        String text = """
                # A file of 10 GiB on a web server

                Listing all objects, and reading one attribute, with the default options of `HttpSource`: the requests, and the bytes
                of all answers. Each file has so many datasets of the same size, whose elements no one has written, and as many groups
                with an attribute; they were created in turn. The counts are the same in each run.

                """;
        return text + new RequestsTable(folder).measure(program);
    }

    private static String machine() {
        StringBuilder text = new StringBuilder();
        Machine.description()
                .forEach((name, value) -> text.append(text.isEmpty() ? "" : "; ")
                        .append(name)
                        .append(": ")
                        .append(value));
        return text.append(".\n").toString();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
