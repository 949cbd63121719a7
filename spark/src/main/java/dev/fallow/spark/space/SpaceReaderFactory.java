package dev.fallow.spark.space;

import dev.fallow.spark.hadoop.FileEntry;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.util.SerializableConfiguration;

/** Makes the reader of a partition. It is sent to the executors. */
record SpaceReaderFactory(Level level, String[] columns, Broadcast<SerializableConfiguration> broadcast)
        implements PartitionReaderFactory {
    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
        List<FileEntry> files = new ArrayList<>();
        ((SpacePartition) partition).batches().forEach(batch -> files.addAll(batch.unpack()));
        Configuration configuration = broadcast.value().value();
        return level == Level.FILES
                ? new FileRows(files, configuration, wanted(FileColumn.class))
                : new ObjectRows(files, configuration, wanted(ObjectColumn.class));
    }

    /** The columns that are read, in the order of the rows. */
    private <E extends Enum<E>> List<E> wanted(Class<E> type) {
        return Stream.of(columns)
                .map(name -> Enum.valueOf(type, name.toUpperCase(Locale.ROOT)))
                .toList();
    }

    static <E extends Enum<E>> Set<E> set(Class<E> type, List<E> columns) {
        Set<E> set = EnumSet.noneOf(type);
        set.addAll(columns);
        return set;
    }

    /** The values of some columns, as a row. */
    static InternalRow row(Object[] values, List<? extends Enum<?>> columns) {
        Object[] chosen = new Object[columns.size()];
        for (int i = 0; i < chosen.length; i++) {
            chosen[i] = values[columns.get(i).ordinal()];
        }
        return new org.apache.spark.sql.catalyst.expressions.GenericInternalRow(chosen);
    }
}
