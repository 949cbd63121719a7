package dev.fallow.research.readoptimized;

/**
 * Disks that are addressed as one: consecutive stripe units are on consecutive disks, cyclically (section 2.1). A
 * transfer is sent at once to all disks that have a part of it; each serves its part in turn.
 */
final class DiskArray {
    private final Geometry geometry;
    private final SimulatedDisk[] disks;
    private final int dataDisks;
    private final long stripeUnit;
    private final ArrayKind kind;
    private Throughput throughput;
    private long requestedBytes;

    /**
     * Creates an array of idle disks.
     *
     * @param stripeUnit in bytes, at least 1; must divide the size of a disk
     * @throws IllegalArgumentException if there is no disk, or the stripe unit does not divide its size
     */
    DiskArray(Geometry geometry, int count, long stripeUnit) {
        this(geometry, count, stripeUnit, ArrayKind.STRIPED);
    }

    /**
     * Creates an array of idle disks of a kind.
     *
     * @param count the number of disks for data
     */
    DiskArray(Geometry geometry, int count, long stripeUnit, ArrayKind kind) {
        if (count <= 0 || stripeUnit <= 0 || geometry.capacity() % stripeUnit != 0) {
            throw new IllegalArgumentException(
                    count + " disks of " + geometry.capacity() + " bytes with stripe units of " + stripeUnit
                            + ": expected at least one disk, and whole units on it");
        }
        this.geometry = geometry;
        this.stripeUnit = stripeUnit;
        this.kind = kind;
        dataDisks = count;
        disks = new SimulatedDisk[kind.disks(count)];
        for (int i = 0; i < disks.length; i++) {
            disks[i] = new SimulatedDisk(geometry);
        }
    }

    /** The space for data in bytes. */
    long capacity() {
        return geometry.capacity() * dataDisks;
    }

    /** The number of bytes in one cylinder of all disks for data. */
    long bytesPerCylinder() {
        return geometry.bytesPerCylinder() * dataDisks;
    }

    /** The sustained rate of all disks for data together, of which throughput is a percentage. */
    double sustainedBytesPerSecond() {
        return geometry.sustainedBytesPerSecond() * dataDisks;
    }

    /** Sets the counter of transfers; null for none. */
    void countIn(Throughput counted) {
        throughput = counted;
    }

    /**
     * Reads or writes consecutive bytes of the array.
     *
     * @param at the time of the request
     * @param write whether redundant data has to be written, too
     * @return the time at which the last byte is transferred
     */
    long transfer(long at, long address, long bytes, boolean write) {
        if (address < 0 || bytes <= 0 || bytes > capacity() - address) {
            throw new IllegalArgumentException(
                    "transfer of " + bytes + " bytes at " + address + " of an array of " + capacity());
        }
        requestedBytes += bytes;
        return switch (kind) {
            case RAID -> raid(at, address, bytes, write);
            case PARITY_STRIPED -> parityStriped(at, address, bytes, write);
            default -> striped(at, address, bytes, write);
        };
    }

    /** As {@link #transfer(long, long, long, boolean)}, for an array in which reads and writes are alike. */
    long transfer(long at, long address, long bytes) {
        return transfer(at, address, bytes, false);
    }

    /** The bytes on each disk are consecutive, too. */
    private long striped(long at, long address, long bytes, boolean write) {
        long firstUnit = address / stripeUnit;
        long lastUnit = (address + bytes - 1) / stripeUnit;
        long end = at;
        for (long unit = firstUnit; unit <= lastUnit && unit < firstUnit + dataDisks; unit++) {
            int number = (int) (unit % dataDisks);
            long last = lastUnit - (lastUnit - unit) % dataDisks;
            long from = unit / dataDisks * stripeUnit + (unit == firstUnit ? address % stripeUnit : 0);
            long to = last / dataDisks * stripeUnit
                    + (last == lastUnit ? (address + bytes - 1) % stripeUnit + 1 : stripeUnit);
            if (kind == ArrayKind.MIRRORED) {
                SimulatedDisk copy = disks[number + dataDisks];
                if (write) {
                    end = Math.max(end, copy.transfer(at, from, to - from));
                } else if (copy.freeAt() < disks[number].freeAt()) {
                    number += dataDisks;
                }
            }
            end = Math.max(end, counted(disks[number], at, from, to - from));
        }
        return end;
    }

    private long counted(SimulatedDisk disk, long at, long from, long bytes) {
        long done = disk.transfer(at, from, bytes);
        if (throughput != null) {
            throughput.add(disk.begun(), done, bytes);
        }
        return done;
    }

    /** A write of less than a stripe reads the old data and the old parity first, a turn before it writes them. */
    private long raid(long at, long address, long bytes, boolean write) {
        long stripeBytes = stripeUnit * dataDisks;
        long end = at;
        for (long from = address; from < address + bytes; ) {
            long stripe = from / stripeBytes;
            long to = Math.min(address + bytes, (stripe + 1) * stripeBytes);
            int parity = (int) (stripe % disks.length);
            boolean whole = to - from == stripeBytes;
            long least = stripeUnit;
            long most = 0;
            for (long part = from; part < to; ) {
                long within = part % stripeUnit;
                long stop = Math.min(to, part - within + stripeUnit);
                int place = (int) (part % stripeBytes / stripeUnit);
                SimulatedDisk disk = disks[place < parity ? place : place + 1];
                long on = stripe * stripeUnit + within;
                if (write && !whole) {
                    disk.transfer(at, on, stop - part);
                }
                end = Math.max(end, counted(disk, at, on, stop - part));
                least = Math.min(least, within);
                most = Math.max(most, within + stop - part);
                part = stop;
            }
            if (write) {
                end = Math.max(end, redundant(disks[parity], at, stripe * stripeUnit + least, most - least, !whole));
            }
            from = to;
        }
        return end;
    }

    private static long redundant(SimulatedDisk disk, long at, long from, long bytes, boolean readFirst) {
        if (readFirst) {
            disk.transfer(at, from, bytes);
        }
        return disk.transfer(at, from, bytes);
    }

    /** Data is on one disk after the other; its parity is in the last part of the others. Each write reads first. */
    private long parityStriped(long at, long address, long bytes, boolean write) {
        long data = (capacity() + disks.length - 1) / disks.length;
        long share = (data + dataDisks - 1) / dataDisks;
        long end = at;
        for (long from = address; from < address + bytes; ) {
            int number = (int) (from / data);
            long on = from % data;
            long part = Math.min(address + bytes - from, Math.min(data - on, share - on % share));
            if (write) {
                disks[number].transfer(at, on, part);
                int other = (int) ((number + 1 + on / share) % disks.length);
                end = Math.max(end, redundant(disks[other], at, data + on % share, part, true));
            }
            end = Math.max(end, counted(disks[number], at, on, part));
            from += part;
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
        for (SimulatedDisk disk : disks) {
            all += disk.positionings();
        }
        return all;
    }

    /** The total times of seeks, rotational delays and transfers of all disks. */
    BusyTime busyTime() {
        long seek = 0;
        long rotation = 0;
        long transfer = 0;
        for (SimulatedDisk disk : disks) {
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
