package dev.fallow.research.policy.matball;

/**
 * The parameters of an extent (definition 1): its number of blocks s, and the minimum size λ of segments that are
 * partitioned.
 *
 * @param blocks s: the number of blocks in an extent, a power of two from 2 to {@link #MAX_BLOCKS}
 * @param threshold λ: in blocks, a power of two from 2 (theorem 2) to {@code blocks}. With λ = s, no segment is
 *     partitioned, and each extent belongs to one file, since only extents with at least λ free blocks are reused
 *     (section II.C)
 */
public record ExtentShape(int blocks, int threshold) {
    /** log2 of the maximum number of blocks in an extent. */
    public static final int MAX_LG_BLOCKS = 24;

    /** The maximum number of blocks in an extent. */
    public static final int MAX_BLOCKS = 1 << MAX_LG_BLOCKS;

    /** @throws IllegalArgumentException if an argument is out of range or not a power of two */
    public ExtentShape {
        if (blocks < 2 || blocks > MAX_BLOCKS || Integer.bitCount(blocks) != 1) {
            throw new IllegalArgumentException(
                    "blocks=" + blocks + " of an extent, must be a power of two from 2 to " + MAX_BLOCKS);
        }
        if (threshold < 2 || threshold > blocks || Integer.bitCount(threshold) != 1) {
            throw new IllegalArgumentException("threshold=" + threshold
                    + " blocks, must be a power of two from 2 to the size of the extent, " + blocks);
        }
    }

    /** log2 s: the number of segments on the top level, not counting the head. */
    public int lgBlocks() {
        return Integer.numberOfTrailingZeros(blocks);
    }

    /** log2 λ: the lowest index of a partitioned segment. */
    public int lgThreshold() {
        return Integer.numberOfTrailingZeros(threshold);
    }

    /** The number of levels below the top, log2(s / λ) (theorem 1), each with its allocation matrix. */
    public int levels() {
        return lgBlocks() - lgThreshold();
    }

    /** Whether segments of this index are partitioned: 2^index &gt;= λ. */
    public boolean isPartitioned(int index) {
        return index >= lgThreshold();
    }

    /** @throws IllegalArgumentException if the block is not within the extent */
    void requireBlock(int block) {
        if (block < 0 || block >= blocks) {
            throw new IllegalArgumentException("block " + block + " of an extent of " + blocks + " blocks");
        }
    }
}
