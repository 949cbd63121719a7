package dev.fallow.internal.localheap;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.Widths;
import dev.fallow.format.heap.LocalHeapFreeList;
import dev.fallow.format.heap.LocalHeapPrefix;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.Arrays;

/**
 * The data segment of a local heap, with the prefix that refers to it: reads and writes texts at offsets, and changes
 * the segment's size and address. A segment directly after the prefix forms one block with it.
 */
final class DataSegment {
    /** The specification's name, for messages. */
    static final String STRUCTURE = "local heap data segment";
    /** A text occupies a multiple of this many bytes. */
    static final int ALIGNMENT = 8;
    /** The maximum size in bytes of a segment in memory. */
    static final long LARGEST = Integer.MAX_VALUE - 64;

    private static final AllocationType SPACE = AllocationType.LOCAL_HEAP;

    private final StructureStore store;
    /** The prefix, including the data if {@link #data} is the same block. */
    private final Block prefix;

    private Block data;
    /** The start of the segment in the image of {@link #data}. */
    private int from;

    private int size;
    /** The content of the segment while it has no address. */
    private byte[] lifted;

    private DataSegment(StructureStore store, Block prefix, Block data, int from, int size) {
        this.store = store;
        this.prefix = prefix;
        this.data = data;
        this.from = from;
        this.size = size;
    }

    /**
     * Loads a segment.
     *
     * @param address the address of the prefix
     * @param prefix the fields of the prefix
     * @param start the bytes of the prefix, and any number of those after it
     * @throws FormatException if the segment is not inside the allocated space, or overlaps the prefix
     */
    static DataSegment load(StructureStore store, long address, LocalHeapPrefix prefix, byte[] start)
            throws IOException {
        FieldSizes sizes = store.sizes();
        int prefixLength = LocalHeapPrefix.length(sizes);
        long at = prefix.dataAddress();
        long size = prefix.dataSize();
        if (size > 0) {
            store.reader().requireInside(at, Math.min(size, LARGEST + 1), STRUCTURE);
        }
        if (size > LARGEST) {
            throw new FormatException(STRUCTURE, at, "expected at most " + LARGEST + " bytes, found " + size);
        }
        if (size == 0 || prefix.contiguousAt(address, sizes)) {
            int length = prefixLength + (int) size;
            byte[] image = length <= start.length
                    ? Arrays.copyOf(start, length)
                    : store.cache().read(address, length, LocalHeapPrefix.STRUCTURE);
            Block block = store.cache().loaded(address, image, 0);
            return new DataSegment(store, block, block, prefixLength, (int) size);
        }
        if (at < address + prefixLength && address < at + size) {
            throw new FormatException(
                    STRUCTURE,
                    at,
                    "expected a segment that does not overlap the prefix at address " + address + ", found one of "
                            + size + " bytes that does");
        }
        Block prefixBlock = store.cache().loaded(address, Arrays.copyOf(start, prefixLength), 0);
        Block data = store.cache().loaded(at, store.cache().read(at, size, STRUCTURE), 0);
        return new DataSegment(store, prefixBlock, data, 0, (int) size);
    }

    /** Creates a prefix with a segment after it, filled with zeros. */
    static DataSegment create(StructureStore store, int size) {
        int prefixLength = LocalHeapPrefix.length(store.sizes());
        Block block = store.create(SPACE, new byte[prefixLength + size], 0);
        return new DataSegment(store, block, block, prefixLength, size);
    }

    // ---- blocks ----------------------------------------------------------------------------------------------

    /** The address of the prefix. */
    long prefixAddress() {
        return prefix.address();
    }

    boolean isDirty() {
        return prefix.isDirty() || data.isDirty();
    }

    void markDirty() {
        prefix.markDirty();
        data.markDirty();
    }

    /** As {@link #markDirty}, if the list of free blocks is put in later. */
    void markBehind() {
        prefix.markBehind();
        data.markBehind();
    }

    void discardBlocks(MetadataCache cache) {
        cache.discard(prefix);
        cache.discard(data);
    }

    /** The size of the blocks in bytes. */
    long bytesHeld() {
        return prefix.length() + (data == prefix ? 0 : data.length());
    }

    /** Visits the blocks: prefix and segment. */
    void forEachBlock(ExtentVisitor visitor) {
        visitor.visit(prefix.address(), prefix.length(), LocalHeapPrefix.STRUCTURE);
        if (data != prefix) {
            visitor.visit(data.address(), data.length(), STRUCTURE);
        }
    }

