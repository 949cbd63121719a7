package dev.fallow.spark.write;

import dev.fallow.NameText;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.spark.hadoop.SparkContexts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The write side of a table: {@code df.write.format("hdf5").mode(...).save(folder)}. A file is written for each partition with rows,
 * and for an empty data frame one without rows.
 *
 * <p>A table returns one from {@code newWriteBuilder}. It needs {@link TableCapability#BATCH_WRITE}, {@link
 * TableCapability#TRUNCATE} and {@link TableCapability#ACCEPT_ANY_SCHEMA}. Its provider has to accept a schema from outside ({@code
 * supportsExternalMetadata}): otherwise Spark infers one from the folder, which need not exist.
 *
 * <p>{@code append} adds files. {@code overwrite} replaces all files in the folder whose names do not begin with an underscore or a dot;
 * a folder with folders in it is refused. Spark refuses the other modes by name. Existing files are not changed by a job that fails.
 *
 * <p>Types: {@code boolean} becomes the enumeration that h5py reads as {@code bool}, {@code tinyint} to {@code bigint}, {@code float} and
 * {@code double} the numbers of the same size. {@code string} becomes UTF-8 of variable length and {@code binary} a sequence of {@code uint8}. {@code date}
 * becomes {@code int32} days and {@code timestamp} {@code int64} microseconds, both with the attribute {@code units}. Decimals, intervals and nested types are refused,
 * with the name of the column. {@link WriteOptions} lists the options.
 */
public final class Hdf5WriteBuilder implements WriteBuilder, SupportsTruncate {
    private final LogicalWriteInfo info;
    private final WriteOptions options;
    private final List<Column> columns;
    private final String folder;
    private boolean replacing;

    /**
     * A write of a query.
     *
     * @param info with the options of {@link WriteOptions}, and {@code path}
     * @throws IllegalArgumentException if an option has a value that is not known, or there is not one path
     * @throws UnsupportedFeatureException if a column has a type that cannot be written
     */
    public Hdf5WriteBuilder(LogicalWriteInfo info) {
        this.info = info;
        folder = info.options().get("path");
        if (folder == null || folder.isEmpty()) {
            throw new IllegalArgumentException("option path: expected a folder, found none");
        }
        options = WriteOptions.of(info.options());
        columns = Column.of(info.schema(), options);
    }

    @Override
    public WriteBuilder truncate() {
        replacing = true;
        return this;
    }

    @Override
    public Write build() {
        return new Write() {
            @Override
            public String description() {
                return "hdf5 " + folder;
            }

            @Override
            public BatchWrite toBatch() {
                return new FilesWrite(folder, info, options, columns, replacing);
            }
        };
    }

    /**
     * The job: tasks write to a folder of temporary files, and when all have succeeded their files are renamed. Of several attempts of a
     * task, Spark lets one commit.
     *
     * <p>If the driver dies while it renames, some of the new files may be there, and of an overwritten folder the old ones in a folder
     * whose name begins with {@code _replaced-}. Where renaming is a copy, as in object stores, the commit takes as long as these copies.
     */
    private static final class FilesWrite implements BatchWrite {
        private static final Logger LOG = LoggerFactory.getLogger(FilesWrite.class);

        private static final int DELETIONS = 20;
        private static final long PAUSE_NANOS = 50_000_000;

        private final Destination destination;
        private final WriteOptions options;
        private final List<Column> columns;
        private final boolean replacing;
        /** The folders that did not exist before, the innermost one first. */
        private final List<Path> created = new ArrayList<>();

