package dev.fallow.spark;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.Seekable;

/** The local file system under the scheme {@code counted}, which records the positional reads of all files. */
public final class CountingFileSystem extends FilterFileSystem {
    /**
     * A read.
     *
     * @param file the name of the file
     * @param position in the file
     * @param length what was asked for
     */
    public record Read(String file, long position, int length) {}

    private static final List<Read> READS = new CopyOnWriteArrayList<>();

    /** Made by Hadoop. */
    public CountingFileSystem() {
        super(new Local());
    }

    /** Forgets the reads. */
    public static void reset() {
        READS.clear();
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
        return "counted";
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        return new FSDataInputStream(new Counted(super.open(path, bufferSize), path.getName()));
    }

    /** Hadoop has no default for this in a filter. */
    @Override
    public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path folder) throws IOException {
        return fs.listLocatedStatus(folder);
    }

    /** The local file system, which believes that its scheme is {@code counted}. */
    private static final class Local extends RawLocalFileSystem {
        private static final URI NAME = URI.create("counted:///");

        @Override
        public URI getUri() {
            return NAME;
        }

        @Override
        public void initialize(URI uri, Configuration configuration) throws IOException {
            super.initialize(uri, configuration);
            setConf(configuration);
        }

        @Override
        public FileStatus getFileStatus(Path path) throws IOException {
            FileStatus status = super.getFileStatus(path);
            status.setPath(makeQualified(
                    new Path(NAME.getScheme(), "", status.getPath().toUri().getPath())));
            return status;
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