    // ---- content ---------------------------------------------------------------------------------------------

    /** The size in bytes. */
    int size() {
        return size;
    }

    private long address() {
        return data.address() + from;
    }

    /** A reader of the whole segment. */
    FieldReader reader() {
        return FieldReader.of(data.image(), from, from + size, store.sizes(), STRUCTURE, address());
    }

    FormatException damaged(String problem) {
        return new FormatException(STRUCTURE, address(), problem);
    }

    /**
     * The text at an offset.
     *
     * @throws FormatException if the text and its terminator are not inside the segment
     */
    String text(long offset) {
        return reader().at(checked(offset)).zeroTerminatedText();
    }

    private int checked(long offset) {
        if (offset < 0 || offset >= size) {
            throw damaged("expected a text inside the " + size + " bytes of data, found it at offset " + offset);
        }
        return (int) offset;
    }

    /** As {@link LocalHeap#compare}. */
    int compare(long offset, byte[] other) {
        int start = checked(offset);
        byte[] image = data.image();
        int first = from + start;
        int end = from + size;
        int most = Math.min(end, first + Math.min(end - first, other.length + 1));
        int to = first;
        while (to < most && image[to] != 0) {
            to++;
        }
        if (to == end) {
            throw reader().at(start)
                    .fail("expected a terminator in the remaining " + (end - first) + " bytes, found none");
        }
        return Arrays.compareUnsigned(image, first, to, other, 0, other.length);
    }

    /** The bytes occupied by the text at an offset, including terminator and padding. */
    int footprint(long offset) {
        int start = checked(offset);
        int at = start;
        while (at < size && data.image()[from + at] != 0) {
            at++;
        }
        return Math.min(footprintOf(at - start), size - start);
    }

    /** The bytes occupied by a text of this length. */
    static int footprintOf(int textLength) {
        return (int) Widths.align8(textLength + 1L);
    }

    /** Writes a text and zeros up to the end of its footprint. */
    void put(int offset, byte[] text) {
        int at = from + offset;
        System.arraycopy(text, 0, data.image(), at, text.length);
        Arrays.fill(data.image(), at + text.length, at + footprintOf(text.length), (byte) 0);
    }

    /** Fills the bytes from an offset on with zeros. */
    void clearFrom(int offset) {
        Arrays.fill(data.image(), from + offset, from + size, (byte) 0);
    }

    /** Writes the list of free blocks, and the prefix. */
    void put(LocalHeapFreeList list) {
        list.writeTo(data.image(), from, store.sizes());
        byte[] encoded = store.encode(new LocalHeapPrefix(size, list.head(), address())::encode);
        System.arraycopy(encoded, 0, prefix.image(), 0, encoded.length);
        markDirty();
    }

    // ---- size and address ------------------------------------------------------------------------------------

    /** Extends the segment in place, if the bytes after it are free; returns whether it was extended. */
    boolean tryExtend(int extra) {
        boolean extended = data.length() > 0 && store.space().tryExtend(SPACE, data.address(), data.length(), extra);
        if (extended) {
            data.replaceImage(Arrays.copyOf(data.image(), from + size + extra));
            size += extra;
        }
        return extended;
    }

    /** Frees the segment's space and keeps its content in memory. */
    void lift() {
        lifted = Arrays.copyOfRange(data.image(), from, from + size);
        if (size > 0) {
            store.space().release(SPACE, address(), size);
        }
        if (data == prefix) {
            prefix.replaceImage(Arrays.copyOf(prefix.image(), from));
        } else {
            store.cache().discard(data);
            store.cache().holds(-data.length());
        }
    }

    /** Allocates a segment of this length and fills it with the content that fits. */
    void land(int length) {
        byte[] image = Arrays.copyOf(lifted, length);
        lifted = null;
        long at = store.space().allocate(SPACE, length);
        if (at == prefix.address() + prefix.length()) {
            data = prefix;
            from = prefix.length();
            prefix.replaceImage(Arrays.copyOf(prefix.image(), from + length));
            System.arraycopy(image, 0, prefix.image(), from, length);
        } else {
            from = 0;
            data = store.cache().created(at, image, 0);
            store.cache().holds(length);
        }
        size = length;
    }
}
