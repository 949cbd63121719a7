package dev.fallow.internal.shrink;

import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.census.LiveLabel;
import dev.fallow.internal.check.EncodedChunk;
import dev.fallow.internal.check.Part;
import dev.fallow.internal.check.PointerVisitor;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Blocks of a file, and the addresses that refer to them. They are found once; afterwards each block knows where it has been moved, and
 * everything else is kept as it was found. An address that was found is an <em>origin</em>: {@link #now} says where it is.
 *
 * <p>Takes some 50 bytes for a block and 20 for an address. If the blocks would take more than an eighth of the memory, half of them
 * are left out, and are not moved.
 */
final class BlockMap implements PointerVisitor {
    /** Bytes for a block, its label, and what refers to it. */
    private static final int BYTES = 200;

    private static final int PART = 8;
    /** The most reasons kept. */
    private static final int MOST_REASONS = 1000;

    private static final String SOME_REASON = "something that cannot be changed";

    private final int most =
            (int) Math.max(1 << 10, Math.min(1 << 26, Runtime.getRuntime().maxMemory() / PART / BYTES));
    private final boolean lowest;
    private long from;
    private long to = Long.MAX_VALUE;
    /** By origin, after {@link #sort}. */
    private Block[] blocks = new Block[64];

    private int count;
    private int reasons;
    /** Whether the blocks are only those of some datasets. */
    private final boolean some;

    private long[] fields = new long[64];
    private long[] targets = new long[64];
    private Part[] parts = new Part[64];
    private int pointers;
    /** Addresses in chunks with filters; those of a chunk are neighbours. */
    private EncodedChunk[] chunks = new EncodedChunk[0];

    private int[] positions = new int[0];
    private long[] chunkTargets = new long[0];
    private int encoded;
    /** The chunks with filters that were rewritten, by their origins, as they are stored now. */
    private final Map<Long, EncodedChunk> rewritten = new HashMap<>();

    /** A run of bytes in use. */
    static final class Block {
        private final long origin;
        /** The size where it was found. */
        private final long found;

        private final Object label;
        private long address;
        private long size;
        private boolean pointed;
        private String reason;
        private int firstEncoded = -1;

        private Block(long address, long size, Object label) {
            origin = address;
            found = size;
            this.address = address;
            this.size = size;
            this.label = label;
        }

        /** A block that stays where it is. */
        static Block fixed(long address, long size, Object label, String reason) {
            Block block = new Block(address, size, label);
            block.reason = reason;
            return block;
        }

        /** Where it is now. */
        long address() {
            return address;
        }

        /** In bytes. */
        long size() {
            return size;
        }

        /** The address after its last byte. */
        long end() {
            return address + size;
        }

        /** Names the owner. */
        Object label() {
            return label;
        }

        /** The type with which it was allocated, as far as that matters. */
        AllocationType type() {
            return LiveLabel.isRawData(label) ? AllocationType.RAW_DATA : AllocationType.LOCAL_HEAP;
        }

        /** Whether everything that refers to it is known and can be changed. */
        boolean isMovable() {
            return pointed && reason == null;
        }

        /** Says whether it can be moved, where that is not found out. */
        void setMovable(boolean movable) {
            pointed = movable;
        }

        /** What refers to a block that cannot be moved. */
        String reason() {
            return reason == null ? "nothing known" : reason;
        }
    }

    /**
     * @param from blocks that end before this are left out
     * @param lowest whether, if there are too many, the first ones are kept; otherwise the last ones
     */
    BlockMap(long from, boolean lowest) {
        this(from, lowest, false);
    }

    private BlockMap(long from, boolean lowest, boolean some) {
        this.from = from;
        this.lowest = lowest;
        this.some = some;
    }

    /** A map of everything. */
    BlockMap() {
        this(0, false);
    }

    /** A map of the chunks of some datasets and of their indexes, to which no elements refer. */
    static BlockMap ofChunks() {
        return new BlockMap(0, false, true);
    }

    /** Whether it has only blocks of some datasets. */
    boolean isOfChunks() {
        return some;
    }

    @Override
    public boolean wantsElements() {
        return !some;
    }

    /** Whether no block was left out. */
    boolean isComplete() {
        return from == 0 && to == Long.MAX_VALUE;
    }

    /** Adds a block in use. */
    void add(long address, long size, Object label) {
        if (size == 0 || address + size <= from || address >= to) {
            return;
        }
        if (count == most) {
            leaveOutHalf();
            add(address, size, label);
            return;
        }
        if (count == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * count);
        }
        blocks[count++] = new Block(address, size, label);
    }

    private void leaveOutHalf() {
        sort();
        int half = count / 2;
        if (lowest) {
            to = blocks[half].origin;
            Arrays.fill(blocks, half, count, null);
        } else {
            from = blocks[half].origin;
            System.arraycopy(blocks, half, blocks, 0, count - half);
            Arrays.fill(blocks, count - half, count, null);
        }
        count = lowest ? half : count - half;
    }

    /** Sorts the blocks; to be called after the last was added, and before the first address is. */
    void sort() {
        Arrays.sort(blocks, 0, count, Comparator.comparingLong(block -> block.origin));
    }

    /** The first address that two of the sorted blocks have; -1 if they do not overlap. */
    long overlap() {
        for (int i = 1; i < count; i++) {
            if (blocks[i - 1].end() > blocks[i].address) {
                return blocks[i].address;
            }
        }
        return -1;
    }

    /** The block with an origin; null if there is none. */
    Block find(long origin) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (blocks[middle].origin > origin) {
                high = middle - 1;
            } else if (origin - blocks[middle].origin >= blocks[middle].found) {
                low = middle + 1;
            } else {
                return blocks[middle];
            }
        }
        return null;
    }

    /** The blocks, sorted by where they are now. */
    Block[] byAddress() {
        Block[] sorted = Arrays.copyOf(blocks, count);
        Arrays.sort(sorted, Comparator.comparingLong(Block::address));
        return sorted;
    }

    @Override
    public void pointer(Part part, long field, long target) {
        if (!note(target)) {
            return;
        }
        if (pointers == fields.length) {
            fields = Arrays.copyOf(fields, 2 * pointers);
            targets = Arrays.copyOf(targets, 2 * pointers);
            parts = Arrays.copyOf(parts, 2 * pointers);
        }
        fields[pointers] = field;
        targets[pointers] = target;
        parts[pointers++] = part;
    }

    @Override
    public void encoded(EncodedChunk chunk, int position, long target) {
        if (!note(target)) {
            return;
        }
        if (encoded == chunks.length) {
            int length = Math.max(64, 2 * encoded);
            chunks = Arrays.copyOf(chunks, length);
            positions = Arrays.copyOf(positions, length);
            chunkTargets = Arrays.copyOf(chunkTargets, length);
        }
        Block own = find(chunk.chunk().address());
        if (own != null && own.firstEncoded < 0) {
            own.firstEncoded = encoded;
        }
        chunks[encoded] = chunk;
        positions[encoded] = position;
        chunkTargets[encoded++] = target;
    }

    /** Only the address of the first byte makes a block movable: others may be those of objects that were deleted. */
    private boolean note(long target) {
        Block block = find(target);
        if (block != null && target == block.origin) {
            block.pointed = true;
        }
        return block != null;
    }

    @Override
    public void fixed(long target, String reason) {
        Block block = find(target);
        if (block != null && block.reason == null) {
            block.reason = reasons++ < MOST_REASONS ? reason : SOME_REASON;
        }
    }

    /** Records the root group, which the superblock refers to; that address is changed with each commit. */
    void root(long target) {
        note(target);
    }

    /** Where the byte with an origin is now. */
    long now(long origin) {
        Block block = find(origin);
        return block == null ? origin : origin - block.origin + block.address;
    }

    /** The number of addresses that are not in chunks with filters. */
    int pointers() {
        return pointers;
    }

    /** The part that has the address; its own address is an origin. */
    Part part(int pointer) {
        return parts[pointer];
    }

    /** The origin of the field. */
    long field(int pointer) {
        return fields[pointer];
    }

    /** The origin that the field refers to. */
    long target(int pointer) {
        return targets[pointer];
    }

    /** Whether a block is a chunk with filters that refers to one of some blocks. */
    boolean refersTo(Block chunk, Predicate<Block> some) {
        int first = chunk.firstEncoded;
        for (int i = first; i >= 0 && i < encoded && chunks[i] == chunks[first]; i++) {
            Block target = find(chunkTargets[i]);
            if (target != null && some.test(target)) {
                return true;
            }
        }
        return false;
    }

    /** The number of addresses in chunks with filters. */
    int encodedCount() {
        return encoded;
    }

    /** The chunk of such an address, as it was found. */
    EncodedChunk chunk(int index) {
        return chunks[index];
    }

    /** A chunk as it is stored now. */
    EncodedChunk now(EncodedChunk found) {
        EncodedChunk last = rewritten.getOrDefault(found.chunk().address(), found);
        Block block = find(found.chunk().address());
        return last.at(now(found.header()), block == null ? last.chunk().address() : block.address);
    }

    /** The position of the address in the decoded elements. */
    int position(int index) {
        return positions[index];
    }

    /** The origin that the address refers to. */
    long encodedTarget(int index) {
        return chunkTargets[index];
    }

    /** Records that a block was moved. */
    static void moved(Block block, long address) {
        block.address = address;
    }

    /** Records that a chunk was stored again. */
    void rewritten(EncodedChunk found, EncodedChunk stored) {
        rewritten.put(found.chunk().address(), stored);
        Block block = find(found.chunk().address());
        if (block != null) {
            block.address = stored.chunk().address();
            block.size = stored.chunk().size();
        }
    }
}
