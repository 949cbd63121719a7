package dev.fallow.research.readoptimized;

import dev.fallow.research.policy.AllocatedFile;
import dev.fallow.research.policy.AllocationPolicy;

/** Files on an allocation policy, with their allocated and used space. */
final class FileSystem {
    private final AllocationPolicy policy;
    private long usedBytes;

    FileSystem(AllocationPolicy policy) {
        this.policy = policy;
    }

    /**
     * Creates a file, and requests extents until they cover its size.
     *
     * @return whether there was enough space; if not, the file is as long as its extents
     */
    boolean create(SimulatedFile file, long size) {
        file.become(policy.create(Math.min(file.extentSize(), policy.capacity())), 0);
        return extend(file, size);
    }

    /** Extends a file. Returns as {@link #create}. */
    boolean extend(SimulatedFile file, long bytes) {
        AllocatedFile space = file.space();
        long wanted = file.length() + bytes;
        boolean done = true;
        while (done && space.allocatedBytes() < wanted) {
            done = space.request(wanted - space.allocatedBytes());
        }
        setLength(file, done ? wanted : Math.max(file.length(), space.allocatedBytes()));
        return done;
    }

    /** Removes bytes from the end of a file, at most all. */
    void truncate(SimulatedFile file, long bytes) {
        setLength(file, Math.max(0, file.length() - bytes));
        file.space().truncate(file.length());
    }

    /** Deletes an existing file. */
    void delete(SimulatedFile file) {
        setLength(file, 0);
        file.space().delete();
        file.become(null, 0);
    }

    private void setLength(SimulatedFile file, long length) {
        usedBytes += length - file.length();
        file.become(file.space(), length);
    }

    /** The percentage of the disk that is allocated. */
    double utilization() {
        return 100.0 * allocatedBytes() / policy.capacity();
    }

    private long allocatedBytes() {
        return policy.capacity() - policy.freeBytes();
    }

    /** The percentage of the allocated bytes that no file uses (section 3). */
    double internalFragmentation() {
        return allocatedBytes() == 0 ? 0 : 100.0 * (allocatedBytes() - usedBytes) / allocatedBytes();
    }

    /**
     * The percentage of the disk that is not allocated. When a request is refused, this is the external fragmentation.
     */
    double externalFragmentation() {
        return 100.0 * policy.freeBytes() / policy.capacity();
    }
}