        FilesWrite(
                String folder, LogicalWriteInfo info, WriteOptions options, List<Column> columns, boolean replacing) {
            this.options = options;
            this.columns = columns;
            this.replacing = replacing;
            Configuration configuration =
                    SparkContexts.configuration(info.options().asCaseSensitiveMap());
            try {
                Path path = new Path(folder);
                destination = new Destination(
                        path.getFileSystem(configuration).makeQualified(path).toString(),
                        info.queryId(),
                        SparkContexts.broadcast(configuration));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo physical) {
            try {
                FileSystem files = destination.fileSystem();
                for (Path at = destination.path(); at != null && !files.exists(at); at = at.getParent()) {
                    created.add(at);
                }
                if (created.isEmpty()) {
                    existing(files);
                }
                try {
                    if (!files.mkdirs(destination.temporary())) {
                        throw new IOException(destination.temporary() + " cannot be created");
                    }
                    files.create(destination.running(), true).close();
                } catch (IOException | RuntimeException e) { // Spark does not abort what has not begun
                    try {
                        leave(files);
                    } catch (IOException left) {
                        e.addSuppressed(left);
                    }
                    throw e;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new PartitionWriter.PartitionWriterFactory(destination, options, columns);
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
                            .formatted(destination.folder(), NameText.printable(name)));
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
                        PartitionWriter.WrittenFile file = (PartitionWriter.WrittenFile) message;
                        if (file != null && file.name() != null) {
                            done.rename(
                                    new Path(destination.temporary(), file.name()),
                                    new Path(destination.path(), destination.committedName(file.partition())));
                        }
                    }
                } catch (IOException | RuntimeException | Error e) {
                    done.undo(e);
                    throw e;
                }
                clean(files, destination.replaced());
                clean(files, destination.running()); // tasks that still run make no more files
                clean(files, destination.temporary());
            } catch (IOException e) {
                throw new UncheckedIOException(destination.folder() + ": " + e.getMessage(), e);
            }
        }

        /** Deletes what readers ignore. The new content is complete, so the job has not failed if that fails. */
        private static void clean(FileSystem files, Path path) {
            try {
                deleteAll(files, path);
            } catch (IOException | RuntimeException e) {
                LOG.warn("{} is left: {}", path, e.toString());
            }
        }

        @Override
        public void abort(WriterCommitMessage[] messages) {
            try {
                leave(destination.fileSystem());
            } catch (IOException e) {
                throw new UncheckedIOException(destination.folder() + ": " + e.getMessage(), e);
            }
        }

        /** Deletes what the job has made. */
        private void leave(FileSystem files) throws IOException {
            deleteAll(files, destination.running());
            deleteAll(files, destination.temporary());
            Path replaced = destination.replaced();
            if (files.exists(replaced) && files.listStatus(replaced).length == 0) {
                files.delete(replaced, false);
            }
            for (Path each : created) {
                if (!files.exists(each) || files.listStatus(each).length > 0) {
                    break;
                }
                files.delete(each, false);
            }
        }

        /** Deletes a file, or a folder in which tasks may still be making files. */
        private static void deleteAll(FileSystem files, Path folder) throws IOException {
            for (int i = 0; i < DELETIONS; i++) {
                IOException failure = null;
                try {
                    files.delete(folder, true);
                } catch (IOException e) { // a file came or went meanwhile
                    failure = e;
                }
                if (!files.exists(folder)) {
                    return;
                } else if (i == DELETIONS - 1) {
                    throw new IOException(folder + " cannot be deleted", failure);
                }
                LockSupport.parkNanos(PAUSE_NANOS); // which an interrupt does not make fail
            }
        }

        @Override
        public String toString() {
            return "hdf5 " + destination.folder();
        }

        /** Renames that can be undone. */
        private static final class Renames {
            private record Rename(Path from, Path to) {}

            private final FileSystem files;
            private final Deque<Rename> done = new ArrayDeque<>();

            Renames(FileSystem files) {
                this.files = files;
            }

            /** Renames a file to a name that is not in use. */
            void rename(Path from, Path to) throws IOException {
                if (files.exists(to)) {
                    throw new IOException(to + " exists");
                }
                if (!files.rename(from, to)) {
                    throw new IOException(from + " cannot be renamed to " + to);
                }
                done.push(new Rename(from, to));
            }

            /** Undoes all, the last one first. What cannot be undone is told with the cause. */
            void undo(Throwable cause) {
                while (!done.isEmpty()) {
                    Rename last = done.pop();
                    try {
                        if (!files.rename(last.to, last.from)) {
                            cause.addSuppressed(new IOException(last.to + " cannot be renamed back to " + last.from));
                        }
                    } catch (IOException e) {
                        cause.addSuppressed(e);
                    }
                }
            }
        }
    }
}
