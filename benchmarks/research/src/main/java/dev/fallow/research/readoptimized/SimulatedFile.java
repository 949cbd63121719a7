package dev.fallow.research.readoptimized;

import dev.fallow.research.policy.AllocatedFile;

/** A file: its length and its extents. */
final class SimulatedFile {
    private final long extentSize;
    private AllocatedFile space;
    private long length;

    SimulatedFile(long extentSize) {
        this.extentSize = extentSize;
    }

    /** The file's extent size, for policies in which each file has one. */
    long extentSize() {
        return extentSize;
    }

    /** The length in bytes. */
    long length() {
        return length;
    }

    /** The extents; null before the file is created and after it is deleted. */
    AllocatedFile space() {
        return space;
    }

    void become(AllocatedFile newSpace, long newLength) {
        space = newSpace;
        length = newLength;
    }
}
