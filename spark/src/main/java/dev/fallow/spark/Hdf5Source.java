package dev.fallow.spark;

import dev.fallow.spark.hadoop.OneLine;
import dev.fallow.spark.hadoop.SparkRelease;
import dev.fallow.spark.read.Hdf5Read;
import dev.fallow.spark.write.Hdf5WriteBuilder;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The data source {@code hdf5}: datasets of HDF5 files as rows, and data frames as HDF5 files.
 *
 * <pre>{@code
 * spark.read().format("hdf5").option("dataset", "/run1/image").load("hdfs://host/runs/*.h5")
 * }</pre>
 *
 * {@link dev.fallow.spark.read.ReadOptions} and {@link dev.fallow.spark.write.WriteOptions} have the options, {@link dev.fallow.spark.read.table.SparkTypes} the types. Files
 * are on any file system of Hadoop. They are listed when the schema is inferred, or
 * else when the table is read; a file that changes afterwards is an error.
 */
public final class Hdf5Source implements TableProvider, DataSourceRegister {
    /** Null until the schema is inferred: Spark asks for the table right afterwards. */
    private Hdf5Read inferred;

    @Override
    public String shortName() {
        return "hdf5";
    }

    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        SparkRelease.check();
        inferred = OneLine.of(() -> Hdf5Read.infer(options.asCaseSensitiveMap()));
        return inferred.schema();
    }

    @Override
    public boolean supportsExternalMetadata() {
        return true;
    }

    @Override
    public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
        SparkRelease.check();
        boolean isInferred = inferred != null && inferred.schema().equals(schema);
        return new Hdf5Table(schema, partitioning, properties, isInferred ? inferred : null);
    }

    /** HDF5 files as a table of Spark. */
    private static final class Hdf5Table implements SupportsRead, SupportsWrite, SupportsMetadataColumns {
        private final StructType schema;
        private final Transform[] partitioning;
        private final Map<String, String> properties;
        /** Null until the files are listed. */
        private Hdf5Read read;

        /**
         * A table.
         *
         * @param partitioning of a write
         * @param properties the options
         * @param inferred the read from which the schema is; null if the schema was given
         */
        Hdf5Table(StructType schema, Transform[] partitioning, Map<String, String> properties, Hdf5Read inferred) {
            this.schema = schema;
            this.partitioning = partitioning.clone();
            this.properties = Map.copyOf(properties);
            read = inferred;
        }

        @Override
        public String name() {
            return "hdf5 " + properties.getOrDefault("path", properties.getOrDefault("paths", ""));
        }

        @Override
        @Deprecated // in Spark: tables with constraints have columns() instead
        public StructType schema() {
            return schema;
        }

        /** What Spark asks for in a write: any columns. */
        @Override
        public Transform[] partitioning() {
            return partitioning.clone();
        }

        @Override
        public Set<TableCapability> capabilities() {
            return Set.of(
                    TableCapability.BATCH_READ,
                    TableCapability.BATCH_WRITE,
                    TableCapability.TRUNCATE,
                    TableCapability.ACCEPT_ANY_SCHEMA);
        }

        @Override
        public MetadataColumn[] metadataColumns() {
            return Hdf5Read.metadataColumns();
        }

        @Override
        public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
            if (read == null) {
                read = OneLine.of(() -> Hdf5Read.of(schema, properties));
            }
            return read.scanBuilder();
        }

        @Override
        public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
            return OneLine.of(() -> new Hdf5WriteBuilder(info, partitioning));
        }
    }
}
