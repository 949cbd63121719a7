package dev.fallow.spark.hadoop;

import dev.fallow.source.ByteSource;
import dev.fallow.source.ByteSources;
import dev.fallow.source.CacheOptions;
import dev.fallow.source.CachedSource;
import dev.fallow.source.SourceChangedException;
import dev.fallow.source.SourceStatistics;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;

/**
 * A file on a Hadoop file system (HDFS, S3A, ABFS, a local disk), read in few and large parts. Its name is the path with scheme and
 * authority, without credentials. Its {@linkplain #validator validator} is the ETag, if the file system has one; else the time of the last
 * change with the length, or null if it has neither. Reads that are waiting fail when the source is closed.
 *
 * <pre>{@code
 * HadoopSource source = HadoopSource.open(new Path("hdfs://host/run.h5"), new Configuration());
 * ContainerFile file = ContainerFile.openReadOnly(source);
 * }</pre>
 *
 * <p>The length and the time of the last change are read when the file is opened, and compared with what a listing said, if
 * there is one. {@link #checkUnchanged} compares them again. In between, the file system may notice a change itself, as S3A does.
 * Failed requests are repeated by the file system's client, as it is configured.
 *
 * <p>Any number of threads may read at the same time.
 */
public final class HadoopSource implements ByteSource {
    /** As many bytes take about 10 ms, a request 20 to 100 ms. */
    private static final long MOST_BETWEEN = 1 << 20;

    private final FileSystem system;
    private final Path path;
    private final FileVersion version;
    private final boolean store;
    private final CachedSource cache;

    /** @param store whether requests are slow, and each costs */
    private HadoopSource(FileSystem system, FileStatus status, boolean store, CacheOptions options) throws IOException {
        cache = ByteSources.cached(new PositionedSource(system, status, printable(status.getPath())), options);
        this.store = store;
        this.system = system;
        path = status.getPath();
        version = FileVersion.of(status);
    }

    /**
     * Opens a file.
     *
     * @throws FileNotFoundException if there is no such file
     * @throws IOException if the path is a folder, or the file system fails
     */
    public static HadoopSource open(Path path, Configuration configuration) throws IOException {
        FileSystem system = path.getFileSystem(configuration);
        boolean store = isObjectStore(system, path);
        return new HadoopSource(system, status(system, path), store, CacheOptions.defaults());
    }

    /**
     * Opens a file that was listed before. In an object store, nothing is asked for this: whether the file is still the listed one is found
     * by {@link #checkUnchanged}.
     *
     * @param expected what the listing said
     * @throws SourceChangedException if the file is of another version
     * @throws FileNotFoundException if there is no such file
     * @throws IOException if the path is a folder, or the file system fails
     */
    public static HadoopSource open(Path path, Configuration configuration, FileVersion expected, CacheOptions options)
            throws IOException {
        FileSystem system = path.getFileSystem(configuration);
        boolean store = isObjectStore(system, path);
        if (store) {
            FileStatus listed = new FileStatus(expected.length(), false, 0, 0, expected.modified(), path);
            return new HadoopSource(system, listed, store, options);
        }
        FileStatus status = status(system, path);
        check(path, expected, FileVersion.of(status));
        return new HadoopSource(system, status, store, options);
    }

    private static FileStatus status(FileSystem system, Path path) throws IOException {
        FileStatus status = system.getFileStatus(path);
        if (status.isDirectory()) {
            throw new IOException(printable(path) + ": expected a file, found a folder");
        }
        return status;
    }

    /** Whether a file system is one of objects with tags, such as S3A and ABFS. */
    public static boolean isObjectStore(FileSystem system, Path path) throws IOException {
        return system.hasPathCapability(path, CommonPathCapabilities.ETAGS_AVAILABLE);
    }

    /** Whether the file is in an object store. */
    public boolean isInStore() {
        return store;
    }

    @Override
    public String name() {
        return cache.name();
    }

    @Override
    public Optional<String> validator() throws IOException {
        return cache.validator();
    }

    @Override
    public long size() throws IOException {
        return cache.size();
    }

    @Override
    public int read(long position, ByteBuffer target) throws IOException {
        return cache.read(position, target);
    }

    /** In an object store, also reads what is between parts that are near to each other: that takes less time than a second request. */
    @Override
    public void willRead(List<Range> ranges) {
        cache.willRead(store ? joined(ranges) : ranges);
    }

    /** What was read from the file system. Remains available after closing. */
    public SourceStatistics statistics() {
        return cache.statistics();
    }

    /** Closes the file. Reads that are waiting fail. */
    @Override
    public void close() throws IOException {
        cache.close();
    }

