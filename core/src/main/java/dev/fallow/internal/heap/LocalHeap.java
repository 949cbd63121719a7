package dev.fallow.internal.heap;

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
 * The local heap of a symbol-table group, live: texts that end with a zero byte, in one data segment that grows and
 * shrinks. A text takes a multiple of 8 bytes. A segment that lies directly behind the prefix is one block with it.
 *
 * <p>What is free in the segment is kept, from the first change on, by the design that manages the file's space: best fit,
 * O(log n). It goes into the list of the file's format before the container is written. In that list a block has at least
 * 16 bytes (8 where lengths have 4 or fewer); shorter ones are not lost here while the heap is in memory, and after that
 * {@link #findFree} finds them again before the segment would have to grow.
 */
public final class LocalHeap implements CachedObject {
    private static final String DATA = "local heap data segment";
    private static final AllocationType SPACE = AllocationType.LOCAL_HEAP;
    /** Most heaps are read at once. */
    private static final int FIRST_READ = 512;

    private static final int ALIGNMENT = 8;
    /** Of a new group, as libhdf5 makes it: the empty name, four names of eight characters, a free block. */
    private static final int EMPTY_DATA = 88;
    /** A segment with texts in it is not made shorter than this, as in the reference library. */
    private static final int SMALLEST_DATA = 128;
    /** The segment is halved when less than one part of so many is in use: far enough from where it is doubled. */
    private static final int SHRINK_BELOW = 4;

    private static final long LARGEST_DATA = Integer.MAX_VALUE - 64;

    private final StructureStore store;
    /** The prefix; with the data behind it if {@link #data} is the same. */
    private Block prefix;

    private Block data;
    /** Where in the image of {@link #data} the segment starts. */
    private int dataFrom;

    private int dataSize;
    /** As the file has it; valid until {@link #free} is there. */
    private long freeListHead;

    private FreeSpace free;
    /** Whether {@link #free} has every byte that no text is in. */
    private boolean exact;
    /** Whether the list in the image is not what {@link #free} says. */
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
    /** What is in the segment while it has no place. */
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
     * @throws FormatException if there is none
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
                    "expected a segment beside the prefix at address " + address + ", found one of " + size
                            + " bytes over it");
        }
        Block prefix = store.cache().loaded(address, Arrays.copyOf(start, prefixLength), 0);
        Block data = store.cache().loaded(at, store.cache().read(at, size, DATA), 0);
        return new LocalHeap(store, prefix, data, 0, (int) size, decoded.freeListHead());
    }

    /** Makes a heap with the empty text at offset 0, where the B-tree of a group wants it. */
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
     * @throws FormatException if it does not lie inside the data with its zero byte
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
     * Compares the bytes of the text at an offset, as unsigned numbers, with others.
     *
     * @return negative if the text comes before {@code other}, 0 if it is the same, positive if it comes after
     * @throws FormatException if it does not lie inside the data with its zero byte
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
            throw segment().at(start).fail("no terminator in the " + (end - from) + " bytes that are left");
        }
        return Arrays.compareUnsigned(image, from, to, other, 0, other.length);
    }

    /** Bytes that the text at an offset takes, with its terminator and what it is padded with. */
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
     * @throws FormatException if the list is damaged, or the heap lies in free space
     */
    private void prepare() {
        forEachBlock((address, size, structure) -> {
            if (!store.space().inUse(address, size)) {
                throw new FormatException(structure, address, "expected " + size + " bytes in use, found free ones");
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
     * Checks that texts can be added, one after the other.
     *
     * @param textLengths bytes of each, without the zero byte
     * @return whether they fit into what is known to be free; if not, adding them makes the segment longer
     * @throws UnsupportedFeatureException if the segment would become longer than the format allows
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
                    "%s: local heap at address %d: %d bytes for texts, and %d more: the most is %d"
                            .formatted(store.cache().fileName(), address(), dataSize, needed, largestData()));
        }
        return fit;
    }

    private long largestData() {
        int width = store.sizes().lengths();
        return width < 4 ? (1L << 8 * width) - 1 - ALIGNMENT : LARGEST_DATA;
    }

    /** Whether {@link #findFree} can find anything. */
    public boolean mayHaveLost() {
        return !exact;
    }

    /** Tells the offsets of texts. */
    @FunctionalInterface
    public interface Texts {
        /** Passes on the offset of every text that is in use, in any order, once or more. */
        void forEach(TextVisitor visitor) throws IOException;
    }

    /** Is told the offset of one text. */
    @FunctionalInterface
    public interface TextVisitor {
        /** @param offset in the data segment */
        void visit(long offset) throws IOException;
    }

    /**
     * Finds all that is free, by what is in use: pieces that are too short for the list are in no list. O(n log n).
     *
     * @param inUse every text but the empty one at offset 0
     */
    public void findFree(Texts inUse) throws IOException {
        Extents used = new Extents();
        used.add(0, Math.min(ALIGNMENT, dataSize), "text");
        inUse.forEach(offset -> used.add(offset, footprint(offset), "text"));
        FreeSpace found = new SizeBins(0);
        used.sweep(dataSize, new Extents.Sweep() {
            @Override
            public void claimed(long offset, long size, Object label) {
                // stays
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
                // the same text, or one inside another: in use all the same
            }
        });
        free = found;
        exact = true;
    }

    /**
     * Compares the texts with each other and with the free list. An insertion writes into a free block, and a removal frees
     * all bytes of a text. O(n log n).
     *
     * @param inUse every text but the empty one at offset 0, once
     * @throws FormatException if a text has bytes of another one, of a free block, or of the empty text
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
                // as it should be
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
                        "%d bytes at offset %d belong to two: %s, and %s".formatted(size, offset, first, second));
            }
        });
    }

    /**
     * Adds a text.
     *
     * @param text without the zero byte
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

    /** Takes free bytes, and leaves no rest that is too short for the list where that can be had. */
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

    /** Makes the segment at least twice as long, as libhdf5 does. */
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

    /** Gives the segment another place and another length. */
    private void move(int after) {
        lift();
        land(after);
        store.moveBeforeWriting(displaced);
    }

    /** Gives the space of the segment back, and keeps what is in it. */
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

    /** Takes space for a segment of this length, with as much in it as it has room for. */
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
     * @param offsets of texts that lie beside each other at most
     * @throws FormatException if one is not there, or some of its bytes are free, or another's
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
                            "expected texts beside each other, found them at offsets %d and %d"
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

    /** Removes all texts but the empty one at offset 0. */
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

    /** Halves the segment while hardly any of it is in use, and moves it: to where the file is shortest. */
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

    /** Says that the heap at an address is about to be given back: there is nothing to settle any more. */
    public static void abandon(StructureStore store, long address) {
        if (store.cache().find(address) instanceof LocalHeap heap) {
            store.forgetSettling(heap.settling);
            store.forgetMoving(heap.displaced);
        }
    }

    /** Tells the blocks that the heap lies in: prefix and data segment. */
    public void forEachBlock(ExtentVisitor visitor) {
        visitor.visit(prefix.address(), prefix.length(), LocalHeapPrefix.STRUCTURE);
        if (data != prefix) {
            visitor.visit(data.address(), data.length(), DATA);
        }
    }
}
