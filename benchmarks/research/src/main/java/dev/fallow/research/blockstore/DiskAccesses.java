package dev.fallow.research.blockstore;

/**
 * Counts of a store's file accesses; each access is one position and one run of bytes.
 *
 * @param reads number of reads
 * @param bytesRead bytes read
 * @param writes number of writes
 * @param bytesWritten bytes written
 * @param forces number of forces
 */
public record DiskAccesses(long reads, long bytesRead, long writes, long bytesWritten, long forces) {
    /** The difference from an earlier count. */
    public DiskAccesses since(DiskAccesses earlier) {
        return new DiskAccesses(
                reads - earlier.reads,
                bytesRead - earlier.bytesRead,
                writes - earlier.writes,
                bytesWritten - earlier.bytesWritten,
                forces - earlier.forces);
    }
}
