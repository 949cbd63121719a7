package dev.fallow.spark.space;

import dev.fallow.ContainerFile;
import dev.fallow.OpenOptions;
import dev.fallow.spark.hadoop.HadoopSource;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;

/**
 * Opens files in a task. Those on the local disk are opened as files are, so that the journal of an interrupted edit is shown; others
 * through their file system.
 */
final class FleetFiles {
    /** Each task has its own, and there may be many in a JVM. */
    private static final long CACHE_BYTES = 16L << 20;

    private static final String LOCAL = "file";

    private FleetFiles() {}

    /** The path on the local disk; null if the file is elsewhere. */
    static Path local(org.apache.hadoop.fs.Path path) {
        return LOCAL.equals(path.toUri().getScheme()) ? Path.of(path.toUri().getPath()) : null;
    }

    /** Opens a file for reading. Other files that it refers to are not opened. */
    static ContainerFile open(org.apache.hadoop.fs.Path path, Configuration configuration, boolean ignoreWriteFlag)
            throws IOException {
        OpenOptions options = forTask(OpenOptions.defaults().withReadOnly(true)).withIgnoreWriteFlag(ignoreWriteFlag);
        Path local = local(path);
        return local != null
                ? ContainerFile.open(local, options)
                : ContainerFile.openReadOnly(HadoopSource.open(path, configuration), options);
    }

    /** Options for a task: it uses one thread, and ends its walks when it is killed. */
    static OpenOptions forTask(OpenOptions options) {
        TaskContext task = TaskContext.get();
        OpenOptions small = options.withExternalFiles(false)
                .withFilterThreads(1)
                .withCacheBytes(CACHE_BYTES)
                .withChunkCacheBytes(0);
        return task == null ? small : small.withProgress((done, total) -> !task.isInterrupted());
    }

    /** Ends the task if it was killed: an error that it then has with a file says nothing of the file. */
    static void endIfKilled() {
        TaskContext task = TaskContext.get();
        if (task != null) {
            task.killTaskIfInterrupted();
        }
    }

    /** The text of an error. */
    static String message(Exception failure) {
        boolean says = failure instanceof dev.fallow.ContainerException || failure instanceof IOException;
        return says && failure.getMessage() != null ? failure.getMessage() : failure.toString();
    }
}
