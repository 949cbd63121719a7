package dev.fallow.benchmarks.tiers;

/** A device that does one request after the other, at simulated times in nanoseconds. */
final class Device {
    private static final long NOWHERE = -1;

    private final ServiceTimes times;
    private long idleFrom;
    private long head = NOWHERE; // the byte after the last request
    private long requests;
    private long positionings;

    Device(ServiceTimes times) {
        this.times = times;
    }

    /** When a request would be done if it came now. */
    long completion(boolean write, long address, long bytes, long now) {
        long speed = write ? times.writeBytesPerSecond() : times.readBytesPerSecond();
        return Math.max(now, idleFrom)
                + (address == head ? 0 : times.positionNanos())
                + times.requestNanos()
                + ServiceTimes.nanos(bytes, speed);
    }

    /** Does a request after those that it has, and returns the time of its end. */
    long submit(boolean write, long address, long bytes, long now) {
        idleFrom = completion(write, address, bytes, now);
        requests++;
        positionings += address == head ? 0 : 1;
        head = address + bytes;
        return idleFrom;
    }

    /** A request that was begun, if the device was idle, and given up at a time: it is somewhere then. */
    void abandon(long at) {
        if (idleFrom < at) {
            idleFrom = at;
            head = NOWHERE;
        }
    }

    /** When it has done all that it was given. */
    long idleFrom() {
        return idleFrom;
    }

    /** Requests that were done. */
    long requests() {
        return requests;
    }

    /** The number of requests that did not begin at the end of the one before. */
    long positionings() {
        return positionings;
    }
}
