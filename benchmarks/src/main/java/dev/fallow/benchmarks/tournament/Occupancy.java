package dev.fallow.benchmarks.tournament;

import dev.fallow.freespace.Section;
import java.util.Map;
import java.util.TreeMap;

/** A model too simple to be wrong: which runs of bytes are in use, by address. */
final class Occupancy {
    private final TreeMap<Long, Section> inUse = new TreeMap<>();
    private long bytes;

    /** @throws IllegalStateException if any of it is in use */
    void take(Section piece) {
        Map.Entry<Long, Section> before = inUse.lowerEntry(piece.end());
        if (before != null && before.getValue().end() > piece.address()) {
            throw new IllegalStateException(piece + " was handed out, and " + before.getValue() + " is in use");
        }
        inUse.put(piece.address(), piece);
        bytes += piece.size();
    }

    /** @throws IllegalStateException if this was not handed out as a piece */
    void release(Section piece) {
        if (!inUse.remove(piece.address(), piece)) {
            throw new IllegalStateException(piece + " is released, and was not handed out so");
        }
        bytes -= piece.size();
    }

    /** Bytes in use. */
    long bytes() {
        return bytes;
    }

    /** The extent: the end of the last byte in use; 0 if none is. */
    long end() {
        return inUse.isEmpty() ? 0 : inUse.lastEntry().getValue().end();
    }
}
