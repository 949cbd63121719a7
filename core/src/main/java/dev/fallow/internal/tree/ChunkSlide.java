package dev.fallow.internal.tree;

import dev.fallow.freespace.Section;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import dev.fallow.internal.elements.ChunkMoves;
import dev.fallow.internal.elements.ChunkMoves.Movable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Moves chunks down, one after the other, until there is no free space between them. What a pass leaves free, the next one
 * uses, so a pass moves about as many bytes as the largest free run has. If there is no large one, the first pass makes one:
 * it moves chunks to the end of the file.
 */
final class ChunkSlide {
    /** The free run that chunks are moved into is at least this part of them, so that few passes are needed. */
    private static final int PARTS = 6;
    /** The free run that chunks are moved into is at least as large as this number of the largest chunk. */
    private static final int LEAST_CHUNKS = 3;
    /** Free space at the start of the file is left if it is less than this part of the file. */
    private static final int LEFT = 32;

    private final FileSpace space;
    /** By address, from the first one that is moved on. */
    private final List<Movable> chunks;
    /** The lowest address of a chunk that is moved, and of free space that is used. */
    private final long from;
    /** Bytes of the free run that chunks are moved into. */
    private final long window;

    private ChunkSlide(FileSpace space, List<Movable> chunks, long from, long window) {
        this.space = space;
        this.chunks = chunks;
        this.from = from;
        this.window = window;
    }

    /**
     * Chooses where to start.
     *
     * @param chunks by address
     * @param most the largest number of bytes to move, in all passes together
     * @return null if too little would be gained, or if places in the file cannot be chosen: it has pages or alignment
     */
    static ChunkSlide plan(FileSpace space, List<Movable> chunks, long most) {
        if (space.options().strategy() == Strategy.PAGE || space.options().alignment() > 1) {
            return null;
        }
        space.giveToRawData(0);
        long least = space.endOfAllocation() / LEFT;
        List<Section> holes = holes(space, 0);
        int first = 0;
        long skipped = 0;
        while (first < holes.size() && skipped + holes.get(first).size() <= least) {
            skipped += holes.get(first++).size();
        }
        int start = chunks.size();
        long largest = 0;
        long live = 0;
        long window = 0;
        while (first < holes.size()
                && start > 0
                && chunks.get(start - 1).address() > holes.get(first).address()) {
            long size = chunks.get(start - 1).size();
            long larger = Math.max(largest, size);
            long wanted = window(larger, live + size);
            if (live + size + 2 * wanted > most) {
                break;
            }
            start--;
            largest = larger;
            live += size;
            window = wanted;
        }
        long from = start == chunks.size()
                ? Long.MAX_VALUE
                : start == 0 ? 0 : chunks.get(start - 1).end();
        long gain = holes.stream()
                .filter(hole -> hole.address() >= from)
                .mapToLong(Section::size)
                .sum();
        long lowest = first < holes.size() ? Math.max(from, holes.get(first).address()) : from;
        return gain <= least
                ? null
                : new ChunkSlide(space, new ArrayList<>(chunks.subList(start, chunks.size())), lowest, window);
    }

    private static long window(long largest, long live) {
        return Math.max(LEAST_CHUNKS * largest, live / PARTS);
    }

    /** The free space for chunks from an address on, by address. */
    private static List<Section> holes(FileSpace space, long from) {
        List<Section> holes = new ArrayList<>();
        int slot = space.slotOf(AllocationType.RAW_DATA, 1);
        for (int used : space.slots()) {
            if (used == slot) {
                space.sections(slot).forEach((address, size) -> {
                    if (address >= from) {
                        holes.add(new Section(address, size));
                    }
                });
            }
        }
        holes.sort(Comparator.comparingLong(Section::address));
        return holes;
    }

    /** Makes a large free run after the next commit, unless there is one: moves the first chunks to the end of the file. */
    void makeRoom(ChunkMoves moves) throws IOException {
        for (Section hole : holes(space, from)) {
            if (hole.size() >= window) {
                return;
            }
        }
        for (Movable chunk : chunks) {
            if (moves.bytes() >= window) {
                return;
            }
            moves.toEnd(chunk);
        }
    }

    /**
     * Moves chunks down, each into the lowest run that is not before that of the chunk before it.
     *
     * @param most the largest number of bytes to move
     */
    void slide(ChunkMoves moves, long most) throws IOException {
        space.giveToRawData(from);
        chunks.sort(Comparator.comparingLong(Movable::address));
        List<Section> holes = holes(space, from);
        int hole = 0;
        long used = 0;
        for (Movable chunk : chunks) {
            while (hole < holes.size()
                    && holes.get(hole).address() < chunk.address()
                    && holes.get(hole).size() - used < chunk.size()) {
                hole++;
                used = 0;
            }
            if (hole == holes.size() || moves.bytes() + chunk.size() > most) {
                return;
            }
            long address = holes.get(hole).address() + used;
            if (address < chunk.address() && moves.to(chunk, address)) {
                used += chunk.size();
            }
        }
    }
}
