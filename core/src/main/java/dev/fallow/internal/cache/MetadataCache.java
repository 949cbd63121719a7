package dev.fallow.internal.cache;

import dev.fallow.CorruptFileException;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Every metadata block is read, changed and written through here. Clean objects that have not been looked up for some time
 * are evicted when what is held outgrows the bound; dirty ones stay until they are written out. Addresses are relative to the base
 * address of the file.
 */
public final class MetadataCache {
    /** Blocks are gathered into one write up to this many bytes. */
    private static final int LARGEST_RUN = 1 << 20;

    private final Storage storage;
    private final String fileName;
    private final long base;
    private final long bound;
    private final LongSupplier endOfAllocation;
    private final ObjectTable<CachedObject> objects = new ObjectTable<>();
    /** In no order; a block knows its index. */
    private Block[] dirty = new Block[64];

    private int dirtyCount;
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

    /** Keeps an object that was just loaded or made. */
    public void keep(CachedObject object) {
        CachedObject before = objects.put(object.address(), object);
        assert before == null : "two live objects at " + object.address();
        heldBytes += object.bytesHeld();
    }

    /** Forgets an object that was deleted; its blocks must have been {@linkplain #discard discarded}. */
    public void forget(CachedObject object) {
        if (objects.remove(object.address()) != null) {
            heldBytes -= object.bytesHeld();
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
        if (address < 0 || length < 0 || length > Integer.MAX_VALUE - 16 || address > end - length) {
            throw new CorruptFileException("%s: %s at address %d: %d bytes reach past the end of allocation, %d"
                    .formatted(fileName, structure, address, length, end));
        }
        byte[] bytes = new byte[(int) length];
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
        block.written();
    }

    void becameDirty(Block block) {
        if (dirtyCount == dirty.length) {
            dirty = Arrays.copyOf(dirty, 2 * dirtyCount);
        }
        block.setDirtyIndex(dirtyCount);
        dirty[dirtyCount++] = block;
        dirtyBytes += block.length();
    }

    void becameClean() {
        searchAgainFrom = 0;
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

    /** Bytes of all blocks that differ from the file. */
    public long dirtyBytes() {
        return dirtyBytes;
    }

    /** Whether any block differs from the file. */
    public boolean isDirty() {
        return dirtyCount > 0;
    }

    /** Evicts clean objects, those first that were not looked up lately, until the bound holds. Called between operations. */
    public void trim() {
        generation++;
        if (heldBytes <= Math.max(bound, searchAgainFrom)) {
            return;
        }
        objects.sweep(this::evict, () -> heldBytes <= bound);
        searchAgainFrom = heldBytes <= bound ? 0 : heldBytes + heldBytes / 8;
    }

    private boolean evict(CachedObject object) {
        if (object.isDirty()) {
            return false;
        }
        heldBytes -= object.bytesHeld();
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
    }

    /** The dirty blocks, in the order of addresses. O(n log n), less where many were made one behind the other. */
    public List<Block> dirtyBlocks() {
        Block[] blocks = Arrays.copyOf(dirty, dirtyCount);
        Arrays.sort(blocks, Comparator.comparingLong(Block::address));
        for (int i = 1; i < blocks.length; i++) {
            assert blocks[i - 1].address() + blocks[i - 1].length() <= blocks[i].address()
                    : "blocks overlap at " + blocks[i].address();
        }
        return List.of(blocks);
    }

    /**
     * Writes the dirty blocks that a rule chooses, in the order of addresses and neighbours in one write. They must have been
     * {@linkplain #seal sealed}. After an error the blocks that were not written are still dirty.
     */
    public void writeOut(Predicate<Block> which) throws IOException {
        List<Block> chosen = new ArrayList<>();
        for (Block block : dirtyBlocks()) {
            if (which.test(block)) {
                chosen.add(block);
            }
        }
        write(chosen);
    }

    /** Seals and writes every dirty block. */
    public void writeOut() throws IOException {
        seal();
        writeOut(any -> true);
    }

    private void write(List<Block> blocks) throws IOException {
        List<Block> run = new ArrayList<>();
        long end = -1;
        int bytes = 0;
        for (Block block : blocks) {
            if (block.address() != end || bytes + block.length() > LARGEST_RUN) {
                write(run, bytes);
                run.clear();
                bytes = 0;
            }
            run.add(block);
            bytes += block.length();
            end = block.address() + block.length();
        }
        write(run, bytes);
    }

    private void write(Collection<Block> run, int bytes) throws IOException {
        if (run.isEmpty()) {
            return;
        }
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        run.forEach(block -> buffer.put(block.image()));
        storage.write(base + run.iterator().next().address(), buffer.flip());
        writes++;
        bytesWritten += bytes;
        for (Block block : run) {
            removeDirty(block);
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
