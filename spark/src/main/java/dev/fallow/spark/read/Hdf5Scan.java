package dev.fallow.spark.read;

import dev.fallow.spark.hadoop.FileEntry;
import dev.fallow.spark.hadoop.SparkContexts;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.util.SerializableConfiguration;

/** A scan of files, in batches of columns. */
final class Hdf5Scan implements Batch, SupportsReportStatistics {
    private final ReadPlan plan;
    private final List<FileEntry> files;
    private final Configuration configuration;
    private Broadcast<SerializableConfiguration> broadcast;

    Hdf5Scan(ReadPlan plan, List<FileEntry> files, Configuration configuration) {
        this.plan = plan;
        this.files = files;
        this.configuration = configuration;
    }

    @Override
    public StructType readSchema() {
        return plan.required();
    }

    @Override
    public Batch toBatch() {
        return this;
    }

    @Override
    public ColumnarSupportMode columnarSupportMode() {
        return ColumnarSupportMode.SUPPORTED;
    }

    @Override
    public InputPartition[] planInputPartitions() {
        return PartPlanner.partitions(plan, files, configuration, broadcast()).toArray(InputPartition[]::new);
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        return new ReaderFactory(plan, broadcast());
    }

    /** Makes readers in the tasks. Columns of every type are read in batches. */
    private record ReaderFactory(ReadPlan plan, Broadcast<SerializableConfiguration> configuration)
            implements PartitionReaderFactory {
        @Override
        public boolean supportColumnarReads(InputPartition partition) {
            return true;
        }

        @Override
        public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
            return new Hdf5PartitionReader(
                    (Hdf5Partition) partition, plan, configuration.value().value());
        }

        @Override
        public PartitionReader<InternalRow> createReader(InputPartition partition) {
            throw new UnsupportedOperationException("this source is read in batches");
        }
    }

    private Broadcast<SerializableConfiguration> broadcast() {
        if (broadcast == null) {
            broadcast = SparkContexts.broadcast(configuration);
        }
        return broadcast;
    }

    /** The length of the files. The number of rows is not known before they are opened. */
    @Override
    public Statistics estimateStatistics() {
        long bytes = FileEntry.totalLength(files);
        return new Statistics() {
            @Override
            public OptionalLong sizeInBytes() {
                return OptionalLong.of(bytes);
            }

            @Override
            public OptionalLong numRows() {
                return OptionalLong.empty();
            }
        };
    }

    @Override
    public CustomMetric[] supportedCustomMetrics() {
        return ReadMetrics.supported();
    }

    @Override
    public String description() {
        return "hdf5 %s%s, %d files, columns %s, %d conditions pushed%s"
                .formatted(
                        plan.options().paths(),
                        plan.options().table().dataset() == null
                                ? ""
                                : " " + plan.options().table().dataset(),
                        files.size(),
                        Arrays.toString(plan.required().fieldNames()),
                        plan.bounds().size(),
                        plan.limit() < 0 ? "" : ", limit " + plan.limit());
    }
}
