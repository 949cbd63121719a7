package dev.fallow.spark.space;

import java.util.Arrays;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The files or objects below some paths. */
record SpaceTable(SpaceOptions options) implements SupportsRead {
    @Override
    public String name() {
        return "hdf5-space " + String.join(", ", options.paths());
    }

    @Override
    public Column[] columns() {
        return Arrays.stream(options.level().schema().fields())
                .map(field -> Column.create(field.name(), field.dataType(), field.nullable()))
                .toArray(Column[]::new);
    }

    @Override
    public Set<TableCapability> capabilities() {
        return Set.of(TableCapability.BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap read) {
        return new SpaceScanBuilder(options);
    }
}
