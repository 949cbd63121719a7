package dev.fallow.benchmarks.readoptimized;

import dev.fallow.freespace.policy.AllocatedFile;

/** A file: how long it is, and its extents. */
final class SimulatedFile {
    private final long extentSize;
    private AllocatedFile space;
    private long length;

    SimulatedFile(long extentSize) {
        this.extentSize = extentSize;
    }

    /** The size of its extents where a file decides that. */
    long extentSize() {
        return extentSize;
    }

    /** Bytes. */
    long length() {
        return length;
    }

    /** Its extents; null before it is created and after it was deleted. */
    AllocatedFile space() {
        return space;
    }

    void become(AllocatedFile newSpace, long newLength) {
        space = newSpace;
        length = newLength;
    }
}
