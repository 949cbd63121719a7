package dev.fallow.spark.write;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;

/** Makes the writer of each attempt of a task. It is sent to the executors. */
record PartitionWriterFactory(Destination destination, WriteOptions options, List<Column> columns)
        implements DataWriterFactory {
    @Override
    public DataWriter<InternalRow> createWriter(int partition, long task) {
        try {
            return new PartitionWriter(destination, options, columns, partition, task);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
