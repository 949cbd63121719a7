package dev.fallow.research.blockstore.internal;

import dev.fallow.research.blockstore.DamagedBlock;
import java.nio.ByteBuffer;

/**
 * Walks from header to header through working storage (section 2.1). After a damaged header it searches for the next
 * one, and writes a new header that marks the bytes in between as unusable.
 */
final class HeaderWalk {
    private final State state;
    private final HeaderSearch search;
    private final long end;
    private long next;
    private long address;

    /** Creates a walk over the blocks in {@code [from, end)}. */
    HeaderWalk(State state, long from, long end) {
        this.state = state;
        this.search = new HeaderSearch(state);
        this.next = from;
        this.end = end;
    }

    /** The next header; null at the end. */
    BlockHeader next() {
        if (next >= end) {
            return null;
        }
        address = next;
        BlockHeader header = search.read(address, end);
        if (header == null) {
            long smallest = state.store.options().policy().smallestBlock();
            header = replace(state, address, search.firstLive(address + smallest, end) - address);
        } else if (header.damaged()) {
            note(state, address, header.size(), "the header was found damaged earlier");
        }
        next = address + header.size();
        return header;
    }

    /** The position of the header that {@link #next} returned. */
    long address() {
        return address;
    }

    /** The position of the next header. */
    long position() {
        return next;
    }

    boolean hasEnded() {
        return next >= end;
    }

    /** Replaces a damaged header, and reports its block. */
    static BlockHeader replace(State state, long address, long size) {
        String what = address > state.disk.size() - BlockHeader.BYTES
                ? "the file ends at " + state.disk.size() + ", before its header"
                : "no header, or its checksum is wrong";
        BlockHeader header = state.damagedHeader(size);
        if (!state.disk.failed()) {
            ByteBuffer bytes = ByteBuffer.allocate(BlockHeader.BYTES);
            header.encode(bytes, state.store.storeId(), address);
            state.disk.write(address, bytes.flip());
        }
        note(state, address, size, what);
        return header;
    }

    /** Reports a damaged block; replaces an earlier report of a block at the same address. */
    static void note(State state, long address, long size, String what) {
        state.damaged.removeIf(known -> known.address() == address);
        state.damaged.add(new DamagedBlock(address, size, what));
    }
}
