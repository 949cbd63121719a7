package dev.fallow.freespace.policy.matball;

import java.util.Optional;

/**
 * Where in an extent the next file begins (definition 3, figure 3): at the first segment that the file before has not
 * touched.
 *
 * <p>MAP as printed knows two cases less than there are. A block that is the head of its series (w - pos = 0) is at no
 * index k with 2^k &lt;= 0; the segment behind a head is number 0. And a segment that is the last of its series has no
 * k + 1 beside it: the next one is then the one behind its parent, or its parent's parent. Its position is what MAP's
 * formula says, but level and index are those of that segment, which need not be smaller than the threshold.
 */
public final class SegmentMapping {
    private final ExtentShape shape;

    /** The mapping of extents of a shape. */
    public SegmentMapping(ExtentShape shape) {
        this.shape = shape;
    }

    /**
     * The algorithm MAP, step by step: level, index and position of the segment where the next file begins. Time in
     * O(log2 s).
     *
     * @param w the last block of the file before
     * @return the segment; nothing if that block is in the last one of the extent
     * @throws IllegalArgumentException if the extent has no such block
     */
    public Optional<Segment> map(int w) {
        shape.requireBlock(w);
        int[] ancestors = new int[shape.levels() + 1]; // the index of the segment that is partitioned at each level
        int level = 0;
        int position = 0; // of the series that is looked at
        int k = index(w);
        while (shape.isPartitioned(k)) {
            ancestors[level++] = k;
            position += 1 << k;
            k = index(w - position);
        }
        int series = level == 0 ? shape.lgBlocks() : ancestors[level - 1];
        while (k + 1 == series && level > 0) { // the last one: behind it is what is behind its parent
            k = ancestors[--level];
            position -= 1 << k;
            series = level == 0 ? shape.lgBlocks() : ancestors[level - 1];
        }
        return k + 1 == series
                ? Optional.empty()
                : Optional.of(new Segment(
                        level, level == 0 ? Segment.TOP : ancestors[level - 1], k + 1, position + (1 << k + 1)));
    }

    /** The segment of a series that a block is in, by its distance from the first block of the series. */
    private static int index(int distance) {
        return distance == 0 ? Segment.HEAD : 31 - Integer.numberOfLeadingZeros(distance);
    }

    /**
     * The position that {@link #map} finds, in constant time. Each level takes the highest bit off the block's number as
     * long as that is at least λ; what is left is the number modulo λ, and its highest bit doubled is where the next
     * segment begins.
     *
     * @param w the last block of the file before
     * @return the first block of the next file; the number of blocks of the extent if there is no segment for one
     * @throws IllegalArgumentException if the extent has no such block
     */
    public int next(int w) {
        shape.requireBlock(w);
        int rest = w & shape.threshold() - 1;
        return w - rest + (rest == 0 ? 1 : Integer.highestOneBit(rest) << 1);
    }

    /** How many blocks are left between the last block of a file and the next file: theorem 2's p or q. */
    public int hole(int w) {
        return next(w) - (w + 1);
    }

    /**
     * Whether an extent is used again (section II.C): at least λ blocks behind its last file are free, theorem 2's
     * s - w &gt;= λ + 1. Then there is always a segment for the next file.
     */
    public boolean isReusable(int w) {
        shape.requireBlock(w);
        return shape.blocks() - w >= shape.threshold() + 1;
    }
}
