package dev.fallow.internal.blockstore;

import dev.fallow.blockstore.DamagedBlock;
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

    /** From one block on to the end of another. */
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
            note(state, address, header.size(), "its header was found damaged before");
        }
        next = address + header.size();
        return header;
    }

    /** Where the header that {@link #next} showed is. */
    long address() {
        return address;
    }

    /** Where the next header is. */
    long position() {
        return next;
    }

    boolean hasEnded() {
        return next >= end;
    }

    /** Puts a header in the place of one that is damaged, and reports it. */
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

    /** Reports a damaged block; what was thought of its size before does not count any more. */
    static void note(State state, long address, long size, String what) {
        state.damaged.removeIf(known -> known.address() == address);
        state.damaged.add(new DamagedBlock(address, size, what));
    }
}
