package dev.fallow.research.blockstore.internal;

import dev.fallow.research.blockstore.BlockStoreOptions;
import dev.fallow.research.blockstore.DamagedBlock;
import dev.fallow.research.policy.quickfit.QuickFit;
import java.util.ArrayList;
import java.util.List;

/** The state shared by the parts of an open store: its file, the policy, and the numbers of its checkpoints. */
final class State {
    /** The number of sequence numbers that one checkpoint reserves. */
    private static final long SEQUENCES_AT_ONCE = 1 << 20;

    final Disk disk;
    final StoreHeader store;
    final RecentHeaders recent = new RecentHeaders();
    final List<DamagedBlock> damaged = new ArrayList<>();

    /** Set once the position of the tail is known. */
    QuickFit policy;

    /** Writes the headers; set together with the policy. */
    Headers headers;

    /** Whether the lists on the medium are valid. */
    boolean listsValid = true;

    /** Whether blocks may be missing from the lists on the medium. */
    boolean listsMiss;

    /** The current heads of the lists on the medium (MLH). */
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

    /** The code bytes of headers written in this generation. */
    int code() {
        return code;
    }

    /** Creates a header with the next sequence number. */
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

    /** Ensures that the next {@code count} headers need no checkpoint between them. */
    void reserveSequences(int count) {
        if (sequenceBound - sequence < count) {
            checkpoint(policy.tail());
        }
    }

    /**
     * Extends the storage space, if its limit permits, so that the tail has room for a block of this size.
     *
     * @return whether the tail has enough room
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

    /** Counts a change of the state that checkpoints contain. */
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

    /** Changes the code bytes. A checkpoint must follow before any header is written. */
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
