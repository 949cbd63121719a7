package dev.fallow.research.policy.matball;

import java.util.BitSet;

/**
 * The spaces of an extent into which a file fits: runs of free blocks after a file, from the segment that MAP determines,
 * and before the first file. {@link DeletionRule} says which runs. Each search examines O(s / 64) words, and the runs that it passes.
 */
final class Spaces {
    /** The result of {@link #best} if there is none. */
    static final int NONE = -1;

    private final ExtentShape shape;
    private final SegmentMapping mapping;
    private final DeletionRule deletion;
    private final BitSet taken; // by block: what MAP sees

    Spaces(ExtentShape shape, DeletionRule deletion, BitSet taken) {
        this.shape = shape;
        this.deletion = deletion;
        this.taken = taken;
        mapping = new SegmentMapping(shape);
    }

    /** The last taken block of an extent, counted from its first block. There must be one. */
    int last(int extent) {
        int start = extent * shape.blocks();
        return taken.previousSetBit(start + shape.blocks() - 1) - start;
    }

    /** The number of blocks in the largest space; 0 if the extent is not reusable. */
    int largest(int extent) {
        int most = 0;
        for (int at = first(extent); at < shape.blocks(); at = after(extent, at)) {
            most = Math.max(most, blocks(extent, at));
        }
        return most;
    }

    /** The number of blocks in all spaces. */
    int total(int extent) {
        int sum = 0;
        for (int at = first(extent); at < shape.blocks(); at = after(extent, at)) {
            sum += blocks(extent, at);
        }
        return sum;
    }

    /** The number of blocks after the last file if none of them is in a space. */
    int shut(int extent) {
        int last = last(extent);
        int after = shape.blocks() - 1 - last;
        return after == 0 || blocks(extent, last + 1) > 0 ? 0 : after;
    }

    /** The first block of the least space with at least {@code wanted} blocks, of equal ones the first. */
    int best(int extent, int wanted) {
        int best = NONE;
        int least = Integer.MAX_VALUE;
        for (int at = first(extent); at < shape.blocks(); at = after(extent, at)) {
            int blocks = blocks(extent, at);
            if (blocks >= wanted && blocks < least) {
                least = blocks;
                best = start(at);
            }
        }
        return best;
    }

    /** The start of the first run of free blocks that may be used again. */
    private int first(int extent) {
        return deletion.isBetweenFiles() ? free(extent, 0) : last(extent) + 1;
    }

    /** The start of the next run. */
    private int after(int extent, int at) {
        int end = end(extent, at);
        return end == shape.blocks() ? end : free(extent, end);
    }

    /** The first free block at or after one; the number of blocks of an extent if there is none. */
    private int free(int extent, int from) {
        int start = extent * shape.blocks();
        return Math.min(shape.blocks(), taken.nextClearBit(start + from) - start);
    }

    /** The end of the run of free blocks that starts at {@code at}. */
    private int end(int extent, int at) {
        int start = extent * shape.blocks();
        return at > last(extent) ? shape.blocks() : taken.nextSetBit(start + at) - start;
    }

    private int freeBlocks(int extent) {
        int start = extent * shape.blocks();
        return shape.blocks() - taken.get(start, start + shape.blocks()).cardinality();
    }

    private int start(int at) {
        return at == 0 ? 0 : mapping.next(at - 1);
    }

    private int blocks(int extent, int at) {
        int end = end(extent, at);
        int free = deletion == DeletionRule.EVERYWHERE ? freeBlocks(extent) : end - at;
        return free < shape.threshold() ? 0 : Math.max(0, end - start(at));
    }
}
