package dev.fallow.internal.blockstore;

import dev.fallow.blockstore.BlockStoreOptions;
import dev.fallow.blockstore.DamagedBlock;
import dev.fallow.freespace.policy.quickfit.QuickFit;
import java.util.ArrayList;
import java.util.List;

/** The state shared by the parts of an open store: its file, the policy, and the numbers of its checkpoints. */
final class State {
    /** Numbers that are set aside for headers by one checkpoint. */
    private static final long SEQUENCES_AT_ONCE = 1 << 20;

    final Disk disk;
    final StoreHeader store;
    final RecentHeaders recent = new RecentHeaders();
    final List<DamagedBlock> damaged = new ArrayList<>();

    /** Set when the tail is known. */
    QuickFit policy;

    /** Writes the headers; set together with the policy. */
    Headers headers;

    /** Whether the lists on the medium can be followed from their heads. */
    boolean listsValid = true;

    /** Whether there may be blocks that no list on the medium leads to. */
    boolean listsMiss;

    /** The heads of the lists on the medium, as they are now (MLH). */
    long[] heads;

    long root;
    long firstArea;
    private long checkpointNumber;
    private int generation;
    private int code;
    private long sequence;
    private long sequenceBound;
    private int changes;
    private long writtenTail;

    State(Disk disk, StoreHeader store) {
        this.disk = disk;
        this.store = store;
    }

    void start(Checkpoint checkpoint) {
        checkpointNumber = checkpoint.number();
        writtenTail = checkpoint.tail();
        listsValid = checkpoint.listsValid();
        listsMiss = checkpoint.listsMiss();
        heads = checkpoint.heads().clone();
        root = checkpoint.root();
        firstArea = checkpoint.firstArea();
        sequence = checkpoint.sequenceBound();
        sequenceBound = checkpoint.sequenceBound();
        setGeneration(checkpoint.generation());
    }

    private void setGeneration(int newGeneration) {
        generation = newGeneration;
        long mixed = (store.storeId() ^ newGeneration * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        code = (int) (mixed ^ mixed >>> 32);
    }

    /** The code bytes of headers that are written now. */
    int code() {
        return code;
    }

    /** A header to be written now. */
    BlockHeader header(long size, boolean allocated, long pointer) {
        if (sequence >= sequenceBound) {
            checkpoint(policy.tail());
        }
        return new BlockHeader(code, size, allocated, false, sequence++, pointer);
    }

    BlockHeader damagedHeader(long size) {
        BlockHeader header = header(size, true, BlockHeader.NONE);
        return new BlockHeader(header.code(), size, true, true, header.sequence(), BlockHeader.NONE);
    }

    /** Makes sure that the next headers can be made without a checkpoint between them. */
    void reserveSequences(int count) {
        if (sequenceBound - sequence < count) {
            checkpoint(policy.tail());
        }
    }

    /**
     * Makes the storage space longer, if it may be, so that the tail has a block of this size.
     *
     * @return whether it has
     */
    boolean grow(long blockSize) {
        BlockStoreOptions options = store.options();
        long grain = options.policy().grain();
        long start = policy.start();
        long most = start + options.largestSpace() / grain * grain;
        if (blockSize > most - policy.tail()) {
            return false;
        }
        long step = Math.max(options.growth(), (policy.limit() - start) / 8);
        long wanted = Math.max(policy.limit() + step, policy.tail() + blockSize);
        policy.extend(Math.min(most, (wanted + grain - 1) / grain * grain));
        return true;
    }

    /** Counts a change of what checkpoints contain. */
    void changed() {
        changes++;
    }

    /** Writes a checkpoint if there were enough changes. */
    void checkpointIfDue() {
        if (changes >= store.options().checkpointInterval()) {
            checkpoint(policy.tail());
        }
    }

    /** Writes a checkpoint if the tail pointer of the last one is inside this block. */
    void checkpointUnlessTailOutside(long address, long size) {
        if (address < writtenTail && writtenTail < address + size) {
            checkpoint(policy.tail());
        }
    }

    /** From now on code bytes are others; to be followed by a checkpoint, before any header is written. */
    void nextGeneration() {
        setGeneration(generation + 1);
    }

    /** Writes the tail pointer and the heads. */
    void checkpoint(long tail) {
        write(tail, false, BlockHeader.NONE, 0, 0);
    }

    /** Writes the last checkpoint before a store is closed. */
    void checkpointClosed(long imagePosition, long imageBytes, int imageChecksum) {
        write(policy.tail(), true, imagePosition, imageBytes, imageChecksum);
    }

    private void write(long tail, boolean closed, long imagePosition, long imageBytes, int imageChecksum) {
        headers.updateHeads();
        long bound = closed ? sequence : sequence + SEQUENCES_AT_ONCE;
        new Checkpoint(
                        checkpointNumber + 1,
                        closed,
                        listsValid,
                        listsMiss,
                        generation,
                        tail,
                        Math.max(policy.limit(), tail),
                        root,
                        bound,
                        imagePosition,
                        imageBytes,
                        imageChecksum,
                        firstArea,
                        heads)
                .write(disk, store);
        checkpointNumber++;
        writtenTail = tail;
        sequenceBound = bound;
        changes = 0;
    }
}
