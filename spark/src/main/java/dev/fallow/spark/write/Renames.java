package dev.fallow.spark.write;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Renames that can be undone. */
final class Renames {
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
