package dev.fallow.internal.localheap;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.Widths;
import dev.fallow.format.heap.LocalHeapFreeList;
import dev.fallow.format.heap.LocalHeapPrefix;
import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.bins.SizeBins;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.CachedObject;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.extent.Extents;
import java.io.IOException;
import java.util.Arrays;

/**
 * The live local heap of a symbol-table group: zero-terminated texts in a data segment that grows and shrinks. A text
 * occupies a multiple of 8 bytes. A segment directly after the prefix forms one block with it.
 *
 * <p>From the first change on, the free space in the segment is managed by the same design as the file's space: best
 * fit, O(log n). It is converted to the file's list before the container is written. A block in that list has at least
 * 16 bytes (8 if lengths have 4 or fewer). Shorter ones stay usable while the heap is in memory; after that, {@link
 * #findFree} recovers them before the segment would have to grow.
 */
public final class LocalHeap implements CachedObject {
    private static final String DATA = "local heap data segment";
    private static final AllocationType SPACE = AllocationType.LOCAL_HEAP;
    /** The size of the first read in bytes, which covers most heaps. */
    private static final int FIRST_READ = 512;

    private static final int ALIGNMENT = 8;
    /**
     * The initial data size of a new group, as in libhdf5: the empty name, four names of eight characters, and a free
     * block.
     */
    private static final int EMPTY_DATA = 88;
    /** The minimum size of a segment that contains texts, as in the reference library. */
    private static final int SMALLEST_DATA = 128;
    /**
     * The segment is halved when less than one part in this many is in use, which is far from the point where it is
     * doubled.
     */
    private static final int SHRINK_BELOW = 4;

    private static final long LARGEST_DATA = Integer.MAX_VALUE - 64;

    private final StructureStore store;
    /** The prefix, including the data if {@link #data} is the same block. */
    private Block prefix;

    private Block data;
    /** The start of the segment in the image of {@link #data}. */
    private int dataFrom;

    private int dataSize;
    /** The stored value; valid until {@link #free} is built. */
    private long freeListHead;

    private FreeSpace free;
    /** Whether {@link #free} contains every unused byte. */
    private boolean exact;
    /** Whether the list in the image differs from {@link #free}. */
    private boolean unsettled;

    private final StructureStore.Settling settling = this::settle;
    private final StructureStore.Displaced displaced = new StructureStore.Displaced() {
        @Override
        public void lift() {
            LocalHeap.this.lift();
        }

        @Override
        public void land() {
            LocalHeap.this.land(dataSize);
            settle();
        }
    };
    /** The content of the segment while it has no address. */
    private byte[] lifted;

    private LocalHeap(StructureStore store, Block prefix, Block data, int dataFrom, int dataSize, long freeListHead) {
        this.store = store;
        this.prefix = prefix;
        this.data = data;
        this.dataFrom = dataFrom;
        this.dataSize = dataSize;
        this.freeListHead = freeListHead;
    }

    /**
     * The heap at an address.
     *
     * @throws FormatException if there is no heap
     */
    public static LocalHeap open(StructureStore store, long address) throws IOException {
        return store.live(address, LocalHeap.class, LocalHeapPrefix.STRUCTURE, () -> load(store, address));
    }

