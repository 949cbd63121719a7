package dev.fallow.freespace.policy.matball;

/**
 * The use of a volume's bytes; the five numbers add up to its size (I2).
 *
 * @param live in blocks of files
 * @param open bytes after the last file of an extent, from the segment on where the next one may start
 * @param clean in extents without a file
 * @param holes unused bytes before a file in the extent, or skipped to reach the next segment
 * @param shut bytes after the last file of an extent that is not used again, because less than λ blocks are left
 */
public record MatBallUsage(long live, long open, long clean, long holes, long shut) {
    /** All bytes of the volume. */
    public long capacity() {
        return live + open + clean + holes + shut;
    }

    /** The share of the volume that is live, 0 to 1. */
    public double utilisation() {
        return (double) live / capacity();
    }

    /** The share of the bytes in extents that have a file which is live, 0 to 1; 1 if no extent has one. */
    public double density() {
        long begun = capacity() - clean;
        return begun == 0 ? 1 : (double) live / begun;
    }
}
