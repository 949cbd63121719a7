package dev.fallow.freespace.policy.matball;

/**
 * How an extent is divided (definition 1): s blocks, and the threshold λ from which on segments are partitioned.
 *
 * @param blocks s: blocks of an extent, a power of two from 2 to {@link #MAX_BLOCKS}
 * @param threshold λ: blocks, a power of two from 2 (theorem 2) to {@code blocks}. With {@code blocks} no segment is
 *     partitioned and, since only extents with at least λ free blocks are reused (section II.C), each belongs to one file
 */
public record ExtentShape(int blocks, int threshold) {
    /** log2 of the most blocks of an extent. */
    public static final int MAX_LG_BLOCKS = 24;

    /** The most blocks of an extent. */
    public static final int MAX_BLOCKS = 1 << MAX_LG_BLOCKS;

    /** @throws IllegalArgumentException if one of the two is outside its range or not a power of two */
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

    /** log2 s: how many segments of the top level have a number; the head comes before them. */
    public int lgBlocks() {
        return Integer.numberOfTrailingZeros(blocks);
    }

    /** log2 λ: the least index of segments that are partitioned. */
    public int lgThreshold() {
        return Integer.numberOfTrailingZeros(threshold);
    }

    /** How many levels below the top there are, each with its allocation matrix: log2(s / λ) (theorem 1). */
    public int levels() {
        return lgBlocks() - lgThreshold();
    }

    /** Whether segments of this index are partitioned: 2^index &gt;= λ. */
    public boolean isPartitioned(int index) {
        return index >= lgThreshold();
    }

    /** @throws IllegalArgumentException if the extent has no such block */
    void requireBlock(int block) {
        if (block < 0 || block >= blocks) {
            throw new IllegalArgumentException("block " + block + " of an extent of " + blocks + " blocks");
        }
    }
}
