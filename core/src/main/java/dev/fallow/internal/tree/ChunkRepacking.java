package dev.fallow.internal.tree;

import dev.fallow.ContainerException;
import dev.fallow.format.FormatException;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.NoRoomException;
import dev.fallow.freespace.file.NotInUseException;
import dev.fallow.internal.elements.ChunkMoves;
import dev.fallow.internal.elements.ChunkMoves.Movable;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Moves the chunks of the datasets that have freed some in this session to lower addresses, so that the file can become
 * shorter. Rewritten chunks get new space, because the last commit refers to the old one; if all are rewritten, the new ones
 * are behind as much free space. On close, after a commit, they are moved into it if at least a sixteenth of the file is free,
 * in passes with a commit after each:
 *
 * <ol>
 *   <li>The last chunks are moved into the free space before them that fits best: first those that would be behind the end
 *       of a file without free space, to before that end; then to any free space.
 *   <li>If free space is left that no chunk fits into, chunks {@linkplain ChunkSlide slide} down.
 *   <li>If blocks of indexes are then behind free space, these indexes are made anew.
 * </ol>
 *
 * <p>At most four bytes are copied for each byte of chunks that the session has freed, in at most
 * sixteen passes; a pass copies each chunk at most once. The file becomes longer only by the room that sliding
 * needs, about a sixth of what is moved, or three chunks.
 */
public final class ChunkRepacking {
    /** The part of the file that has to be free. */
    private static final int SHARE = 16;
    /** Bytes copied for each byte freed. */
    private static final int FACTOR = 4;

    private static final int MOST_PASSES = 16;
    /** The largest indexes that are made anew, in bytes: they are in memory until the commit. */
    private static final long LARGEST_INDEXES = 32L << 20;

    private final ObjectStore store;
    private final FileSpace space;
    private final List<Long> datasets;
    private MovableChunks movable;
    private ChunkSlide slide;
    /** The bytes that may still be copied. */
    private long left;

    private long movedBytes;
    private boolean failed;
    private int passes;
    private Step step = Step.LAST;

    private enum Step {
        LAST,
        ANYWHERE,
        MAKE_ROOM,
        SLIDE,
        INDEXES,
        NONE
    }

    /** A repacking of the chunks of a container. Forgets which datasets have freed some. */
    public ChunkRepacking(ObjectStore store) {
        this.store = store;
        space = store.space();
        left = Math.multiplyExact(FACTOR, Math.min(store.rewritten().lostBytes(), Long.MAX_VALUE / FACTOR));
        datasets = store.rewritten().take();
    }

    /** Whether there is much free space, and something may be moved into it. */
    public boolean isWorthwhile() {
        return !datasets.isEmpty()
                && step != Step.NONE
                && passes < MOST_PASSES
                && free() > space.endOfAllocation() / SHARE;
    }

    private long free() {
        return space.freeBytes() + space.aggregatorBytes();
    }

    /** The bytes that have been moved. */
    public long movedBytes() {
        return movedBytes;
    }

    /** The number of datasets that could not be moved. */
    public int unmovedDatasets() {
        return movable == null
                ? 0
                : movable.unmovable() + (failed ? movable.datasets().size() : 0);
    }

    /**
     * Makes the next pass. A dataset that cannot be read, or whose chunks cannot be copied, stays as it is: closing does not
     * depend on it.
     */
    public void run() throws IOException {
        passes++;
        if (movable == null) {
            movable = new MovableChunks(
                    store, datasets, space.endOfAllocation() - free() - left, Math.min(left, LARGEST_INDEXES));
        }
        long end = space.endOfAllocation();
        if (end - movable.lowestEnd() <= end / SHARE) {
            step = Step.NONE; // something that cannot be moved is at the end
        }
        boolean moved = false;
        while (!moved && step != Step.NONE) {
            moved = step == Step.INDEXES ? moveIndexes() : moveChunks();
        }
    }

    private boolean moveChunks() throws IOException {
        ChunkMoves moves = new ChunkMoves();
        try {
            moveChunks(moves);
        } catch (IOException | ContainerException | FormatException | NoRoomException | NotInUseException uncopied) {
            moves.undo();
            failed = true;
            step = Step.NONE;
            return false;
        }
        moves.apply();
        left -= moves.bytes();
        movedBytes += moves.bytes();
        return moves.bytes() > 0;
    }

    private void moveChunks(ChunkMoves moves) throws IOException {
        switch (step) {
            case LAST -> {
                moveLast(moves, false);
                step = Step.ANYWHERE;
            }
            case ANYWHERE -> {
                moveLast(moves, true);
                step = Step.MAKE_ROOM;
            }
            case MAKE_ROOM -> {
                slide = ChunkSlide.plan(space, movable.byAddress(), left);
                step = slide == null ? Step.INDEXES : Step.SLIDE;
                if (slide != null) {
                    slide.makeRoom(moves);
                }
            }
            default -> {
                slide.slide(moves, left);
                step = moves.bytes() > 0 ? Step.SLIDE : Step.INDEXES;
            }
        }
    }

    private void moveLast(ChunkMoves moves, boolean anywhere) throws IOException {
        long from = Math.max(movable.lowestEnd(), space.endOfAllocation() - free());
        List<Movable> chunks = movable.byAddress();
        for (int i = chunks.size() - 1; i >= 0 && chunks.get(i).address() >= from; i--) {
            if (moves.bytes() + chunks.get(i).size() > left) {
                return;
            }
            moves.before(chunks.get(i), from, anywhere);
        }
    }

    /** Makes the indexes anew that are at the end of the file, in the space that is then free. */
    private boolean moveIndexes() throws IOException {
        step = Step.NONE;
        long end = movable.endWithoutIndexes();
        List<MovedIndex> plans = new ArrayList<>();
        long bytes = 0;
        try {
            for (MovableChunks.Owned dataset : movable.datasets()) {
                if (dataset.blocks().stream().anyMatch(block -> block.address() >= end)) {
                    MovedIndex plan = new MovedIndex(dataset);
                    if (!plan.isPossible()) {
                        return false;
                    }
                    plans.add(plan);
                    bytes += dataset.blocks().stream().mapToLong(Section::size).sum();
                }
            }
        } catch (IOException | ContainerException | FormatException | NoRoomException | NotInUseException impossible) {
            return false;
        }
        long now = space.endOfAllocation();
        if (bytes > Math.min(left, LARGEST_INDEXES) || now - end - bytes <= now / SHARE) {
            return false;
        }
        plans.forEach(store.structureStore()::moveBeforeWriting);
        return !plans.isEmpty();
    }
}
