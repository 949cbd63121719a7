package dev.fallow.spark;

import dev.fallow.spark.read.Hdf5Read;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** HDF5 files as a table of Spark. */
final class Hdf5Table implements SupportsRead, SupportsMetadataColumns {
    private final Hdf5Read read;

    Hdf5Table(Hdf5Read read) {
        this.read = read;
    }

    @Override
    public String name() {
        return "hdf5 " + read.name();
    }

    @Override
    @Deprecated // in Spark: tables with constraints have columns() instead
    public StructType schema() {
        return read.schema();
    }

    @Override
    public Set<TableCapability> capabilities() {
        return Set.of(TableCapability.BATCH_READ);
    }

    @Override
    public MetadataColumn[] metadataColumns() {
        return Hdf5Read.metadataColumns();
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        return read.scanBuilder();
    }
}
