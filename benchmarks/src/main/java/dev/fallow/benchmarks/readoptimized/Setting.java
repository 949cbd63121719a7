package dev.fallow.benchmarks.readoptimized;

/**
 * The disks of a simulation, and its duration. Scaled down, the disks have fewer cylinders, and all files that the paper gives
 * a share of its disk are as much smaller (TS has fewer files instead).
 *
 * @param divisor how many times smaller the disks are than the paper's
 * @param stripeUnit bytes; the paper does not give its own. A track, as in [STON89]
 * @param usersPerType in place of the workload's numbers of users; 0: those
 * @param mostIntervals of 10 simulated seconds that a test goes on, if it does not become stable before
 * @param seeds how many runs with different seeds
 */
public record Setting(int divisor, long stripeUnit, int usersPerType, int mostIntervals, int seeds) {
    private static final int DISKS = 8;

    /** @throws IllegalArgumentException if a number is not positive, or the disk not divisible */
    public Setting {
        if (divisor <= 0
                || Geometry.WREN_IV.cylinders() % divisor != 0
                || stripeUnit <= 0
                || usersPerType < 0
                || mostIntervals <= 0
                || seeds <= 0) {
            throw new IllegalArgumentException("a disk of 1/" + divisor + ", stripe unit " + stripeUnit + ", "
                    + usersPerType + " users a type, " + mostIntervals + " intervals, " + seeds + " seeds");
        }
    }

    /** The paper's disks. */
    public static Setting paper(int seeds) {
        return new Setting(1, Geometry.WREN_IV.bytesPerTrack(), 0, 360, seeds);
    }

    /** Disks that are so many times smaller than the paper's. */
    public static Setting scaledDown(int divisor) {
        return new Setting(divisor, Geometry.WREN_IV.bytesPerTrack(), 0, 30, 1);
    }

    /** The same with another stripe unit, in bytes; it must divide a disk. */
    public Setting withStripeUnit(long other) {
        return new Setting(divisor, other, usersPerType, mostIntervals, seeds);
    }

    /** The same with so many users of each file type. */
    public Setting withUsersPerType(int other) {
        return new Setting(divisor, stripeUnit, other, mostIntervals, seeds);
    }

    int users(FileType type) {
        return usersPerType == 0 ? type.users() : usersPerType;
    }

    DiskArray disks() {
        return new DiskArray(Geometry.WREN_IV.withCylinders(Geometry.WREN_IV.cylinders() / divisor), DISKS, stripeUnit);
    }

    long capacity() {
        return Geometry.WREN_IV.capacity() / divisor * DISKS;
    }

    long scaled(long bytes) {
        return bytes / divisor;
    }
}
