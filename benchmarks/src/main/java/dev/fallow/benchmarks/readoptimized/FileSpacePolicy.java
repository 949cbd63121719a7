package dev.fallow.benchmarks.readoptimized;

import dev.fallow.freespace.SectionVisitor;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.policy.AllocatedFile;
import dev.fallow.freespace.policy.AllocationPolicy;

/**
 * A file system whose disk is one file of this project: a file gets what it asks for, in one block of raw data, and blocks
 * are released whole. The disk is full when that many bytes are in use; their addresses are not limited, so there is no
 * external fragmentation that could refuse a request.
 */
final class FileSpacePolicy implements AllocationPolicy {
    private static final long UNIT = 1024;

    private final FileSpace space;
    private final long capacity;
    private long allocated;

    FileSpacePolicy(FileSpace space, long capacity) {
        this.space = space;
        this.capacity = capacity;
    }

    @Override
    public long capacity() {
        return capacity;
    }

    @Override
    public long unit() {
        return UNIT;
    }

    @Override
    public long freeBytes() {
        return capacity - allocated;
    }

    /** The extent size is not used: an extent is as long as what is asked for. */
    @Override
    public AllocatedFile create(long extentSize) {
        requireExtentSize(extentSize);
        return new BlockFile();
    }

    /** The free sections of the file; the space after its end does not belong to it. */
    @Override
    public void forEachFree(SectionVisitor visitor) {
        for (int slot : space.slots()) {
            space.sections(slot).forEach(visitor);
        }
    }

    private final class BlockFile extends AllocatedFile {
        BlockFile() {
            super(FileSpacePolicy.this);
        }

        @Override
        protected boolean allocateNext(long wanted) {
            long size = (wanted + UNIT - 1) / UNIT * UNIT;
            if (size > freeBytes()) {
                return false;
            }
            append(space.allocate(AllocationType.RAW_DATA, size), size);
            allocated += size;
            return true;
        }

        @Override
        protected void release(long address, long size) {
            space.release(AllocationType.RAW_DATA, address, size);
            allocated -= size;
        }
    }
}
