package dev.fallow.research.tiers;

import dev.fallow.research.policy.matball.DeletionRule;
import dev.fallow.research.policy.matball.ExtentShape;
import dev.fallow.research.policy.matball.MatBallSpace;
import dev.fallow.research.policy.matball.MatBallUsage;
import dev.fallow.research.policy.matball.Piece;
import java.util.List;

/**
 * The paper's hybrid file system (section III.A): a fast device whose space is allocated by MatBall, and a slow one
 * that stores all files.
 *
 * <ul>
 *   <li>The I/O unit is the extent: a file's data is collected in a cleared buffer of the size of an extent, and
 *       written in one request for each extent of which it has a part.
 *   <li>A request is sent to both devices at once, and control returns when the first completes it. The other one
 *       continues to write in the background; the slower of two reads is abandoned.
 *   <li>Data waiting for the slow device is in memory, at most {@value #BACKLOG} bytes; a writer that would exceed this
 *       waits. (The paper's machine had 1 GB.)
 *   <li>A file for which the fast device has no space is only on the slow one.
 *   <li>A durable file takes one more request of {@value #RECORD} bytes, for its record in the database on the fast
 *       device.
 * </ul>
 */
public final class HybridVolume implements Volume {
    static final long BACKLOG = 512L << 20;
    static final long RECORD = 4096;

    private static final long BLOCK = 1024;
    private static final long DATABASE = Long.MAX_VALUE / 2; // an address far from any data

    private final MatBallSpace space;
    private final Device fast;
    private final Device slow;
    private final TieredFiles<Place> files = new TieredFiles<>();
    private final long extent;
    private long slowEnd;
    private long now;

    /** The location of a file: its pieces on the fast device, if any, and its address on the slow one. */
    private record Place(List<Piece> pieces, long slowAddress, long size) {}

    /**
     * Creates a volume with blocks of 1 KB, the size implied by the paper, in which an extent of 64 KB has seven
     * segments.
     *
     * @param extents the number of extents on the fast device, at least 1
     * @throws IllegalArgumentException if the number of extents is out of range
     */
    public HybridVolume(ExtentShape shape, int extents) {
        this(shape, extents, ServiceTimes.FAST, ServiceTimes.SLOW);
    }

    /** As {@link #HybridVolume(ExtentShape, int)}, with other devices. */
    public HybridVolume(ExtentShape shape, int extents, ServiceTimes fast, ServiceTimes slow) {
        this(shape, extents, DeletionRule.AFTER_LAST_FILE, fast, slow);
    }

    /** As {@link #HybridVolume(ExtentShape, int)}, with another rule for the space of deleted files. */
    public HybridVolume(ExtentShape shape, int extents, DeletionRule deletion) {
        this(shape, extents, deletion, ServiceTimes.FAST, ServiceTimes.SLOW);
    }

    private HybridVolume(ExtentShape shape, int extents, DeletionRule deletion, ServiceTimes fast, ServiceTimes slow) {
        this.fast = new Device(fast);
        this.slow = new Device(slow);
        space = new MatBallSpace(shape, BLOCK, extents, deletion);
        extent = shape.blocks() * BLOCK;
    }

    @Override
    public long write(int file, long size) {
        files.requireNew(file, size);
        long start = now;
        Place place = new Place(space.allocate(size), slowEnd, size);
        files.add(file, place);
        slowEnd += size;
        long left = size;
        if (place.pieces.isEmpty()) {
            for (long at = 0; at < size; at += extent) {
                collect(Math.min(extent, size - at));
                now = slow.submit(true, place.slowAddress + at, Math.min(extent, size - at), now);
            }
        }
        for (Piece piece : place.pieces) {
            for (long at = piece.address(); at < piece.end(); ) {
                long stop = Math.min(piece.end(), (at / extent + 1) * extent);
                long bytes = Math.min(left, stop - at);
                collect(bytes);
                long slowDone = slow.submit(true, place.slowAddress + size - left, bytes, now);
                now = Math.min(slowDone, fast.submit(true, at, bytes, now));
                now = Math.max(now, slowDone - ServiceTimes.nanos(BACKLOG, ServiceTimes.SLOW.writeBytesPerSecond()));
                left -= bytes;
                at = stop;
            }
        }
        now = fast.submit(true, DATABASE, RECORD, now);
        return now - start;
    }

    /** Collects the data of a request in the buffer of an extent. */
    private void collect(long bytes) {
        now += ServiceTimes.nanos(extent, ServiceTimes.CLEAR_BYTES_PER_SECOND);
        now += ServiceTimes.nanos(bytes, ServiceTimes.COPY_BYTES_PER_SECOND);
    }

    @Override
    public long read(int file, int cachedPercent) {
        long start = now;
        Place place = files.get(file);
        long cached = Volume.cached(place.size, cachedPercent);
        if (place.pieces.isEmpty()) {
            for (long at = cached; at < place.size; at += extent) {
                now = slow.submit(false, place.slowAddress + at, Math.min(extent, place.size - at), now);
            }
        }
        long done = 0;
        for (Piece piece : place.pieces) {
            for (long at = piece.address(); at < piece.end(); ) {
                long stop = Math.min(piece.end(), (at / extent + 1) * extent);
                long bytes = Math.min(place.size - done, stop - at);
                long skipped = Math.min(bytes, Math.max(0, cached - done));
                if (skipped < bytes) {
                    readFromEither(at + skipped, place.slowAddress + done + skipped, bytes - skipped);
                }
                done += bytes;
                at = stop;
            }
        }
        now += ServiceTimes.nanos(place.size, ServiceTimes.COPY_BYTES_PER_SECOND);
        return now - start;
    }

    private void readFromEither(long fastAddress, long slowAddress, long bytes) {
        boolean fastWins =
                fast.completion(false, fastAddress, bytes, now) <= slow.completion(false, slowAddress, bytes, now);
        now = fastWins ? fast.submit(false, fastAddress, bytes, now) : slow.submit(false, slowAddress, bytes, now);
        (fastWins ? slow : fast).abandon(now);
    }

    @Override
    public void delete(int file) {
        files.remove(file).pieces.forEach(space::release);
    }

    @Override
    public long requests() {
        return fast.requests() + slow.requests();
    }

    /** Whether a file is on the fast device. */
    public boolean isFast(int file) {
        return !files.get(file).pieces.isEmpty();
    }

    /** The usage of the fast device. */
    public MatBallUsage usage() {
        return space.usage();
    }

    /** Waits until the slow device has completed its requests; returns the duration in nanoseconds. */
    public long settle() {
        long wait = Math.max(0, slow.idleFrom() - now);
        now += wait;
        return wait;
    }
}
