package dev.fallow.research.contender;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.SectionVisitor;
import org.h2.mvstore.FreeSpaceBitSet;

/**
 * The free-space bit set of H2's MVStore, with the interface of the backends. It is <em>first fit</em>, not best fit:
 * it returns the lowest address at which a request fits, found by scanning the bits from the first one.
 *
 * <p>MVStore treats everything after the last used block as free, and extends a file by allocating there. A backend
 * must not allocate space that was never freed, so such an allocation is released again, and the answer is
 * {@link #NO_SPACE}. Blocks are counted in ints, so the highest address is 2^31 times the granularity.
 *
 * <p>MVStore supports neither alignment nor merge boundaries, which are refused, and does not list free sections, so
 * queries for sections test one block after the other.
 */
public final class MvStoreBitSet implements FreeSpace {
    private final int granularity;
    private final FreeSpaceBitSet blocks;
    private long reach; // in bytes; nothing after it was ever free
    private long freeBytes;

    /** @param granularity the size of a block in bytes; all addresses and sizes are multiples of it */
    public MvStoreBitSet(int granularity) {
        this.granularity = granularity;
        blocks = new FreeSpaceBitSet(0, granularity);
    }

    @Override
    public long allocate(long size) {
        requireGranules(size);
        int length = Math.toIntExact(size);
        long address = blocks.allocate(length);
        if (address + size > reach) {
            blocks.free(address, length);
            return NO_SPACE;
        }
        freeBytes -= size;
        return address;
    }

    @Override
    public long allocate(long size, long alignment) {
        if (alignment != 1) {
            throw new UnsupportedOperationException("MVStore has no aligned allocation");
        }
        return allocate(size);
    }

    @Override
    public void free(long address, long size) {
        Section freed = section(address, size);
        while (reach < freed.end()) {
            // marks everything up to there as in use; the bit set has int lengths
            int step = (int) Math.min(1 << 30, freed.end() - reach);
            blocks.markUsed(reach, step);
            reach += step;
        }
        if (!blocks.isUsed(address, Math.toIntExact(size))) {
            throw new IllegalStateException(freed + " is already free, at least in part");
        }
        blocks.free(address, Math.toIntExact(size));
        freeBytes += size;
    }

    @Override
    public boolean take(long address, long size) {
        Section taken = section(address, size);
        if (taken.end() > reach || !blocks.isFree(address, Math.toIntExact(size))) {
            return false;
        }
        blocks.markUsed(address, Math.toIntExact(size));
        freeBytes -= size;
        return true;
    }

    private Section section(long address, long size) {
        Section section = new Section(address, size);
        requireGranules(address | size);
        return section;
    }

    private void requireGranules(long bytes) {
        if (bytes <= 0 || bytes % granularity != 0) {
            throw new IllegalArgumentException(bytes + " is not a positive multiple of " + granularity);
        }
    }

    private boolean isFree(long address) {
        return address >= 0 && address < reach && blocks.isFree(address, granularity);
    }

    private long endOfRun(long address) {
        long end = address;
        while (isFree(end)) {
            end += granularity;
        }
        return end;
    }

    @Override
    public long sizeAt(long address) {
        return isFree(address - granularity) ? 0 : endOfRun(address) - address;
    }

    @Override
    public long sizeEndingAt(long end) {
        if (isFree(end)) {
            return 0;
        }
        long start = end;
        while (isFree(start - granularity)) {
            start -= granularity;
        }
        return end - start;
    }

    @Override
    public long lastAddress() {
        for (long end = reach; end > 0; end -= granularity) {
            long size = sizeEndingAt(end);
            if (size > 0) {
                return end - size;
            }
        }
        return NO_SPACE;
    }

    @Override
    public long freeBytes() {
        return freeBytes;
    }

    @Override
    public long sectionCount() {
        long[] count = {0};
        forEach((address, size) -> count[0]++);
        return count[0];
    }

    @Override
    public void forEach(SectionVisitor visitor) {
        for (long at = 0; at < reach; at += granularity) {
            long end = endOfRun(at);
            if (end > at) {
                visitor.visit(at, end - at);
                at = end;
            }
        }
    }

    @Override
    public void clear() {
        blocks.clear();
        reach = 0;
        freeBytes = 0;
    }

    /** Always 0, because MVStore does not count. */
    @Override
    public long probes() {
        return 0;
    }
}
