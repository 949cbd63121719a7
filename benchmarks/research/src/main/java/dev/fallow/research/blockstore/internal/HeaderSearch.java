package dev.fallow.research.blockstore.internal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Predicate;

/** Finds headers after a damaged one, where the start of the next block is unknown. Reads the file in windows. */
final class HeaderSearch {
    private static final int WINDOW = 1 << 16;

    private final State state;

    HeaderSearch(State state) {
        this.state = state;
    }

    /**
     * The position of the first header at or after {@code from} that belongs to a current block, not to one that was
     * merged into another. A header of a former block is older than any header of a current block that it would
     * overlap; see {@link BlockHeader}.
     *
     * @param from a multiple of the grain
     * @param end the end of the search and of all blocks
     * @return its position, or {@code end}
     */
    long firstLive(long from, long end) {
        long found = first(from, end, end, header -> true);
        while (found < end) {
            BlockHeader header = read(found, end);
            int grain = state.store.options().policy().grain();
            long newer =
                    first(found + grain, found + header.size(), end, inner -> inner.sequence() > header.sequence());
            if (newer == found + header.size()) {
                return found;
            }
            found = newer;
        }
        return end;
    }

    /**
     * The position of the first header, of a current or former block, that satisfies a condition.
     *
     * @param end the end of the search
     * @param spaceEnd the end of all blocks
     * @return its position, or {@code end}
     */
    long first(long from, long end, long spaceEnd, Predicate<BlockHeader> wanted) {
        int grain = state.store.options().policy().grain();
        long fileEnd = Math.min(end, state.disk.size());
        ByteBuffer window = ByteBuffer.allocate(WINDOW).order(ByteOrder.LITTLE_ENDIAN);
        for (long at = from; at < fileEnd; at += WINDOW / grain * (long) grain) {
            window.clear();
            window.limit((int) Math.min(WINDOW, fileEnd - at));
            state.disk.read(at, window);
            int count = window.position();
            for (int i = 0; i + BlockHeader.BYTES <= count; i += grain) {
                if (isPlausible(window.getLong(i + 8), spaceEnd - (at + i), grain)) {
                    BlockHeader header = BlockHeader.decode(window, i, state.store.storeId(), at + i);
                    if (header != null && wanted.test(header)) {
                        return at + i;
                    }
                }
            }
        }
        return end;
    }

    /** The header at a position; null if there is none, or its size is invalid. */
    BlockHeader read(long position, long end) {
        ByteBuffer bytes = ByteBuffer.allocate(BlockHeader.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        if (position > state.disk.size() - BlockHeader.BYTES) {
            return null;
        }
        state.disk.read(position, bytes);
        int grain = state.store.options().policy().grain();
        return isPlausible(bytes.getLong(8), end - position, grain)
                ? BlockHeader.decode(bytes, 0, state.store.storeId(), position)
                : null;
    }

    private boolean isPlausible(long size, long most, int grain) {
        long bytes = Math.abs(size);
        return bytes >= state.store.options().policy().smallestBlock() && bytes <= most && bytes % grain == 0;
    }
}
