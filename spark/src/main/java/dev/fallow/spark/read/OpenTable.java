package dev.fallow.spark.read;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.NameText;
import dev.fallow.OpenOptions;
import dev.fallow.source.CacheOptions;
import dev.fallow.spark.hadoop.FileEntry;
import dev.fallow.spark.hadoop.HadoopSource;
import dev.fallow.spark.read.table.Box;
import dev.fallow.spark.read.table.ColumnReader;
import dev.fallow.spark.read.table.FileTable;
import dev.fallow.spark.read.table.SparkTypes;
import dev.fallow.spark.read.table.TableColumn;
import dev.fallow.spark.read.table.TableException;
import dev.fallow.spark.read.table.TableOptions;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;

/** A table in a file that is open. A task has one of them at a time. */
final class OpenTable implements Closeable {
    /** Less than the defaults: several tasks share a virtual machine. */
    private static final long CACHE_BYTES = 16L << 20;

    private static final long MOST_VARIABLE_BYTES = 1L << 20;

    private static final OpenOptions READING = OpenOptions.defaults()
            .withReadOnly(true)
            .withFilterThreads(1) // a task has one core
            .withCacheBytes(CACHE_BYTES);

    private final HadoopSource source;
    private final ContainerFile container;
    private final FileTable table;

    private OpenTable(HadoopSource source, ContainerFile container, FileTable table) {
        this.source = source;
        this.container = container;
        this.table = table;
    }

    /**
     * Opens a file and finds the table.
     *
     * @param opened receives the source before anything is read from it
     */
    static OpenTable open(
            FileEntry file,
            Configuration configuration,
            TableOptions options,
            java.util.function.Consumer<HadoopSource> opened)
            throws IOException {
        CacheOptions cache = CacheOptions.defaults().withCacheBytes(CACHE_BYTES);
        HadoopSource source = HadoopSource.open(file.path(), configuration, file.version(), cache);
        opened.accept(source);
        ContainerFile container;
        try {
            container = ContainerFile.openReadOnly(source, READING); // closes the source if it fails
        } catch (ContainerException e) {
            source.checkUnchanged(); // what was not listed is not damaged
            throw e;
        }
        try {
            return new OpenTable(source, container, FileTable.find(container, source.name(), options));
        } catch (RuntimeException | Error e) {
            try {
                container.close();
            } catch (RuntimeException also) {
                e.addSuppressed(also);
            }
            throw e;
        }
    }

    FileTable table() {
        return table;
    }

    /**
     * The bytes of a row in memory in these columns, about. What elements of variable length take elsewhere in the file is not
     * known; on average it is at most their share of the file.
     */
    long rowBytes(List<TableColumn> columns) {
        long bytes = table.rowBytes(columns);
        boolean variable = columns.stream()
                .flatMap(each -> each.elements().stream())
                .anyMatch(each -> each.dataset().datatype().refersToGlobalHeap());
        long rows = Math.max(1, Box.product(table.dimensions()));
        return variable ? bytes + Math.min(MOST_VARIABLE_BYTES, source.version().length() / rows) : bytes;
    }

    String name() {
        return source.name();
    }

    /** Throws an exception if the file is not what it was any more. */
    void checkUnchanged() throws IOException {
        source.checkUnchanged();
    }

    @Override
    public void close() {
        container.close();
    }

    /** Finds the wanted columns in a table, and checks that they are what the schema says. No other datasets are opened. */
    final class NeededColumns {
        private final ReadPlan plan;
        /** Of the elements that are wanted. */
        private final List<TableColumn> columns = new ArrayList<>();
        /** One for each field of the wanted schema; null for one without values. */
        private final List<ColumnReader> readers = new ArrayList<>();

        /** @throws TableException if a column is missing or of another type */
        NeededColumns(ReadPlan plan, FileEntry file) {
            this.plan = plan;
            List<StructField> metadata = new ArrayList<>();
            for (StructField field : plan.required().fields()) {
                if (isMetadata(field)) {
                    metadata.add(field);
                    readers.add(null);
                } else if (plan.folders().has(field.name())) {
                    readers.add(plan.folders().reader(file, field.name()));
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
                if (!isCorrupt(field) && !plan.folders().has(field.name()) && table.column(field.name()) != null) {
                    return;
                }
            }
        }

        private boolean isMetadata(StructField field) {
            return field.name().equals(Metadata.NAME) && SparkTypes.index(plan.schema(), Metadata.NAME) < 0;
        }

        private boolean isCorrupt(StructField field) {
            return plan.options().mode() == ReadOptions.ReadMode.PERMISSIVE
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
            if (source.isInStore()) {
                column.elements().forEach(each -> each.announceTo(source::willRead));
            }
            return column.reader(field.dataType());
        }

        private TableException fail(String expected, String found) {
            return new TableException("%s: %s: expected %s, found %s"
                    .formatted(name(), NameText.printable(table.path()), expected, found));
        }

        List<TableColumn> columns() {
            return columns;
        }

        List<ColumnReader> readers() {
            return readers;
        }
    }
}
