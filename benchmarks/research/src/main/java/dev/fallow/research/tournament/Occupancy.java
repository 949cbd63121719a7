package dev.fallow.research.tournament;

import dev.fallow.freespace.Section;
import java.util.Map;
import java.util.TreeMap;

/** A naive model of the runs of bytes in use, by address. */
final class Occupancy {
    private final TreeMap<Long, Section> inUse = new TreeMap<>();
    private long bytes;

    /** @throws IllegalStateException if part of the piece is in use */
    void take(Section piece) {
        Map.Entry<Long, Section> before = inUse.lowerEntry(piece.end());
        if (before != null && before.getValue().end() > piece.address()) {
            throw new IllegalStateException(piece + " was allocated, but " + before.getValue() + " is in use");
        }
        inUse.put(piece.address(), piece);
        bytes += piece.size();
    }

    /** @throws IllegalStateException if it was not allocated as one piece */
    void release(Section piece) {
        if (!inUse.remove(piece.address(), piece)) {
            throw new IllegalStateException(piece + " is released, but was not allocated as such");
        }
        bytes -= piece.size();
    }

    /** The number of bytes in use. */
    long bytes() {
        return bytes;
    }

    /** The extent: the address after the last byte in use; 0 if there is none. */
    long end() {
        return inUse.isEmpty() ? 0 : inUse.lastEntry().getValue().end();
    }
}
