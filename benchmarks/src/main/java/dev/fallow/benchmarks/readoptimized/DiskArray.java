package dev.fallow.benchmarks.readoptimized;

/**
 * Disks that are addressed as one: consecutive stripe units are on consecutive disks, cyclically (section 2.1). A
 * transfer is sent at once to all disks that have a part of it; each serves its part in turn.
 */
final class DiskArray {
    private final Geometry geometry;
    private final Disk[] disks;
    private final long stripeUnit;
    private Throughput throughput;
    private long requestedBytes;

    /**
     * Creates an array of idle disks.
     *
     * @param stripeUnit in bytes, at least 1; must divide the size of a disk
     * @throws IllegalArgumentException if there is no disk, or the stripe unit does not divide its size
     */
    DiskArray(Geometry geometry, int count, long stripeUnit) {
        if (count <= 0 || stripeUnit <= 0 || geometry.capacity() % stripeUnit != 0) {
            throw new IllegalArgumentException(
                    count + " disks of " + geometry.capacity() + " bytes with stripe units of " + stripeUnit
                            + ": expected at least one disk, and whole units on it");
        }
        this.geometry = geometry;
        this.stripeUnit = stripeUnit;
        disks = new Disk[count];
        for (int i = 0; i < count; i++) {
            disks[i] = new Disk(geometry);
        }
    }

    /** The size of all disks in bytes. */
    long capacity() {
        return geometry.capacity() * disks.length;
    }

    /** The number of bytes in one cylinder of all disks. */
    long bytesPerCylinder() {
        return geometry.bytesPerCylinder() * disks.length;
    }

    /** The sustained rate of all disks together, of which throughput is a percentage. */
    double sustainedBytesPerSecond() {
        return geometry.sustainedBytesPerSecond() * disks.length;
    }

    /** Sets the counter of transfers; null for none. */
    void countIn(Throughput counted) {
        throughput = counted;
    }

    /**
     * Transfers consecutive bytes of the array. The bytes on each disk are consecutive, too.
     *
     * @param at the time of the request
     * @return the time at which the last byte is transferred
     */
    long transfer(long at, long address, long bytes) {
        if (address < 0 || bytes <= 0 || bytes > capacity() - address) {
            throw new IllegalArgumentException(
                    "transfer of " + bytes + " bytes at " + address + " of an array of " + capacity());
        }
        requestedBytes += bytes;
        long firstUnit = address / stripeUnit;
        long lastUnit = (address + bytes - 1) / stripeUnit;
        long end = at;
        for (long unit = firstUnit; unit <= lastUnit && unit < firstUnit + disks.length; unit++) {
            Disk disk = disks[(int) (unit % disks.length)];
            long last = lastUnit - (lastUnit - unit) % disks.length;
            long from = unit / disks.length * stripeUnit + (unit == firstUnit ? address % stripeUnit : 0);
            long to = last / disks.length * stripeUnit
                    + (last == lastUnit ? (address + bytes - 1) % stripeUnit + 1 : stripeUnit);
            long done = disk.transfer(at, from, to - from);
            if (throughput != null) {
                throughput.add(disk.begun(), done, to - from);
            }
            end = Math.max(end, done);
        }
        return end;
    }

    /** The number of bytes of all transfers requested so far. */
    long requestedBytes() {
        return requestedBytes;
    }

    /** The number of seeks and rotational delays of all disks for these transfers. */
    long positionings() {
        long all = 0;
        for (Disk disk : disks) {
            all += disk.positionings();
        }
        return all;
    }

    /** The total times of seeks, rotational delays and transfers of all disks. */
    BusyTime busyTime() {
        long seek = 0;
        long rotation = 0;
        long transfer = 0;
        for (Disk disk : disks) {
            seek += disk.seekNanos();
            rotation += disk.rotationNanos();
            transfer += disk.transferNanos();
        }
        return new BusyTime(seek, rotation, transfer);
    }

    /** The busy time of disks by activity, in nanoseconds. */
    record BusyTime(long seekNanos, long rotationNanos, long transferNanos) {
        BusyTime minus(BusyTime before) {
            return new BusyTime(
                    seekNanos - before.seekNanos,
                    rotationNanos - before.rotationNanos,
                    transferNanos - before.transferNanos);
        }

        /** The percentage of busy time spent on transfers. */
        double transferPercent() {
            long all = seekNanos + rotationNanos + transferNanos;
            return all == 0 ? 0 : 100.0 * transferNanos / all;
        }
    }
}
