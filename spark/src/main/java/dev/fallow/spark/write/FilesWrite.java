package dev.fallow.spark.write;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Printable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.util.SerializableConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The job: tasks write to a folder of temporary files, and when all have succeeded their files are renamed. Of several attempts of a
 * task, Spark lets one commit.
 *
 * <p>If the driver dies while it renames, some of the new files may be there, and of an overwritten folder the old ones in a folder
 * whose name begins with {@code _replaced-}. Where renaming is a copy, as in object stores, the commit takes as long as these copies.
 */
final class FilesWrite implements BatchWrite {
    private static final Logger LOG = LoggerFactory.getLogger(FilesWrite.class);

    private final Destination destination;
    private final WriteOptions options;
    private final List<Column> columns;
    private final boolean replacing;
    /** Whether the folder did not exist before. */
    private boolean created;

    FilesWrite(String folder, LogicalWriteInfo info, WriteOptions options, List<Column> columns, boolean replacing) {
        this.options = options;
        this.columns = columns;
        this.replacing = replacing;
        SparkSession session = (SparkSession) org.apache.spark.sql.SparkSession.active();
        Map<String, String> given = info.options().asCaseSensitiveMap();
        Configuration configuration = session.sessionState()
                .newHadoopConfWithOptions(
                        scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(given)));
        try {
            Path path = new Path(folder);
            destination = new Destination(
                    path.getFileSystem(configuration).makeQualified(path).toString(),
                    info.queryId(),
                    SerializableConfiguration.broadcast(session.sparkContext(), configuration));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo physical) {
        try {
            FileSystem files = destination.fileSystem();
            created = !files.exists(destination.path());
            if (!created) {
                existing(files);
            }
            if (!files.mkdirs(destination.temporary())) {
                throw new IOException(destination.temporary() + " cannot be created");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new PartitionWriterFactory(destination, options, columns);
    }

    /** The files that are replaced. */
    private List<Path> existing(FileSystem files) throws IOException {
        List<Path> found = new ArrayList<>();
        if (!files.getFileStatus(destination.path()).isDirectory()) {
            throw new UnsupportedFeatureException(destination.folder() + ": expected a folder, found a file");
        }
        if (!replacing) {
            return found;
        }
        for (FileStatus status : files.listStatus(destination.path())) {
            String name = status.getPath().getName();
            if (name.startsWith("_") || name.startsWith(".")) {
                continue;
            }
            if (status.isDirectory()) {
                throw new UnsupportedFeatureException("%s has the folder %s: only a folder of files is overwritten"
                        .formatted(destination.folder(), Printable.name(name)));
            }
            found.add(status.getPath());
        }
        return found;
    }

    @Override
    public void commit(WriterCommitMessage[] messages) {
        try {
            FileSystem files = destination.fileSystem();
            Renames done = new Renames(files);
            try {
                List<Path> old = existing(files);
                if (!old.isEmpty() && !files.mkdirs(destination.replaced())) {
                    throw new IOException(destination.replaced() + " cannot be created");
                }
                for (Path one : old) {
                    done.rename(one, new Path(destination.replaced(), one.getName()));
                }
                for (WriterCommitMessage message : messages) {
                    WrittenFile file = (WrittenFile) message;
                    if (file != null && file.name() != null) {
                        done.rename(
                                new Path(destination.temporary(), file.name()),
                                new Path(destination.path(), destination.committedName(file.partition())));
                    }
                }
            } catch (IOException | RuntimeException e) {
                done.undo(e);
                throw e;
            }
            clean(files, destination.replaced());
            clean(files, destination.temporary());
        } catch (IOException e) {
            throw new UncheckedIOException(destination.folder() + ": " + e.getMessage(), e);
        }
    }

    /** Deletes a folder that readers ignore. The new content is complete, so the job has not failed if that fails. */
    private static void clean(FileSystem files, Path folder) {
        try {
            files.delete(folder, true);
        } catch (IOException e) {
            LOG.warn("{} is left: {}", folder, e.getMessage());
        }
    }

    @Override
    public void abort(WriterCommitMessage[] messages) {
        try {
            FileSystem files = destination.fileSystem();
            files.delete(destination.temporary(), true);
            Path replaced = destination.replaced();
            if (files.exists(replaced) && files.listStatus(replaced).length == 0) {
                files.delete(replaced, false);
            }
            if (created && files.exists(destination.path()) && files.listStatus(destination.path()).length == 0) {
                files.delete(destination.path(), false);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(destination.folder() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return "hdf5 " + destination.folder();
    }
}
