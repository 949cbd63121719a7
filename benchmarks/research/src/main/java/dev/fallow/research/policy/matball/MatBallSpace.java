package dev.fallow.research.policy.matball;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.bitmap.BitmapFreeSpace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A volume of extents allocated by MatBall, which the paper uses for its fast device (section III.A).
 *
 * <p>A file takes as many clean extents as it fills. The rest, less than an extent, is placed after the last file of a
 * used extent, at the first untouched segment ({@link SegmentMapping}), or otherwise at the start of a clean extent.
 * The paper leaves the following open; this class decides:
 *
 * <ul>
 *   <li>Of the reusable extents with enough space, the one with the least space is used; among equals, the one that has
 *       been reusable for longest.
 *   <li>The rest of a file is not spread over several extents, because it is one I/O unit.
 *   <li>Clean extents are allocated contiguously, at the lowest address with enough of them; otherwise one by one,
 *       starting at the lowest.
 *   <li>When a file is deleted, {@link DeletionRule} says what of its space is used again, and when. The least space of the
 *       extent into which the rest fits is used, of equal ones the first.
 * </ul>
 *
 * <p>Invariants: no two pieces overlap (I1), {@link #usage} accounts for every byte (I2), an operation that throws or
 * finds no space has changed nothing (I4), and the same operations give the same addresses (I5). Not thread-safe.
 *
 * <p>An allocation examines O(s / 64) words for the rest of the file, and the spaces of one extent; whole extents cost a
 * search in the bitmap of clean extents. Memory: a bit per block, two with {@link DeletionRule#CLEAN_EXTENT}, and 20 bytes
 * per extent.
 */
public final class MatBallSpace {
    private final ExtentShape shape;
    private final long blockSize;
    private final long extentSize;
    private final int extents;
    private final BitSet live = new BitSet(); // by block
    private final BitSet taken; // what MAP sees of the blocks: live, or once live in an extent that is not clean
    private final Spaces spaces;
    private final int[] liveBlocks; // by extent
    private final OpenExtents open;
    private final BitmapFreeSpace clean;

    /** A volume without files, in which space after the last remaining file of an extent is used again. */
    public MatBallSpace(ExtentShape shape, long blockSize, int extents) {
        this(shape, blockSize, extents, DeletionRule.AFTER_LAST_FILE);
    }

    /**
     * Creates a volume without files.
     *
     * @param blockSize in bytes, at least 1
     * @param extents the number of extents, at least 1, with a total of at most 2^31-1 blocks and 2^63-1 bytes
     * @param deletion when the space of deleted files is used again
     * @throws IllegalArgumentException if an argument is out of range
     */
    public MatBallSpace(ExtentShape shape, long blockSize, int extents, DeletionRule deletion) {
        if (extents < 1 || extents > Integer.MAX_VALUE / shape.blocks()) {
            throw new IllegalArgumentException("extents=" + extents + " of " + shape.blocks() + " blocks, must be 1 to "
                    + Integer.MAX_VALUE / shape.blocks());
        }
        if (blockSize < 1 || blockSize > Long.MAX_VALUE / shape.blocks() / extents) {
            throw new IllegalArgumentException("blockSize=" + blockSize + ", must be 1 to "
                    + Long.MAX_VALUE / shape.blocks() / extents + " in a volume of " + extents + " extents");
        }
        this.shape = shape;
        this.blockSize = blockSize;
        this.extents = extents;
        extentSize = shape.blocks() * blockSize;
        taken = deletion == DeletionRule.CLEAN_EXTENT ? new BitSet() : live;
        spaces = new Spaces(shape, deletion, taken);
        liveBlocks = new int[extents];
        open = new OpenExtents(extents, shape.blocks());
        clean = new BitmapFreeSpace(extentSize, 0);
        clean.free(0, capacity());
    }

    /** The parameters of the extents. */
    public ExtentShape shape() {
        return shape;
    }

    /** The size of a block in bytes. */
    public long blockSize() {
        return blockSize;
    }

    /** The size of the volume in bytes. */
    public long capacity() {
        return extents * extentSize;
    }

    /**
     * Allocates space for a file.
     *
     * @param size in bytes, at least 1; rounded up to whole blocks
     * @return the allocated pieces, in file order: whole extents, then, if the file does not fill them, a part of one;
     *     adjacent pieces are merged. Empty if there is not enough space
     * @throws IllegalArgumentException if the size is not positive
     */
    public List<Piece> allocate(long size) {
        if (size < 1) {
            throw new IllegalArgumentException("size=" + size + ", at least 1");
        }
        long blocks = (size - 1) / blockSize + 1;
        long whole = blocks / shape.blocks();
        int rest = (int) (blocks % shape.blocks());
        int reused = rest == 0 ? -1 : open.best(rest);
        long wanted = whole + (rest > 0 && reused < 0 ? 1 : 0);
        if (wanted > clean.freeBytes() / extentSize) {
            return List.of();
        }
        int begin = reused < 0 ? 0 : spaces.best(reused, rest);
        List<Piece> pieces = wanted == 0 ? new ArrayList<>() : takeClean(wanted);
        if (reused >= 0) {
            append(pieces, reused * extentSize + begin * blockSize, rest * blockSize);
        } else if (rest > 0) {
            shorten(pieces, (shape.blocks() - rest) * blockSize);
        }
        for (Piece piece : pieces) {
            live.set((int) (piece.address() / blockSize), (int) (piece.end() / blockSize));
            taken.set((int) (piece.address() / blockSize), (int) (piece.end() / blockSize));
            changed(piece.address(), piece.size(), 1);
        }
        return List.copyOf(pieces);
    }

    /** Allocates clean extents: contiguous if possible, otherwise one by one. */
    private List<Piece> takeClean(long count) {
        List<Piece> pieces = new ArrayList<>();
        long together = clean.allocate(count * extentSize);
        if (together != FreeSpace.NO_SPACE) {
            pieces.add(new Piece(together, count * extentSize));
        } else {
            for (long i = 0; i < count; i++) {
                append(pieces, clean.allocate(extentSize), extentSize);
            }
        }
        return pieces;
    }

    private static void append(List<Piece> pieces, long address, long size) {
        Piece last = pieces.isEmpty() ? null : pieces.get(pieces.size() - 1);
        if (last != null && last.end() == address) {
            pieces.set(pieces.size() - 1, new Piece(last.address(), last.size() + size));
        } else {
            pieces.add(new Piece(address, size));
        }
    }

    private static void shorten(List<Piece> pieces, long bytes) {
        Piece last = pieces.get(pieces.size() - 1);
        pieces.set(pieces.size() - 1, new Piece(last.address(), last.size() - bytes));
    }

    /**
     * Frees a piece, or any part of it in whole blocks.
     *
     * @throws IllegalArgumentException if the piece exceeds the volume, or does not consist of whole blocks
     * @throws IllegalStateException if a block of the piece belongs to no file
     */
    public void release(Piece piece) {
        if (piece.end() > capacity() || piece.address() % blockSize != 0 || piece.size() % blockSize != 0) {
            throw new IllegalArgumentException(
                    piece + ": not of whole blocks of " + blockSize + " bytes in a volume of " + capacity());
        }
        int from = (int) (piece.address() / blockSize);
        int to = (int) (piece.end() / blockSize);
        int stop = live.nextClearBit(from);
        if (stop < to) {
            throw new IllegalStateException(piece + ": the block at " + stop * blockSize + " is not in use");
        }
        live.clear(from, to);
        changed(piece.address(), piece.size(), -1);
    }

    /** Updates the extents of a run whose blocks were allocated (sign 1) or freed (-1). */
    private void changed(long address, long size, int sign) {
        long end = address + size;
        for (long at = address; at < end; ) {
            int extent = (int) (at / extentSize);
            long stop = Math.min(end, (extent + 1) * extentSize);
            liveBlocks[extent] += sign * (int) ((stop - at) / blockSize);
            if (liveBlocks[extent] == 0) {
                open.set(extent, 0);
                clean.free(extent * extentSize, extentSize);
                taken.clear(extent * shape.blocks(), (extent + 1) * shape.blocks());
            } else {
                open.set(extent, spaces.largest(extent));
            }
            at = stop;
        }
    }

    /** The address after the last byte in use. */
    public long end() {
        return live.length() * blockSize;
    }

    /** The number of pieces of usable free space: runs of clean extents, and reusable extents. */
    public long freePieces() {
        return clean.sectionCount() + open.count();
    }

    /** The use of the volume's bytes. Θ(extents). */
    public MatBallUsage usage() {
        long liveSum = 0;
        long openSum = 0;
        long shutSum = 0;
        long begun = 0;
        for (int extent = 0; extent < extents; extent++) {
            if (liveBlocks[extent] > 0) {
                begun++;
                liveSum += liveBlocks[extent];
                openSum += spaces.total(extent);
                shutSum += spaces.shut(extent);
            }
        }
        long holes = begun * shape.blocks() - liveSum - openSum - shutSum;
        return new MatBallUsage(
                liveSum * blockSize,
                openSum * blockSize,
                (extents - begun) * extentSize,
                holes * blockSize,
                shutSum * blockSize);
    }
}
