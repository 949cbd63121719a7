package dev.fallow.benchmarks.shrink;

import dev.fallow.ContainerFile;
import dev.fallow.ShrinkOptions;
import dev.fallow.benchmarks.data.Clock;
import dev.fallow.report.ShrinkReport;
import java.nio.file.Path;
import java.util.List;

/** The main class of a JVM that shrinks one file. It prints a line of numbers, separated by tabs. */
public final class ShrinkChild {
    private static final String SEPARATOR = "\t";

    private ShrinkChild() {}

    /**
     * What the process prints.
     *
     * @param cpuSeconds of opening, shrinking and closing, without the start of the JVM
     * @param writtenBytes to the file and its journal
     */
    record Shrunk(double cpuSeconds, long writtenBytes, long movedBytes, long returnedBytes, int passes) {
        static Shrunk parse(List<String> lines) {
            String[] fields = lines.get(lines.size() - 1).split(SEPARATOR);
            return new Shrunk(
                    Double.parseDouble(fields[0]),
                    Long.parseLong(fields[1]),
                    Long.parseLong(fields[2]),
                    Long.parseLong(fields[3]),
                    Integer.parseInt(fields[4]));
        }
    }

    /** Argument: the file. */
    public static void main(String[] arguments) {
        Clock clock = Clock.start();
        ContainerFile container = ContainerFile.open(Path.of(arguments[0]));
        ShrinkReport report;
        try (container) {
            report = container.shrink(ShrinkOptions.defaults());
        }
        if (!report.complete() || !report.hindrances().isEmpty()) {
            throw new IllegalStateException(report.toString());
        }
        System.out.println(clock.cpuSeconds()
                + SEPARATOR
                + container.writeStatistics().bytes()
                + SEPARATOR
                + report.movedBytes()
                + SEPARATOR
                + report.returnedBytes()
                + SEPARATOR
                + report.passes());
    }
}
