package dev.fallow.spark.space;

import dev.fallow.spark.hadoop.FileEntry;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;

/** A row for each file of a partition. */
final class FileRows implements PartitionReader<InternalRow> {
    private final Iterator<FileEntry> files;
    private final Configuration configuration;
    private final List<FileColumn> columns;
    private final Set<FileColumn> wanted;
    private InternalRow row;

    FileRows(List<FileEntry> files, Configuration configuration, List<FileColumn> columns) {
        this.files = files.iterator();
        this.configuration = configuration;
        this.columns = columns;
        wanted = SpaceReaderFactory.set(FileColumn.class, columns);
    }

    @Override
    public boolean next() {
        if (!files.hasNext()) {
            return false;
        }
        FleetFiles.endIfKilled();
        row = SpaceReaderFactory.row(FileFigures.of(files.next(), configuration, wanted), columns);
        return true;
    }

    @Override
    public InternalRow get() {
        return row;
    }

    @Override
    public void close() {
        // each file is closed after its row was made
    }
}
