package dev.fallow.spark.write;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** The local disk under another scheme, so that it counts as remote. Its renames can be made to fail. */
public final class HeldFileSystem extends RawLocalFileSystem {
    /** The scheme. */
    public static final String SCHEME = "held";

    /** So many renames succeed, then one fails; less than 0 for all. */
    static final AtomicInteger RENAMES = new AtomicInteger(-1);

    /** How many folders are not deleted, as when a file appears in one at that moment. */
    static final AtomicInteger KEPT = new AtomicInteger();

    /** The files that were opened for reading. */
    public static final AtomicInteger OPENS = new AtomicInteger();

    /** The bytes that were read. */
    public static final AtomicLong BYTES = new AtomicLong();

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
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        OPENS.incrementAndGet();
        return new FSDataInputStream(new Counted(super.open(path, bufferSize)));
    }

    /** Counts the bytes that are read. */
    private static final class Counted extends FSInputStream {
        private final FSDataInputStream stream;

        Counted(FSDataInputStream stream) {
            this.stream = stream;
        }

        @Override
        public int read() throws IOException {
            BYTES.incrementAndGet();
            return stream.read();
        }

        @Override
        public int read(long position, byte[] target, int from, int length) throws IOException {
            int count = stream.read(position, target, from, length);
            BYTES.addAndGet(Math.max(0, count));
            return count;
        }

        @Override
        public void seek(long position) throws IOException {
            stream.seek(position);
        }

        @Override
        public long getPos() throws IOException {
            return stream.getPos();
        }

        @Override
        public boolean seekToNewSource(long position) throws IOException {
            return stream.seekToNewSource(position);
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        if (RENAMES.get() >= 0 && RENAMES.getAndDecrement() == 0) {
            throw new IOException("rename of " + from.getName() + " refused by the test");
        }
        return super.rename(from, to);
    }

    @Override
    public boolean delete(Path path, boolean recursive) throws IOException {
        if (recursive && super.getFileStatus(path).isDirectory() && KEPT.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
            return false;
        }
        return super.delete(path, recursive);
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        FileStatus status = super.getFileStatus(path); // which finds permissions only of its own scheme
        return new FileStatus(
                status.getLen(),
                status.isDirectory(),
                1,
                status.getBlockSize(),
                status.getModificationTime(),
                makeQualified(status.getPath()));
    }
}