    private static LocalHeap load(StructureStore store, long address) throws IOException {
        FieldSizes sizes = store.sizes();
        int prefixLength = LocalHeapPrefix.length(sizes);
        byte[] start = store.cache().readStart(address, FIRST_READ, LocalHeapPrefix.STRUCTURE);
        LocalHeapPrefix decoded =
                LocalHeapPrefix.decode(FieldReader.of(start, sizes, LocalHeapPrefix.STRUCTURE, address));
        long size = decoded.dataSize();
        if (size > 0) {
            store.reader().requireInside(decoded.dataAddress(), Math.min(size, LARGEST_DATA + 1), DATA);
        }
        if (size > LARGEST_DATA) {
            throw new FormatException(
                    DATA, decoded.dataAddress(), "expected at most " + LARGEST_DATA + " bytes, found " + size);
        }
        if (size == 0 || decoded.contiguousAt(address, sizes)) {
            int length = prefixLength + (int) size;
            byte[] image = length <= start.length
                    ? Arrays.copyOf(start, length)
                    : store.cache().read(address, length, LocalHeapPrefix.STRUCTURE);
            Block block = store.cache().loaded(address, image, 0);
            return new LocalHeap(store, block, block, prefixLength, (int) size, decoded.freeListHead());
        }
        long at = decoded.dataAddress();
        if (at < address + prefixLength && address < at + size) {
            throw new FormatException(
                    DATA,
                    at,
                    "expected a segment that does not overlap the prefix at address " + address + ", found one of "
                            + size + " bytes that does");
        }
        Block prefix = store.cache().loaded(address, Arrays.copyOf(start, prefixLength), 0);
        Block data = store.cache().loaded(at, store.cache().read(at, size, DATA), 0);
        return new LocalHeap(store, prefix, data, 0, (int) size, decoded.freeListHead());
    }

    /** Creates a heap with the empty text at offset 0, as a group's B-tree requires. */
    public static LocalHeap create(StructureStore store) {
        int prefixLength = LocalHeapPrefix.length(store.sizes());
        Block block = store.create(SPACE, new byte[prefixLength + EMPTY_DATA], 0);
        LocalHeap heap = new LocalHeap(store, block, block, prefixLength, EMPTY_DATA, LocalHeapPrefix.NO_FREE_BLOCK);
        heap.free = new SizeBins(0);
        heap.free.free(ALIGNMENT, EMPTY_DATA - ALIGNMENT);
        heap.exact = true;
        store.cache().keep(heap);
        heap.changed();
        return heap;
    }

    @Override
    public long address() {
        return prefix.address();
    }

    @Override
    public boolean isDirty() {
        return unsettled || prefix.isDirty() || data.isDirty();
    }

    @Override
    public void discardBlocks(MetadataCache cache) {
        cache.discard(prefix);
        cache.discard(data);
    }

    @Override
    public long bytesHeld() {
        return prefix.length() + (data == prefix ? 0 : data.length());
    }

    // ---- reading ---------------------------------------------------------------------------------------------

    /**
     * The text at an offset.
     *
     * @throws FormatException if the text and its terminator are not inside the data
     */
    public String text(long offset) {
        return segment().at(checked(offset)).zeroTerminatedText();
    }

    private FieldReader segment() {
        return FieldReader.of(
                data.image(), dataFrom, dataFrom + dataSize, store.sizes(), DATA, data.address() + dataFrom);
    }

    private int checked(long offset) {
        if (offset < 0 || offset >= dataSize) {
            throw new FormatException(
                    DATA,
                    data.address() + dataFrom,
                    "expected a text inside the " + dataSize + " bytes of data, found it at offset " + offset);
        }
        return (int) offset;
    }

    /**
     * Compares the text at an offset with another one, as unsigned bytes.
     *
     * @return negative if the text is less than {@code other}, 0 if equal, positive if greater
     * @throws FormatException if the text and its terminator are not inside the data
     */
    public int compare(long offset, byte[] other) {
        int start = checked(offset);
        byte[] image = data.image();
        int from = dataFrom + start;
        int end = dataFrom + dataSize;
        int most = Math.min(end, from + Math.min(end - from, other.length + 1));
        int to = from;
        while (to < most && image[to] != 0) {
            to++;
        }
        if (to == end) {
            throw segment().at(start).fail("no terminator in the " + (end - from) + " remaining bytes");
        }
        return Arrays.compareUnsigned(image, from, to, other, 0, other.length);
    }

    /** The bytes occupied by the text at an offset, including terminator and padding. */
    private int footprint(long offset) {
        int start = checked(offset);
        int at = start;
        while (at < dataSize && data.image()[dataFrom + at] != 0) {
            at++;
        }
        return Math.min(footprintOf(at - start), dataSize - start);
    }

    private static int footprintOf(int textLength) {
        return (int) Widths.align8(textLength + 1L);
    }

