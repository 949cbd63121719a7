package dev.fallow.benchmarks.readoptimized;

import dev.fallow.freespace.policy.AllocatedFile;
import dev.fallow.freespace.policy.AllocationPolicy;

/** Files on an allocation policy: what belongs to them, and how much of it they use. */
final class FileSystem {
    private final AllocationPolicy policy;
    private long usedBytes;

    FileSystem(AllocationPolicy policy) {
        this.policy = policy;
    }

    /**
     * Creates a file that does not exist, and requests extents until it has room for its size.
     *
     * @return whether there was room; if not, the file is as long as what it got
     */
    boolean create(SimulatedFile file, long size) {
        file.become(policy.create(Math.min(file.extentSize(), policy.capacity())), 0);
        return extend(file, size);
    }

    /** Makes a file longer. Returns as {@link #create}. */
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

    /** Takes bytes away from a file's end; at most all there are. */
    void truncate(SimulatedFile file, long bytes) {
        setLength(file, Math.max(0, file.length() - bytes));
        file.space().truncate(file.length());
    }

    /** Deletes a file that exists. */
    void delete(SimulatedFile file) {
        setLength(file, 0);
        file.space().delete();
        file.become(null, 0);
    }

    private void setLength(SimulatedFile file, long length) {
        usedBytes += length - file.length();
        file.become(file.space(), length);
    }

    /** Allocated bytes, as a percentage of the disk. */
    double utilization() {
        return 100.0 * allocatedBytes() / policy.capacity();
    }

    private long allocatedBytes() {
        return policy.capacity() - policy.freeBytes();
    }

    /** Bytes that are allocated and that no file uses, as a percentage of the allocated ones (section 3). */
    double internalFragmentation() {
        return allocatedBytes() == 0 ? 0 : 100.0 * (allocatedBytes() - usedBytes) / allocatedBytes();
    }

    /** Bytes that are not allocated, as a percentage of the disk: when a request was refused, the external fragmentation. */
    double externalFragmentation() {
        return 100.0 * policy.freeBytes() / policy.capacity();
    }
}
