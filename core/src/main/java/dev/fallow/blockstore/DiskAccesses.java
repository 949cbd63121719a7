package dev.fallow.blockstore;

/**
 * How often a store accessed its file, each a position and a run of bytes.
 *
 * @param reads how often it read
 * @param bytesRead bytes it read
 * @param writes how often it wrote
 * @param bytesWritten bytes it wrote
 * @param forces how often it forced what it had written
 */
public record DiskAccesses(long reads, long bytesRead, long writes, long bytesWritten, long forces) {
    /** What was added since. */
    public DiskAccesses since(DiskAccesses earlier) {
        return new DiskAccesses(
                reads - earlier.reads,
                bytesRead - earlier.bytesRead,
                writes - earlier.writes,
                bytesWritten - earlier.bytesWritten,
                forces - earlier.forces);
    }
}
