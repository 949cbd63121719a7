package dev.fallow.research.readoptimized;

/**
 * The physical layout and speed of a disk (section 2.1). There is no pause between the tracks of a cylinder. Cylinders
 * are skewed by the time of a one-track seek, so moving to the next cylinder costs only that time.
 *
 * @param bytesPerTrack the size of a track in bytes
 * @param tracksPerCylinder one per platter
 * @param cylinders the number of cylinders
 * @param rotationNanos the time of a full turn
 * @param trackSeekNanos ST in the paper: the fixed cost of a seek
 * @param seekIncrementNanos SI in the paper: the additional cost per track
 */
public record Geometry(
        int bytesPerTrack,
        int tracksPerCylinder,
        int cylinders,
        long rotationNanos,
        long trackSeekNanos,
        long seekIncrementNanos) {
    private static final double NANOS_IN_A_SECOND = 1e9;

    /** The disk in table 1, as simulated: CDC Wren IV. */
    public static final Geometry WREN_IV = new Geometry(24 << 10, 9, 1600, 16_670_000, 5_500_000, 32_000);

    /** @throws IllegalArgumentException if a number is not positive; the seek times may be 0 */
    public Geometry {
        if (bytesPerTrack <= 0
                || tracksPerCylinder <= 0
                || cylinders <= 0
                || rotationNanos <= 0
                || trackSeekNanos < 0
                || seekIncrementNanos < 0) {
            throw new IllegalArgumentException("not a disk: " + bytesPerTrack + " bytes per track, " + tracksPerCylinder
                    + " tracks per cylinder, " + cylinders + " cylinders, rotation " + rotationNanos + " ns, seek "
                    + trackSeekNanos + " + N * " + seekIncrementNanos + " ns");
        }
    }

    /** Returns a copy with another number of cylinders. */
    public Geometry withCylinders(int other) {
        return new Geometry(bytesPerTrack, tracksPerCylinder, other, rotationNanos, trackSeekNanos, seekIncrementNanos);
    }

    /** The size of a cylinder in bytes. */
    public long bytesPerCylinder() {
        return (long) bytesPerTrack * tracksPerCylinder;
    }

    /** The size of the disk in bytes. */
    public long capacity() {
        return bytesPerCylinder() * cylinders;
    }

    /** The time of a seek over N tracks: ST + N*SI, or 0 for N = 0. */
    public long seekNanos(long tracks) {
        return tracks == 0 ? 0 : trackSeekNanos + tracks * seekIncrementNanos;
    }

    /** The sustained throughput over consecutive cylinders, with a one-track seek between them. */
    public double sustainedBytesPerSecond() {
        return bytesPerCylinder() * NANOS_IN_A_SECOND / (tracksPerCylinder * rotationNanos + seekNanos(1));
    }
}
