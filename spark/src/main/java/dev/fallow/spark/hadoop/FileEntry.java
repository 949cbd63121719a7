package dev.fallow.spark.hadoop;

import java.io.Serializable;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * A file in a listing. Files of one folder share its text, so that an entry takes little memory.
 *
 * @param folder the path of the folder, with scheme and authority
 * @param hosts where the start of the file is stored; empty if unknown or everywhere
 */
public record FileEntry(String folder, String name, FileVersion version, List<String> hosts) implements Serializable {
    /** Whether another entry has the same path. */
    public boolean isSameFile(FileEntry other) {
        return name.equals(other.name) && folder.equals(other.folder);
    }

    /** The length of all files, in bytes. */
    public static long totalLength(List<FileEntry> files) {
        return files.stream().mapToLong(each -> each.version.length()).sum();
    }

    /** The whole path, with scheme and authority. */
    public Path path() {
        return new Path(new Path(folder), name);
    }

    /** The whole path, for messages: without credentials. */
    public String printable() {
        return HadoopSource.printable(path());
    }
}
