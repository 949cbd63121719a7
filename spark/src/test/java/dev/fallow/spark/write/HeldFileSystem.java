package dev.fallow.spark.write;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** The local disk under another scheme, so that it counts as remote. Its renames can be made to fail. */
public final class HeldFileSystem extends RawLocalFileSystem {
    /** The scheme. */
    public static final String SCHEME = "held";

    /** So many renames succeed, then one fails; less than 0 for all. */
    static final AtomicInteger RENAMES = new AtomicInteger(-1);

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public URI getUri() {
        return URI.create(SCHEME + ":///");
    }

    @Override
    public void initialize(URI uri, Configuration configuration) throws IOException {
        super.initialize(uri, configuration);
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        if (RENAMES.get() >= 0 && RENAMES.getAndDecrement() == 0) {
            throw new IOException("rename of " + from.getName() + " refused by the test");
        }
        return super.rename(from, to);
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        FileStatus status = super.getFileStatus(path);
        status.setPath(makeQualified(status.getPath()));
        return status;
    }
}
