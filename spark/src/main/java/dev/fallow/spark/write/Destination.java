package dev.fallow.spark.write;

import java.io.IOException;
import java.io.Serializable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Where a job writes.
 *
 * @param folder the URI of the folder that receives the files
 * @param job names the job; no two are equal
 */
record Destination(String folder, String job, Broadcast<SerializableConfiguration> configuration)
        implements Serializable {
    private static final String LOCAL = "file";

    /** The folder that receives the files. */
    Path path() {
        return new Path(folder);
    }

    /** The folder of the files that are not committed. ColumnReaders ignore names that begin with an underscore. */
    Path temporary() {
        return new Path(folder, "_temporary-" + job);
    }

    /**
     * A file that exists as long as the job runs. The driver deletes it before it deletes the folder of temporary files, and a task
     * looks for it after it has made a file there: so one of the two deletes the file of a task that outlives the job.
     */
    Path running() {
        return new Path(temporary(), "_running");
    }

    /** The folder of the files that are being replaced. */
    Path replaced() {
        return new Path(folder, "_replaced-" + job);
    }

    /**
     * Where a file of a partition goes.
     *
     * @param folder below the folder of the job; empty for this one
     * @param number of the file in its partition
     */
    Path committed(String folder, int partition, int number) {
        return folder.isEmpty()
                ? new Path(path(), "part-%05d-%s.h5".formatted(partition, job))
                : new Path(new Path(path(), folder), "part-%05d-%d-%s.h5".formatted(partition, number, job));
    }

    FileSystem fileSystem() throws IOException {
        return path().getFileSystem(configuration.value().value());
    }

    /** Whether files can be written in place. */
    static boolean isLocal(FileSystem files) {
        return LOCAL.equals(files.getUri().getScheme());
    }
}
