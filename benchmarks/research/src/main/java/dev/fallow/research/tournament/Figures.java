package dev.fallow.research.tournament;

/**
 * The results of a trace under a policy. They depend only on trace and policy, and are the same in each run.
 *
 * @param asked bytes requested and not released at the end of the trace
 * @param mostAsked the maximum of these bytes at any time
 * @param handedOut total size of the pieces of all blocks at the end, in bytes
 * @param extent the address after the last byte of a block at the end, that is, the necessary length of a file
 * @param peakExtent the maximum extent at any time
 * @param mostFreePieces the maximum number of pieces of free space known to the policy
 * @param mostFreePiecesAt the number of requests after which this maximum was reached
 * @param metadataWrites the number of writes counted by {@link DiskMetadata}, or {@link DiskMetadata#UNKNOWN}
 * @param bitmapWrites the number of pages written if the metadata on disk were a bitmap with one bit per unit, written
 *     by each operation
 * @param piecesPerBlock the mean number of contiguous pieces of a block when it is allocated
 * @param movedBytes the bytes of all moves of blocks
 * @param volume size of the volume in bytes; 0 if the policy extends its file
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
        long bitmapWrites,
        double piecesPerBlock,
        long movedBytes,
        long volume) {
    /** Whether the number of metadata writes is known. */
    public boolean hasMetadataWrites() {
        return metadataWrites != DiskMetadata.UNKNOWN;
    }

    /** The share of the allocated space that exceeds the requests, 0 to 1. */
    public double internalFragmentation() {
        return handedOut == 0 ? 0 : (double) (handedOut - asked) / handedOut;
    }

    /** The share of the extent that is free, 0 to 1. Free space after the extent does not count. */
    public double externalFragmentation() {
        return extent == 0 ? 0 : (double) (extent - handedOut) / extent;
    }
}