    // ---- changing --------------------------------------------------------------------------------------------

    /**
     * Checks that the heap can be changed, and loads its free list.
     *
     * @throws FormatException if the list is damaged, or the heap overlaps free space
     */
    private void prepare() {
        forEachBlock((address, size, structure) -> {
            if (!store.space().inUse(address, size)) {
                throw new FormatException(structure, address, "expected " + size + " bytes in use, found free space");
            }
        });
        if (free == null) {
            LocalHeapFreeList list = LocalHeapFreeList.decode(segment(), freeListHead);
            FreeSpace loaded = new SizeBins(0);
            for (int i = 0; i < list.count(); i++) {
                loaded.free(list.offsets()[i], list.sizes()[i]);
            }
            free = loaded;
        }
    }

    /**
     * Checks that texts can be inserted, in sequence.
     *
     * @param textLengths the length of each in bytes, without the terminator
     * @return whether they fit into the known free space; if not, inserting them extends the segment
     * @throws UnsupportedFeatureException if the segment would exceed the format's maximum
     */
    public boolean prepareInsert(int... textLengths) {
        prepare();
        long needed = 0;
        long[] taken = new long[textLengths.length];
        int count = 0;
        boolean fit = true;
        for (int length : textLengths) {
            needed += footprintOf(length);
            if (fit) {
                taken[count] = take(footprintOf(length));
                fit = taken[count] >= 0;
                count += fit ? 1 : 0;
            }
        }
        while (--count >= 0) {
            free.free(taken[count], footprintOf(textLengths[count]));
        }
        if (!fit && dataSize + needed > largestData()) {
            throw new UnsupportedFeatureException(
                    "%s: local heap at address %d: %d bytes of texts, and %d more: the maximum is %d"
                            .formatted(store.cache().fileName(), address(), dataSize, needed, largestData()));
        }
        return fit;
    }

    private long largestData() {
        int width = store.sizes().lengths();
        return width < 4 ? (1L << 8 * width) - 1 - ALIGNMENT : LARGEST_DATA;
    }

    /** Whether {@link #findFree} may find free space. */
    public boolean mayHaveLost() {
        return !exact;
    }

    /** Supplies the offsets of texts. */
    @FunctionalInterface
    public interface Texts {
        /** Passes on the offset of every text in use, in any order; duplicates are allowed. */
        void forEach(TextVisitor visitor) throws IOException;
    }

    /** Receives the offset of one text. */
    @FunctionalInterface
    public interface TextVisitor {
        /** @param offset the offset in the data segment */
        void visit(long offset) throws IOException;
    }

    /**
     * Determines all free space from the texts in use, because pieces too short for the list are not in it. O(n log n).
     *
     * @param inUse every text except the empty one at offset 0
     */
    public void findFree(Texts inUse) throws IOException {
        Extents used = new Extents();
        used.add(0, Math.min(ALIGNMENT, dataSize), "text");
        inUse.forEach(offset -> used.add(offset, footprint(offset), "text"));
        FreeSpace found = new SizeBins(0);
        used.sweep(dataSize, new Extents.Sweep() {
            @Override
            public void claimed(long offset, long size, Object label) {
                // unchanged
            }

            @Override
            public void unclaimed(long offset, long size) {
                long from = Widths.align8(offset);
                long bytes = (offset + size - from) / ALIGNMENT * ALIGNMENT;
                if (bytes > 0) {
                    found.free(from, bytes);
                }
            }

            @Override
            public void overlap(long offset, long size, Object first, Object second) {
                // the same text twice, or one inside another: in use in any case
            }
        });
        free = found;
        exact = true;
    }

