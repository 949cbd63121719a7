package dev.fallow.spark.write;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Durability;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * Writes one partition to a file of its own: its name contains that of the attempt. On a local file system the file is in
 * the folder of temporary files. For others it is in the folder of temporary files of the JVM, and copied by {@link #commit}.
 */
final class PartitionWriter implements DataWriter<InternalRow> {
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

    /**
     * What a task has written.
     *
     * @param name of its file in the folder of temporary files; null if the partition was empty, and there is no file
     */
    record WrittenFile(String name, int partition) implements WriterCommitMessage {}

    private final Destination destination;
    private final WriteOptions options;
    private final List<Column> columns;
    private final int partition;
    private final String name;
    private final FileSystem files;
    /** The file that is being written; null if there is none. */
    private Path local;

    private ContainerFile container;
    private RowSink sink;
    private boolean committed;

    /** @param task the number of the attempt, which no other attempt has */
    PartitionWriter(Destination destination, WriteOptions options, List<Column> columns, int partition, long task)
            throws IOException {
        this.destination = destination;
        this.options = options;
        this.columns = columns;
        this.partition = partition;
        name = "part-%05d-%d.h5".formatted(partition, task);
        files = destination.fileSystem();
    }

    @Override
    public void write(InternalRow row) throws IOException {
        if (container == null) {
            open();
        }
        try {
            sink.add(row);
        } catch (ContainerException e) {
            throw new ContainerException(
                    "partition %d of %s: %s".formatted(partition, destination.folder(), e.getMessage()), e);
        }
    }

    private void open() throws IOException {
        CreateOptions create = CreateOptions.defaults().withFilterThreads(1);
        if (Destination.isLocal(files)) {
            checkRunning();
            local = Path.of(destination.temporary().toUri().getPath()).resolve(name);
            create = create.withDurability(Durability.AT_CLOSE);
        } else {
            local = Files.createTempDirectory(
                            "fallow-" + ProcessHandle.current().pid() + "-")
                    .resolve(name);
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

    @Override
    public WriterCommitMessage commit() throws IOException {
        if (container == null && partition > 0) {
            return new WrittenFile(null, partition);
        }
        if (container == null) {
            open(); // a data frame without rows has columns
        }
        sink.finish();
        container.close();
        if (!Destination.isLocal(files)) {
            checkRunning();
            files.copyFromLocalFile(
                    false,
                    true,
                    new org.apache.hadoop.fs.Path(local.toUri()),
                    new org.apache.hadoop.fs.Path(destination.temporary(), name));
            checkRunning(); // the copy makes folders
        }
        committed = true;
        return new WrittenFile(name, partition);
    }

    @Override
    public void abort() throws IOException {
        committed = false;
        discard();
        files.delete(new org.apache.hadoop.fs.Path(destination.temporary(), name), false);
        if (!files.exists(destination.running())) {
            files.delete(destination.temporary(), true);
        }
    }

    @Override
    public void close() throws IOException {
        discard();
    }

    /** Closes the file, and deletes it unless it is what was committed. */
    private void discard() throws IOException {
        if (local == null) {
            return;
        }
        Path file = local;
        local = null;
        boolean inPlace = Destination.isLocal(files);
        try {
            container.close();
        } catch (ContainerException e) {
            if (committed) {
                throw e;
            }
            // what could not be written is deleted now
        } finally {
            if (!inPlace || !committed) {
                Files.deleteIfExists(file);
            }
            if (!inPlace) {
                Files.deleteIfExists(file.getParent());
            }
        }
    }
}
