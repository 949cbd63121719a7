package dev.fallow.benchmarks.readoptimized;

/**
 * Disks that are addressed as one: a stripe unit on the first, the next on the second, and so on round (section 2.1).
 * A transfer is given to all disks that have a part of it at once; each serves its part when it gets there.
 */
final class DiskArray {
    private final Geometry geometry;
    private final Disk[] disks;
    private final long stripeUnit;
    private Throughput throughput;
    private long requestedBytes;

    /**
     * An array of idle disks.
     *
     * @param stripeUnit bytes, at least 1: on one disk before the next is used; must divide the size of a disk
     * @throws IllegalArgumentException if there is no disk, or a stripe unit that does not divide it
     */
    DiskArray(Geometry geometry, int count, long stripeUnit) {
        if (count <= 0 || stripeUnit <= 0 || geometry.capacity() % stripeUnit != 0) {
            throw new IllegalArgumentException(count + " disks of " + geometry.capacity()
                    + " bytes with stripe units of " + stripeUnit + ": there must be one, and whole units on it");
        }
        this.geometry = geometry;
        this.stripeUnit = stripeUnit;
        disks = new Disk[count];
        for (int i = 0; i < count; i++) {
            disks[i] = new Disk(geometry);
        }
    }

    /** Bytes of all disks. */
    long capacity() {
        return geometry.capacity() * disks.length;
    }

    /** Bytes of the array at the same place of all disks. */
    long bytesPerCylinder() {
        return geometry.bytesPerCylinder() * disks.length;
    }

    /** The rate that all disks can sustain together; throughput is a percentage of it. */
    double sustainedBytesPerSecond() {
        return geometry.sustainedBytesPerSecond() * disks.length;
    }

    /** From now on transfers are counted here; null: nowhere. */
    void countIn(Throughput counted) {
        throughput = counted;
    }

    /**
     * A transfer of consecutive bytes of the array. What a disk has of them is consecutive on the disk.
     *
     * @param at when it is requested
     * @return when its last byte has been transferred
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

    /** Bytes of all transfers so far, those included that are requested and not yet done. */
    long requestedBytes() {
        return requestedBytes;
    }

    /** Seeks and rotational delays of all disks for these transfers. */
    long positionings() {
        long all = 0;
        for (Disk disk : disks) {
            all += disk.positionings();
        }
        return all;
    }

    /** Nanoseconds that all disks together have spent with seeks, rotational delays and transfers. */
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

    /** How disks spent their time, in nanoseconds. */
    record BusyTime(long seekNanos, long rotationNanos, long transferNanos) {
        BusyTime minus(BusyTime before) {
            return new BusyTime(
                    seekNanos - before.seekNanos,
                    rotationNanos - before.rotationNanos,
                    transferNanos - before.transferNanos);
        }

        /** The percentage of busy time that was spent with transfers. */
        double transferPercent() {
            long all = seekNanos + rotationNanos + transferNanos;
            return all == 0 ? 0 : 100.0 * transferNanos / all;
        }
    }
}