    /**
     * Checks the texts for overlaps with each other and with the free list. An insertion writes to a free block, and a
     * removal frees all bytes of a text. O(n log n).
     *
     * @param inUse every text except the empty one at offset 0, once
     * @throws FormatException if a text overlaps another one, a free block, or the empty text
     */
    public void audit(Texts inUse) throws IOException {
        Extents used = new Extents();
        used.add(0, Math.min(ALIGNMENT, dataSize), "the empty text");
        LocalHeapFreeList list = free == null ? LocalHeapFreeList.decode(segment(), freeListHead) : null;
        for (int i = 0; list != null && i < list.count(); i++) {
            used.add(list.offsets()[i], list.sizes()[i], "a free block");
        }
        inUse.forEach(offset -> used.add(offset, footprint(offset), "a text"));
        used.sweep(dataSize, new Extents.Sweep() {
            @Override
            public void claimed(long offset, long size, Object label) {
                // as expected
            }

            @Override
            public void unclaimed(long offset, long size) {
                // too short for the list, or lost
            }

            @Override
            public void overlap(long offset, long size, Object first, Object second) {
                throw new FormatException(
                        DATA,
                        data.address() + dataFrom,
                        "%d bytes at offset %d are used by two texts or blocks: %s, and %s"
                                .formatted(size, offset, first, second));
            }
        });
    }

    /**
     * Inserts a text.
     *
     * @param text without the terminator
     * @return its offset
     */
    public long insert(byte[] text) {
        int needed = footprintOf(text.length);
        long offset = take(needed);
        if (offset < 0) {
            grow(needed);
            offset = free.allocate(needed);
        }
        int at = dataFrom + (int) offset;
        System.arraycopy(text, 0, data.image(), at, text.length);
        Arrays.fill(data.image(), at + text.length, at + needed, (byte) 0);
        changed();
        return offset;
    }

    /** Allocates bytes, avoiding remainders too short for the list if possible. */
    private long take(int needed) {
        long offset = free.allocate(needed);
        int shortest = shortestBlock();
        if (offset < 0) {
            return offset;
        }
        long rest = free.sizeAt(offset + needed);
        if (rest == 0 || rest >= shortest) {
            return offset;
        }
        long other = free.allocate((long) needed + shortest);
        if (other < 0) {
            return offset;
        }
        free.free(offset, needed);
        free.free(other + needed, shortest);
        return other;
    }

    private int shortestBlock() {
        return LocalHeapFreeList.minBlockSize(store.sizes());
    }

    /** Extends the segment to at least twice its size, as libhdf5 does. */
    private void grow(int needed) {
        long tail = free.sizeEndingAt(dataSize);
        long more = Math.max(needed, dataSize);
        if (tail == 0 && more < needed + shortestBlock()) {
            more = needed;
        }
        more = Widths.align8(dataSize + more) - dataSize;
        if (dataSize + more > largestData()) {
            more = Widths.align8(dataSize + needed - tail) - dataSize;
        }
        int before = dataSize;
        int after = Math.toIntExact(dataSize + more);
        boolean extended = data.length() > 0 && store.space().tryExtend(SPACE, data.address(), data.length(), more);
        if (extended) {
            data.replaceImage(Arrays.copyOf(data.image(), dataFrom + after));
            dataSize = after;
        } else {
            move(after);
        }
        long from = tail > 0 ? before : Widths.align8(before);
        free.free(from, after - from);
    }

    /** Moves the segment to a new address with a new length. */
    private void move(int after) {
        lift();
        land(after);
        store.moveBeforeWriting(displaced);
    }

    /** Frees the segment's space and keeps its content in memory. */
    private void lift() {
        lifted = Arrays.copyOfRange(data.image(), dataFrom, dataFrom + dataSize);
        if (dataSize > 0) {
            store.space().release(SPACE, data.address() + dataFrom, dataSize);
        }
        if (data == prefix) {
            prefix.replaceImage(Arrays.copyOf(prefix.image(), dataFrom));
        } else {
            store.cache().discard(data);
            store.cache().holds(-data.length());
        }
    }

    /** Allocates a segment of this length and fills it with the content that fits. */
    private void land(int length) {
        byte[] image = Arrays.copyOf(lifted, length);
        lifted = null;
        long at = store.space().allocate(SPACE, length);
        if (at == prefix.address() + prefix.length()) {
            data = prefix;
            dataFrom = prefix.length();
            prefix.replaceImage(Arrays.copyOf(prefix.image(), dataFrom + length));
            System.arraycopy(image, 0, prefix.image(), dataFrom, length);
        } else {
            dataFrom = 0;
            data = store.cache().created(at, image, 0);
            store.cache().holds(length);
        }
        dataSize = length;
    }

