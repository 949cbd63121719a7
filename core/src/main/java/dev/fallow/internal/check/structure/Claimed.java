package dev.fallow.internal.check.structure;

import dev.fallow.freespace.Section;
import dev.fallow.internal.cache.Advance;
import dev.fallow.internal.census.OverlapOwners;
import dev.fallow.internal.census.UsedBytes;
import java.util.List;

/**
 * The bytes that the structures of a file claim. No block is kept, so memory is proportional to the number of gaps. The
 * owners of bytes claimed twice are found by another check that claims everything again.
 */
public final class Claimed extends UsedBytes {
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
        add(address, length);
        owners.add(address, length, label);
        advance.add(length);
    }

    /** Everything has been claimed. */
    public void end() {
        advance.end();
    }

    /** The number of blocks. */
    public long count() {
        return count;
    }

    /** The owners of the wanted runs. */
    public OverlapOwners owners() {
        return owners;
    }
}
