package dev.fallow.spark.write;

import dev.fallow.NameText;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.spark.hadoop.OneLine;
import dev.fallow.spark.hadoop.SparkContexts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
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
 * folders {@code NAME=VALUE}, as {@code partitionBy} makes them, too; a folder with others in it is refused. With {@code partitionBy}, files are in such folders, and the columns are not in the files. Spark refuses the other modes by name. Existing files are not changed by a job that fails.
 *
 * <p>Types: {@code boolean} becomes the enumeration that h5py reads as {@code bool}, {@code tinyint} to {@code bigint}, {@code float} and
 * {@code double} the numbers of the same size. {@code string} becomes UTF-8 of variable length and {@code binary} a sequence of {@code uint8}. {@code date}
 * becomes {@code int32} days and {@code timestamp} {@code int64} microseconds, both with the attribute {@code units}. Decimals, intervals and nested types other than arrays of numbers or booleans, which become sequences, are refused,
 * with the name of the column. {@link WriteOptions} lists the options.
 */
public final class Hdf5WriteBuilder implements WriteBuilder, SupportsTruncate {
    private final LogicalWriteInfo info;
    private final WriteOptions options;
    private final List<Column> columns;
    private final RowFolders folders;
    private final Transform[] partitioning;
    private final String folder;
    private boolean replacing;

    /**
     * A write of a query.
     *
     * @param info with the options of {@link WriteOptions}, and {@code path}
     * @param partitioning the columns of {@code partitionBy}
     * @throws IllegalArgumentException if an option has a value that is not known, or there is not one path
     * @throws UnsupportedFeatureException if a column has a type that cannot be written
     */
    public Hdf5WriteBuilder(LogicalWriteInfo info, Transform... partitioning) {
        this.info = info;
        this.partitioning = partitioning.clone();
        folder = info.options().get("path");
        if (folder == null || folder.isEmpty()) {
            throw new IllegalArgumentException(
                    "option path: expected a folder, found none; write with save(folder), not as a table of a catalog");
        }
        options = WriteOptions.of(info.options());
        folders = RowFolders.of(partitioning, info.schema());
        columns = Column.of(info.schema(), folders, options);
    }

    @Override
    public WriteBuilder truncate() {
        replacing = true;
        return this;
    }

    @Override
    public Write build() {
        return new RequiresDistributionAndOrdering() {
            @Override
            public Distribution requiredDistribution() {
                return Distributions.unspecified();
            }

            @Override
            public SortOrder[] requiredOrdering() {
                return RowFolders.order(partitioning);
            }

            @Override
            public String description() {
                return "hdf5 " + folder;
            }

            @Override
            public BatchWrite toBatch() {
                return OneLine.of(() -> new FilesWrite(folder, info, options, columns, folders, replacing));
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
        private final RowFolders folders;
        private final boolean replacing;
        /** The folders that did not exist before, the innermost one first. */
        private final List<Path> created = new ArrayList<>();

        FilesWrite(
                String folder,
                LogicalWriteInfo info,
                WriteOptions options,
                List<Column> columns,
                RowFolders folders,
                boolean replacing) {
            this.options = options;
            this.columns = columns;
            this.folders = folders;
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
            return new PartitionWriter.PartitionWriterFactory(destination, options, columns, folders);
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
                    checkFolder(files, status.getPath());
                }
                found.add(status.getPath());
            }
            return found;
        }

        /** Refuses a folder that is not one of {@code partitionBy}, or has another one in it. */
        private void checkFolder(FileSystem files, Path path) throws IOException {
            if (path.getName().indexOf('=') <= 0) {
                throw new UnsupportedFeatureException(
                        "%s has the folder %s: only a folder of files and of folders NAME=VALUE is overwritten"
                                .formatted(destination.folder(), NameText.printable(path.getName())));
            }
            for (FileStatus status : files.listStatus(path)) {
                if (status.isDirectory()) {
                    checkFolder(files, status.getPath());
                }
            }
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
                        if (message instanceof PartitionWriter.WrittenFiles task) {
                            place(task, done);
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

        /** Renames the files of a task, each into its folder. */
        private void place(PartitionWriter.WrittenFiles task, Renames done) throws IOException {
            for (int i = 0; i < task.files().size(); i++) {
                PartitionWriter.WrittenFile file = task.files().get(i);
                Path to = destination.committed(file.folder(), task.partition(), i);
                if (!file.folder().isEmpty()) {
                    done.makeFolder(to.getParent());
                }
                done.rename(new Path(destination.temporary(), file.name()), to);
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
            /** The folders that were made, an outer one before those in it. */
            private final Set<Path> made = new LinkedHashSet<>();

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

            /** Makes a folder with those around it. */
            void makeFolder(Path folder) throws IOException {
                if (made.contains(folder) || files.exists(folder)) {
                    return;
                }
                makeFolder(folder.getParent());
                if (!files.mkdirs(folder)) {
                    throw new IOException(folder + " cannot be created");
                }
                made.add(folder);
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
                List<Path> inner = new ArrayList<>(made);
                Collections.reverse(inner);
                for (Path each : inner) {
                    try {
                        files.delete(each, false);
                    } catch (IOException e) {
                        cause.addSuppressed(e);
                    }
                }
            }
        }
    }
}
