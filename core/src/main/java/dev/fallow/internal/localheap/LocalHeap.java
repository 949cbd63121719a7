package dev.fallow.internal.localheap;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FieldReader;
import dev.fallow.format.Widths;
import dev.fallow.format.heap.LocalHeapFreeList;
import dev.fallow.format.heap.LocalHeapPrefix;
import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.bins.SizeBins;
import dev.fallow.internal.cache.CachedObject;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.extent.Extents;
import java.io.IOException;
import java.util.Arrays;

/**
 * The live local heap of a symbol-table group: zero-terminated texts in a data segment that grows and shrinks. A text
 * occupies a multiple of 8 bytes.
 *
 * <p>From the first change on, the free space in the segment is managed in memory by the same design as the file's space (best
 * fit, O(log n)), and written to the file's list before the container is written. The blocks in that list have at least 16
 * bytes (8 if lengths have 4 or fewer). Shorter pieces stay usable until that is written; after it, {@link #findFree} recovers them before
 * the segment would have to grow. So what is edited does not depend on whether the heap stayed in memory (I5).
 */
public final class LocalHeap implements CachedObject {
    /** The size of the first read in bytes, which covers most heaps. */
    private static final int FIRST_READ = 512;

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

    private final StructureStore store;
    private final DataSegment segment;
    /** The value in the image. */
    private long freeListHead;
    /** Null until the first change after the list was read or written. */
    private FreeSpace free;
    /** When {@link #free} was last looked at. */
    private long generation;
    /** Whether {@link #free} contains every unused byte, also those that are too short for the list. */
    private boolean exact;
    /** Whether the list in the image differs from {@link #free}. */
    private boolean unsettled;

    private final StructureStore.Settling settling = this::settle;
    private final StructureStore.Displaced displaced = new StructureStore.Displaced() {
        @Override
        public void lift() {
            segment.lift();
        }

        @Override
        public void land() {
            segment.land(segment.size());
            settle();
        }
    };

    private LocalHeap(StructureStore store, DataSegment segment, long freeListHead) {
        this.store = store;
        this.segment = segment;
        this.freeListHead = freeListHead;
    }

    /**
     * The heap at an address.
     *
     * @throws dev.fallow.format.FormatException if there is no heap
     */
    public static LocalHeap open(StructureStore store, long address) throws IOException {
        return store.live(address, LocalHeap.class, LocalHeapPrefix.STRUCTURE, () -> load(store, address));
    }

    private static LocalHeap load(StructureStore store, long address) throws IOException {
        byte[] start = store.cache().readStart(address, FIRST_READ, LocalHeapPrefix.STRUCTURE);
        LocalHeapPrefix prefix =
                LocalHeapPrefix.decode(FieldReader.of(start, store.sizes(), LocalHeapPrefix.STRUCTURE, address));
        return new LocalHeap(store, DataSegment.load(store, address, prefix, start), prefix.freeListHead());
    }

    /** Creates a heap with the empty text at offset 0, as a group's B-tree requires. */
    public static LocalHeap create(StructureStore store) {
        DataSegment segment = DataSegment.create(store, EMPTY_DATA);
        LocalHeap heap = new LocalHeap(store, segment, LocalHeapPrefix.NO_FREE_BLOCK);
        heap.allFree();
        store.cache().keep(heap);
        heap.changed();
        return heap;
    }

    @Override
    public long address() {
        return segment.prefixAddress();
    }

    @Override
    public boolean isDirty() {
        return unsettled || segment.isDirty();
    }

    @Override
    public void discardBlocks(MetadataCache cache) {
        segment.discardBlocks(cache);
    }

    @Override
    public long bytesHeld() {
        return segment.bytesHeld();
    }

    // ---- reading ---------------------------------------------------------------------------------------------

    /**
     * The text at an offset.
     *
     * @throws dev.fallow.format.FormatException if the text and its terminator are not inside the data
     */
    public String text(long offset) {
        return segment.text(offset);
    }

    /**
     * Compares the text at an offset with another one, as unsigned bytes.
     *
     * @return negative if the text is less than {@code other}, 0 if equal, positive if greater
     * @throws dev.fallow.format.FormatException if the text and its terminator are not inside the data
     */
    public int compare(long offset, byte[] other) {
        return segment.compare(offset, other);
    }

    // ---- changing --------------------------------------------------------------------------------------------