    /**
     * Checks that texts can be removed.
     *
     * @param offsets of texts that do not overlap
     * @throws FormatException if one does not exist, or overlaps free space or another one
     */
    public void prepareRemove(long... offsets) {
        prepare();
        for (int i = 0; i < offsets.length; i++) {
            long offset = offsets[i];
            int size = footprint(offset);
            if (offset < ALIGNMENT || free.overlapping(offset, size) != null) {
                throw new FormatException(
                        DATA,
                        data.address() + dataFrom,
                        "expected a text of %d bytes in use at offset %d, found free bytes, or the empty text"
                                .formatted(size, offset));
            }
            for (int j = 0; j < i; j++) {
                if (offset < offsets[j] + footprint(offsets[j]) && offsets[j] < offset + size) {
                    throw new FormatException(
                            DATA,
                            data.address() + dataFrom,
                            "expected texts that do not overlap, found them at offsets %d and %d"
                                    .formatted(offsets[j], offset));
                }
            }
        }
    }

    /** Removes a text. */
    public void remove(long offset) {
        free.free(offset, footprint(offset));
        shrink();
        changed();
    }

    /** Removes all texts except the empty one at offset 0. */
    public void clear() {
        if (dataSize > EMPTY_DATA) {
            move(EMPTY_DATA);
        }
        free = new SizeBins(0);
        if (dataSize > ALIGNMENT) {
            free.free(ALIGNMENT, dataSize - ALIGNMENT);
            Arrays.fill(data.image(), dataFrom + ALIGNMENT, dataFrom + dataSize, (byte) 0);
        }
        exact = true;
        changed();
    }

    /** Halves the segment while little of it is in use, and moves it to where the file is shortest. */
    private void shrink() {
        long used = dataSize - free.sizeEndingAt(dataSize);
        int after = dataSize;
        while (after / 2 >= SMALLEST_DATA && used <= after / SHRINK_BELOW) {
            after /= 2;
        }
        after = (int) Widths.align8(after);
        if (after < dataSize) {
            free.take(after, dataSize - after);
            move(after);
        }
    }

    private void changed() {
        prefix.markDirty();
        data.markDirty();
        unsettled = true;
        store.settleBeforeWriting(settling);
    }

    /** Writes the free list. */
    private void settle() {
        int shortest = shortestBlock();
        int most = Math.toIntExact(free.sectionCount());
        long[] offsets = new long[most];
        long[] sizes = new long[most];
        int[] count = {0};
        free.forEach((offset, size) -> {
            if (size >= shortest) {
                offsets[count[0]] = offset;
                sizes[count[0]++] = size;
            }
        });
        LocalHeapFreeList list =
                new LocalHeapFreeList(Arrays.copyOf(offsets, count[0]), Arrays.copyOf(sizes, count[0]));
        list.writeTo(data.image(), dataFrom, store.sizes());
        byte[] encoded = store.encode(new LocalHeapPrefix(dataSize, list.head(), data.address() + dataFrom)::encode);
        System.arraycopy(encoded, 0, prefix.image(), 0, encoded.length);
        prefix.markDirty();
        data.markDirty();
        unsettled = false;
    }

    /** Marks the heap at an address as about to be freed, so that it is not settled any more. */
    public static void abandon(StructureStore store, long address) {
        if (store.cache().find(address) instanceof LocalHeap heap) {
            store.forgetSettling(heap.settling);
            store.forgetMoving(heap.displaced);
        }
    }

    /** Visits the blocks of the heap: prefix and data segment. */
    public void forEachBlock(ExtentVisitor visitor) {
        visitor.visit(prefix.address(), prefix.length(), LocalHeapPrefix.STRUCTURE);
        if (data != prefix) {
            visitor.visit(data.address(), data.length(), DATA);
        }
    }
}
