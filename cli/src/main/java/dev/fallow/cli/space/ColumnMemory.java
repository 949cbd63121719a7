package dev.fallow.cli.space;

import dev.fallow.NameText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * The columns of one table. Their memory is in pieces of {@value #BYTES} bytes, which are zero at first. The first ones are on the heap, the
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

    ColumnMemory(Path folder, int onHeap) {
        this.folder = folder;
        left = onHeap / BYTES;
    }

    /** A new piece. The exception for a temporary file that cannot be made or become longer names the folder. */
    private ByteBuffer next() {
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
            Path path = Files.createTempFile(folder, "fallow", ".columns");
            file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
            try {
                Files.delete(path);
            } catch (IOException e) {
                path.toFile().deleteOnExit(); // Windows does not delete open files
            }
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

    /** The bytes in the temporary file. */
    long fileBytes() {
        return length;
    }

    /** A list of numbers of 4 bytes. */
    public Numbers ints() {
        return new Numbers(2);
    }

    /** A list of numbers of 8 bytes. */
    public Numbers longs() {
        return new Numbers(3);
    }

    /** A list of texts. */
    public Texts texts() {
        return new Texts();
    }

    /** A set of pairs. */
    public PairSet pairs() {
        return new PairSet();
    }

    /** Bytes in as many pieces as they need. */
    private abstract class Column {
        private ByteBuffer[] pieces = {};

        /** The number of bytes. */
        final long bytes() {
            return (long) pieces.length << BITS;
        }

        final void extend(long end) {
            while (bytes() < end) {
                pieces = Arrays.copyOf(pieces, pieces.length + 1);
                pieces[pieces.length - 1] = next();
            }
        }

        final ByteBuffer piece(long at) {
            return pieces[(int) (at >>> BITS)];
        }
    }

    private static int within(long at) {
        return (int) (at & BYTES - 1);
    }

    /** A list of numbers of 4 or of 8 bytes, which are 0 until they are set. O(1) per access. */
    public final class Numbers extends Column {
        /** The binary logarithm of the bytes of a number. */
        private final int shift;

        private Numbers(int shift) {
            this.shift = shift;
        }

        /** The number at an index; 0 if it was not set. */
        public long get(int index) {
            long at = (long) index << shift;
            if (at >= bytes()) {
                return 0;
            }
            return shift == 2 ? piece(at).getInt(within(at)) : piece(at).getLong(within(at));
        }

        /** The number of 4 bytes at an index; 0 if it was not set. */
        public int at(int index) {
            return (int) get(index);
        }

        /** Sets a number; the column becomes as long as needed. */
        public void set(int index, long value) {
            long at = (long) index << shift;
            extend(at + 1);
            if (shift == 2) {
                piece(at).putInt(within(at), (int) value);
            } else {
                piece(at).putLong(within(at), value);
            }
        }

        /** Adds to a number. */
        public void add(int index, long value) {
            set(index, get(index) + value);
        }

        /** A column with the first numbers of this one. */
        public Numbers copy(int count) {
            Numbers copy = new Numbers(shift);
            for (int i = 0; i < count; i++) {
                copy.set(i, get(i));
            }
            return copy;
        }
    }

    /** A list of texts; each takes its bytes in UTF-8 and 8 more. O(length) per access. */
    public final class Texts extends Column {
        private final Numbers ends = longs();
        private int count;

        /** The number of texts. */
        public int count() {
            return count;
        }

        /** Adds the next text. */
        public void add(String text) {
            byte[] encoded = NameText.encode(text);
            long from = start(count);
            extend(from + encoded.length);
            int part;
            for (int at = 0; at < encoded.length; at += part) {
                part = part(from + at, encoded.length - at);
                piece(from + at).put(within(from + at), encoded, at, part);
            }
            ends.set(count++, from + encoded.length);
        }

        /** The text that was added as the {@code index}-th one, from 0. */
        public String get(int index) {
            long from = start(index);
            byte[] encoded = new byte[(int) (ends.get(index) - from)];
            int part;
            for (int at = 0; at < encoded.length; at += part) {
                part = part(from + at, encoded.length - at);
                piece(from + at).get(within(from + at), encoded, at, part);
            }
            return NameText.decode(encoded);
        }

        private long start(int index) {
            return index == 0 ? 0 : ends.get(index - 1);
        }

        /** The number of the next bytes that are in the same piece. */
        private static int part(long at, int bytes) {
            return Math.min(bytes, BYTES - within(at));
        }
    }

    /** A set of pairs of numbers that are at least 0; 27 to 54 bytes for each, in the file when there are many. O(1) expected per operation. */
    public final class PairSet {
        private static final int FIRST_PLACES = 1 << 10;
        /** The table is at most this part full: 3/5. */
        private static final int FULL = 3;

        private static final int OF_PLACES = 5;

        /** The first numbers, plus 1; 0 for a free place. */
        private Numbers first = longs();

        private Numbers second = longs();
        private int places = FIRST_PLACES;
        private int size;

        private PairSet() {}

        /** The number of pairs. */
        public int size() {
            return size;
        }

        /** Whether a pair is in the set. */
        public boolean contains(long a, long b) {
            return first.get(place(a, b)) != 0;
        }

        /** Adds a pair; returns whether it is new. */
        public boolean add(long a, long b) {
            int place = place(a, b);
            if (first.get(place) != 0) {
                return false;
            }
            first.set(place, a + 1);
            second.set(place, b);
            if (++size * (long) OF_PLACES > (long) places * FULL) {
                grow();
            }
            return true;
        }

        private int place(long a, long b) {
            long hash = (a * 0x9E37_79B9_7F4A_7C15L ^ b) * 0xBF58_476D_1CE4_E5B9L;
            int place = (int) (hash >>> 32) & places - 1;
            while (first.get(place) != 0 && (first.get(place) != a + 1 || second.get(place) != b)) {
                place = place + 1 & places - 1;
            }
            return place;
        }

        private void grow() {
            Numbers oldFirst = first;
            Numbers oldSecond = second;
            int old = places;
            places = Math.multiplyExact(2, places);
            first = longs();
            second = longs();
            for (int i = 0; i < old; i++) {
                if (oldFirst.get(i) != 0) {
                    int place = place(oldFirst.get(i) - 1, oldSecond.get(i));
                    first.set(place, oldFirst.get(i));
                    second.set(place, oldSecond.get(i));
                }
            }
        }
    }
}
