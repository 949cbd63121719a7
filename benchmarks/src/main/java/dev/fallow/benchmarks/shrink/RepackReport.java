package dev.fallow.benchmarks.shrink;

import dev.fallow.research.report.MarkdownTable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** The report on files that were made shorter. */
final class RepackReport {
    private static final double MEGA = 1e6;
    private static final double MOST_RATIO = 1.01;
    private static final double MOST_WRITTEN = 1.5;
    private static final double HOLE_WRITTEN = 65_536;

    private final ShrinkScale scale;
    private final Map<String, String> facts;
    private final List<RepackRow> rows;
    private final List<String> checks;

    RepackReport(ShrinkScale scale, Map<String, String> facts, List<RepackRow> rows, List<String> checks) {
        this.scale = scale;
        this.facts = facts;
        this.rows = rows;
        this.checks = checks;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("# Making a file shorter: " + scale.label() + "\n\n");
        MarkdownTable about = new MarkdownTable().text("").text("");
        facts.forEach((name, value) -> about.row(name, value));
        text.append(about).append("""

                The first half of each file was deleted. `shrink` (`ContainerFile.shrink`) moves the rest into the hole, in
                place, and forces its commits. h5repack copies the file, and forces nothing; the old file and the new one exist at
                the same time. Each is a process of its own. CPU seconds are user and system time of the process; those in
                brackets are without the start of the JVM. Bytes written are those of the file and the journal, and of h5repack
                the length of the new file. Live bytes are those of `ContainerFile.space()`, for each file its own. Seconds are
                medians.
                """);
        text.append("\nFiles:\n\n");
        for (PreparedFile file : PreparedFile.values()) {
            text.append("- `")
                    .append(file.label())
                    .append("`: ")
                    .append(file.description())
                    .append('\n');
        }
        text.append('\n').append(table());
        text.append("\n## Targets\n\n").append(targets());
        text.append('\n');
        text.append(
                checks.isEmpty()
                        ? "The files were not compared with each other: h5repack or h5diff is missing.\n"
                        : "h5diff found no difference between the two files of: " + String.join(", ", checks) + ".\n");
        return text.toString();
    }

    private String table() {
        MarkdownTable table = new MarkdownTable()
                .text("")
                .text("")
                .number("laps")
                .number("CPU s")
                .number("elapsed s")
                .number("length before, MB")
                .number("bytes written, MB")
                .number("length after, MB")
                .number("length / live bytes");
        for (PreparedFile file : PreparedFile.values()) {
            for (String tool : List.of(RepackRace.SHRINK, RepackRace.H5REPACK)) {
                List<RepackRow> laps = of(file, tool);
                if (!laps.isEmpty()) {
                    boolean own = tool.equals(RepackRace.SHRINK);
                    table.row(
                            file.label(),
                            tool,
                            Integer.toString(laps.size()),
                            number(2, median(laps, RepackRow::cpuSeconds))
                                    + (own ? " (" + number(2, median(laps, RepackRow::ownSeconds)) + ")" : ""),
                            number(2, median(laps, RepackRow::wallSeconds)),
                            number(3, most(laps, row -> row.before() / MEGA)),
                            number(3, most(laps, row -> row.writtenBytes() / MEGA)),
                            number(3, most(laps, row -> row.length() / MEGA)),
                            number(4, most(laps, RepackRow::ratio)));
                }
            }
        }
        return table.toString();
    }

    private String targets() {
        MarkdownTable table = new MarkdownTable()
                .text("file")
                .text("measure of shrink")
                .text("target")
                .number("measured")
                .text("reached");
        for (PreparedFile file : PreparedFile.values()) {
            List<RepackRow> shrunk = of(file, RepackRace.SHRINK);
            List<RepackRow> repacked = of(file, RepackRace.H5REPACK);
            if (file == PreparedFile.HOLE) {
                long hole = (long) scale.sizes().hole() * Double.BYTES;
                double returned = -most(shrunk, row -> row.length() - row.before());
                atLeast(table, file, "bytes returned", hole, returned);
                atMost(table, file, "bytes written", HOLE_WRITTEN, most(shrunk, RepackRow::writtenBytes), 0);
            } else {
                atMost(table, file, "length / live bytes", MOST_RATIO, most(shrunk, RepackRow::ratio), 4);
                if (!repacked.isEmpty()) {
                    double written = most(shrunk, RepackRow::writtenBytes);
                    atMost(
                            table,
                            file,
                            "bytes written / those of h5repack",
                            MOST_WRITTEN,
                            written / most(repacked, RepackRow::writtenBytes),
                            4);
                }
            }
        }
        return table.toString();
    }

    private static void atMost(
            MarkdownTable table, PreparedFile file, String measure, double target, double value, int digits) {
        String most = "at most " + number(digits == 0 ? 0 : 2, target);
        table.row(file.label(), measure, most, number(digits, value), value <= target ? "yes" : "**no**");
    }

    private static void atLeast(MarkdownTable table, PreparedFile file, String measure, double target, double value) {
        String least = "at least " + number(0, target);
        table.row(file.label(), measure, least, number(0, value), value >= target ? "yes" : "**no**");
    }

    private List<RepackRow> of(PreparedFile file, String tool) {
        return rows.stream()
                .filter(row -> row.file() == file && row.tool().equals(tool))
                .toList();
    }

    private static double most(List<RepackRow> laps, ToDoubleFunction<RepackRow> measure) {
        OptionalDouble most = laps.stream().mapToDouble(measure).max();
        return most.orElseThrow();
    }

    private static double median(List<RepackRow> laps, ToDoubleFunction<RepackRow> measure) {
        double[] sorted = laps.stream().mapToDouble(measure).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    private static String number(int digits, double value) {
        return String.format(Locale.ROOT, "%,." + digits + "f", value);
    }
}
