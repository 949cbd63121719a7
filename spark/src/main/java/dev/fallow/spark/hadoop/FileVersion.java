package dev.fallow.spark.hadoop;

import java.io.Serializable;
import org.apache.hadoop.fs.FileStatus;

/**
 * What a listing says about the content of a file. A file of another version has other content.
 *
 * @param modified the time of the last change, in milliseconds since 1970; 0 if the file system does not know
 */
public record FileVersion(long length, long modified) implements Serializable {
    /** The version that a status describes. */
    public static FileVersion of(FileStatus status) {
        return new FileVersion(status.getLen(), status.getModificationTime());
    }

    @Override
    public String toString() {
        return "%d bytes, modified at %tFT%<tT.%<tLZ".formatted(length, utc());
    }

    private java.time.ZonedDateTime utc() {
        return java.time.Instant.ofEpochMilli(modified).atZone(java.time.ZoneOffset.UTC);
    }
}
