package dev.fallow.internal.check.structure;

import dev.fallow.freespace.Section;
import dev.fallow.freespace.SectionVisitor;
import dev.fallow.internal.cache.Advance;
import dev.fallow.internal.census.OverlapOwners;
import dev.fallow.internal.census.UsedBytes;
import java.util.List;

/**
 * The bytes that the structures of a file claim. No block is kept, so memory is proportional to the number of gaps. Who
 * claims bytes that were claimed twice is found by claiming everything again.
 */
public final class Claimed {
    private final UsedBytes used = new UsedBytes();
    private final OverlapOwners owners;
    private final Advance advance;
    private long count;

    /** Nothing is claimed yet. */
    public Claimed() {
        this(List.of(), new Advance());
    }

    /**
     * Nothing is claimed yet.
     *
     * @param wanted the runs whose owners are kept
     * @param advance is told of the bytes
     */
    public Claimed(List<Section> wanted, Advance advance) {
        this.advance = advance;
        owners = new OverlapOwners(wanted);
    }

    /** Claims bytes. */
    public void add(long address, long length, Object label) {
        count++;
        used.add(address, length);
        owners.add(address, length, label);
        advance.add(length);
    }

    /** Everything has been claimed. */
    public void end() {
        advance.end();
    }

    /** Whether a byte is claimed. */
    public boolean has(long address) {
        return used.uses(address);
    }

    /** The number of blocks. */
    public long count() {
        return count;
    }

    /** Bytes claimed twice; at most 64 runs. */
    public List<Section> overlaps() {
        return used.overlaps();
    }

    /** The owners of the wanted runs. */
    public OverlapOwners owners() {
        return owners;
    }

    /** Visits the runs before an address that nobody claims. */
    public void forEachGap(long end, SectionVisitor gap) {
        used.forEachGap(end, gap);
    }
}
