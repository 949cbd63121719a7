package dev.fallow.research.blockstore.internal;

import dev.fallow.StorageException;
import dev.fallow.research.blockstore.StoredBlockVisitor;
import dev.fallow.research.policy.quickfit.AddressIndex;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Method I with the headers in separate contiguous areas (section 2.1). Each header contains the address of its block,
 * so no pointer to the tail is needed, and a damaged header does not hide the next one. All headers are read when the
 * store is opened, one area at a time.
 *
 * <p>If two headers claim the same bytes, the newer one is valid. The other belongs to a block that was merged into it,
 * whose slot could not be cleared because of a failure. Unclaimed space is the rest of a block that was being split or,
 * if a header is damaged, the block that it described.
 */
final class HeadersApart extends Headers {
    private static final int SLOTS_OF_ONE_STEP = 2;

    private final HeaderAreas areas;
    /** The slots by address of the block. */
    private final AddressIndex slots = new AddressIndex();

    private int[] emptySlots = new int[64];
    private int emptyCount;
    private TreeMap<Long, Found> found = new TreeMap<>();
    private int damagedSlots;

    /** A header that was read when the store was opened. */
    private record Found(int slot, BlockHeader header) {
        long address() {
            return header.pointer();
        }

        long end() {
            return header.pointer() + header.size();
        }
    }

    HeadersApart(State state) {
        super(state);
        areas = new HeaderAreas(state);
    }

    @Override
    int bytesInBlock() {
        return 0;
    }

    // ---- the steps of the policy ------------------------------------------------------------------------------

    @Override
    public void take(long address, long size, long tag, int list) {
        writeAllocated(slots.get(address), address, size);
    }

    @Override
    public long split(long address, long size, long tag, int list, long rest) {
        state.reserveSequences(2);
        writeAllocated(slots.get(address), address, size);
        int slot = emptySlot();
        write(slot, state.header(rest, false, address + size));
        slots.put(address + size, slot);
        return 0;
    }

    @Override
    public void takeFromTail(long address, long size) {
        int slot = emptySlot();
        writeAllocated(slot, address, size);
        slots.put(address, slot);
        state.changed();
    }

    @Override
    public long free(long address, long size, int list) {
        write(slots.get(address), state.header(size, false, address));
        state.recent.forget(address);
        return 0;
    }

    @Override
    public long merge(long address, long size, long tag, int pieces) {
        write(slots.get(address), state.header(size, false, address));
        empty(address + state.policy.sizeOf(address), address + size);
        return 0;
    }

    @Override
    public void cutTail(long address) {
        state.nextGeneration();
        state.checkpoint(address);
        empty(address, state.policy.tail());
    }

    /** Clears the slots of the free blocks in this range. */
    private void empty(long from, long end) {
        for (long at = from; at < end; at += state.policy.sizeOf(at)) {
            int slot = slots.get(at);
            state.disk.write(areas.slotPosition(slot), ByteBuffer.allocate(BlockHeader.BYTES));
            slots.remove(at);
            isEmpty(slot);
        }
    }

    private void writeAllocated(int slot, long address, long size) {
        if (content != null) {
            state.disk.write(address, content.duplicate());
        }
        write(slot, state.header(size, true, address));
        state.recent.put(address, size, address);
    }

    private void write(int slot, BlockHeader header) {
        long position = areas.slotPosition(slot);
        ByteBuffer bytes = ByteBuffer.allocate(BlockHeader.BYTES);
        header.encode(bytes, state.store.storeId(), position);
        state.disk.write(position, bytes.flip());
    }

    private int emptySlot() {
        return emptySlots[--emptyCount];
    }

    private void isEmpty(int slot) {
        if (emptyCount == emptySlots.length) {
            emptySlots = Arrays.copyOf(emptySlots, 2 * emptyCount);
        }
        emptySlots[emptyCount++] = slot;
    }

    // ---- areas ------------------------------------------------------------------------------------------------

    @Override
    void create() {
        addArea();
        state.checkpoint(state.policy.tail());
    }

    @Override
    void prepare() {
        if (emptyCount < SLOTS_OF_ONE_STEP) {
            addArea();
        }
    }

    private void addArea() {
        long bytes = areas.bytes();
        if (bytes > state.policy.limit() - state.policy.tail() && !state.grow(bytes)) {
            throw new StorageException(state.disk.name() + ": full, no space for a header area of " + bytes
                    + " bytes after " + state.policy.tail());
        }
        long position = state.policy.reserve(bytes);
        areas.add(position);
        for (int slot = areas.slots() - 1; slot >= areas.slots() - areas.slotsEach(); slot--) {
            isEmpty(slot);
        }
    }

