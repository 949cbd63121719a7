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

    Results(Scale scale) {
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

    void add(String experiment, String group, String column, String contender, Metric metric, double value) {
        tables.computeIfAbsent(new Table(experiment, group, metric), any -> new LinkedHashMap<>())
                .computeIfAbsent(new Cell(contender, column), any -> new ArrayList<>())
                .add(value);
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
        return Collections.unmodifiableList(tables.get(table).getOrDefault(new Cell(contender, column), List.of()));
    }
}
