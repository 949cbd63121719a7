package dev.fallow.spark.read;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A read of files as a table: the listing and the schema, from which scans are built. */
public final class Hdf5Read {
    private final ReadOptions options;
    private final StructType schema;
    private final int rank;
    /** Null if unknown. */
    private final List<String> indexes;

    private final boolean widening;
    private final Files files;
    private final Configuration configuration;

    private Hdf5Read(
            ReadOptions options,
            StructType schema,
            int rank,
            List<String> indexes,
            boolean widening,
            Files files,
            Configuration configuration) {
        this.options = options;
        this.schema = schema;
        this.rank = rank;
        this.indexes = indexes;
        this.widening = widening;
        this.files = files;
        this.configuration = configuration;
    }

    /** Lists the files and finds the schema. */
    public static Hdf5Read infer(Map<String, String> given) {
        ReadOptions options = ReadOptions.of(new CaseInsensitiveStringMap(given));
        Configuration configuration = SparkContexts.configuration(given);
        Files files = Files.list(options, configuration);
        TableSchema found = TableSchema.infer(options, files, configuration);
        return new Hdf5Read(
                options.withTable(options.table().withDataset(found.path())),
                found.schema(),
                found.rank(),
                found.indexes(),
                options.mergeSchema(),
                files,
                configuration);
    }

    /** Lists the files; each must have the columns of the schema, perhaps of narrower types. */
    public static Hdf5Read of(StructType schema, Map<String, String> given) {
        ReadOptions options = ReadOptions.of(new CaseInsensitiveStringMap(given));
        Configuration configuration = SparkContexts.configuration(given);
        return new Hdf5Read(options, schema, -1, null, true, Files.list(options, configuration), configuration);
    }

    /** The columns. */
    public StructType schema() {
        return schema;
    }

    /** A builder of a scan. */
    public ScanBuilder scanBuilder() {
        return new Hdf5ScanBuilder(options, schema, rank, indexes, widening, files, configuration);
    }

    /** The columns that rows have besides those of the files. */
    public static MetadataColumn[] metadataColumns() {
        return new MetadataColumn[] {new Metadata()};
    }
}
