package dev.fallow.benchmarks.tiers;

/** A device that does one request after the other, at simulated times in nanoseconds. */
final class Device {
    private static final long NOWHERE = -1;

    private final ServiceTimes times;
    private long idleFrom;
    private long head = NOWHERE; // the byte behind the last request
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

    /** Does a request behind those that it has, and says when it is done. */
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

    /** How many of them began at another place than the one before had ended at. */
    long positionings() {
        return positionings;
    }
}
