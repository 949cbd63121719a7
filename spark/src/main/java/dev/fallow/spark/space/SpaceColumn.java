package dev.fallow.spark.space;

import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

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

        /** The name of the column with the path of the file. */
        String fileColumn() {
            return file.name().toLowerCase(Locale.ROOT);
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
