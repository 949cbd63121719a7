package dev.fallow.spark;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.Seekable;

/** The local file system under the scheme {@code counted}, which records the positional reads of all files, and counts questions for the state of one. */
public class CountingFileSystem extends RawLocalFileSystem {
    /**
     * A read.
     *
     * @param file the name of the file
     * @param position in the file
     * @param length what was asked for
     */
    public record Read(String file, long position, int length) {}

    private static final URI NAME = URI.create("counted:///");
    private static final List<Read> READS = new CopyOnWriteArrayList<>();
    private static final AtomicInteger STATES = new AtomicInteger();
    private final ThreadLocal<Boolean> opening = ThreadLocal.withInitial(() -> false);

    /** The same under the scheme {@code store}, which says that it is an object store. */
    public static final class Store extends CountingFileSystem {
        @Override
        public String getScheme() {
            return "store";
        }

        @Override
        public URI getUri() {
            return URI.create("store:///");
        }

        @Override
        public boolean hasPathCapability(Path path, String capability) throws IOException {
            return capability.equals(CommonPathCapabilities.ETAGS_AVAILABLE)
                    || super.hasPathCapability(path, capability);
        }
    }

    /** Forgets the reads. */
    public static void reset() {
        READS.clear();
        STATES.set(0);
    }

    /** How often the state of a file was asked for. */
    public static int states() {
        return STATES.get();
    }

    /** The reads since then. */
    public static List<Read> reads() {
        return List.copyOf(READS);
    }

    /** The bytes that were asked for. */
    public static long bytes() {
        return READS.stream().mapToLong(Read::length).sum();
    }

    @Override
    public String getScheme() {
        return NAME.getScheme();
    }

    @Override
    public URI getUri() {
        return NAME;
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        if (!opening.get()) { // the local file system asks itself
            STATES.incrementAndGet();
        }
        FileStatus status = super.getFileStatus(path);
        status.setPath(new Path(getScheme(), "", status.getPath().toUri().getPath()));
        return status;
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        opening.set(true);
        try {
            return new FSDataInputStream(new Counted(super.open(path, bufferSize), path.getName()));
        } finally {
            opening.set(false);
        }
    }

    private static final class Counted extends InputStream implements Seekable, PositionedReadable {
        private final FSDataInputStream in;
        private final String file;

        Counted(FSDataInputStream in, String file) {
            this.in = in;
            this.file = file;
        }

        @Override
        public int read(long position, byte[] buffer, int offset, int length) throws IOException {
            READS.add(new Read(file, position, length));
            return in.read(position, buffer, offset, length);
        }

        @Override
        public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
            READS.add(new Read(file, position, length));
            in.readFully(position, buffer, offset, length);
        }

        @Override
        public void readFully(long position, byte[] buffer) throws IOException {
            readFully(position, buffer, 0, buffer.length);
        }

        @Override
        public void seek(long position) throws IOException {
            in.seek(position);
        }

        @Override
        public long getPos() throws IOException {
            return in.getPos();
        }

        @Override
        public boolean seekToNewSource(long target) throws IOException {
            return in.seekToNewSource(target);
        }

        @Override
        public int read() throws IOException {
            return in.read();
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
