package dev.fallow.research.policy.extent;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.SectionVisitor;
import dev.fallow.research.policy.AllocatedFile;
import dev.fallow.research.policy.AllocationPolicy;
import java.util.Objects;

/**
 * Extent-based allocation (section 4.3). A file that exceeds its extents gets another extent of its extent size, in the
 * free run selected by the {@link Fit}; no attempt is made to place the extents of a file together. The free runs are
 * in a {@link FreeSpace}, which merges adjacent runs.
 */
public final class ExtentAllocation implements AllocationPolicy {
    private final long capacity;
    private final long unit;
    private final FreeSpace free;

    /**
     * Creates a disk that is entirely free.
     *
     * @param capacity in bytes
     * @param unit in bytes; addresses and sizes of extents are multiples of it
     * @throws IllegalArgumentException if the unit is not positive or larger than the disk
     */
    public ExtentAllocation(long capacity, long unit, Fit fit) {
        Objects.requireNonNull(fit, "fit");
        if (unit <= 0 || unit > capacity) {
            throw new IllegalArgumentException("unit " + unit + " of a disk of " + capacity + " bytes");
        }
        this.capacity = capacity;
        this.unit = unit;
        free = fit.create(unit);
        free.free(0, capacity - capacity % unit);
    }

    @Override
    public long capacity() {
        return capacity;
    }

    @Override
    public long unit() {
        return unit;
    }

    @Override
    public long freeBytes() {
        return free.freeBytes();
    }

    @Override
    public AllocatedFile create(long extentSize) {
        requireExtentSize(extentSize);
        long beyond = extentSize % unit;
        return new ExtentFile(beyond == 0 ? extentSize : extentSize - beyond + unit);
    }

    @Override
    public void forEachFree(SectionVisitor visitor) {
        free.forEach(visitor);
    }

    @Override
    public long freePieces() {
        return free.sectionCount();
    }

    private final class ExtentFile extends AllocatedFile {
        private final long extentSize;

        ExtentFile(long extentSize) {
            super(ExtentAllocation.this);
            this.extentSize = extentSize;
        }

        @Override
        protected boolean allocateNext(long wanted) {
            long address = free.allocate(extentSize);
            if (address == FreeSpace.NO_SPACE) {
                return false;
            }
            append(address, extentSize);
            return true;
        }

        @Override
        protected void release(long address, long size) {
            free.free(address, size);
        }
    }
}
