package dev.fallow.spark.write;

import dev.fallow.UnsupportedFeatureException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns of a data frame, checked before anything is written. */
final class Columns {
    private Columns() {}

    /**
     * The columns for a schema.
     *
     * @throws UnsupportedFeatureException if there is no column, or one has a type or a name that cannot be written
     */
    static List<Column> of(StructType schema, WriteOptions options) {
        List<Column> columns = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (StructField field : schema.fields()) {
            checkName(field.name(), options.table());
            if (!names.add(field.name())) {
                throw new UnsupportedFeatureException("two columns have the name " + field.name());
            }
            columns.add(new Column(
                    field.name(), columns.size(), ElementKind.of(field), options.fills() && field.nullable()));
        }
        if (columns.isEmpty()) {
            throw new UnsupportedFeatureException("there is no column to write");
        }
        return columns;
    }

    private static void checkName(String name, boolean member) {
        boolean bad = name.isEmpty() || name.indexOf('\0') >= 0;
        boolean notALink = !member && (name.equals(".") || name.contains("/"));
        if (bad || notALink) {
            throw new UnsupportedFeatureException(
                    "column \"" + name + "\": the name cannot be that of a " + (member ? "member" : "dataset")
                            + (notALink ? "; rename it, or use the option layout=table" : ""));
        }
    }
}
