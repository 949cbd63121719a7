package dev.fallow.research.readoptimized;

/**
 * The disks of a simulation, and its duration. Scaled-down disks have fewer cylinders, and files whose size the paper
 * defines relative to the disk are smaller by the same factor (TS has fewer files instead).
 *
 * @param divisor the factor by which the disks are smaller than the paper's
 * @param stripeUnit in bytes; the paper does not specify it; a track, as in [STON89]
 * @param usersPerType the number of users of each file type; 0 for the workload's numbers
 * @param mostIntervals the maximum duration of a test that does not become stable, in intervals of 10 simulated seconds
 * @param seeds the number of runs with different seeds
 * @param kind of the array
 */
public record Setting(int divisor, long stripeUnit, int usersPerType, int mostIntervals, int seeds, ArrayKind kind) {
    private static final int DISKS = 8;

    /** @throws IllegalArgumentException if a number is out of range, or does not divide the disk */
    public Setting {
        if (divisor <= 0
                || Geometry.WREN_IV.cylinders() % divisor != 0
                || stripeUnit <= 0
                || usersPerType < 0
                || mostIntervals <= 0
                || seeds <= 0) {
            throw new IllegalArgumentException("a disk of 1/" + divisor + ", stripe unit " + stripeUnit + ", "
                    + usersPerType + " users per type, " + mostIntervals + " intervals, " + seeds + " seeds");
        }
    }

    /** The paper's disks. */
    public static Setting paper(int seeds) {
        return new Setting(1, Geometry.WREN_IV.bytesPerTrack(), 0, 360, seeds, ArrayKind.STRIPED);
    }

    /** Disks that are smaller than the paper's by a factor. */
    public static Setting scaledDown(int divisor) {
        return new Setting(divisor, Geometry.WREN_IV.bytesPerTrack(), 0, 30, 1, ArrayKind.STRIPED);
    }

    /** Returns a copy with another stripe unit in bytes, which must divide a disk. */
    public Setting withStripeUnit(long other) {
        return new Setting(divisor, other, usersPerType, mostIntervals, seeds, kind);
    }

    /** Returns a copy with a number of users of each file type. */
    public Setting withUsersPerType(int other) {
        return new Setting(divisor, stripeUnit, other, mostIntervals, seeds, kind);
    }

    /** Returns a copy with another kind of array. */
    public Setting withKind(ArrayKind other) {
        return new Setting(divisor, stripeUnit, usersPerType, mostIntervals, seeds, other);
    }

    int users(FileType type) {
        return usersPerType == 0 ? type.users() : usersPerType;
    }

    DiskArray disks() {
        return new DiskArray(
                Geometry.WREN_IV.withCylinders(Geometry.WREN_IV.cylinders() / divisor), DISKS, stripeUnit, kind);
    }

    long capacity() {
        return Geometry.WREN_IV.capacity() / divisor * DISKS;
    }

    long scaled(long bytes) {
        return bytes / divisor;
    }
}
