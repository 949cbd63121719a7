package dev.fallow.research.readoptimized;

import dev.fallow.freespace.SectionVisitor;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.research.policy.AllocatedFile;
import dev.fallow.research.policy.AllocationPolicy;

/**
 * A file system on a {@link dev.fallow.freespace.file.FileSpace}: each request of a file gets one block of raw data of
 * the requested size, and blocks are released as a whole. The disk is full when its capacity in bytes is in use.
 * Addresses are not limited, so external fragmentation cannot cause a refusal.
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

    /** {@inheritDoc} The extent size is not used, because extents have the requested size. */
    @Override
    public AllocatedFile create(long extentSize) {
        requireExtentSize(extentSize);
        return new BlockFile();
    }

    /** {@inheritDoc} Visits the free sections of the file space, without the space after its end. */
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
