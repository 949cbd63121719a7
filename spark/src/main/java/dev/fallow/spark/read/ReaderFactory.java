package dev.fallow.spark.read;

import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Makes readers in the tasks. Columns of every type are read in batches.
 *
 * @param plan what is read
 * @param configuration of Hadoop
 */
record ReaderFactory(ReadPlan plan, Broadcast<SerializableConfiguration> configuration)
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
