package dev.fallow.format.heap;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;
import dev.fallow.format.Widths;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Global heap collection, version 1, read and edited in its image. L: size of lengths.
 *
 * <pre>
 *   bytes  field
 *     4    signature, "GCOL"
 *     1    version, 1
 *     3    reserved, 0
 *     L    size of the collection with this header; libhdf5 writes at least 4096, see {@link #decodeSize}
 *          zeros, up to a multiple of 8
 *   for each object:
 *     2    index, 1 to 65,535; 0 for free space
 *     2    reference count
 *     4    reserved, 0
 *     L    size: of the data; of free space, with this header
 *          zeros, up to a multiple of 8
 *     n    data, padded with zeros to a multiple of 8
 *          fewer than 16 bytes left at the end are free space without a header, zeros
 * </pre>
 *
 * There is at most one free space; every writer places it last. There is no checksum. Not thread-safe.
 */
public final class GlobalHeapCollection {
    /** The length of the collection's header in bytes. */
    public static final int HEADER_LENGTH = 16;
    /** The length of an object's header in bytes. */
    public static final int OBJECT_HEADER_LENGTH = 16;
    /** The size of the smallest collection that libhdf5 creates, in bytes. */
    public static final int MIN_SIZE = 4096;
    /** The maximum index of an object. */
    public static final int MAX_INDEX = 0xFFFF;

    public static final String STRUCTURE = "global heap collection";
    /** The fields of the collection's header. */
    public static final Layout LAYOUT = Layout.of(STRUCTURE, "GCOL", "version:1 reserved:3 size:L");
    /** The fields of an object's header; its size with the zeros after it. */
    public static final Layout OBJECT =
            Layout.of(STRUCTURE + " object", "", "index:2 references:2 reserved:4 objectSize:8");

    private final FieldSizes widths;
    private byte[] image;
    // by object index, 0 for no object; grows with the objects in the file
    private int[] headerOffsets = new int[16];
    private int[] sizes = new int[16];
    private int[] referenceCounts = new int[16];
    private int maxIndex;
    private int count;
    private int freeOffset;
    private int freeBytes;

    private GlobalHeapCollection(byte[] image, FieldSizes widths) {
        this.image = image;
        this.widths = widths;
    }

    /**
     * A collection without objects.
     *
     * @param size at least {@value #MIN_SIZE}, a multiple of 8
     */
    public static GlobalHeapCollection create(int size, FieldSizes widths) {
        requireSize(size);
        GlobalHeapCollection collection = new GlobalHeapCollection(new byte[size], widths);
        collection.writeHeader();
        collection.setFree(HEADER_LENGTH);
        return collection;
    }

    private static void requireSize(int size) {
        if (size < MIN_SIZE || size % 8 != 0) {
            throw new IllegalArgumentException(
                    "expected a collection of at least " + MIN_SIZE + " bytes, a multiple of 8, found " + size);
        }
    }

    /** Whether the first bytes are the signature of a collection. */
    public static boolean beginsWithSignature(FieldReader in) {
        return Arrays.equals(
                in.bytes(LAYOUT.signature().length()), LAYOUT.signature().getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Reads the size of the collection whose first {@value #HEADER_LENGTH} bytes are next, so that the rest can be
     * read. Some programs write collections of less than {@value #MIN_SIZE} bytes, which libhdf5 reads up to version
     * 1.12 and refuses since.
     */
    public static long decodeSize(FieldReader in) {
        FieldReader header = in.inner(HEADER_LENGTH, STRUCTURE);
        header.begin(LAYOUT, 1);
        header.skip(3);
        long size = header.length();
        if (size < HEADER_LENGTH || size % 8 != 0) { // objects and free space, which fill it, are multiples of 8
            throw header.fail(
                    "expected a size of at least " + HEADER_LENGTH + ", a multiple of 8, found " + size,
                    header.sizes().lengths());
        }
        return size;
    }

    /**
     * Reads a collection.
     *
     * <p>Like libhdf5, refuses objects that do not end exactly at the end of the collection, and free space whose size
     * is not a multiple of 8. Also refuses duplicate indexes and duplicate free space, of which libhdf5 ignores one.
     *
     * @param in all bytes of the collection; copied
     */
    public static GlobalHeapCollection decode(FieldReader in) {
        int from = in.position();
        long size = decodeSize(in);
        FieldReader body = in.inner(size - HEADER_LENGTH, STRUCTURE);
        GlobalHeapCollection collection = new GlobalHeapCollection(in.since(from), in.sizes());
        while (body.remaining() >= OBJECT_HEADER_LENGTH) {
            collection.decodeObject(body, body.position() - from);
        }
        if (body.remaining() > 0) {
            if (collection.freeOffset != 0) {
                throw body.fail("expected free space once, found it again in the last " + body.remaining() + " bytes");
            }
            collection.freeOffset = body.position() - from;
            collection.freeBytes = body.remaining();
        }
        if (collection.freeOffset == 0) {
            collection.freeOffset = collection.image.length;
        }
        return collection;
    }

    private void decodeObject(FieldReader in, int offset) {
        FieldReader header = in.inner(OBJECT_HEADER_LENGTH, STRUCTURE + " object");
        int index = header.u16();
        int references = header.u16();
        header.skip(4);
        long size = header.length();
        if (index == 0) {
            if (freeOffset != 0) {
                throw header.fail("expected free space once, found it at offset " + freeOffset + " too");
            }
            if (size % 8 != 0 || size < OBJECT_HEADER_LENGTH || size - OBJECT_HEADER_LENGTH > in.remaining()) {
                throw header.fail("expected free space of a multiple of 8 bytes, from " + OBJECT_HEADER_LENGTH + " to "
                        + (in.remaining() + OBJECT_HEADER_LENGTH) + ", found " + size);
            }
            freeOffset = offset;
            freeBytes = (int) size;
            in.skip(size - OBJECT_HEADER_LENGTH);
            return;
        }
        if (contains(index)) {
            throw header.fail(
                    "expected object " + index + " once, found it at offset " + headerOffsets[index] + " too");
        }
        if (size > in.remaining() || Widths.align8(size) > in.remaining()) {
            throw header.fail("expected object " + index + " of " + size + " bytes to end inside its collection, found "
                    + in.remaining() + " bytes left");
        }
        put(index, references, offset, (int) size);
        in.skip(Widths.align8(size));
    }

    /** The bytes of the collection, not copied. {@link #extend} replaces this array. */
    public byte[] image() {
        return image;
    }

    /** The size of the collection in bytes. */
    public int size() {
        return image.length;
    }

    /** The size of the free space in bytes, including its header. */
    public int freeBytes() {
        return freeBytes;
    }

    /** The number of objects. */
    public int count() {
        return count;
    }

    /** Whether there is an object with this index. */
    public boolean contains(long index) {
        return index > 0 && index <= maxIndex && headerOffsets[(int) index] != 0;
    }

    /** The object with this index. */
    public Optional<GlobalHeapObject> object(long index) {
        return contains(index) ? Optional.of(at((int) index)) : Optional.empty();
    }

    private GlobalHeapObject at(int index) {
        return new GlobalHeapObject(index, referenceCounts[index], headerOffsets[index], sizes[index]);
    }

    /** All objects, in storage order. */
    public List<GlobalHeapObject> objects() {
        return Arrays.stream(indexesByOffset()).mapToObj(this::at).toList();
    }

    private int[] indexesByOffset() {
        // offset and index are packed into one number, to sort primitives instead of objects
        return IntStream.rangeClosed(1, maxIndex)
                .filter(this::contains)
                .mapToLong(index -> (long) headerOffsets[index] << 16 | index)
                .sorted()
                .mapToInt(both -> (int) both & MAX_INDEX)
                .toArray();
    }

    /**
     * A copy of an object's data.
     *
     * @throws NoSuchElementException if there is no object with this index
     */
    public byte[] data(long index) {
        GlobalHeapObject object = object(index).orElseThrow(() -> noObject(index));
        return Arrays.copyOfRange(image, object.dataOffset(), object.dataOffset() + object.size());
    }

    private static NoSuchElementException noObject(long index) {
        return new NoSuchElementException("no object " + index + " in the global heap collection");
    }

    /** The number of bytes that an object with {@code dataSize} bytes of data occupies: header, data and padding. */
    public static long footprint(long dataSize) {
        return OBJECT_HEADER_LENGTH + Widths.align8(dataSize);
    }

    /** Whether an object with {@code dataSize} bytes of data can be inserted. */
    public boolean fits(long dataSize) {
        return footprint(dataSize) <= freeBytes && count < MAX_INDEX;
    }

    /**
     * Inserts an object into the free space. Its index is the largest so far plus 1 if possible, otherwise the lowest
     * unused one. Constant time, except for that search and for free space that is not at the end.
     */
    public int insert(byte[] data) {
        if (!fits(data.length)) {
            throw new IllegalArgumentException("expected an object of " + data.length + " bytes to fit, found "
                    + freeBytes + " bytes free, " + count + " objects");
        }
        if (freeOffset + freeBytes != image.length) {
            compact();
        }
        int index = nextIndex();
        int offset = freeOffset;
        int end = offset + (int) footprint(data.length);
        writeObjectHeader(offset, index, 0, data.length);
        System.arraycopy(data, 0, image, offset + OBJECT_HEADER_LENGTH, data.length);
        Arrays.fill(image, offset + OBJECT_HEADER_LENGTH + data.length, end, (byte) 0);
        put(index, 0, offset, data.length);
        setFree(end);
        return index;
    }

    private int nextIndex() {
        if (maxIndex < MAX_INDEX) {
            return maxIndex + 1;
        }
        int index = 1;
        while (contains(index)) {
            index++;
        }
        return index;
    }

    /**
     * Removes objects. Moves those after them down, and zeroes the free space at the end. Linear time.
     *
     * @throws NoSuchElementException if one of these indexes has no object; nothing is removed then
     */
    public void removeAll(BitSet indexes) {
        for (int i = indexes.nextSetBit(0); i >= 0; i = indexes.nextSetBit(i + 1)) {
            if (!contains(i)) {
                throw noObject(i);
            }
        }
        for (int i = indexes.nextSetBit(0); i >= 0; i = indexes.nextSetBit(i + 1)) {
            headerOffsets[i] = 0;
            count--;
        }
        compact();
    }

    /** The size of the index of objects in memory, without the image, in bytes. */
    public int placeBytes() {
        return 3 * Integer.BYTES * headerOffsets.length;
    }

    /**
     * Extends the collection with free space. Replaces the image by another array.
     *
     * @param newSize more than {@link #size}, a multiple of 8
     */
    public void extend(int newSize) {
        requireSize(newSize);
        if (newSize <= image.length) {
            throw new IllegalArgumentException("expected a size of more than " + image.length + ", found " + newSize);
        }
        image = Arrays.copyOf(image, newSize);
        writeHeader();
        compact();
    }

    private void compact() {
        int to = HEADER_LENGTH;
        for (int index : indexesByOffset()) {
            int length = (int) footprint(sizes[index]);
            System.arraycopy(image, headerOffsets[index], image, to, length);
            headerOffsets[index] = to;
            to += length;
        }
        Arrays.fill(image, to, image.length, (byte) 0);
        setFree(to);
    }

    private void put(int index, int references, int offset, int size) {
        if (index >= headerOffsets.length) {
            int length = Math.min(MAX_INDEX + 1, Math.max(index + 1, 2 * headerOffsets.length));
            headerOffsets = Arrays.copyOf(headerOffsets, length);
            sizes = Arrays.copyOf(sizes, length);
            referenceCounts = Arrays.copyOf(referenceCounts, length);
        }
        headerOffsets[index] = offset;
        sizes[index] = size;
        referenceCounts[index] = references;
        maxIndex = Math.max(maxIndex, index);
        count++;
    }

    private void setFree(int offset) {
        freeOffset = offset;
        freeBytes = image.length - offset;
        if (freeBytes >= OBJECT_HEADER_LENGTH) {
            writeObjectHeader(offset, 0, 0, freeBytes);
        } else {
            Arrays.fill(image, offset, image.length, (byte) 0);
        }
    }

    private void writeHeader() {
        FieldWriter out = new FieldWriter(widths).begin(LAYOUT, 1).zeros(3).length(image.length);
        out.zeros(HEADER_LENGTH - out.position()).copyTo(image, 0);
    }

    private void writeObjectHeader(int offset, int index, int references, int size) {
        FieldWriter out =
                new FieldWriter(widths).u16(index).u16(references).zeros(4).length(size);
        out.zeros(OBJECT_HEADER_LENGTH - out.position()).copyTo(image, offset);
    }
}
