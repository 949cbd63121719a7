package dev.fallow.spark.hadoop;

import dev.fallow.source.ByteSource;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.StreamCapabilities;

/**
 * Reads at positions of a stream. Where the stream has vectored reads, each read is one: a request for just these bytes, beside which
 * others run. A positional read of S3A's stream moves the stream there and back under its lock instead.
 */
final class PositionedSource implements ByteSource {
    private static final String VECTORED = StreamCapabilities.VECTOREDIO;
    /** The file systems' clients have shorter limits of their own. */
    private static final long MOST_MINUTES = 15;

    private final String name;
    private final long size;
    private final String validator;
    private final FSDataInputStream stream;
    private final boolean vectored;

    PositionedSource(FileSystem system, FileStatus status, String name) throws IOException {
        this.name = name;
        size = status.getLen();
        String tag = status instanceof EtagSource tagged ? tagged.getEtag() : null;
        validator = tag != null && !tag.isEmpty()
                ? tag
                : status.getModificationTime() == 0 ? null : status.getModificationTime() + "/" + size;
        stream = await(
                system.openFile(status.getPath())
                        .withFileStatus(status)
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
    public String validator() {
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
