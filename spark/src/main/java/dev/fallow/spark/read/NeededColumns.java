package dev.fallow.spark.read;

import dev.fallow.spark.hadoop.FileEntry;
import dev.fallow.spark.read.element.ColumnReader;
import dev.fallow.spark.read.element.SparkTypes;
import dev.fallow.spark.read.table.FileTable;
import dev.fallow.spark.read.table.TableColumn;
import dev.fallow.spark.read.table.TableException;
import dev.fallow.value.NameText;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;

/** Finds the wanted columns in a table, and checks that they are what the schema says. No other datasets are opened. */
final class NeededColumns {
    private final ReadPlan plan;
    private final OpenTable open;
    private final FileTable table;
    /** Of the elements that are wanted. */
    private final List<TableColumn> columns = new ArrayList<>();
    /** One for each field of the wanted schema; null for one without values. */
    private final List<ColumnReader> readers = new ArrayList<>();

    /** @throws TableException if a column is missing or of another type */
    NeededColumns(ReadPlan plan, OpenTable open, FileEntry file) {
        this.plan = plan;
        this.open = open;
        table = open.table();
        List<StructField> metadata = new ArrayList<>();
        for (StructField field : plan.required().fields()) {
            if (isMetadata(field)) {
                metadata.add(field);
                readers.add(null);
            } else {
                readers.add(reader(field));
            }
        }
        if (columns.isEmpty()) {
            openOne();
        }
        if (plan.rank() >= 0 && table.dimensions().length != plan.rank()) {
            throw fail("a table of rank " + plan.rank(), "rank " + table.dimensions().length);
        }
        for (StructField field : metadata) {
            readers.set(plan.required().fieldIndex(field.name()), Metadata.reader(file, table.dimensions()));
        }
    }

    /** Opens a column of which nothing is read, so that the number of rows is that of the wanted table. */
    private void openOne() {
        for (StructField field : plan.schema().fields()) {
            if (!isCorrupt(field) && table.column(field.name()) != null) {
                return;
            }
        }
    }

    private boolean isMetadata(StructField field) {
        return field.name().equals(Metadata.NAME) && SparkTypes.index(plan.schema(), Metadata.NAME) < 0;
    }

    private boolean isCorrupt(StructField field) {
        return plan.options().mode() == ReadMode.PERMISSIVE
                && field.name().equals(plan.options().corruptColumn());
    }

    private ColumnReader reader(StructField field) {
        if (isCorrupt(field)) {
            return null;
        }
        TableColumn column = table.column(field.name());
        DataType expected = plan.schema().apply(field.name()).dataType();
        if (column == null && plan.options().mergeSchema()) {
            return null;
        } else if (column == null) {
            throw fail(
                    "a column %s of type %s".formatted(NameText.printable(field.name()), expected.simpleString()),
                    "none");
        }
        boolean fits = plan.widening()
                ? SparkTypes.widens(column.type(), expected)
                : column.type().equals(expected);
        if (!fits) {
            throw fail(
                    "column %s of type %s".formatted(NameText.printable(field.name()), expected.simpleString()),
                    column.type().simpleString());
        }
        columns.add(column);
        return column.reader(field.dataType());
    }

    private TableException fail(String expected, String found) {
        return new TableException("%s: %s: expected %s, found %s"
                .formatted(open.name(), NameText.printable(table.path()), expected, found));
    }

    List<TableColumn> columns() {
        return columns;
    }

    List<ColumnReader> readers() {
        return readers;
    }
}
