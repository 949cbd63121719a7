package dev.fallow.spark.write;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WrongTypeException;
import java.io.Serializable;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalogUtils;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The folders of rows, by the values of the columns of {@code partitionBy}: {@code day=2024-05-01/site=north}. These columns are not in the
 * files. A null is the folder that Spark takes for it.
 *
 * @param parts one for each level of folders; empty if all files are in one folder
 */
record RowFolders(List<Part> parts) implements Serializable {
    /** A column. */
    private record Part(String name, int ordinal, DataType type) implements Serializable {
        String text(InternalRow row) {
            if (row.isNullAt(ordinal)) {
                return ExternalCatalogUtils.DEFAULT_PARTITION_NAME();
            } else if (type instanceof StringType) {
                return ExternalCatalogUtils.escapePathName(checked(row.getUTF8String(ordinal)));
            } else if (type instanceof DateType) {
                return LocalDate.ofEpochDay(row.getInt(ordinal)).toString();
            }
            return String.valueOf(row.get(ordinal, type));
        }

        /** Refuses what would be another value when it is read. */
        private String checked(UTF8String value) {
            String text = value.toString();
            String found = text.isEmpty()
                    ? "an empty string"
                    : !value.isValid()
                            ? "a string that is not valid UTF-8"
                            : text.equals(ExternalCatalogUtils.DEFAULT_PARTITION_NAME())
                                    ? "the string " + text + ", which stands for null"
                                    : null;
            if (found != null) {
                throw new WrongTypeException(
                        "column %s of partitionBy has %s: no folder can have it as its value".formatted(name, found));
            }
            return text;
        }
    }

    /**
     * The folders for a schema.
     *
     * @param partitioning what the caller has asked for
     * @throws UnsupportedFeatureException if this is more than columns, or one has a type or a name that no folder can have
     */
    static RowFolders of(Transform[] partitioning, StructType schema) {
        List<Part> parts = new ArrayList<>();
        for (Transform each : partitioning) {
            NamedReference[] references = each.references();
            if (!each.name().equals("identity") || references.length != 1 || references[0].fieldNames().length != 1) {
                throw new UnsupportedFeatureException(
                        "files are written into folders by columns (partitionBy), not by " + each.describe());
            }
            parts.add(part(references[0].fieldNames()[0], schema));
        }
        return new RowFolders(parts);
    }

    private static Part part(String name, StructType schema) {
        int ordinal = schema.fieldIndex(name);
        StructField field = schema.fields()[ordinal];
        DataType type = field.dataType();
        boolean integer = type instanceof ByteType
                || type instanceof ShortType
                || type instanceof IntegerType
                || type instanceof LongType;
        if (!integer && !(type instanceof StringType || type instanceof DateType || type instanceof BooleanType)) {
            throw new UnsupportedFeatureException(
                    "column %s of partitionBy has the type %s: expected a string, an integer, a date or a boolean; cast it"
                            .formatted(name, type.simpleString()));
        } else if (name.startsWith("_") || name.startsWith(".")) {
            throw new UnsupportedFeatureException(
                    "column %s of partitionBy: readers pass over folders whose names begin so; rename it"
                            .formatted(name));
        }
        return new Part(name, ordinal, type);
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    /** The numbers of the columns in the rows. */
    Set<Integer> ordinals() {
        Set<Integer> ordinals = new HashSet<>();
        parts.forEach(each -> ordinals.add(each.ordinal));
        return ordinals;
    }

    /** The folder of a row, below the folder that is written; empty for this one. */
    String of(InternalRow row) {
        StringBuilder folder = new StringBuilder();
        for (Part each : parts) {
            folder.append(folder.isEmpty() ? "" : "/")
                    .append(ExternalCatalogUtils.escapePathName(each.name))
                    .append('=')
                    .append(each.text(row));
        }
        return folder.toString();
    }

    /** The order in which each task has to get its rows, so that one file is open at a time. */
    static SortOrder[] order(Transform[] partitioning) {
        SortOrder[] order = new SortOrder[partitioning.length];
        for (int i = 0; i < order.length; i++) {
            order[i] = Expressions.sort(partitioning[i].references()[0], SortDirection.ASCENDING);
        }
        return order;
    }
}
