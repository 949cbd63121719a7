package dev.fallow.research.policy.reallocation;

/**
 * Bounds for every sequence of requests that starts with an empty space; infinite where there is none. The bytes moved
 * are at most {@code perAllocated} times the bytes allocated, plus {@code perReleased} times the bytes released.
 *
 * @param footprint the most that the footprint is after each request, divided by the bytes then in use
 * @param perAllocated bytes moved for each byte allocated
 * @param perReleased bytes moved for each byte released
 * @param blocksPerRequest blocks moved for each request, on average over the sequence
 */
public record ProvenBounds(double footprint, double perAllocated, double perReleased, double blocksPerRequest) {
    /** Of a space that moves nothing. */
    static final ProvenBounds WITHOUT_MOVES = new ProvenBounds(Double.POSITIVE_INFINITY, 0, 0, 0);

    /** The most bytes moved. */
    public double movedBytes(long allocated, long released) {
        return perAllocated * allocated + perReleased * released;
    }
}
