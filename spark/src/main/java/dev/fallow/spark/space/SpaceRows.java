package dev.fallow.spark.space;

import dev.fallow.spark.hadoop.FileEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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
    private final boolean ofFiles;
    /** The place of each column in the figures. */
    private final int[] ordinals;

    private final Set<FileFigures.FileColumn> wantedOfFiles;
    private final Set<ObjectStream.ObjectColumn> wantedOfObjects;
    /** The objects of a file; null between files. */
    private ObjectStream objects;

    private Object[] values;

    private SpaceRows(List<FileEntry> files, Configuration configuration, SpaceColumn.Level level, String... columns) {
        this.files = files.iterator();
        this.configuration = configuration;
        ofFiles = level == SpaceColumn.Level.FILES;
        wantedOfFiles = EnumSet.noneOf(FileFigures.FileColumn.class);
        wantedOfObjects = EnumSet.noneOf(ObjectStream.ObjectColumn.class);
        ordinals = ofFiles
                ? ordinals(FileFigures.FileColumn.class, wantedOfFiles, columns)
                : ordinals(ObjectStream.ObjectColumn.class, wantedOfObjects, columns);
    }

    private static <E extends Enum<E>> int[] ordinals(Class<E> type, Collection<E> wanted, String... columns) {
        return Stream.of(columns)
                .map(name -> Enum.valueOf(type, name.toUpperCase(Locale.ROOT)))
                .peek(wanted::add)
                .mapToInt(Enum::ordinal)
                .toArray();
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
            } else if (ofFiles) {
                values = FileFigures.of(files.next(), configuration, wantedOfFiles);
                return true;
            } else if (objects == null) {
                objects = new ObjectStream(files.next(), configuration, wantedOfObjects);
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
        Object[] chosen = new Object[ordinals.length];
        for (int i = 0; i < chosen.length; i++) {
            chosen[i] = values[ordinals[i]];
        }
        return new GenericInternalRow(chosen);
    }

    @Override
    public void close() {
        if (objects != null) {
            objects.close();
            objects = null;
        }
    }
}
