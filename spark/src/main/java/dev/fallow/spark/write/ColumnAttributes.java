package dev.fallow.spark.write;

import dev.fallow.StoredObject;
import java.util.LinkedHashMap;
import java.util.Map;

/** What attributes say of a column. */
final class ColumnAttributes {
    private ColumnAttributes() {}

    /** The attributes by name: units and calendar of the CF conventions, the type, and what stands for null. */
    static Map<String, Object> of(Column column) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        if (column.kind().units() != null) {
            attributes.put("units", column.kind().units());
            attributes.put("calendar", "proleptic_gregorian");
        }
        if (column.kind().sparkType() != null) {
            attributes.put("spark-type", column.kind().sparkType());
        }
        if (column.fills() && column.kind().isInteger()) {
            attributes.put("_FillValue", column.kind().missing());
        } else if (column.fills() && column.kind().isFloatingPoint()) {
            attributes.put("_FillValue", Float.NaN);
        }
        return attributes;
    }

    /**
     * Stores one of them: texts as they are, numbers in the datatype of the column.
     *
     * @param name of the attribute, perhaps with a prefix
     */
    static void put(StoredObject object, String name, Column column, Object value) {
        if (value instanceof String) {
            object.createAttribute(name, value);
        } else {
            object.createAttribute(name, column.kind().datatype(), new long[0], value);
        }
    }
}
