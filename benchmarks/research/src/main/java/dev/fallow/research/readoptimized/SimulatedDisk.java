package dev.fallow.research.readoptimized;

/** A disk that serves transfers in the order of the requests. */
final class SimulatedDisk {
    private final Geometry geometry;
    private long cylinder;
    private long freeAt;
    private long positionings;
    private long seekNanos;
    private long rotationNanos;
    private long transferNanos;

    /** Creates a disk whose head is at cylinder 0. */
    SimulatedDisk(Geometry geometry) {
        this.geometry = geometry;
    }

    /**
     * Transfers consecutive bytes: a seek, a rotational delay until the first byte is under the head, then track by
     * track.
     *
     * @param at the time of the request; the transfer starts when all earlier ones have ended
     * @param address of the first byte on this disk
     * @return the time at which the transfer ends; {@link #begun} is the time at which its first byte is transferred
     */
    long transfer(long at, long address, long bytes) {
        long time = Math.max(at, freeAt);
        long position = address;
        long to = position / geometry.bytesPerCylinder();
        long seek = geometry.seekNanos(Math.abs(to - cylinder));
        time += seek;
        cylinder = to;
        long wait = Math.floorMod(angle(position) - (time - skew()), geometry.rotationNanos());
        time += wait;
        begun = time;
        seekNanos += seek;
        rotationNanos += wait;
        positionings += seek + wait > 0 ? 1 : 0;
        long rest = bytes;
        while (true) {
            long within = position % geometry.bytesPerCylinder();
            long part = Math.min(rest, geometry.bytesPerCylinder() - within);
            long nanos = passed(within + part) - passed(within);
            time += nanos;
            transferNanos += nanos;
            rest -= part;
            if (rest == 0) {
                break;
            }
            position += part;
            cylinder++;
            time += geometry.seekNanos(1);
            seekNanos += geometry.seekNanos(1);
        }
        freeAt = time;
        return time;
    }

    /** The time at which all requests so far have been served. */
    long freeAt() {
        return freeAt;
    }

    private long begun;

    /** The time at which the first byte of the last transfer was transferred. */
    long begun() {
        return begun;
    }

    /** The transfer time from the start of a cylinder to a byte in nanoseconds: one turn per track. */
    private long passed(long within) {
        return within / geometry.bytesPerTrack() * geometry.rotationNanos() + angle(within);
    }

    /** The position of a byte on its track, in nanoseconds from the start of the track. */
    private long angle(long position) {
        return position % geometry.bytesPerTrack() * geometry.rotationNanos() / geometry.bytesPerTrack();
    }

    /** The skew of the current cylinder's tracks, in nanoseconds. */
    private long skew() {
        return cylinder * geometry.seekNanos(1);
    }

    /**
     * The number of seeks and rotational delays that took time. Moving to the next cylinder within a transfer is not
     * counted.
     */
    long positionings() {
        return positionings;
    }

    long seekNanos() {
        return seekNanos;
    }

    long rotationNanos() {
        return rotationNanos;
    }

    long transferNanos() {
        return transferNanos;
    }
}
