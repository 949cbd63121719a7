package dev.fallow.spark.read;

import dev.fallow.ContainerFile;
import dev.fallow.options.OpenOptions;
import dev.fallow.source.CacheOptions;
import dev.fallow.spark.hadoop.FileEntry;
import dev.fallow.spark.hadoop.HadoopSource;
import dev.fallow.spark.read.element.Box;
import dev.fallow.spark.read.table.FileTable;
import dev.fallow.spark.read.table.TableColumn;
import dev.fallow.spark.read.table.TableOptions;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** A table in a file that is open. A task has one of them at a time. */
final class OpenTable implements Closeable {
    /** Less than the defaults: several tasks share a virtual machine. */
    private static final long CACHE_BYTES = 16L << 20;

    private static final long MOST_VARIABLE_BYTES = 1L << 20;

    private static final OpenOptions READING = OpenOptions.reading()
            .withFilterThreads(1) // a task has one core
            .withCacheBytes(CACHE_BYTES);

    private final HadoopSource source;
    private final ContainerFile container;
    private final FileTable table;

    private OpenTable(HadoopSource source, ContainerFile container, FileTable table) {
        this.source = source;
        this.container = container;
        this.table = table;
    }

    /**
     * Opens a file and finds the table.
     *
     * @param opened receives the source before anything is read from it
     * @throws IOException if the file system fails
     * @throws dev.fallow.ContainerException if the file has changed, is damaged, or has no such table
     */
    static OpenTable open(
            FileEntry file,
            Configuration configuration,
            TableOptions options,
            java.util.function.Consumer<HadoopSource> opened)
            throws IOException {
        CacheOptions cache = CacheOptions.defaults().withCacheBytes(CACHE_BYTES);
        HadoopSource source = HadoopSource.open(file.path(), configuration, file.version(), cache);
        opened.accept(source);
        ContainerFile container = ContainerFile.openReadOnly(source, READING); // closes the source if it fails
        try {
            return new OpenTable(source, container, FileTable.find(container, source.name(), options));
        } catch (RuntimeException | Error e) {
            try {
                container.close();
            } catch (RuntimeException also) {
                e.addSuppressed(also);
            }
            throw e;
        }
    }

    FileTable table() {
        return table;
    }

    /**
     * The bytes of a row in memory in these columns, about. What elements of variable length take elsewhere in the file is not
     * known; on average it is at most their share of the file.
     */
    long rowBytes(List<TableColumn> columns) {
        long bytes = table.rowBytes(columns);
        boolean variable = columns.stream()
                .flatMap(each -> each.elements().stream())
                .anyMatch(each -> each.dataset().datatype().refersToGlobalHeap());
        long rows = Math.max(1, Box.product(table.dimensions()));
        return variable ? bytes + Math.min(MOST_VARIABLE_BYTES, source.version().length() / rows) : bytes;
    }

    String name() {
        return source.name();
    }

    /** Throws an exception if the file is not what it was any more. */
    void checkUnchanged() throws IOException {
        source.checkUnchanged();
    }

    @Override
    public void close() {
        container.close();
    }
}
