package dev.fallow.benchmarks.data;

import dev.fallow.benchmarks.data.Work.Section;
import dev.fallow.research.report.MarkdownTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** The report of the data command: a table for each section, and the targets. */
final class DataReport {
    private static final double MEGA = 1e6;

    private final DataScale scale;
    private final Map<String, String> facts;
    private final DataResults results;

    DataReport(DataScale scale, Map<String, String> facts, DataResults results) {
        this.scale = scale;
        this.facts = facts;
        this.results = results;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("# Reading and writing elements: " + scale.label() + "\n\n");
        MarkdownTable about = new MarkdownTable().text("").text("");
        facts.forEach((name, value) -> about.row(name, value));
        text.append(about).append('\n');
        text.append("""
                CPU seconds are user and system time of the whole process, all threads, with compilation and garbage
                collection. Each cell has the median of the laps after the first one of each process, and in brackets the
                first lap, which includes class loading and compilation; a cell without brackets has only one lap. Several laps are
                repeated until they took 15 seconds, at most eight times as many. All
                contenders read the same files. Fallow forces its writes to the medium at each commit, and h5py-forced forces
                each file once it is closed; fallow-unforced and the others force nothing. Whole datasets are read into arrays
                that were used before, only by jHDF into new ones. Compare the contenders of a row; times of other runs, and
                elapsed times on a busy machine, say little.
                """);
        for (Section section : Section.values()) {
            List<Work> works = results.works().stream()
                    .filter(work -> work.section() == section)
                    .toList();
            if (!works.isEmpty()) {
                text.append("\n## ").append(section.title()).append("\n\n");
                text.append(section == Section.CHURN ? churn(works) : table(works));
            }
        }
        text.append("\n## Targets\n\n").append(targets());
        if (!results.failures().isEmpty()) {
            text.append("\n## Failures\n\n");
            results.failures()
                    .forEach(failure -> text.append("- ").append(failure).append('\n'));
        }
        return text.toString();
    }

    private String table(List<Work> works) {
        boolean compared = results.contenders().contains(DataRace.H5PY);
        MarkdownTable cpu = new MarkdownTable().text("CPU s");
        MarkdownTable wall = new MarkdownTable().text("elapsed s");
        MarkdownTable bytes = new MarkdownTable().text("file, MB");
        MarkdownTable memory = new MarkdownTable().text("most memory of the process, MB");
        List<String> contenders = new ArrayList<>(results.contenders());
        for (MarkdownTable each : List.of(cpu, wall, bytes, memory)) {
            contenders.forEach(each::number);
        }
        if (compared) {
            cpu.number("Fallow / h5py");
        }
        for (Work work : works) {
            List<String> cells = new ArrayList<>(List.of(work.name()));
            contenders.forEach(contender -> cells.add(cpu(work, contender)));
            if (compared) {
                cells.add(brief(quotient(results.cpu(work, Libraries.FALLOW), results.cpu(work, DataRace.H5PY))));
            }
            cpu.row(cells);
            wall.row(row(work, contenders, contender -> brief(results.wall(work, contender))));
            if (work.writes()) {
                bytes.row(row(work, contenders, contender -> mega(results.fileBytes(work, contender))));
            }
            if (scale.apart()
                    && contenders.stream()
                            .anyMatch(one -> results.memory(work, one).isPresent())) {
                memory.row(row(
                        work,
                        contenders,
                        contender -> results.memory(work, contender)
                                .map(kib -> Long.toString(Math.round(kib * 1024 / MEGA)))
                                .orElse(MarkdownTable.NOTHING)));
            }
        }
        StringBuilder text = new StringBuilder(cpu.toString());
        for (MarkdownTable more : List.of(wall, bytes, memory)) {
            text.append(more.isEmpty() ? "" : "\n" + more);
        }
        return text.toString();
    }

    /** The text of a cell. */
    @FunctionalInterface
    private interface Cell {
        String of(String contender);
    }

    private static List<String> row(Work work, List<String> contenders, Cell cell) {
        List<String> cells = new ArrayList<>(List.of(work.name()));
        contenders.forEach(contender -> cells.add(cell.of(contender)));
        return cells;
    }

    private String cpu(Work work, String contender) {
        OptionalDouble cpu = results.cpu(work, contender);
        OptionalDouble first = results.first(work, contender);
        boolean more = results.laps(work, contender) > 1;
        return brief(cpu) + (more && first.isPresent() ? " (" + brief(first) + ")" : "");
    }

    private String churn(List<Work> works) {
        MarkdownTable table = new MarkdownTable()
                .text("")
                .text("")
                .number("highest length / live bytes")
                .number("after a commit")
                .number("closed length / live bytes")
                .number("closed, MB")
                .number("CPU s of the writes");
        for (Work work : works) {
            for (String contender : results.contenders()) {
                if (!results.rounds(work, contender).isEmpty()) {
                    table.row(
                            work.name(),
                            contender,
                            brief(results.peak(work, contender)),
                            brief(results.committed(work, contender)),
                            brief(results.atTheEnd(work, contender)),
                            mega(results.fileBytes(work, contender)),
                            brief(results.cpu(work, contender)));
                }
            }
        }
        String about = """
                The length is looked at after each call and part, when Fallow's file has new and old chunks, and after each commit or
                close; "after a commit" is the highest of the latter. Live bytes are all that Fallow's walk reaches, and of
                the others the stored chunks. fallow-policy shrinks the file after each commit; fallow-policy-in-parts does
                so with a commit for each row of chunks. h5py-persistent, h5py-paged and hdf5-pure store their free space
                in the file; h5py and libhdf5 forget it when the file is closed.

                """;
        return about + table + "\n![Length of the file / live bytes](" + DataPlots.churn(scale) + ")\n";
    }

    private String targets() {
        MarkdownTable table = new MarkdownTable()
                .text("work")
                .text("measure")
                .number("at most")
                .number("measured")
                .text("reached");
        for (Target target : Target.all()) {
            OptionalDouble value = target.value(results);
            if (value.isPresent() && (scale == DataScale.FULL || !target.onlyFull())) {
                table.row(
                        target.work(),
                        target.label(),
                        brief(OptionalDouble.of(target.most())),
                        brief(value),
                        value.getAsDouble() <= target.most() ? "yes" : "**no**");
            }
        }
        return table.isEmpty() ? "Nothing was measured that has a target.\n" : table.toString();
    }

    private static OptionalDouble quotient(OptionalDouble a, OptionalDouble b) {
        return a.isPresent() && b.isPresent() && b.getAsDouble() > 0
                ? OptionalDouble.of(a.getAsDouble() / b.getAsDouble())
                : OptionalDouble.empty();
    }

    private static String mega(OptionalDouble bytes) {
        return bytes.isPresent()
                ? String.format(Locale.ROOT, "%,.2f", bytes.getAsDouble() / MEGA)
                : MarkdownTable.NOTHING;
    }

    /** Three significant digits or so. */
    static String brief(OptionalDouble number) {
        if (number.isEmpty()) {
            return MarkdownTable.NOTHING;
        }
        double value = number.getAsDouble();
        int digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : value >= 0.01 ? 3 : 5;
        return String.format(Locale.ROOT, "%,." + digits + "f", value);
    }
}
