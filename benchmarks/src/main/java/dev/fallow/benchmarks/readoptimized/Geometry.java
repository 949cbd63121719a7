package dev.fallow.benchmarks.readoptimized;

/**
 * A disk: its physical layout and how fast it is (section 2.1). Tracks of a cylinder follow each other without a pause;
 * cylinders are skewed by the time of a seek of one track, so that going on to the next costs that and no more.
 *
 * @param bytesPerTrack bytes
 * @param tracksPerCylinder one a platter
 * @param cylinders how many
 * @param rotationNanos a full turn
 * @param trackSeekNanos ST of the paper: what any seek costs
 * @param seekIncrementNanos SI of the paper: what it costs more for each track
 */
public record Geometry(
        int bytesPerTrack,
        int tracksPerCylinder,
        int cylinders,
        long rotationNanos,
        long trackSeekNanos,
        long seekIncrementNanos) {
    private static final double NANOS_IN_A_SECOND = 1e9;

    /** Table 1, as simulated: CDC Wren IV. */
    public static final Geometry WREN_IV = new Geometry(24 << 10, 9, 1600, 16_670_000, 5_500_000, 32_000);

    /** @throws IllegalArgumentException if a number is not positive; the seek times may be 0 */
    public Geometry {
        if (bytesPerTrack <= 0
                || tracksPerCylinder <= 0
                || cylinders <= 0
                || rotationNanos <= 0
                || trackSeekNanos < 0
                || seekIncrementNanos < 0) {
            throw new IllegalArgumentException("no disk: " + bytesPerTrack + " bytes a track, " + tracksPerCylinder
                    + " tracks a cylinder, " + cylinders + " cylinders, rotation " + rotationNanos + " ns, seek "
                    + trackSeekNanos + " + N * " + seekIncrementNanos + " ns");
        }
    }

    /** The same disk with another number of cylinders. */
    public Geometry withCylinders(int other) {
        return new Geometry(bytesPerTrack, tracksPerCylinder, other, rotationNanos, trackSeekNanos, seekIncrementNanos);
    }

    /** Bytes of a cylinder. */
    public long bytesPerCylinder() {
        return (long) bytesPerTrack * tracksPerCylinder;
    }

    /** Bytes of the disk. */
    public long capacity() {
        return bytesPerCylinder() * cylinders;
    }

    /** A seek over so many tracks: ST + N*SI, nothing for none. */
    public long seekNanos(long tracks) {
        return tracks == 0 ? 0 : trackSeekNanos + tracks * seekIncrementNanos;
    }

    /** The sustained throughput: cylinder after cylinder, with a seek of one track between them. */
    public double sustainedBytesPerSecond() {
        return bytesPerCylinder() * NANOS_IN_A_SECOND / (tracksPerCylinder * rotationNanos + seekNanos(1));
    }
}
