package dev.fallow.benchmarks.tournament;

/**
 * The results of a trace under a policy. All of it follows from the trace and the policy alone, and is the same at each run.
 *
 * @param asked bytes that were asked for and not released, at the end of the trace
 * @param mostAsked the most there were of these at any time
 * @param handedOut bytes of all pieces that belong to a block, at the end
 * @param extent the end of the last byte that belongs to a block, at the end: as long as a file would have to be
 * @param peakExtent the most that the extent was
 * @param mostFreePieces the most pieces of free space that the policy knew of
 * @param mostFreePiecesAt after how many requests that was
 * @param metadataWrites what {@link DiskMetadata} counts; {@link DiskMetadata#UNKNOWN} if nothing is known
 * @param volume bytes of the volume; 0: the policy makes its file longer as it needs
 */
public record Figures(
        long asked,
        long mostAsked,
        long handedOut,
        long extent,
        long peakExtent,
        long mostFreePieces,
        int mostFreePiecesAt,
        long metadataWrites,
        long volume) {
    /** Whether anything is known of writes. */
    public boolean hasMetadataWrites() {
        return metadataWrites != DiskMetadata.UNKNOWN;
    }

    /** Handed out beyond what was asked for, as a share of what was handed out; 0 to 1. */
    public double internalFragmentation() {
        return handedOut == 0 ? 0 : (double) (handedOut - asked) / handedOut;
    }

    /** Free below the extent, as a share of the extent; 0 to 1. Free space after it does not count. */
    public double externalFragmentation() {
        return extent == 0 ? 0 : (double) (extent - handedOut) / extent;
    }
}
