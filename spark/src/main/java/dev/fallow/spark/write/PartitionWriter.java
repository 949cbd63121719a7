package dev.fallow.spark.write;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Durability;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * Writes one partition to files of its own, one for each folder: their names contain that of the attempt. On a local file system a file is in
 * the folder of temporary files. For others it is in the folder of temporary files of the JVM, and copied when it is complete.
 */
final class PartitionWriter implements DataWriter<InternalRow> {
    /** Makes the writer of each attempt of a task. It is sent to the executors. */
    record PartitionWriterFactory(
            Destination destination, WriteOptions options, List<Column> columns, RowFolders folders)
            implements DataWriterFactory {
        @Override
        public DataWriter<InternalRow> createWriter(int partition, long task) {
            try {
                return new PartitionWriter(destination, options, columns, folders, partition, task);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * A file that is complete, and not committed.
     *
     * @param name in the folder of temporary files
     * @param folder where it belongs, below that of the job; empty for this one
     */
    record WrittenFile(String name, String folder) implements Serializable {}

    /** What a task has written. */
    record WrittenFiles(List<WrittenFile> files, int partition) implements WriterCommitMessage {}

    private final Destination destination;
    private final WriteOptions options;
    private final List<Column> columns;
    private final RowFolders folders;
    private final int partition;
    private final long task;
    private final FileSystem files;
    private final List<WrittenFile> written = new ArrayList<>();
    /** The file that is being written; null if there is none. */
    private WrittenFile next;
    /** Where it is. */
    private Path local;

    private ContainerFile container;
    private RowSink sink;

    /** @param task the number of the attempt, which no other attempt has */
    PartitionWriter(
            Destination destination,
            WriteOptions options,
            List<Column> columns,
            RowFolders folders,
            int partition,
            long task)
            throws IOException {
        this.destination = destination;
        this.options = options;
        this.columns = columns;
        this.folders = folders;
        this.partition = partition;
        this.task = task;
        files = destination.fileSystem();
    }

    @Override
    public void write(InternalRow row) throws IOException {
        try {
            String folder = folders.of(row);
            if (next != null && !next.folder.equals(folder)) {
                finish();
            }
            if (next == null) {
                open(folder);
            }
            sink.add(row);
        } catch (ContainerException e) {
            throw new ContainerException(
                    "partition %d of %s: %s".formatted(partition, destination.folder(), e.getMessage()), e);
        }
    }

    private void open(String folder) throws IOException {
        CreateOptions create = CreateOptions.defaults().withFilterThreads(1);
        next = new WrittenFile("part-%05d-%d-%d.h5".formatted(partition, task, written.size()), folder);
        if (Destination.isLocal(files)) {
            checkRunning();
            local = Path.of(destination.temporary().toUri().getPath()).resolve(next.name);
            create = create.withDurability(Durability.AT_CLOSE);
        } else {
            local = Files.createTempDirectory(
                            "fallow-" + ProcessHandle.current().pid() + "-")
                    .resolve(next.name);
            create = create.withDurability(Durability.NEVER);
        }
        container = ContainerFile.create(local, create);
        checkRunning();
        sink = new RowSink(container, options, columns);
    }

    /** Fails if the job has failed, or is complete without this attempt. */
    private void checkRunning() throws IOException {
        if (!files.exists(destination.running())) {
            throw new IOException("partition %d of %s: the job is over".formatted(partition, destination.folder()));
        }
    }

    /** Completes the file that is being written. */
    private void finish() throws IOException {
        sink.finish();
        container.close();
        if (!Destination.isLocal(files)) {
            checkRunning();
            files.copyFromLocalFile(false, true, new org.apache.hadoop.fs.Path(local.toUri()), temporary(next));
            checkRunning(); // the copy makes folders
            discard();
        }
        written.add(next);
        next = null;
        local = null;
    }

    private org.apache.hadoop.fs.Path temporary(WrittenFile file) {
        return new org.apache.hadoop.fs.Path(destination.temporary(), file.name);
    }

    @Override
    public WriterCommitMessage commit() throws IOException {
        if (next == null && partition == 0 && folders.isEmpty()) {
            open(""); // a data frame without rows has columns
        }
        if (next != null) {
            finish();
        }
        return new WrittenFiles(List.copyOf(written), partition);
    }

    @Override
    public void abort() throws IOException {
        discard();
        if (next != null) {
            written.add(next);
        }
        for (WrittenFile file : written) {
            files.delete(temporary(file), false);
        }
        if (!files.exists(destination.running())) {
            files.delete(destination.temporary(), true);
        }
    }

    @Override
    public void close() throws IOException {
        discard();
    }

    /** Closes and deletes the file that is being written, or was copied. */
    private void discard() throws IOException {
        if (local == null) {
            return;
        }
        Path file = local;
        local = null;
        try {
            if (container != null) { // which could not be created otherwise
                container.close();
            }
        } catch (ContainerException e) {
            // what could not be written is deleted now
        } finally {
            Files.deleteIfExists(file);
            if (!Destination.isLocal(files)) {
                deleteFolder(file.getParent());
            }
        }
    }

    /** Deletes a folder of this attempt, with the journal of a container that could not be closed. */
    private static void deleteFolder(Path folder) throws IOException {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(folder)) {
            for (Path each : left) {
                Files.delete(each);
            }
        }
        Files.delete(folder);
    }
}
