package dev.fallow.cli.column;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The memory of the columns of one table, in pieces of {@value #BYTES} bytes, which are zero at first. The first ones are on the heap, the
 * others are mapped from a temporary file in the folder {@code java.io.tmpdir}. On systems that permit it the file has no name from
 * the start, so that nothing is left behind by a JVM that is killed; elsewhere it is deleted when the JVM ends. Not thread-safe.
 */
public final class ColumnMemory {
    static final int BITS = 16;
    static final int BYTES = 1 << BITS;

    /** The bytes on the heap. */
    private static final int ON_HEAP = 16 << 20;
    /** The file grows in steps of this size, in bytes. */
    private static final int MAPPED = 16 << 20;

    private final Path folder;
    private int left;
    private FileChannel file;
    private long length;
    private ByteBuffer mapped = ByteBuffer.allocate(0);

    /** Pieces of which up to 16 MiB are on the heap. */
    public ColumnMemory() {
        this(Path.of(System.getProperty("java.io.tmpdir")), ON_HEAP);
    }

    /**
     * As above, for tests.
     *
     * @param onHeap the bytes on the heap
     */
    ColumnMemory(Path folder, int onHeap) {
        this.folder = folder;
        left = onHeap / BYTES;
    }

    /**
     * Returns a new piece.
     *
     * @throws UncheckedIOException if the temporary file cannot be made or become longer; it names the folder
     */
    ByteBuffer next() {
        if (left > 0) {
            left--;
            return ByteBuffer.allocate(BYTES);
        }
        if (!mapped.hasRemaining()) {
            try {
                grow();
            } catch (IOException e) {
                throw new UncheckedIOException(
                        "%s: expected room for a temporary file of %,d bytes: %s (-Djava.io.tmpdir= sets another folder)"
                                .formatted(folder, length + MAPPED, e.getMessage()),
                        e);
            }
        }
        ByteBuffer piece = mapped.slice(mapped.position(), BYTES);
        mapped.position(mapped.position() + BYTES);
        return piece;
    }

    private void grow() throws IOException {
        if (file == null) {
            open();
        }
        // written, not only mapped: access to a mapped page for which the medium has no room would end the JVM
        ByteBuffer zeros = ByteBuffer.allocate(BYTES);
        for (long at = length; at < length + MAPPED; ) {
            zeros.clear();
            at += file.write(zeros, at);
        }
        MappedByteBuffer next = file.map(FileChannel.MapMode.READ_WRITE, length, MAPPED);
        length += MAPPED;
        mapped = next;
    }

    private void open() throws IOException {
        Path path = Files.createTempFile(folder, "fallow", ".columns");
        file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            Files.delete(path);
        } catch (IOException e) {
            path.toFile().deleteOnExit(); // Windows does not delete open files
        }
    }

    /** The bytes in the temporary file. */
    long fileBytes() {
        return length;
    }
}
