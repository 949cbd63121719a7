package dev.fallow.spark.space;

import dev.fallow.spark.hadoop.FileEntry;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;

/** A row for each object of the files of a partition. */
final class ObjectRows implements PartitionReader<InternalRow> {
    private final Iterator<FileEntry> files;
    private final Configuration configuration;
    private final List<ObjectColumn> columns;
    private final Set<ObjectColumn> wanted;
    /** The objects of a file; null between files. */
    private ObjectStream objects;

    private Object[] values;

    ObjectRows(List<FileEntry> files, Configuration configuration, List<ObjectColumn> columns) {
        this.files = files.iterator();
        this.configuration = configuration;
        this.columns = columns;
        wanted = SpaceReaderFactory.set(ObjectColumn.class, columns);
    }

    @Override
    public boolean next() {
        while (true) {
            FleetFiles.endIfKilled();
            if (objects == null) {
                if (!files.hasNext()) {
                    return false;
                }
                objects = new ObjectStream(files.next(), configuration, wanted);
            }
            values = objects.next();
            if (values != null) {
                return true;
            }
            close();
        }
    }

    @Override
    public InternalRow get() {
        return SpaceReaderFactory.row(values, columns);
    }

    @Override
    public void close() {
        if (objects != null) {
            objects.close();
            objects = null;
        }
    }
}
