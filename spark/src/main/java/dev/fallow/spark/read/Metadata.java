package dev.fallow.spark.read;

import dev.fallow.spark.hadoop.FileEntry;
import dev.fallow.spark.read.table.Box;
import dev.fallow.spark.read.table.ColumnReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The column {@code _metadata}, with members as Spark's own file formats have them: {@code file_path}, {@code file_name},
 * {@code file_size}, {@code file_modification_time} and {@code row_index}, the number of the row in the table of the file.
 */
public final class Metadata implements MetadataColumn {
    static final String NAME = "_metadata";
    static final String ROW_INDEX = "row_index";
    static final List<String> ROW_INDEX_COLUMN = List.of(NAME, ROW_INDEX);
    static final StructType TYPE = new StructType()
            .add("file_path", DataTypes.StringType)
            .add("file_name", DataTypes.StringType)
            .add("file_size", DataTypes.LongType)
            .add("file_modification_time", DataTypes.TimestampType)
            .add(ROW_INDEX, DataTypes.LongType);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public DataType dataType() {
        return TYPE;
    }

    @Override
    public String comment() {
        return "where a row comes from";
    }

    /** What the listing tells of a member, in the form in which Spark has constants; null for others. */
    static Function<FileEntry, Comparable<?>> listed(String member) {
        return switch (member) {
            case "file_path" -> file -> UTF8String.fromString(file.path().toString());
            case "file_name" -> file -> UTF8String.fromString(file.name());
            case "file_size" -> file -> file.version().length();
            case "file_modification_time" -> file -> file.version().modified() * 1_000;
            default -> null;
        };
    }

    /** The reader for the rows of a file. */
    static ColumnReader reader(FileEntry file, long[] dimensions) {
        return (box, first, count, target) -> {
            StructField[] fields = ((StructType) target.dataType()).fields();
            for (int i = 0; i < fields.length; i++) {
                WritableColumnVector member = target.getChild(i);
                if (fields[i].name().equals(ROW_INDEX)) {
                    for (int row = 0; row < count; row++) {
                        member.putLong(row, rowIndex(dimensions, box, first + row));
                    }
                } else {
                    put(fields[i].name(), file, count, member);
                }
            }
        };
    }

    /** Puts what is known of a file whose rows cannot be read into row 0. */
    static void putFile(FileEntry file, WritableColumnVector target) {
        target.putNotNull(0);
        StructField[] fields = ((StructType) target.dataType()).fields();
        for (int i = 0; i < fields.length; i++) {
            if (fields[i].name().equals(ROW_INDEX)) {
                target.getChild(i).putNull(0);
            } else {
                put(fields[i].name(), file, 1, target.getChild(i));
            }
        }
    }

    private static void put(String name, FileEntry file, int count, WritableColumnVector target) {
        switch (name) {
            case "file_size" -> target.putLongs(0, count, file.version().length());
            case "file_modification_time" ->
                target.putLongs(0, count, file.version().modified() * 1_000);
            default -> {
                String text = name.equals("file_path") ? file.path().toString() : file.name();
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                for (int row = 0; row < count; row++) {
                    target.putByteArray(row, bytes);
                }
            }
        }
    }

    private static long rowIndex(long[] dimensions, Box box, long numberInBox) {
        long index = 0;
        long stride = 1;
        long rest = numberInBox;
        for (int d = dimensions.length - 1; d >= 0; d--) {
            index += (box.start()[d] + rest % box.count()[d]) * stride;
            rest /= box.count()[d];
            stride *= dimensions[d];
        }
        return index;
    }
}
