package dev.fallow.spark.space;

import dev.fallow.spark.hadoop.FileEntry;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.util.SerializableConfiguration;

/** A row for each file of a partition, or for each object in these files. */
final class SpaceRows implements PartitionReader<InternalRow> {
    private final Iterator<FileEntry> files;
    private final Configuration configuration;
    private final SpaceColumn.Level level;
    /** The columns of the rows. */
    private final List<SpaceColumn> wanted;

    /** The objects of a file; null between files. */
    private ObjectStream objects;

    private Object[] values;

    private SpaceRows(List<FileEntry> files, Configuration configuration, SpaceColumn.Level level, String... columns) {
        this.files = files.iterator();
        this.configuration = configuration;
        this.level = level;
        wanted = Stream.of(columns).map(level::column).toList();
    }

    /** Makes the reader of a partition. It is sent to the executors. */
    record SpaceRowsFactory(
            SpaceColumn.Level level, String[] columns, Broadcast<SerializableConfiguration> configuration)
            implements PartitionReaderFactory {
        @Override
        public PartitionReader<InternalRow> createReader(InputPartition partition) {
            List<FileEntry> files = new ArrayList<>();
            ((SpaceScan.SpacePartition) partition).batches().forEach(batch -> files.addAll(batch.unpack()));
            return new SpaceRows(files, configuration.value().value(), level, columns);
        }
    }

    @Override
    public boolean next() {
        values = null;
        while (values == null) {
            FleetFiles.endIfKilled();
            if (objects == null && !files.hasNext()) {
                return false;
            } else if (level == SpaceColumn.Level.FILES) {
                values = FileFigures.of(files.next(), configuration, wanted);
                return true;
            } else if (objects == null) {
                objects = new ObjectStream(files.next(), configuration, wanted);
            }
            values = objects.next();
            if (values == null) {
                close();
            }
        }
        return true;
    }

    @Override
    public InternalRow get() {
        return new GenericInternalRow(
                wanted.stream().map(column -> values[column.ordinal()]).toArray());
    }

    @Override
    public void close() {
        if (objects != null) {
            objects.close();
            objects = null;
        }
    }
}
