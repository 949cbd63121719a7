package dev.fallow.spark.space;

import dev.fallow.spark.hadoop.FileEntry;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** A column of the source; an enumeration constant, whose name in lower case is that of the column. */
interface SpaceColumn {
    /** The name of the constant. */
    String name();

    /** The place of the constant. */
    int ordinal();

    DataType type();

    boolean isNullable();

    /** What a row is for. */
    enum Level {
        FILES(FileFigures.FileColumn.PATH, FileFigures.FileColumn.values()),
        OBJECTS(ObjectStream.ObjectColumn.FILE, ObjectStream.ObjectColumn.values());

        /** Microseconds of a millisecond. */
        private static final long MICROS = 1000;

        private final SpaceColumn file;
        private final SpaceColumn[] columns;

        /** @param file the column with the path of the file */
        Level(SpaceColumn file, SpaceColumn... columns) {
            this.file = file;
            this.columns = columns;
        }

        StructType schema() {
            StructType schema = new StructType();
            for (SpaceColumn column : columns) {
                schema = schema.add(column.name().toLowerCase(Locale.ROOT), column.type(), column.isNullable());
            }
            return schema;
        }

        SpaceColumn column(String name) {
            return Stream.of(columns)
                    .filter(each -> each.name().equalsIgnoreCase(name))
                    .findFirst()
                    .orElseThrow();
        }

        /** What the listing tells of a file, as {@link dev.fallow.spark.hadoop.ListingFilter} wants it; null if it does not tell this column. */
        Function<FileEntry, Comparable<?>> listed(String... names) {
            if (names.length == 1 && names[0].equalsIgnoreCase(file.name())) {
                return entry -> UTF8String.fromString(entry.printable());
            } else if (names.length != 1 || this != FILES) {
                return null;
            }
            return switch (names[0].toLowerCase(Locale.ROOT)) {
                case "length" -> entry -> entry.version().length();
                case "modified" -> entry -> entry.version().modified() * MICROS;
                default -> null;
            };
        }

        /** @throws IllegalArgumentException if there is no such level */
        static Level of(String name) {
            for (Level level : values()) {
                if (level.name().equalsIgnoreCase(name)) {
                    return level;
                }
            }
            throw new IllegalArgumentException("option level: expected files or objects, found \"" + name + "\"");
        }
    }
}
