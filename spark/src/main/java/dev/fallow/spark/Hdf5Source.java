package dev.fallow.spark;

import dev.fallow.spark.read.Hdf5Read;
import java.util.Map;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
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
 * {@link dev.fallow.spark.read.ReadOptions} and {@link dev.fallow.spark.write.WriteOptions} have the options, {@link dev.fallow.spark.read.element.SparkTypes} the types. Files
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
        inferred = Hdf5Read.infer(options.asCaseSensitiveMap());
        return inferred.schema();
    }

    @Override
    public boolean supportsExternalMetadata() {
        return true;
    }

    @Override
    public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
        boolean isInferred = inferred != null && inferred.schema().equals(schema);
        return new Hdf5Table(schema, properties, isInferred ? inferred : null);
    }
}
