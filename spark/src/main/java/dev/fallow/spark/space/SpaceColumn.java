package dev.fallow.spark.space;

import java.util.Locale;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/** A column of the source; an enumeration constant, whose name in lower case is that of the column. */
interface SpaceColumn {
    /** The name of the constant. */
    String name();

    DataType type();

    boolean isNullable();

    /** The schema with these columns. */
    static StructType schema(SpaceColumn... columns) {
        StructType schema = new StructType();
        for (SpaceColumn column : columns) {
            schema = schema.add(column.name().toLowerCase(Locale.ROOT), column.type(), column.isNullable());
        }
        return schema;
    }
}
