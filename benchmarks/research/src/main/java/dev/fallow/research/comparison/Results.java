package dev.fallow.research.comparison;

import dev.fallow.research.report.ReportNumbers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All numbers of a comparison: for each cell of each table, one number per JVM that measured it. */
public final class Results {
    private final Map<Table, Map<Cell, List<Double>>> tables = new LinkedHashMap<>();
    private final Scale scale;

    /** Creates results without a number. */
    public Results(Scale scale) {
        this.scale = scale;
    }

    /** The extent of the measurements. */
    public Scale scale() {
        return scale;
    }

    /** One table: a metric of an experiment, for instance for one distribution. */
    public record Table(String experiment, String group, Metric metric) {}

    /** A row and a column. */
    record Cell(String contender, String column) {}

    /** Adds a measurement to a cell. */
    public void add(String experiment, String group, String column, String contender, Metric metric, double value) {
        add(new Table(experiment, group, metric), new Cell(contender, column), value);
    }

    private void add(Table table, Cell cell, double value) {
        tables.computeIfAbsent(table, any -> new LinkedHashMap<>())
                .computeIfAbsent(cell, any -> new ArrayList<>())
                .add(value);
    }

    /** The headings of all columns of all tables, in order of appearance. */
    Set<String> columns() {
        Set<String> names = new LinkedHashSet<>();
        tables.values().forEach(cells -> cells.keySet().forEach(cell -> names.add(cell.column)));
        return names;
    }

    /** All groups of tables, as "experiment, group", in order of appearance. */
    Set<String> groups() {
        Set<String> names = new LinkedHashSet<>();
        tables.keySet().forEach(table -> names.add(table.experiment + ", " + table.group));
        return names;
    }

    /** Whether the tables are those of several experiments. */
    boolean hasSeveralExperiments() {
        return tables.keySet().stream().map(Table::experiment).distinct().count() > 1;
    }

    /**
     * These results with the columns of newer ones in place of their own, group by group. The order of rows and columns is
     * kept.
     */
    Results replacing(Results newer) {
        Results merged = new Results(scale);
        tables.forEach((table, cells) -> {
            Set<String> replaced = newer.columnsOf(table);
            cells.forEach((cell, samples) -> {
                List<Double> kept =
                        replaced.contains(cell.column) ? newer.samples(table, cell.contender, cell.column) : samples;
                kept.forEach(value -> merged.add(table, cell, value));
            });
        });
        newer.tables.forEach((table, cells) -> cells.forEach((cell, samples) -> {
            if (merged.samples(table, cell.contender, cell.column).isEmpty()) {
                samples.forEach(value -> merged.add(table, cell, value));
            }
        }));
        return merged;
    }

    /** The columns of all tables of its group. */
    private Set<String> columnsOf(Table one) {
        Set<String> names = new LinkedHashSet<>();
        tables.forEach((table, cells) -> {
            if (table.experiment.equals(one.experiment) && table.group.equals(one.group)) {
                cells.keySet().forEach(cell -> names.add(cell.column));
            }
        });
        return names;
    }

    /** The tables of an experiment, group by group, with the metrics in the order of their declaration. */
    List<Table> tables(String experiment) {
        List<Table> found = new ArrayList<>();
        for (String group : groups(experiment)) {
            for (Metric metric : Metric.values()) {
                Table table = new Table(experiment, group, metric);
                if (tables.containsKey(table)) {
                    found.add(table);
                }
            }
        }
        return found;
    }

    private Set<String> groups(String experiment) {
        Set<String> groups = new LinkedHashSet<>();
        for (Table table : tables.keySet()) {
            if (table.experiment.equals(experiment)) {
                groups.add(table.group);
            }
        }
        return groups;
    }

    public List<String> contenders(Table table) {
        Set<String> names = new LinkedHashSet<>();
        tables.get(table).keySet().forEach(cell -> names.add(cell.contender));
        return List.copyOf(names);
    }

    /** The column headings: numeric ones in ascending order, others in order of appearance. */
    public List<String> columns(Table table) {
        Set<String> names = new LinkedHashSet<>();
        tables.get(table).keySet().forEach(cell -> names.add(cell.column));
        List<String> columns = new ArrayList<>(names);
        if (columns.stream().allMatch(column -> ReportNumbers.parse(column).isPresent())) {
            columns.sort((a, b) -> Double.compare(
                    ReportNumbers.parse(a).getAsDouble(), ReportNumbers.parse(b).getAsDouble()));
        }
        return columns;
    }

    /** The measurements of a cell, one per JVM; empty if there are none. */
    public List<Double> samples(Table table, String contender, String column) {
        return Collections.unmodifiableList(
                tables.getOrDefault(table, Map.of()).getOrDefault(new Cell(contender, column), List.of()));
    }
}
