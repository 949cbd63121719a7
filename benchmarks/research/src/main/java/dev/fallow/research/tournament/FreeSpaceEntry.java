package dev.fallow.research.tournament;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.SectionVisitor;

/**
 * A manager of free sections together with the end of a file. Requests that the manager cannot serve are placed at the
 * end; free space at the end is truncated at once.
 */
final class FreeSpaceEntry implements TournamentEntry {
    private final FreeSpace space;
    private final long unit;
    private final long[] addresses;
    private final long[] lengths;
    private long end;

    /** @param unit in bytes; all sizes are rounded up to multiples of it */
    FreeSpaceEntry(FreeSpace space, long unit, int blocks) {
        this.space = space;
        this.unit = unit;
        addresses = new long[blocks];
        lengths = new long[blocks];
    }

    @Override
    public boolean allocate(int block, long size) {
        long length = (size + unit - 1) / unit * unit;
        long address = space.allocate(length);
        if (address == FreeSpace.NO_SPACE) {
            address = end;
            end += length;
        }
        addresses[block] = address;
        lengths[block] = length;
        return true;
    }

    @Override
    public void release(int block) {
        long address = addresses[block];
        long length = lengths[block];
        space.free(address, length);
        if (address + length == end) {
            long last = space.sizeEndingAt(end);
            if (!space.take(end - last, last)) {
                throw new IllegalStateException("the last section, " + last + " bytes up to " + end + ", is missing");
            }
            end -= last;
        }
    }

    @Override
    public void forEachPiece(int block, SectionVisitor visitor) {
        visitor.visit(addresses[block], lengths[block]);
    }

    @Override
    public long reach() {
        return end;
    }

    @Override
    public long freeBytes() {
        return space.freeBytes();
    }

    @Override
    public long freePieces() {
        return space.sectionCount();
    }

    @Override
    public FreeSpace policy() {
        return space;
    }
}