    /**
     * Checks that the heap can be changed, and loads its free list. What a change that was refused has {@linkplain #findFree found}
     * beyond the list is forgotten.
     *
     * @throws dev.fallow.format.FormatException if the list is damaged, or the heap overlaps free space
     */
    private void prepare() {
        forEachBlock((address, size, structure) -> store.requireInUse(structure, address, size));
        long now = store.cache().generation();
        if (free == null || !unsettled && generation != now) {
            LocalHeapFreeList list = storedList();
            FreeSpace stored = new SizeBins(0);
            for (int i = 0; i < list.count(); i++) {
                stored.free(list.offsets()[i], list.sizes()[i]);
            }
            free = stored;
            exact = false;
        }
        generation = now;
    }

    private LocalHeapFreeList storedList() {
        return LocalHeapFreeList.decode(segment.reader(), freeListHead);
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
            needed += DataSegment.footprintOf(length);
            if (fit) {
                taken[count] = allocate(DataSegment.footprintOf(length));
                fit = taken[count] >= 0;
                count += fit ? 1 : 0;
            }
        }
        while (--count >= 0) {
            free.free(taken[count], DataSegment.footprintOf(textLengths[count]));
        }
        if (!fit && segment.size() + needed > largestData()) {
            throw new UnsupportedFeatureException(
                    "%s: local heap at address %d: %d bytes of texts, and %d more: the maximum is %d"
                            .formatted(store.cache().fileName(), address(), segment.size(), needed, largestData()));
        }
        return fit;
    }

    private long largestData() {
        int width = store.sizes().lengths();
        return width < 4 ? (1L << 8 * width) - 1 - DataSegment.ALIGNMENT : DataSegment.LARGEST;
    }

    /** Whether {@link #findFree} may find free space. */
    public boolean mayHaveLost() {
        return free == null || !exact;
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
        TextExtents used = new TextExtents();
        used.add(inUse);
        free = new SizeBins(0);
        exact = true;
        used.freeUnused();
    }

    /**
     * Checks the texts for overlaps with each other and with the free list. An insertion writes to a free block, and a
     * removal frees all bytes of a text. O(n log n).
     *
     * @param inUse every text except the empty one at offset 0, once
     * @throws dev.fallow.format.FormatException if a text overlaps another one, a free block, or the empty text
     */
    public void audit(Texts inUse) throws IOException {
        TextExtents used = new TextExtents();
        if (free == null) {
            used.add(storedList());
        }
        used.add(inUse);
        used.requireDisjoint();
    }

    /**
     * Inserts a text.
     *
     * @param text without the terminator
     * @return its offset
     */
    public long insert(byte[] text) {
        int needed = DataSegment.footprintOf(text.length);
        long offset = allocate(needed);
        if (offset < 0) {
            grow(needed);
            offset = free.allocate(needed);
        }
        segment.put((int) offset, text);
        changed();
        return offset;
    }

    private int shortestBlock() {
        return LocalHeapFreeList.minBlockSize(store.sizes());
    }

    /** Allocates bytes; returns their offset, or -1. Avoids remainders too short for the list if possible. */
    private long allocate(int needed) {
        long offset = free.allocate(needed);
        if (offset < 0) {
            return offset;
        }
        int shortest = shortestBlock();
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

    /** The number of bytes by which the segment has to grow for a text: at least to twice its size, as in libhdf5. */
    private long growth(int needed) {
        int size = segment.size();
        long tail = free.sizeEndingAt(size);
        long more = Math.max(needed, size);
        if (tail == 0 && more < needed + shortestBlock()) {
            more = needed;
        }
        more = Widths.align8(size + more) - size;
        return size + more > largestData() ? Widths.align8(size + needed - tail) - size : more;
    }

    /** Extends the segment by as much as a text needs, or more. */
    private void grow(int needed) {
        int before = segment.size();
        int after = Math.toIntExact(before + growth(needed));
        if (!segment.tryExtend(after - before)) {
            move(after);
        }
        long from = free.sizeEndingAt(before) > 0 ? before : Widths.align8(before);
        free.free(from, after - from);
    }

    /** Moves the segment to a new address with a new length. */
    private void move(int after) {
        segment.lift();
        segment.land(after);
        store.moveBeforeWriting(displaced);
    }

    /**
     * Checks that texts can be removed.
     *
     * @param offsets of texts that do not overlap
     * @throws dev.fallow.format.FormatException if one does not exist, or overlaps free space or another one
     */
    public void prepareRemove(long... offsets) {
        prepare();
        for (int i = 0; i < offsets.length; i++) {
            long offset = offsets[i];
            int size = segment.footprint(offset);
            if (offset < DataSegment.ALIGNMENT || free.overlapping(offset, size) != null) {
                throw segment.damaged(
                        "expected a text of %d bytes in use at offset %d, found free bytes, or the empty text"
                                .formatted(size, offset));
            }
            for (int j = 0; j < i; j++) {
                if (offset < offsets[j] + segment.footprint(offsets[j]) && offsets[j] < offset + size) {
                    throw segment.damaged("expected texts that do not overlap, found them at offsets %d and %d"
                            .formatted(offsets[j], offset));
                }
            }
        }
    }

    /** Removes a text. */
    public void remove(long offset) {
        free.free(offset, segment.footprint(offset));
        shrink();
        changed();
    }

    /** Removes all texts except the empty one at offset 0. */
    public void clear() {
        if (segment.size() > EMPTY_DATA) {
            move(EMPTY_DATA);
        }
        allFree();
        if (segment.size() > DataSegment.ALIGNMENT) {
            segment.clearFrom(DataSegment.ALIGNMENT);
        }
        changed();
    }

    /** Frees everything but the empty text. */
    private void allFree() {
        free = new SizeBins(0);
        exact = true;
        if (segment.size() > DataSegment.ALIGNMENT) {
            free.free(DataSegment.ALIGNMENT, segment.size() - DataSegment.ALIGNMENT);
        }
    }

    /** Halves the segment while little of it is in use, and moves it to where the file is shortest. */
    private void shrink() {
        long used = segment.size() - free.sizeEndingAt(segment.size());
        int after = segment.size();
        while (after / 2 >= SMALLEST_DATA && used <= after / SHRINK_BELOW) {
            after /= 2;
        }
        after = (int) Widths.align8(after);
        if (after < segment.size()) {
            free.take(after, segment.size() - after);
            move(after);
        }
    }

    private void changed() {
        segment.markBehind();
        unsettled = true;
        store.settleBeforeWriting(settling);
    }

    /** The free blocks that the list can have, in the order of their offsets. */
    private LocalHeapFreeList list() {
        int most = Math.toIntExact(free.sectionCount());
        long[] offsets = new long[most];
        long[] sizes = new long[most];
        int[] count = {0};
        free.forEach((offset, size) -> {
            if (size >= shortestBlock()) {
                offsets[count[0]] = offset;
                sizes[count[0]++] = size;
            }
        });
        return new LocalHeapFreeList(Arrays.copyOf(offsets, count[0]), Arrays.copyOf(sizes, count[0]));
    }

    /** Writes the free list, and forgets what is not in it. */
    private void settle() {
        LocalHeapFreeList list = free == null ? storedList() : list();
        segment.put(list);
        freeListHead = list.head();
        free = null;
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
        segment.forEachBlock(visitor);
    }

    /**
     * The bytes of a data segment that texts and free blocks occupy: finds overlaps, and unused bytes. O(n log n).
     */
    private final class TextExtents {
        private final Extents extents = new Extents();

        TextExtents() {
            extents.add(0, Math.min(DataSegment.ALIGNMENT, segment.size()), "the empty text");
        }

        /** @param inUse every text except the empty one at offset 0 */
        void add(Texts inUse) throws IOException {
            inUse.forEach(offset -> extents.add(offset, segment.footprint(offset), "a text"));
        }

        void add(LocalHeapFreeList list) {
            for (int i = 0; i < list.count(); i++) {
                extents.add(list.offsets()[i], list.sizes()[i], "a free block");
            }
        }

        /** Frees all unused bytes. Texts may have been added more than once. */
        void freeUnused() {
            extents.sweep(segment.size(), new Extents.Sweep() {
                @Override
                public void unclaimed(long offset, long size) {
                    long from = Widths.align8(offset);
                    long bytes = (offset + size - from) / DataSegment.ALIGNMENT * DataSegment.ALIGNMENT;
                    if (bytes > 0) {
                        free.free(from, bytes);
                    }
                }

                @Override
                public void overlap(long offset, long size, Object first, Object second) {
                    // the same text twice, or one inside another: in use in any case
                }
            });
        }

        /**
         * Checks that nothing overlaps. Each text must have been added once.
         *
         * @throws dev.fallow.format.FormatException if texts or free blocks overlap
         */
        void requireDisjoint() {
            // bytes that nothing uses are lost, or too few for the list
            extents.sweep(segment.size(), (offset, size, first, second) -> {
                throw segment.damaged("%d bytes at offset %d are used by two texts or blocks: %s, and %s"
                        .formatted(size, offset, first, second));
            });
        }
    }
}
