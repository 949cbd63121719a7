package dev.fallow.research.blockstore.internal;

import dev.fallow.CorruptFileException;
import dev.fallow.StorageException;
import dev.fallow.research.blockstore.BlockStore;
import dev.fallow.research.blockstore.StartMode;
import dev.fallow.research.blockstore.StoreReport;
import dev.fallow.research.blockstore.StoredBlockVisitor;
import dev.fallow.research.policy.quickfit.QuickFit;
import java.nio.ByteBuffer;

/** An open block store. */
final class LiveBlockStore implements BlockStore {
    private final State state;
    private final Headers headers;
    private final StartMode startMode;
    private final Runnable unlock;
    private boolean changed;
    private boolean closed;

    LiveBlockStore(State state, StartMode startMode, Runnable unlock) {
        this.state = state;
        this.headers = state.headers;
        this.startMode = startMode;
        this.unlock = unlock;
        changed = startMode != StartMode.FAST;
    }

    // ---- changes ----------------------------------------------------------------------------------------------

    @Override
    public long allocate(long size) {
        long most = state.store.options().largestSpace() - headers.bytesInBlock();
        if (size <= 0 || size > most) {
            throw new IllegalArgumentException("size: " + size + ", expected 1 to " + most);
        }
        beforeChange();
        headers.prepare();
        long bytes = size + headers.bytesInBlock();
        QuickFit policy = state.policy;
        long address = policy.allocate(bytes);
        if (address == QuickFit.NO_SPACE && state.grow(policy.blockSize(bytes))) {
            address = policy.allocate(bytes);
        }
        if (address == QuickFit.NO_SPACE) {
            throw new StorageException(state.disk.name() + ": full, no block of " + bytes + " bytes in "
                    + state.store.options().largestSpace() + "; " + policy.freeBytes() + " bytes are free");
        }
        state.checkpointIfDue();
        return address;
    }

    @Override
    public long store(ByteBuffer content) {
        headers.content = content;
        try {
            long address = allocate(content.remaining());
            content.position(content.limit());
            return address;
        } finally {
            headers.content = null;
        }
    }

    @Override
    public void deallocate(long address) {
        beforeChange();
        if (!state.recent.has(address)) {
            BlockHeader header = header(address);
            if (header.damaged()) {
                state.damaged.removeIf(known -> known.address() == address);
                state.listsMiss = true;
            }
            state.recent.put(address, header.size(), header.pointer());
        }
        state.policy.deallocate(address, state.recent.size(address));
        state.checkpointIfDue();
    }

    @Override
    public void write(long address, long offset, ByteBuffer source) {
        long position = content(address, offset, source.remaining());
        beforeChange();
        state.disk.write(position, source);
    }

    @Override
    public void setRoot(long root) {
        requireOpen();
        state.disk.requireSound();
        if (!changed) {
            state.nextGeneration();
            changed = true;
        }
        state.root = root;
        state.checkpoint(state.policy.tail());
    }

    /** Marks the store as changed since it was last closed. */
    private void beforeChange() {
        requireOpen();
        state.disk.requireSound();
        if (!changed) {
            state.nextGeneration();
            state.checkpoint(state.policy.tail());
            changed = true;
        }
    }

    // ---- queries ----------------------------------------------------------------------------------------------

    @Override
    public long capacity(long address) {
        return allocatedSize(address) - headers.bytesInBlock();
    }

    @Override
    public void read(long address, long offset, ByteBuffer target) {
        state.disk.readPresent(content(address, offset, target.remaining()), target);
    }

    @Override
    public int readBeginning(long address, ByteBuffer target) {
        requireOpen();
        int inBlock = headers.bytesInBlock();
        if (inBlock == 0 || state.recent.has(address)) {
            int count = (int) Math.min(capacity(address), target.remaining());
            ByteBuffer part = target.slice(target.position(), count);
            read(address, 0, part);
            target.position(target.position() + count);
            return count;
        }
        requirePossible(address);
        ByteBuffer both = ByteBuffer.allocate(inBlock + target.remaining());
        state.disk.readPresent(address, both);
        BlockHeader header = requireAllocated(address, BlockHeader.decode(both, 0, state.store.storeId(), address));
        requireUndamaged(address, header);
        state.recent.put(address, header.size(), header.pointer());
        int count = (int) Math.min(header.size() - inBlock, target.remaining());
        target.put(both.slice(inBlock, count));
        return count;
    }

    /** The position of a part of a block's content in the file. */
    private long content(long address, long offset, int count) {
        long capacity = capacity(address);
        if (offset < 0 || offset > capacity - count) {
            throw new IllegalArgumentException(state.disk.name() + ": " + count + " bytes at offset " + offset
                    + " of the block at " + address + ", whose capacity is " + capacity);
        }
        return address + headers.bytesInBlock() + offset;
    }

    private long allocatedSize(long address) {
        requireOpen();
        if (!state.recent.has(address)) {
            BlockHeader header = header(address);
            requireUndamaged(address, header);
            state.recent.put(address, header.size(), header.pointer());
        }
        return state.recent.size(address);
    }

    private BlockHeader header(long address) {
        requirePossible(address);
        return requireAllocated(address, headers.read(address));
    }

    private void requirePossible(long address) {
        QuickFit policy = state.policy;
        if (address < policy.start()
                || address >= policy.tail()
                || address % policy.options().grain() != 0
                || policy.isFree(address)) {
            throw noBlock(address);
        }
    }

    private BlockHeader requireAllocated(long address, BlockHeader header) {
        if (header == null || !header.allocated() || header.size() > state.policy.tail() - address) {
            throw noBlock(address);
        }
        return header;
    }

    private void requireUndamaged(long address, BlockHeader header) {
        if (header.damaged()) {
            throw new CorruptFileException(
                    state.disk.name() + ": the header of the block at " + address + " was found damaged");
        }
    }

    private IllegalArgumentException noBlock(long address) {
        return new IllegalArgumentException(state.disk.name() + ": no allocated block starts at " + address
                + "; blocks are in [" + state.policy.start() + ", " + state.policy.tail() + ")");
    }

    @Override
    public long root() {
        return state.root;
    }

    @Override
    public void forEachBlock(StoredBlockVisitor visitor) {
        requireOpen();
        headers.forEachBlock(visitor);
    }

    @Override
    public StoreReport scan() {
        beforeChange();
        headers.scan();
        return report();
    }

    @Override
    public StoreReport report() {
        return new StoreReport(
                startMode,
                state.policy.start(),
                state.policy.tail(),
                state.policy.limit(),
                state.policy.freeBlocks(),
                state.policy.freeBytes(),
                headers.allKnown(),
                state.damaged,
                state.policy.counts(),
                state.disk.accesses());
    }

    // ---- end --------------------------------------------------------------------------------------------------

    @Override
    public void checkpoint() {
        requireOpen();
        if (changed) {
            state.disk.requireSound();
            state.disk.force();
            state.checkpoint(state.policy.tail());
            state.disk.force();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException(state.disk.name() + ": the store is closed");
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (changed && !state.disk.failed()) {
                headers.close();
                state.disk.force();
            }
        } finally {
            try {
                state.disk.close();
            } finally {
                unlock.run();
            }
        }
    }
}
