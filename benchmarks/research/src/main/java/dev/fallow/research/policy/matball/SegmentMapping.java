package dev.fallow.research.policy.matball;

import java.util.Optional;

/**
 * Determines where the next file starts in an extent (definition 3, figure 3): at the first segment that the previous
 * file has not touched.
 *
 * <p>MAP as printed does not handle two cases. For the head of a series (w = 0 in step 1, w - pos = 0 in step 9) there is
 * no index k with 2^k &lt;= 0; the segment after a head has index 0. And the last segment of a series has no sibling k + 1; the next
 * segment is then the one after its parent, or after its parent's parent. MAP's formula gives the position of that
 * segment, but level and index are the segment's own, and it may be as large as the threshold or larger.
 */
public final class SegmentMapping {
    private final ExtentShape shape;

    /** Creates the mapping for extents with these parameters. */
    public SegmentMapping(ExtentShape shape) {
        this.shape = shape;
    }

    /**
     * The algorithm MAP, step by step: the segment at which the next file starts. O(log2 s).
     *
     * @param w the last block of the previous file
     * @return the segment; empty if the block is in the last segment of the extent
     * @throws IllegalArgumentException if the block is not within the extent
     */
    public Optional<Segment> map(int w) {
        shape.requireBlock(w);
        int[] ancestors = new int[shape.levels() + 1]; // the index of the partitioned segment on each level
        int level = 0;
        int position = 0; // of the current series
        int k = index(w);
        while (shape.isPartitioned(k)) {
            ancestors[level++] = k;
            position += 1 << k;
            k = index(w - position);
        }
        int series = level == 0 ? shape.lgBlocks() : ancestors[level - 1];
        while (k + 1 == series && level > 0) { // the last segment is followed by the segment after its parent
            k = ancestors[--level];
            position -= 1 << k;
            series = level == 0 ? shape.lgBlocks() : ancestors[level - 1];
        }
        return k + 1 == series
                ? Optional.empty()
                : Optional.of(new Segment(
                        level, level == 0 ? Segment.TOP : ancestors[level - 1], k + 1, position + (1 << k + 1)));
    }

    /**
     * The index of the segment of a series that contains a block, given the block's distance from the start of the
     * series.
     */
    private static int index(int distance) {
        return distance == 0 ? Segment.HEAD : 31 - Integer.numberOfLeadingZeros(distance);
    }

    /**
     * The position that {@link #map} finds, in constant time. Each level removes the highest bit of the block's number
     * while that bit is at least λ, which leaves the number modulo λ. The next segment starts at twice the highest
     * remaining bit.
     *
     * @param w the last block of the previous file
     * @return the first block of the next file; the number of blocks in the extent if no segment is left
     * @throws IllegalArgumentException if the block is not within the extent
     */
    public int next(int w) {
        shape.requireBlock(w);
        int rest = w & shape.threshold() - 1;
        return w - rest + (rest == 0 ? 1 : Integer.highestOneBit(rest) << 1);
    }

    /** The number of unused blocks between the last block of a file and the next file: p or q in theorem 2. */
    public int hole(int w) {
        return next(w) - (w + 1);
    }

    /**
     * Whether an extent is reused (section II.C): at least λ blocks after its last file are free, that is, s - w &gt;=
     * λ + 1 as in theorem 2. Then a segment for the next file always exists.
     */
    public boolean isReusable(int w) {
        shape.requireBlock(w);
        return shape.blocks() - w >= shape.threshold() + 1;
    }
}
