package dev.fallow.internal.cache;

import dev.fallow.CorruptFileException;
import dev.fallow.internal.Memory;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Every metadata block is read, changed and written through here. Clean objects that have not been looked up for some time
 * are evicted when what is held outgrows the bound; dirty ones stay until they are written out, or, of those that
 * {@linkplain CachedObject#loneBlock lie in one block}, only as {@linkplain ParkedImages images}. Addresses are relative to
 * the base address of the file.
 */
public final class MetadataCache {
    /** Blocks are gathered into one write up to this many bytes. */
    private static final int LARGEST_RUN = 1 << 20;
    /**
     * So many objects that can be parked stay live behind the ones that came last: what an application does next is mostly to
     * what it has just made. More of them would only be work for the garbage collector.
     */
    private static final int MOST_STAY_LIVE = 64;
    /** ... and one for so many bytes of the bound, if it is small. */
    private static final int BOUND_OF_ONE = 1_024;

    private static final int PART_EVICTED = 8;

    /** Blocks up to this many bytes are read without asking whether there is memory for them. */
    private static final int CERTAIN_BYTES = 1 << 20;

    private final Storage storage;
    private final String fileName;
    private final long base;
    private final long bound;
    private final int stayLive;
    private final LongSupplier endOfAllocation;
    private final ObjectTable<CachedObject> objects = new ObjectTable<>();
    /** In no order; a block knows its index. */
    private Block[] dirty = new Block[64];

    private int dirtyCount;
    private ParkedImages parked = new ParkedImages();
    /** Those that can be parked, in the order in which they came. */
    private final ArrayDeque<CachedObject> parkable = new ArrayDeque<>();

    private long heldBytes;
    private long generation;
    /**
     * While so much is held, another search for what can be evicted would find next to nothing: almost everything was
     * dirty the last time. Without it each operation would go over all that is dirty.
     */
    private long searchAgainFrom;

    private long dirtyBytes;
    private long writes;
    private long bytesWritten;

    /**
     * @param base the file position of address 0
     * @param bound bytes of clean blocks that are kept, about
     * @param endOfAllocation where the file's space ends now: nothing is read past it
     */
    public MetadataCache(Storage storage, String fileName, long base, long bound, LongSupplier endOfAllocation) {
        this.storage = storage;
        this.fileName = fileName;
        this.base = base;
        this.bound = bound;
        stayLive = (int) Math.min(MOST_STAY_LIVE, bound / BOUND_OF_ONE);
        this.endOfAllocation = endOfAllocation;
    }

    /** The file's name, for messages. */
    public String fileName() {
        return fileName;
    }

    /** Where the file's space ends now: nothing is read past it. */
    public long endOfAllocation() {
        return endOfAllocation.getAsLong();
    }

    /** The live object at this address if it is held. */
    public CachedObject find(long address) {
        return objects.get(address);
    }

    /**
     * Keeps an object that was just loaded or made.
     *
     * @throws CorruptFileException if another one is kept at its address, which takes a damaged file
     */
    public void keep(CachedObject object) {
        CachedObject before = objects.put(object.address(), object);
        if (before != null) {
            objects.put(object.address(), before);
            throw new CorruptFileException(
                    "%s: two structures at address %d, or one that is in use and lies in free space: %s and %s"
                            .formatted(fileName, object.address(), nameOf(before), nameOf(object)));
        }
        heldBytes += memoryOf(object);
        if (object.loneBlock() != null) {
            parkable.add(object);
        }
    }

    private static String nameOf(CachedObject object) {
        return object.getClass().getSimpleName();
    }

    private static long memoryOf(CachedObject object) {
        return object.bytesHeld() + object.overheadBytes();
    }

    /** Forgets what was parked at an address whose space is being given back: it is never written. */
    public void discardParked(long address) {
        int slot = parked.find(address);
        if (slot >= 0) {
            parked.remove(slot);
        }
    }

    /**
     * The block at an address whose live object was {@linkplain CachedObject#loneBlock parked}; null if none was. It is for
     * the caller to make a live object of it again. Its checksum is not right.
     */
    public Block unpark(long address) {
        int slot = parked.find(address);
        if (slot < 0) {
            return null;
        }
        Block block = new Block(this, address, parked.image(slot), parked.hasChecksum(slot) ? Integer.BYTES : 0);
        boolean isDirty = parked.isDirty(slot);
        parked.remove(slot);
        if (isDirty) {
            block.markDirty();
        }
        return block;
    }

    /** Forgets the images of parked blocks that are in the file as they are. O(size of their table). */
    private void dropWrittenImages() {
        parked = parked.onlyDirty();
    }

    /**
     * Forgets everything that is in the file as it is. Called when space is reclaimed: objects that nothing refers to may
     * have been looked at, and others are going to be in their places. O(size of the tables).
     */
    public void dropClean() {
        dropWrittenImages();
        generation++;
        objects.sweep(this::evict, () -> false);
    }

    private void park(CachedObject object) {
        Block block = object.loneBlock();
        if (block == null
                || !block.isDirty()
                || block.length() > ParkedImages.LONGEST
                || objects.peek(object.address()) != object) {
            return;
        }
        forget(object);
        discard(block);
        block.parked();
        parked.park(block.address(), block.image(), block.checksumLength() > 0);
    }

    /** Forgets an object that was deleted; its blocks must have been {@linkplain #discard discarded}. */
    public void forget(CachedObject object) {
        if (objects.remove(object.address()) != null) {
            heldBytes -= memoryOf(object);
        }
    }

    /**
     * Reads bytes of the file that must lie inside the allocated space.
     *
     * @param structure what is expected there, for the message
     * @throws CorruptFileException if they do not, or if the file is shorter than it says
     */
    public byte[] read(long address, long length, String structure) throws IOException {
        long end = endOfAllocation.getAsLong();
        if (parked.find(address) >= 0) {
            throw new CorruptFileException(
                    "%s: %s at address %d: an object header lies there too".formatted(fileName, structure, address));
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
     * Reads the first bytes of a structure whose length is not known yet: at most {@code most}, fewer where the allocated
     * space ends, or the file does because what lies behind has not been written yet.
     *
     * @throws CorruptFileException if there is not one byte
     */
    public byte[] readStart(long address, int most, String structure) throws IOException {
        long end = Math.min(endOfAllocation.getAsLong(), storage.size() - base);
        if (address < 0 || address >= end) {
            throw new CorruptFileException("%s: %s at address %d: the end of allocation is %d, the file ends at %d"
                    .formatted(fileName, structure, address, endOfAllocation.getAsLong(), storage.size() - base));
        }
        return read(address, Math.min(most, end - address), structure);
    }

    /**
     * A block that was read from the file.
     *
     * @param checksumLength bytes of the checksum at its end: 4, or 0 if it has none
     */
    public Block loaded(long address, byte[] image, int checksumLength) {
        return new Block(this, address, image, checksumLength);
    }

    /**
     * A new block, dirty from the start.
     *
     * @param checksumLength bytes of the checksum at its end: 4, or 0 if it has none
     */
    public Block created(long address, byte[] image, int checksumLength) {
        if (parked.cleanCount() > 0) {
            discardParked(address); // something that was taken back without a look at it, after a commit
        }
        Block block = new Block(this, address, image, checksumLength);
        block.markDirty();
        return block;
    }

    /** Drops a block whose space is being released: it is never written. */
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

    /** Says that an object that is kept has one block more or less. */
    public void holds(long difference) {
        heldBytes += difference;
    }

    /** Bytes of memory that all blocks take that differ from the file. */
    public long dirtyBytes() {
        return parked.dirtyCount() == 0 ? dirtyBytes : dirtyBytes + parked.dirtyBytes() + parked.bytesUnused();
    }

    /** Whether any block differs from the file. */
    public boolean isDirty() {
        return dirtyCount > 0 || parked.dirtyCount() > 0;
    }

    /**
     * Parks what can be, but for what came last, and evicts as {@link #trim} does. Called between operations, and within one
     * only where nobody will change a header that he has in hand.
     */
    public void parkAndTrim() {
        while (parkable.size() > stayLive) {
            park(parkable.remove());
        }
        trim();
    }

    /**
     * Evicts clean objects, those first that were not looked up lately, when what is held exceeds the bound: an eighth more
     * than would be needed, so that the next search is some time off.
     */
    public void trim() {
        generation++;
        if (heldBytes <= Math.max(bound, searchAgainFrom)) {
            return;
        }
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

    /** Another number after each {@link #trim}: what was found before may not be what is found now. */
    public long generation() {
        return generation;
    }

    /** Computes the checksums of all dirty blocks: their images are then what belongs into the file. */
    public void seal() {
        for (int i = 0; i < dirtyCount; i++) {
            dirty[i].seal();
        }
        parked.seal();
    }

    /**
     * The dirty blocks, in the order of addresses. O(n log n), less where many were made one behind the other.
     *
     * @throws CorruptFileException if two of them overlap, as structures of a damaged file may
     */
    public List<DirtyBlock> dirtyBlocks() {
        Block[] live = Arrays.copyOf(dirty, dirtyCount);
        Arrays.sort(live, Comparator.comparingLong(Block::address));
        long[] images = parked.dirtyAddresses();
        List<DirtyBlock> blocks = new ArrayList<>(live.length + images.length);
        int image = 0;
        for (Block block : live) {
            while (image < images.length && images[image] < block.address()) {
                add(blocks, parkedAt(images[image++]));
            }
            add(blocks, new DirtyBlock(block.address(), block.image(), 0, block.length(), block, -1));
        }
        while (image < images.length) {
            add(blocks, parkedAt(images[image++]));
        }
        return blocks;
    }

    private DirtyBlock parkedAt(long address) {
        int slot = parked.find(address);
        return new DirtyBlock(address, parked.slab(slot), parked.from(slot), parked.length(slot), null, slot);
    }

    private void add(List<DirtyBlock> blocks, DirtyBlock next) {
        if (!blocks.isEmpty() && blocks.get(blocks.size() - 1).end() > next.address()) {
            DirtyBlock before = blocks.get(blocks.size() - 1);
            throw new CorruptFileException(
                    "%s: two structures overlap, %d bytes at address %d and %d bytes at address %d"
                            .formatted(
                                    fileName,
                                    before.end() - before.address(),
                                    before.address(),
                                    next.end() - next.address(),
                                    next.address()));
        }
        blocks.add(next);
    }

    /**
     * Writes the dirty blocks that a rule chooses, in the order of addresses and neighbours in one write. They must have been
     * {@linkplain #seal sealed}. After an error the blocks that were not written are still dirty.
     */
    public void writeOut(Predicate<DirtyBlock> which) throws IOException {
        List<DirtyBlock> chosen = dirtyBlocks();
        chosen.removeIf(which.negate());
        write(chosen);
        searchAgainFrom = 0;
        if (parked.bytesHeld() > bound) {
            dropWrittenImages();
        }
    }

    /** Seals and writes every dirty block. */
    public void writeOut() throws IOException {
        seal();
        writeOut(any -> true);
    }

    private void write(List<DirtyBlock> blocks) throws IOException {
        int from = 0;
        int bytes = 0;
        for (int i = 0; i < blocks.size(); i++) {
            DirtyBlock block = blocks.get(i);
            if (i > from && (blocks.get(i - 1).end() != block.address() || bytes + block.length() > LARGEST_RUN)) {
                write(blocks.subList(from, i), bytes);
                from = i;
                bytes = 0;
            }
            bytes += block.length();
        }
        write(blocks.subList(from, blocks.size()), bytes);
    }

    private void write(List<DirtyBlock> run, int bytes) throws IOException {
        if (run.isEmpty()) {
            return;
        }
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        for (DirtyBlock block : run) {
            buffer.put(block.bytes(), block.from(), block.length());
        }
        storage.write(base + run.get(0).address(), buffer.flip());
        writes++;
        bytesWritten += bytes;
        for (DirtyBlock block : run) {
            if (block.live() != null) {
                removeDirty(block.live());
            } else {
                parked.written(block.slot());
            }
        }
    }

    /** Writes that {@link #writeOut} has issued so far. */
    public long writes() {
        return writes;
    }

    /** Bytes that {@link #writeOut} has written so far. */
    public long bytesWritten() {
        return bytesWritten;
    }
}
