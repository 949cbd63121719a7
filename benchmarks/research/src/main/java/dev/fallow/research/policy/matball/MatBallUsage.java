package dev.fallow.research.policy.matball;

/**
 * The use of a volume's bytes. The five numbers add up to its size (I2).
 *
 * @param live bytes in blocks of files
 * @param open bytes into which the next files may go in extents with files, each space from the segment at which a file
 *     may start
 * @param clean bytes in extents without files
 * @param holes unused bytes before a file in its extent that are not open, or between a file and the next segment
 * @param shut bytes after the last file of an extent that are not reused because too few blocks are left
 */
public record MatBallUsage(long live, long open, long clean, long holes, long shut) {
    /** The size of the volume in bytes. */
    public long capacity() {
        return live + open + clean + holes + shut;
    }

    /** The share of the volume that is live, 0 to 1. */
    public double utilisation() {
        return (double) live / capacity();
    }

    /** The live share of the bytes in extents with files, 0 to 1; 1 if there are none. */
    public double density() {
        long begun = capacity() - clean;
        return begun == 0 ? 1 : (double) live / begun;
    }
}