    private List<Range> joined(List<Range> ranges) {
        List<Range> sorted = new ArrayList<>(ranges);
        sorted.removeIf(each -> each.position() < 0 || each.position() >= version.length());
        sorted.sort(Comparator.comparingLong(Range::position));
        List<Range> joined = new ArrayList<>();
        for (Range each : sorted) {
            Range last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
            boolean near = last != null && each.position() - last.end() <= MOST_BETWEEN;
            long from = near ? last.position() : each.position();
            long end = Math.min(version.length(), near ? Math.max(last.end(), each.end()) : each.end());
            if (near) {
                joined.remove(joined.size() - 1);
            }
            joined.add(new Range(from, end - from));
        }
        return joined;
    }

    private static void check(Path path, FileVersion expected, FileVersion found) {
        if (!expected.equals(found)) {
            throw new SourceChangedException(
                    "%s: the file has changed since it was listed or opened: expected %s, found %s"
                            .formatted(printable(path), expected, found));
        }
    }

    /** The path with scheme and authority, without the credentials that a URI may have. */
    static String printable(Path path) {
        URI uri = path.toUri();
        String user = uri.getRawUserInfo();
        String text = path.toString();
        return user == null ? text : text.replace(user + "@", "");
    }

    /** The length and the time of the last change, when the file was opened. */
    public FileVersion version() {
        return version;
    }

    /**
     * Asks the file system once more whether this is still the file that was opened.
     *
     * @throws SourceChangedException if it has another length or time, or does not exist
     * @throws IOException if the file system fails
     */
    public void checkUnchanged() throws IOException {
        try {
            check(path, version, FileVersion.of(system.getFileStatus(path)));
        } catch (FileNotFoundException e) {
            throw new SourceChangedException(name() + ": the file was deleted while it was read");
        }
    }

    /**
     * Reads at positions of a stream. Where the stream has vectored reads, each read is one: a request for just these bytes, beside which
     * others run. A positional read of S3A's stream moves the stream there and back under its lock instead.
     */
    private static final class PositionedSource implements ByteSource {
        private static final String VECTORED = StreamCapabilities.VECTOREDIO;
        /** The file systems' clients have shorter limits of their own. */
        private static final long MOST_MINUTES = 15;

        private final String name;
        private final long size;
        private final Optional<String> validator;
        private final FSDataInputStream stream;
        private final boolean vectored;

        PositionedSource(FileSystem system, FileStatus status, String name) throws IOException {
            this.name = name;
            size = status.getLen();
            String tag = status instanceof EtagSource tagged ? tagged.getEtag() : null;
            long modified = status.getModificationTime();
            validator = tag != null && !tag.isEmpty()
                    ? Optional.of(tag)
                    : modified == 0 ? Optional.empty() : Optional.of(modified + "/" + size);
            stream = await(
                    system.openFile(status.getPath())
                            .withFileStatus(status)
                            .opt(
                                    Options.OpenFileOptions.FS_OPTION_OPENFILE_LENGTH,
                                    Long.toString(size)) // S3A passes over a status that is not its own
                            .opt(
                                    Options.OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY,
                                    Options.OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_RANDOM)
                            .build(),
                    "opened");
            vectored = stream.hasCapability(VECTORED);
        }

        private <T> T await(CompletableFuture<T> future, String what) throws IOException {
            try {
                return future.get(MOST_MINUTES, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException(name + ": interrupted before it was " + what);
            } catch (TimeoutException e) {
                throw new IOException("%s: not %s within %d minutes".formatted(name, what, MOST_MINUTES), e);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof IOException cause) {
                    throw cause;
                }
                throw new IOException("%s: not %s: %s".formatted(name, what, e.getCause()), e.getCause());
            }
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public Optional<String> validator() {
            return validator;
        }

        @Override
        public int read(long position, ByteBuffer target) throws IOException {
            if (position >= size) {
                return -1;
            }
            int count = (int) Math.min(target.remaining(), size - position);
            if (count == 0) {
                return 0;
            }
            if (vectored) {
                return readVectored(position, target, count);
            } else if (target.hasArray()) {
                int read = stream.read(position, target.array(), target.arrayOffset() + target.position(), count);
                target.position(target.position() + Math.max(0, read));
                return read;
            }
            byte[] bytes = new byte[count];
            int read = stream.read(position, bytes, 0, count);
            target.put(bytes, 0, Math.max(0, read));
            return read;
        }

        private int readVectored(long position, ByteBuffer target, int count) throws IOException {
            FileRange range = FileRange.createFileRange(position, count);
            stream.readVectored(List.of(range), ByteBuffer::allocate);
            ByteBuffer bytes;
            try {
                bytes = await(range.getData(), "read");
            } catch (EOFException e) {
                return -1; // shorter than when it was listed
            }
            if (bytes.remaining() > count) {
                throw new IOException("the file system returned %d bytes at %d, and was asked for %d"
                        .formatted(bytes.remaining(), position, count));
            }
            int read = bytes.remaining();
            target.put(bytes);
            return read;
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }
}
