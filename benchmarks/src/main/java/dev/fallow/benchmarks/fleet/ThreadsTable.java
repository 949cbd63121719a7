package dev.fallow.benchmarks.fleet;

import dev.fallow.benchmarks.report.MarkdownTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Throughput with one thread and with more: the rounds alternate, so that other programs disturb all alike. */
final class ThreadsTable {
    private static final int[] THREADS = {1, 2, 64};

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

    /** Fallow's. */
    MarkdownTable fallow() throws InterruptedException {
        MarkdownTable table = new MarkdownTable()
                .text("work")
                .number("threads")
                .number("per second")
                .number("of 1 thread")
                .number("CPU µs each")
                .number("of 1 thread")
                .number("waits for monitors");
        SharedReads reads = new SharedReads(path, objects, seconds);
        for (SharedWork work : SharedWork.all()) {
            reads.measure(work, 2); // compiles
            SharedReads.Measured[][] measured = new SharedReads.Measured[rounds][THREADS.length];
            for (SharedReads.Measured[] round : measured) {
                for (int i = 0; i < THREADS.length; i++) {
                    round[i] = reads.measure(work, THREADS[i]);
                }
            }
            for (int i = 0; i < THREADS.length; i++) {
                int column = i;
                table.row(
                        work.label(),
                        Integer.toString(THREADS[i]),
                        number("%,.0f", median(measured, round -> round[column].perSecond())),
                        number("%.2f", median(measured, round -> round[column].perSecond() / round[0].perSecond())),
                        number("%.1f", median(measured, round -> round[column].cpuMicros())),
                        number("%.2f", median(measured, round -> round[column].cpuMicros() / round[0].cpuMicros())),
                        Long.toString(Arrays.stream(measured)
                                .mapToLong(round -> round[column].blocked())
                                .sum()));
            }
        }
        return table;
    }

    /** A number of a round. */
    private interface Figure {
        double of(SharedReads.Measured[] round);
    }

    private static double median(SharedReads.Measured[][] rounds, Figure figure) {
        return median(Arrays.stream(rounds).mapToDouble(figure::of).toArray());
    }

    static double median(double[] numbers) {
        double[] sorted = numbers.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
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
            for (int round = 0; round < rounds; round++) {
                one.add(python.read(path, kind, 1, seconds, objects));
                two.add(python.read(path, kind, 2, seconds, objects));
            }
            for (SharedWork work : SharedWork.all()) {
                double[] ones =
                        one.stream().mapToDouble(each -> each.get(work.label())).toArray();
                double[] twos =
                        two.stream().mapToDouble(each -> each.get(work.label())).toArray();
                double[] ratios = new double[rounds];
                Arrays.setAll(ratios, i -> twos[i] / ones[i]);
                table.row(
                        work.label(),
                        kind,
                        number("%,.0f", median(ones)),
                        number("%,.0f", median(twos)),
                        number("%.2f", median(ratios)));
            }
        }
        return table;
    }
}
