package dev.fallow.spark.space;

import java.util.Locale;
import org.apache.spark.sql.types.StructType;

/** What a row is for. */
enum Level {
    FILES(FileColumn.PATH, FileColumn.values()),
    OBJECTS(ObjectColumn.FILE, ObjectColumn.values());

    private final SpaceColumn file;
    private final SpaceColumn[] columns;

    Level(SpaceColumn file, SpaceColumn... columns) {
        this.file = file;
        this.columns = columns;
    }

    StructType schema() {
        return SpaceColumn.schema(columns);
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
