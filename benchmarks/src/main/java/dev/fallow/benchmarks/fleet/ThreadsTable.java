package dev.fallow.benchmarks.fleet;

import dev.fallow.ContainerFile;
import dev.fallow.research.report.MarkdownTable;
import dev.fallow.research.report.ReportNumbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Throughput with one thread and with more. Each round measures all rows, so that other programs disturb all alike. */
final class ThreadsTable {
    private static final int WARM_UP = 10;

    private final Path path;
    private final int objects;
    private final double seconds;
    private final int rounds;

    ThreadsTable(Path path, int objects, double seconds, int rounds) {
        this.path = path;
        this.objects = objects;
        this.seconds = seconds;
        this.rounds = rounds;
    }

    /** A row: a thread for each element, which reads in this container. */
    private record Way(String threads, List<ContainerFile> files) {}

    /** Fallow's, and what the machine gives to threads that share nothing. */
    MarkdownTable fallow() throws InterruptedException {
        MarkdownTable table = new MarkdownTable()
                .text("work")
                .text("threads")
                .number("per second")
                .number("of 1 thread")
                .number("CPU µs each")
                .number("of 1 thread")
                .number("waits for monitors");
        SharedReads reads = new SharedReads(path, objects, seconds);
        for (SharedWork work : SharedWork.reading()) {
            // 64 threads share a container of their own: with as many readers, each has less of the cache
            try (ContainerFile shared = reads.open();
                    ContainerFile other = reads.open();
                    ContainerFile many = reads.open()) {
                rows(
                        table,
                        reads,
                        work,
                        List.of(
                                new Way("1", List.of(shared)),
                                new Way("2", List.of(shared, shared)),
                                new Way("2, a container each", List.of(shared, other)),
                                new Way("64", Collections.nCopies(64, many))));
            }
        }
        try (ContainerFile unread = reads.open()) {
            List<Way> ways = List.of(new Way("1", List.of(unread)), new Way("2", List.of(unread, unread)));
            rows(table, reads, SharedWork.NOTHING_SHARED, ways);
        }
        return table;
    }

    private void rows(MarkdownTable table, SharedReads reads, SharedWork work, List<Way> ways)
            throws InterruptedException {
        // in random order, because the garbage of one row may be collected in the next one
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, ways.size()).boxed().toList());
        Random random = new Random(1);
        List<List<SharedReads.Measured>> measured = new ArrayList<>();
        for (int round = -Math.min(WARM_UP, rounds); round < rounds; round++) {
            Collections.shuffle(order, random);
            SharedReads.Measured[] of = new SharedReads.Measured[ways.size()];
            for (int row : order) {
                of[row] = reads.measure(work, ways.get(row).files);
            }
            if (round >= 0) {
                measured.add(List.of(of));
            }
        }
        for (int i = 0; i < ways.size(); i++) {
            int row = i;
            table.row(
                    work.label(),
                    ways.get(i).threads,
                    number("%,.0f", median(measured, round -> round.get(row).perSecond())),
                    ratios(measured, row, SharedReads.Measured::perSecond),
                    number("%.1f", median(measured, round -> round.get(row).cpuMicros())),
                    ratios(measured, row, SharedReads.Measured::cpuMicros),
                    Long.toString(measured.stream()
                            .mapToLong(round -> round.get(row).blocked())
                            .sum()));
        }
    }

    private static double median(
            List<List<SharedReads.Measured>> rounds, ToDoubleFunction<List<SharedReads.Measured>> figure) {
        return ReportNumbers.median(rounds.stream().mapToDouble(figure).toArray());
    }

    /** A row's figures, each divided by the one of the same round with one thread. */
    private static String ratios(
            List<List<SharedReads.Measured>> rounds, int row, ToDoubleFunction<SharedReads.Measured> figure) {
        return row == 0
                ? "1"
                : ReportNumbers.medianAndInterval(rounds.stream()
                        .map(round -> figure.applyAsDouble(round.get(row)) / figure.applyAsDouble(round.get(0)))
                        .toList());
    }

    static String number(String format, double number) {
        return String.format(Locale.ROOT, format, number);
    }

    /** h5py's. */
    MarkdownTable h5py(FleetPython python) throws IOException, InterruptedException {
        MarkdownTable table = new MarkdownTable()
                .text("work")
                .text("h5py with")
                .number("1, per second")
                .number("2, per second")
                .number("2 of 1");
        for (String kind : List.of("threads", "processes")) {
            List<Map<String, Double>> one = new ArrayList<>();
            List<Map<String, Double>> two = new ArrayList<>();
            // a process for each: a fifth of the rounds, which are longer
            for (int round = 0; round < Math.max(1, rounds / 5); round++) {
                one.add(python.read(path, kind, 1, 5 * seconds, objects));
                two.add(python.read(path, kind, 2, 5 * seconds, objects));
            }
            for (SharedWork work : SharedWork.reading()) {
                double[] ones =
                        one.stream().mapToDouble(each -> each.get(work.label())).toArray();
                double[] twos =
                        two.stream().mapToDouble(each -> each.get(work.label())).toArray();
                double[] ratios = new double[ones.length];
                Arrays.setAll(ratios, i -> twos[i] / ones[i]);
                table.row(
                        work.label(),
                        kind,
                        number("%,.0f", ReportNumbers.median(ones)),
                        number("%,.0f", ReportNumbers.median(twos)),
                        number("%.2f", ReportNumbers.median(ratios)));
            }
        }
        return table;
    }
}
