package dev.fallow.research.tiers;

/** A device that serves requests one at a time, in simulated nanoseconds. */
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

    /** The time at which a request issued at {@code now} would be complete. */
    long completion(boolean write, long address, long bytes, long now) {
        long speed = write ? times.writeBytesPerSecond() : times.readBytesPerSecond();
        return Math.max(now, idleFrom)
                + (address == head ? 0 : times.positionNanos())
                + times.requestNanos()
                + ServiceTimes.nanos(bytes, speed);
    }

    /** Queues a request, and returns the time at which it is complete. */
    long submit(boolean write, long address, long bytes, long now) {
        idleFrom = completion(write, address, bytes, now);
        requests++;
        positionings += address == head ? 0 : 1;
        head = address + bytes;
        return idleFrom;
    }

    /** Abandons a request at a time. If it had started, the position of the device is then unknown. */
    void abandon(long at) {
        if (idleFrom < at) {
            idleFrom = at;
            head = NOWHERE;
        }
    }

    /** The time at which all requests are complete. */
    long idleFrom() {
        return idleFrom;
    }

    /** The number of completed requests. */
    long requests() {
        return requests;
    }

    /** The number of requests that did not start at the end of the previous one. */
    long positionings() {
        return positionings;
    }
}