    // ---- start ------------------------------------------------------------------------------------------------

    @Override
    long findTail(Checkpoint checkpoint, boolean recovering) {
        List<Found> all = new ArrayList<>();
        areas.read((slot, header, empty) -> {
            if (header != null && isPlausible(header)) {
                all.add(new Found(slot, header));
            } else {
                damagedSlots += empty ? 0 : 1;
                isEmpty(slot);
            }
        });
        all.sort((a, b) -> Long.compare(b.header.sequence(), a.header.sequence()));
        for (Found one : all) {
            if (isUnclaimed(one)) {
                found.put(one.address(), one);
            } else {
                isEmpty(one.slot);
            }
        }
        long tail = checkpoint.tail();
        if (!found.isEmpty()) {
            tail = Math.max(tail, found.lastEntry().getValue().end());
        }
        for (long area : areas.positions()) {
            tail = Math.max(tail, area + areas.bytes());
        }
        return tail;
    }

    private boolean isPlausible(BlockHeader header) {
        int grain = state.store.options().policy().grain();
        long start = state.store.spaceStart();
        long most = state.store.options().largestSpace();
        return header.pointer() >= start
                && header.pointer() % grain == 0
                && header.size() % grain == 0
                && header.size() >= state.store.options().policy().smallestBlock()
                && header.size() <= most - (header.pointer() - start);
    }

    private boolean isUnclaimed(Found one) {
        Map.Entry<Long, Found> before = found.lowerEntry(one.end());
        if (before != null && before.getValue().end() > one.address()) {
            return false;
        }
        for (long area : areas.positions()) {
            if (one.address() < area + areas.bytes() && area < one.end()) {
                return false;
            }
        }
        return true;
    }

    @Override
    void start(Checkpoint checkpoint, boolean recovering) {
        List<Long> order = new ArrayList<>(areas.positions());
        order.add(state.policy.tail());
        long at = state.policy.start();
        for (long area : order) {
            for (Found one : found.subMap(at, area).values()) {
                claim(at, one.address());
                know(one);
                at = one.end();
            }
            claim(at, area);
            at = area + areas.bytes();
        }
        found = null;
    }

    private void know(Found one) {
        slots.put(one.address(), one.slot);
        if (one.header.damaged()) {
            HeaderWalk.note(state, one.address(), one.header.size(), "the header was found damaged earlier");
        } else if (!one.header.allocated()) {
            state.policy.learn(one.address(), one.header.size(), 0);
        }
    }

    /** Creates a header for unclaimed space. */
    private void claim(long from, long end) {
        if (from >= end) {
            return;
        }
        if (emptyCount == 0) {
            HeaderWalk.note(state, from, end - from, "no header, and no slot for one");
            return;
        }
        int slot = emptySlot();
        slots.put(from, slot);
        if (damagedSlots > 0) {
            BlockHeader header = state.damagedHeader(end - from);
            write(slot, new BlockHeader(header.code(), end - from, true, true, header.sequence(), from));
            HeaderWalk.note(state, from, end - from, "no header, or its checksum is wrong");
        } else {
            write(slot, state.header(end - from, false, from));
            state.policy.learn(from, end - from, 0);
        }
    }

    @Override
    boolean allKnown() {
        return true;
    }

    /** Does nothing, because all headers were read when the store was opened. */
    @Override
    void scan() {
        // all headers are known
    }

    @Override
    BlockHeader read(long address) {
        int slot = slots.get(address);
        if (slot < 0) {
            return null;
        }
        long position = areas.slotPosition(slot);
        ByteBuffer bytes = ByteBuffer.allocate(BlockHeader.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        state.disk.read(position, bytes);
        return BlockHeader.decode(bytes, 0, state.store.storeId(), position);
    }

    @Override
    void forEachBlock(StoredBlockVisitor visitor) {
        TreeMap<Long, Long> allocated = new TreeMap<>();
        HeaderAreas reader = new HeaderAreas(state);
        reader.read((slot, header, empty) -> {
            if (header != null && header.allocated() && !header.damaged() && slots.get(header.pointer()) == slot) {
                allocated.put(header.pointer(), header.size());
            }
        });
        allocated.forEach(visitor::visit);
    }
}
