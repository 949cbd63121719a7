package dev.fallow.benchmarks.readoptimized;

/** One disk, which serves one transfer after the other in the order of requests. */
final class Disk {
    private final Geometry geometry;
    private long cylinder;
    private long freeAt;
    private long positionings;
    private long seekNanos;
    private long rotationNanos;
    private long transferNanos;

    /** A disk whose head is at cylinder 0. */
    Disk(Geometry geometry) {
        this.geometry = geometry;
    }

    /**
     * A transfer of consecutive bytes: a seek, the wait until the first byte is under the head, then track by track.
     *
     * @param at when it is requested; it begins when all requested before have ended
     * @param address the first byte on this disk
     * @return when it has ended; {@link #begun} is the time when the first byte was transferred
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

    private long begun;

    /** When the first byte of the last transfer came. */
    long begun() {
        return begun;
    }

    /** Nanoseconds from the beginning of a cylinder until the byte: a turn a track. */
    private long passed(long within) {
        return within / geometry.bytesPerTrack() * geometry.rotationNanos() + angle(within);
    }

    /** Where on its track a byte is, in nanoseconds from the track's beginning. */
    private long angle(long position) {
        return position % geometry.bytesPerTrack() * geometry.rotationNanos() / geometry.bytesPerTrack();
    }

    /** By how much the tracks of the cylinder are turned. */
    private long skew() {
        return cylinder * geometry.seekNanos(1);
    }

    /** Seeks and waits so far that took any time. Going on to the next cylinder within a transfer is none. */
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
