package dev.fallow.spark.read;

import dev.fallow.spark.hadoop.FileEntry;
import dev.fallow.spark.read.table.ColumnReader;
import dev.fallow.spark.read.table.SparkTypes;
import dev.fallow.spark.read.table.TableException;
import dev.fallow.spark.read.table.Vectors;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalogUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The columns that the names of folders make: the folder {@code day=2024-05-01} is the value of the column {@code day} in all rows of the files
 * in it, as Spark writes with {@code partitionBy}. A file in no such folder has no value there.
 *
 * @param bases the folders below which names count, with scheme and authority
 */
record FolderColumns(List<String> bases, StructType schema) implements Serializable {
    static final FolderColumns NONE = new FolderColumns(List.of(), new StructType());

    private static final String MISSING = ExternalCatalogUtils.DEFAULT_PARTITION_NAME();
    /** From narrow to wide: the first one that all values of a column are of is its type. */
    private static final List<DataType> INFERRED =
            List.of(DataTypes.IntegerType, DataTypes.LongType, DataTypes.DoubleType, DataTypes.DateType);

    /**
     * The columns of files.
     *
     * @param given the schema of the table, whose types count, and which has no others; null for all, with inferred types
     * @param infers whether types are inferred; else these are strings
     */
    static FolderColumns of(List<String> bases, List<FileEntry> files, StructType given, boolean infers) {
        Map<String, TreeSet<String>> values = new LinkedHashMap<>();
        FolderColumns names = new FolderColumns(bases, null);
        String last = null;
        for (FileEntry file : files) {
            if (!file.folder().equals(last)) { // those of a folder are side by side
                last = file.folder();
                names.texts(last).forEach((name, text) -> {
                    TreeSet<String> all = values.computeIfAbsent(name, key -> new TreeSet<>());
                    if (!text.equals(MISSING)) {
                        all.add(text);
                    }
                });
            }
        }
        StructType schema = new StructType();
        for (Map.Entry<String, TreeSet<String>> each : values.entrySet()) {
            int index = given == null ? -1 : SparkTypes.index(given, each.getKey());
            if (index >= 0) {
                check(bases, given.fields()[index], each.getValue());
                schema = schema.add(given.fields()[index]);
            } else if (given == null) {
                schema = schema.add(each.getKey(), infers ? inferred(each.getValue()) : DataTypes.StringType);
            }
        }
        return new FolderColumns(bases, schema);
    }

    private static void check(List<String> bases, StructField field, TreeSet<String> texts) {
        for (String text : texts) {
            if (parsed(text, field.dataType()) == null) {
                throw new TableException("folders in %s: expected values of column %s of type %s, found %s=%s"
                        .formatted(bases, field.name(), field.dataType().simpleString(), field.name(), text));
            }
        }
    }

    private static DataType inferred(TreeSet<String> texts) {
        return texts.isEmpty()
                ? DataTypes.StringType
                : INFERRED.stream()
                        .filter(type -> texts.stream().allMatch(text -> parsed(text, type) != null))
                        .findFirst()
                        .orElse(DataTypes.StringType);
    }

    /** A text as a value of a type: {@code String}, {@code Long}, {@code Double} or {@code Boolean}; null if it is none. */
    private static Comparable<?> parsed(String text, DataType type) {
        try {
            if (type instanceof StringType) {
                return text;
            } else if (SparkTypes.INTEGERS.contains(type)) {
                long number = Long.parseLong(text);
                int spare = Long.SIZE - Byte.SIZE * type.defaultSize();
                return number << spare >> spare == number ? (Long) number : null;
            } else if (type.equals(DataTypes.DateType)) {
                return LocalDate.parse(text).toEpochDay();
            } else if (type.equals(DataTypes.DoubleType) && text.matches("[-+.eE\\d]+")) {
                return Double.parseDouble(text);
            } else if (type.equals(DataTypes.BooleanType) && text.matches("true|false")) {
                return text.equals("true");
            }
            return null;
        } catch (NumberFormatException | DateTimeException e) {
            return null; // the caller has another type, or names the folder
        }
    }

    /** This schema with the columns of the folders: the type of one that is there is that of the folder. */
    StructType added(StructType columns) {
        StructType all = columns;
        for (StructField field : schema.fields()) {
            int index = SparkTypes.index(all, field.name());
            if (index < 0) {
                all = all.add(field);
            } else {
                StructField[] fields = all.fields().clone();
                fields[index] = field;
                all = new StructType(fields);
            }
        }
        return all;
    }

    boolean has(String name) {
        return SparkTypes.index(schema, name) >= 0;
    }

    /** The names and values in a path below the bases, as they are written. */
    private Map<String, String> texts(String folder) {
        Map<String, String> texts = new LinkedHashMap<>();
        String base = bases.stream()
                .filter(each -> folder.startsWith(each + "/"))
                .min((a, b) -> a.length() - b.length())
                .orElse(folder);
        for (String part : folder.substring(base.length()).split("/")) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                texts.put(
                        ExternalCatalogUtils.unescapePathName(part.substring(0, equals)),
                        ExternalCatalogUtils.unescapePathName(part.substring(equals + 1)));
            }
        }
        return texts;
    }

    /** The value in the rows of a file; null if there is none. */
    private Comparable<?> value(FileEntry file, StructField field) {
        String text = texts(file.folder()).get(field.name());
        if (text == null || text.equals(MISSING)) {
            return null;
        }
        return parsed(text, field.dataType());
    }

    /** The values as a filter of the listing compares them; null if it does not. */
    Function<FileEntry, Comparable<?>> listed(String name) {
        int index = SparkTypes.index(schema, name);
        if (index < 0) {
            return null;
        }
        DataType type = schema.fields()[index].dataType();
        if (type instanceof StringType) {
            return file ->
                    value(file, schema.fields()[index]) instanceof String text ? UTF8String.fromString(text) : null;
        }
        boolean integer = SparkTypes.INTEGERS.contains(type) || DataTypes.DateType.equals(type);
        return integer ? file -> value(file, schema.fields()[index]) : null;
    }

    /** The reader for the rows of a file. */
    ColumnReader reader(FileEntry file, String name) {
        Comparable<?> value = value(file, schema.apply(name));
        byte[] bytes = value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : null;
        return (box, first, count, target) -> {
            for (int row = 0; row < count; row++) {
                if (bytes != null) {
                    target.putByteArray(row, bytes);
                } else {
                    Vectors.put(value, target, row);
                }
            }
        };
    }
}
