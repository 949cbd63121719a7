package dev.fallow.spark.read;

import dev.fallow.ContainerException;
import dev.fallow.StorageException;
import dev.fallow.spark.hadoop.FileEntry;
import dev.fallow.spark.hadoop.SparkContexts;
import dev.fallow.spark.read.table.FileTable;
import dev.fallow.spark.read.table.SparkTypes;
import dev.fallow.spark.read.table.TableColumn;
import dev.fallow.spark.read.table.TableException;
import dev.fallow.spark.read.table.TableOptions;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;

/**
 * The columns of a table in one file or several.
 *
 * @param file from which most of it is, for messages
 * @param indexes the columns that are the same for all rows of an index: conditions on them narrow what is read
 */
record TableSchema(StructType schema, String path, int rank, String file, List<String> indexes)
        implements Serializable {
    private static final int FILES_OF_A_TASK = 64;

    /**
     * Finds the columns: in the first file, or in all of them with {@code mergeSchema}. With other modes than FAILFAST, files are passed
     * over that cannot be read; their errors come with the rows.
     */
    static TableSchema infer(ReadOptions options, List<FileEntry> files, Configuration configuration) {
        if (files.isEmpty()) {
            throw new IllegalArgumentException("there are no files in " + options.paths());
        }
        TableSchema first = null;
        ContainerException failure = null;
        int next = 0;
        while (first == null && next < files.size()) {
            FileEntry file = files.get(next++);
            try {
                first = of(file, configuration, options.table());
            } catch (ContainerException e) {
                failure = failure == null ? e : failure;
                if (options.mode() == ReadOptions.ReadMode.FAILFAST) {
                    throw e;
                }
            }
        }
        if (first == null) {
            throw failure;
        }
        if (options.mergeSchema() && next < files.size()) {
            List<FileEntry> rest = new ArrayList<>(files.subList(next, files.size()));
            first = merged(first, rest, options, configuration);
        }
        return options.mode() == ReadOptions.ReadMode.PERMISSIVE ? first.with(options.corruptColumn()) : first;
    }

    private TableSchema with(String corruptColumn) {
        return new TableSchema(schema.add(corruptColumn, DataTypes.StringType), path, rank, file, indexes);
    }

    private static TableSchema merged(
            TableSchema first, List<FileEntry> rest, ReadOptions options, Configuration configuration) {
        TableOptions table = options.table().withDataset(first.path);
        boolean permissive = options.mode() != ReadOptions.ReadMode.FAILFAST;
        Broadcast<SerializableConfiguration> broadcast = SparkContexts.broadcast(configuration);
        int tasks = (rest.size() + FILES_OF_A_TASK - 1) / FILES_OF_A_TASK;
        List<TableSchema> found = SparkContexts.context()
                .parallelize(rest, tasks)
                .mapPartitions(each -> {
                    TableSchema merged = null;
                    while (each.hasNext()) {
                        try {
                            TableSchema next = of(each.next(), broadcast.value().value(), table);
                            merged = merged == null ? next : merged.merge(next);
                        } catch (ContainerException e) {
                            if (!permissive) {
                                throw e;
                            }
                        }
                    }
                    return merged == null
                            ? List.<TableSchema>of().iterator()
                            : List.of(merged).iterator();
                })
                .collect();
        TableSchema all = first;
        for (TableSchema each : found) {
            all = all.merge(each);
        }
        return all;
    }

    private static TableSchema of(FileEntry file, Configuration configuration, TableOptions options) {
        try (OpenTable open = OpenTable.open(file, configuration, options, source -> {})) {
            FileTable table = open.table();
            StructType schema = new StructType();
            List<String> indexes = new ArrayList<>();
            for (TableColumn column : table.columns()) {
                schema = schema.add(column.name(), column.type());
                if (column.dimension() >= 0) {
                    indexes.add(column.name());
                }
            }
            return new TableSchema(schema, table.path(), table.dimensions().length, open.name(), indexes);
        } catch (IOException e) {
            throw new StorageException(file.printable() + ": " + e.getMessage(), e);
        }
    }

    /** The columns of both; of two types of a column, the wider one. */
    private TableSchema merge(TableSchema other) {
        if (rank != other.rank) {
            throw conflict(other, "a table of rank " + rank, "rank " + other.rank);
        }
        StructType all = schema;
        for (StructField field : other.schema.fields()) {
            int index = SparkTypes.index(all, field.name());
            if (index < 0) {
                all = all.add(field);
            } else {
                DataType here = all.fields()[index].dataType();
                DataType wide = SparkTypes.widens(field.dataType(), here) ? here : field.dataType();
                if (!SparkTypes.widens(here, wide)) {
                    throw conflict(
                            other,
                            "column %s of a type like %s".formatted(field.name(), here.simpleString()),
                            field.dataType().simpleString());
                }
                StructField[] fields = all.fields().clone();
                fields[index] = DataTypes.createStructField(field.name(), wide, true);
                all = new StructType(fields);
            }
        }
        return new TableSchema(all, path, rank, file, indexes);
    }

    private TableException conflict(TableSchema other, String expected, String found) {
        return new TableException(
                "%s: %s: expected %s, as in %s, found %s".formatted(other.file, path, expected, file, found));
    }
}
