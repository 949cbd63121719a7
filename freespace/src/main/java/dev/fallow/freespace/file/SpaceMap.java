package dev.fallow.freespace.file;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.Section;

/** What the rules of every strategy work on: the managers by slot, the end of allocation, and the bytes forgotten. */
final class SpaceMap {
    /** Manager slots are numbered 1 to 12, as the addresses in the file space info message. */
    static final int SLOTS = 12;

    /** Where {@link #droppedPageEnds} are kept: no manager's slot. */
    private static final int DROPPED = 0;

    private final FreeSpace[] managers = new FreeSpace[SLOTS + 1];
    private final FileSpaceOptions options;
    private long end;
    /** The end is not moved below this. */
    private long floor;

    private long largestEnd = Long.MAX_VALUE;
    private long lost;

    SpaceMap(FileSpaceOptions options, long end) {
        this.options = options;
        this.end = end;
    }

    long end() {
        return end;
    }

    /** Bytes released that nothing tracks. */
    long lost() {
        return lost + (managers[DROPPED] == null ? 0 : managers[DROPPED].freeBytes());
    }

    void lose(long size) {
        lost += size;
    }

    /** The manager in the slot, or null. */
    FreeSpace manager(int slot) {
        return managers[slot];
    }

    /** The manager in the slot, made if there is none. */
    FreeSpace managerMade(int slot) {
        if (managers[slot] == null) {
            managers[slot] = options.backend().create(mergeBoundaryOf(slot));
        }
        return managers[slot];
    }

    /**
     * The ends of pages that are too small to be tracked. They count as lost; but their pages can have them back, and as
     * they are known, releasing one of them is noticed.
     */
    FreeSpace droppedPageEnds() {
        return managerMade(DROPPED);
    }

    /** Small sections of a paged file stay inside their page. */
    private long mergeBoundaryOf(int slot) {
        return options.strategy() == FileSpaceStrategy.PAGE && slot <= SLOTS / 2 ? options.pageSize() : 0;
    }

    /** The lowest section in any manager, or dropped end of a page, that shares a byte with the run, or null. */
    Section overlapping(long address, long size) {
        Section lowest = null;
        for (FreeSpace manager : managers) {
            Section found = manager == null ? null : manager.overlapping(address, size);
            if (found != null && (lowest == null || found.address() < lowest.address())) {
                lowest = found;
            }
        }
        return lowest;
    }

    /** From now on the end of allocation is not moved past this. */
    void setLargestEnd(long newLargestEnd) {
        largestEnd = newLargestEnd;
    }

    /** @throws NoRoomException if the file cannot grow by so many bytes */
    void requireRoom(long size) {
        if (size > largestEnd - end) {
            throw new NoRoomException(
                    "the file ends at " + end + " and cannot grow by " + size + ": the largest end is " + largestEnd);
        }
    }

    /** @throws NoRoomException if the file cannot grow by so many bytes and so many more, neither negative */
    void requireRoom(long size, long more) {
        requireRoom(size > Long.MAX_VALUE - more ? Long.MAX_VALUE : size + more);
    }

    /** Moves the end of allocation up; the address of the new bytes. */
    long grow(long size) {
        requireRoom(size);
        long address = end;
        end += size;
        return address;
    }

    /** From now on the end of allocation is not moved below this, nor is it raised to it. */
    void setFloor(long newFloor) {
        floor = newFloor;
    }

    /** How far the end of allocation may be moved down over free bytes that begin at the address. */
    long lowestEnd(long address) {
        return Math.max(address, floor);
    }

    /** Moves the end of allocation down to the address. */
    void cutTo(long address) {
        assert address >= floor || floor > end : "cut to " + address + " below " + floor;
        end = address;
    }
}
