package dev.fallow.internal.cache;

import dev.fallow.CorruptFileException;
import dev.fallow.internal.storage.Memory;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The metadata cache, through which every metadata block is read, modified and written. Clean objects that have not
 * been used recently are evicted when the cache outgrows its bound. Dirty ones stay until they are written; those that
 * {@linkplain CachedObject#loneBlock consist of one block} may be kept only as {@linkplain ParkedImages images}.
 * Addresses are relative to the file's base address.
 */
public final class MetadataCache {
    /**
     * The number of most recent parkable objects that stay live, because an application mostly continues with the
     * objects it has just created. More of them would only burden the garbage collector.
     */
    private static final int MOST_STAY_LIVE = 64;
    /** If the bound of the cache is small, one object stays live for each of this number of bytes. */
    private static final int BOUND_OF_ONE = 1_024;

    private static final int PART_EVICTED = 8;
    /** One of many caches of a container has this many bytes, if they all together may. */
    private static final long LEAST_SHARE = 64 << 10;

    /** Blocks up to this many bytes are read without checking for available memory. */
    private static final int CERTAIN_BYTES = 1 << 20;

    private final Storage storage;
    private final String fileName;
    private final long base;
    private final long wholeBound;
    private long bound;
    private final int stayLive;
    private final LongSupplier endOfAllocation;
    private final ObjectTable<CachedObject> objects = new ObjectTable<>();
    /** Unordered; each block stores its index. */
    private Block[] dirty = new Block[64];

    private int dirtyCount;
    private ParkedImages parked = new ParkedImages();
    private final ReadAhead ahead;
    /** The parkable objects, in order of arrival. */
    private final ArrayDeque<CachedObject> parkable = new ArrayDeque<>();

    private long heldBytes;
    private long generation;
    private long evictions;
    /**
     * The cache size below which another search for evictable objects would find almost none, because nearly everything
     * was dirty the last time. Without it, each operation would scan all dirty objects.
     */
    private long searchAgainFrom;

    private long dirtyBytes;
    private long unwrittenBytes;
    private long commitBytes;
    private final RunWriter writer;

    /**
     * @param base the file position of address 0
     * @param bound the approximate maximum size of clean blocks in bytes
     * @param endOfAllocation the current end of allocation; nothing is read past it
     */
    public MetadataCache(Storage storage, String fileName, long base, long bound, LongSupplier endOfAllocation) {
        this.storage = storage;
        this.fileName = fileName;
        this.base = base;
        wholeBound = bound;
        this.bound = bound;
        stayLive = (int) Math.min(MOST_STAY_LIVE, bound / BOUND_OF_ONE);
        this.endOfAllocation = endOfAllocation;
        writer = new RunWriter(storage, base);
        ahead = new ReadAhead(writer::writes);
    }

    /** Makes the bound a part of what was given, because the same container has several caches. */
    public void share(int caches) {
        bound = Math.max(wholeBound / caches, Math.min(wholeBound, LEAST_SHARE));
    }

    /** The bound that all caches of the container share. */
    public long wholeBound() {
        return wholeBound;
    }

    public String fileName() {
        return fileName;
    }

    /** The current end of allocation; nothing is read past it. */
    public long endOfAllocation() {
        return endOfAllocation.getAsLong();
    }

    /** The live object at this address if it is cached. */
    public CachedObject find(long address) {
        return objects.get(address);
    }

    /**
     * Adds an object that was just loaded or created.
     *
     * @throws CorruptFileException if another object is cached at its address, which happens only in a damaged file
     */
    public void keep(CachedObject object) {
        CachedObject before = objects.put(object.address(), object);
        if (before != null) {
            objects.put(object.address(), before);
            throw twice(object.address(), before, nameOf(object));
        }
        heldBytes += memoryOf(object);
        if (object.loneBlock() != null) {
            parkable.add(object);
        }
    }

    private CorruptFileException twice(long address, CachedObject before, String other) {
        return new CorruptFileException(
                "%s: two structures at address %d, or one in use that overlaps free space: %s and %s"
                        .formatted(fileName, address, nameOf(before), other));
    }

    private static String nameOf(CachedObject object) {
        return object.getClass().getSimpleName();
    }

    private static long memoryOf(CachedObject object) {
        return object.bytesHeld() + object.overheadBytes();
    }

    /** Discards the parked image at an address whose space is about to be freed; it is not written. */
    public void discardParked(long address) {
        int slot = parked.find(address);
        if (slot >= 0) {
            parked.remove(slot);
        }
    }

    /** Whether the cache has the image of a block at an address that was evicted. */
    public boolean isParked(long address) {
        return parked.find(address) >= 0;
    }

    /**
     * The block at an address whose live object was {@linkplain CachedObject#loneBlock parked}; null if there is none.
     * The caller rebuilds the live object. The checksum is not valid.
     */
    public Block unpark(long address) {
        int slot = parked.find(address);
        if (slot < 0) {
            return null;
        }
        Block block = copy(slot);
        boolean isDirty = parked.isDirty(slot);
        parked.remove(slot);
        if (isDirty) {
            block.markDirty();
        }
        return block;
    }

    private Block copy(int slot) {
        return new Block(this, parked.address(slot), parked.image(slot), parked.hasChecksum(slot) ? Integer.BYTES : 0);
    }

    /** As {@link #unpark}, but the image stays parked. */
    public Block parkedCopy(long address) {
        int slot = parked.find(address);
        return slot < 0 ? null : copy(slot);
    }

    /**
     * Parks the image of a block whose object is not live, because it differs from the file, and from what may be parked at its
     * address.
     *
     * @throws CorruptFileException if an object is live at its address, which happens only in a damaged file
     */
    public void parkChanged(Block block) {
        CachedObject before = objects.peek(block.address());
        if (before != null) {
            throw twice(block.address(), before, "a parked one");
        }
        parked.replace(block.address(), block.image(), block.checksumLength() > 0);
    }

    /**
     * Forgets everything that is in the file as it is. Called when space is reclaimed: objects that nothing refers to may
     * have been looked at, and others are going to be in their places. O(size of the tables).
     */
    public void dropClean() {
        parked = parked.onlyDirty();
        generation++;
        evictions++;
        objects.sweep(this::evict, () -> false);
    }

    /** Whether the cache can keep an object as the image of its only block. */
    public static boolean isParkable(CachedObject object) {
        Block block = object.loneBlock();
        return block != null && block.length() <= ParkedImages.LONGEST;
    }

    private void park(CachedObject object) {
        if (!isParkable(object) || !object.isDirty() || objects.peek(object.address()) != object) {
            return;
        }
        Block block = object.loneBlock();
        forget(object);
        discard(block);
        block.parked();
        parked.park(block.address(), block.image(), block.checksumLength() > 0);
    }

    /** Removes a deleted object, whose blocks must have been {@linkplain #discard discarded}. */
    public void forget(CachedObject object) {
        if (objects.remove(object.address()) != null) {
            heldBytes -= memoryOf(object);
        }
    }

    /**
     * Reads bytes, which must be inside the allocated space.
     *
     * @throws CorruptFileException if they are not, or the file is shorter than its end of allocation
     */
    public byte[] read(long address, long length, String structure) throws IOException {
        long end = endOfAllocation.getAsLong();
        if (parked.find(address) >= 0) {
            throw new CorruptFileException(
                    "%s: %s at address %d: it overlaps an object header".formatted(fileName, structure, address));
        }
        if (address < 0 || length < 0 || length > Integer.MAX_VALUE - 16 || address > end - length) {
            throw new CorruptFileException("%s: %s at address %d: %d bytes reach past the end of allocation, %d"
                    .formatted(fileName, structure, address, length, end));
        }
        byte[] bytes = length <= CERTAIN_BYTES
                ? new byte[(int) length]
                : Memory.bytes("%s: %s at address %d".formatted(fileName, structure, address), length);
        storage.read(base + address, ByteBuffer.wrap(bytes));
        return bytes;
    }

    /**
     * Reads the start of a structure of unknown length: up to {@code most} bytes, fewer at the end of the allocated
     * space, or at the end of the file if the bytes after it have not been written yet.
     *
     * @throws CorruptFileException if not a single byte can be read
     */
    public byte[] readStart(long address, int most, String structure) throws IOException {
        byte[] known = address <= endOfAllocation.getAsLong() - most && parked.find(address) < 0
                ? ahead.find(address, most)
                : null;
        if (known != null) {
            return known;
        }
        long end = Math.min(endOfAllocation.getAsLong(), storage.size() - base);
        if (address < 0 || address >= end) {
            throw new CorruptFileException("%s: %s at address %d: the end of allocation is %d, the file ends at %d"
                    .formatted(fileName, structure, address, endOfAllocation.getAsLong(), storage.size() - base));
        }
        byte[] bytes = read(address, Math.min(ahead.worth(address, most), end - address), structure);
        if (bytes.length <= most) {
            return bytes;
        }
        ahead.keep(address, bytes);
        return Arrays.copyOf(bytes, most);
    }

    /**
     * Wraps a block that was read from the file.
     *
     * @param checksumLength length of the checksum at its end: 4, or 0 if it has none
     */
    public Block loaded(long address, byte[] image, int checksumLength) {
        return new Block(this, address, image, checksumLength);
    }

    /**
     * A new block, which is dirty.
     *
     * @param checksumLength length of the checksum at its end: 4, or 0 if it has none
     */
    public Block created(long address, byte[] image, int checksumLength) {
        if (parked.cleanCount() > 0) {
            discardParked(address); // the image of space that was freed after a commit without being loaded
        }
        Block block = new Block(this, address, image, checksumLength);
        block.markDirty();
        return block;
    }

    /** Discards a block whose space is about to be freed; it is not written. */
    public void discard(Block block) {
        if (block.isDirty()) {
            removeDirty(block);
        }
    }

    private void removeDirty(Block block) {
        Block last = dirty[--dirtyCount];
        dirty[block.dirtyIndex()] = last;
        last.setDirtyIndex(block.dirtyIndex());
        dirty[dirtyCount] = null;
        dirtyBytes -= block.length();
        block.noLongerDirty();
    }

    void becameDirty(Block block) {
        if (dirtyCount == dirty.length) {
            dirty = Arrays.copyOf(dirty, 2 * dirtyCount);
        }
        block.setDirtyIndex(dirtyCount);
        dirty[dirtyCount++] = block;
        dirtyBytes += block.length();
    }

    void resized(Block block, long difference) {
        heldBytes += difference;
        if (block.isDirty()) {
            dirtyBytes += difference;
        }
    }

    /** Reports that the size of a cached object's blocks has changed. */
    public void holds(long difference) {
        heldBytes += difference;
    }

    /** The memory used by all cached objects in bytes. */
    public long heldBytes() {
        return heldBytes;
    }

    /** Reports that the memory of what is to be written, but has no blocks yet, has changed. */
    public void holdsUnwritten(long difference) {
        unwrittenBytes += difference;
    }

    /** Reports that the memory that a commit will need for what {@linkplain #holdsUnwritten has no blocks yet} has changed. */
    public void needsForCommit(long difference) {
        commitBytes += difference;
    }

    /** The memory in bytes that was {@linkplain #needsForCommit reported}. */
    public long commitBytes() {
        return commitBytes;
    }

    /** The memory in bytes used by all dirty blocks, and by what {@linkplain #holdsUnwritten has none yet}. */
    public long dirtyBytes() {
        return dirtyBytes + parked.dirtyBytesHeld() + unwrittenBytes;
    }

    public boolean isDirty() {
        return dirtyCount > 0 || parked.dirtyCount() > 0;
    }

    /**
     * Parks all parkable objects except the most recent ones, and evicts as {@link #trim} does. To be called between
     * operations, or within one when no header in use will be modified.
     */
    public void parkAndTrim() {
        while (parkable.size() > stayLive) {
            park(parkable.remove());
        }
        trim();
    }

    /**
     * Evicts clean objects, least recently used ones first, if the cache exceeds its bound: an eighth more than
     * required, so that the next search is delayed.
     */
    public void trim() {
        generation++;
        if (heldBytes <= Math.max(bound, searchAgainFrom)) {
            return;
        }
        evictions++;
        long enough = bound - bound / PART_EVICTED;
        objects.sweep(this::evict, () -> heldBytes <= enough);
        searchAgainFrom = heldBytes <= enough ? 0 : heldBytes + heldBytes / PART_EVICTED;
    }

    private boolean evict(CachedObject object) {
        if (object.isDirty()) {
            return false;
        }
        heldBytes -= memoryOf(object);
        return true;
    }

    /** A number that changes whenever objects found before may have been evicted. */
    public long evictions() {
        return evictions;
    }

    /** A number that changes with each {@link #trim}, which may evict objects found before. */
    public long generation() {
        return generation;
    }

    /** Computes the checksums of all dirty blocks. Their images are then ready to be written. */
    public void seal() {
        for (int i = 0; i < dirtyCount; i++) {
            dirty[i].seal();
        }
        parked.seal();
    }

    /**
     * The dirty blocks, in address order. O(n log n), less if many were created sequentially.
     *
     * @throws CorruptFileException if two of them overlap, which happens only in a damaged file
     */
    public List<DirtyBlock> dirtyBlocks() {
        List<DirtyBlock> all = new ArrayList<>();
        forEachDirtyBlock(byAddress(Arrays.copyOf(dirty, dirtyCount)), parked.dirtySlots(), all::add);
        return all;
    }

    private static Block[] byAddress(Block[] blocks) {
        Arrays.sort(blocks, (left, right) -> Long.compare(left.address(), right.address()));
        return blocks;
    }

    /** A visitor that may fail. */
    @FunctionalInterface
    private interface Visitor<E extends Exception> {
        void visit(DirtyBlock block) throws E;
    }

    /**
     * Visits the dirty blocks, in address order; they may become clean meanwhile.
     *
     * @throws CorruptFileException if two of them overlap, which happens only in a damaged file
     */
    private <E extends Exception> void forEachDirtyBlock(Block[] live, int[] images, Visitor<E> visitor) throws E {
        long address = -1; // of the last block
        long end = -1;
        int image = 0;
        for (int i = 0; i < live.length || image < images.length; ) {
            boolean isParked =
                    image < images.length && (i == live.length || parked.address(images[image]) < live[i].address());
            DirtyBlock last = isParked ? parkedIn(images[image++]) : null;
            Block block = isParked ? null : live[i++];
            long next = isParked ? last.address() : block.address();
            long nextEnd = isParked ? last.end() : next + block.length();
            if (end > next) {
                throw new CorruptFileException(
                        "%s: two structures overlap, %d bytes at address %d and %d bytes at address %d"
                                .formatted(fileName, end - address, address, nextEnd - next, next));
            }
            address = next;
            end = nextEnd;
            if (!isParked) {
                DirtyBlock first = block.firstPart();
                if (first != null) {
                    visitor.visit(first);
                }
                last = block.lastPart();
            }
            visitor.visit(last);
        }
    }

    private DirtyBlock parkedIn(int slot) {
        return new DirtyBlock(
                parked.address(slot), parked.slab(slot), parked.from(slot), parked.length(slot), null, slot);
    }

    /**
     * Writes the dirty blocks that match a predicate, in address order, combining blocks that are adjacent or close into
     * one write. They must have been {@linkplain #seal sealed}. After an error the unwritten blocks are still dirty. Most are
     * not in memory a second time.
     *
     * @param between whether the bytes between two blocks in the same page, or in neighbouring ones, may be written
     */
    public void writeOut(Predicate<DirtyBlock> which, RunWriter.Joining between) throws IOException {
        writeOut(Arrays.copyOf(dirty, dirtyCount), which, between);
    }

    /**
     * Seals and writes the dirty blocks that match a predicate, as {@link #writeOut(Predicate, RunWriter.Joining)} does,
     * except for {@linkplain Block#markBehind those that wait for the commit}. Their memory is free when they are evicted.
     */
    public void spill(Predicate<DirtyBlock> which, RunWriter.Joining between) throws IOException {
        Block[] complete = Arrays.stream(dirty, 0, dirtyCount)
                .filter(block -> !block.isHeldBack())
                .toArray(Block[]::new);
        for (Block block : complete) {
            block.seal();
        }
        parked.seal();
        writeOut(complete, which, between);
    }

    private void writeOut(Block[] blocks, Predicate<DirtyBlock> which, RunWriter.Joining between) throws IOException {
        Block[] live = byAddress(blocks);
        int[] images = parked.dirtySlots();
        forEachDirtyBlock(live, images, any -> {}); // if any overlap, nothing is written
        writer.begin(between, this::written);
        forEachDirtyBlock(live, images, block -> {
            if (which.test(block)) {
                writer.add(block);
            }
        });
        writer.end();
        searchAgainFrom = 0;
        if (parked.bytesHeld() > bound) {
            parked = parked.onlyDirty();
        }
    }

    /** Seals and writes every dirty block. */
    public void writeOut() throws IOException {
        seal();
        writeOut(any -> true, RunWriter.Joining.ADJACENT);
    }

    private void written(DirtyBlock block) {
        if (block.live() != null) {
            removeDirty(block.live());
        } else if (block.slot() >= 0) {
            parked.written(block.slot());
        }
    }

    /** The number of writes issued by {@link #writeOut} so far, those that failed included. */
    public long writes() {
        return writer.writes();
    }

    /** The number of bytes written by {@link #writeOut} so far. */
    public long bytesWritten() {
        return writer.bytesWritten();
    }
}
