package dev.fallow.freespace.file;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;

/** The state shared by the rules of all strategies: the managers by slot, the end of allocation, and the lost bytes. */
final class SpaceMap {
    /** Manager slots are numbered 1 to 12, as the addresses in the file space info message. */
    static final int SLOTS = 12;

    /** The slot of {@link #droppedPageEnds}, which is no manager's. */
    private static final int DROPPED = 0;

    private final FreeSpace[] managers = new FreeSpace[SLOTS + 1];
    private final FileSpaceOptions options;
    private long end;
    /** The lower limit of the end of allocation. */
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

    /** Released bytes that are not tracked. */
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

    /** The manager in the slot, created if necessary. */
    FreeSpace managerMade(int slot) {
        if (managers[slot] == null) {
            managers[slot] = options.backend().create(mergeBoundaryOf(slot));
        }
        return managers[slot];
    }

    /**
     * Page ends too small to be tracked. They count as lost, but can be recovered by their pages, and releasing one
     * twice is detected.
     */
    FreeSpace droppedPageEnds() {
        return managerMade(DROPPED);
    }

    /** Small sections of a paged file stay inside their page. */
    private long mergeBoundaryOf(int slot) {
        return options.strategy() == Strategy.PAGE && slot <= SLOTS / 2 ? options.pageSize() : 0;
    }

    /** The lowest section in any manager, or dropped page end, that overlaps the run, or null. */
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

    /** Sets the upper limit of the end of allocation. */
    void setLargestEnd(long newLargestEnd) {
        largestEnd = newLargestEnd;
    }

    /** @throws NoRoomException if the file cannot grow by {@code size} bytes */
    void requireRoom(long size) {
        if (size > largestEnd - end) {
            throw new NoRoomException(
                    "the file ends at " + end + " and cannot grow by " + size + ": the largest end is " + largestEnd);
        }
    }

    /** @throws NoRoomException if the file cannot grow by {@code size + more} bytes, neither of which is negative */
    void requireRoom(long size, long more) {
        requireRoom(size > Long.MAX_VALUE - more ? Long.MAX_VALUE : size + more);
    }

    /** Raises the end of allocation; returns the address of the new bytes. */
    long grow(long size) {
        requireRoom(size);
        long address = end;
        end += size;
        return address;
    }

    /** Sets the lower limit of the end of allocation, without raising the end to it. */
    void setFloor(long newFloor) {
        floor = newFloor;
    }

    /** The lowest possible end of allocation if the bytes from the address on are free. */
    long lowestEnd(long address) {
        return Math.max(address, floor);
    }

    /** Lowers the end of allocation to the address. */
    void cutTo(long address) {
        assert address >= floor || floor > end : "cut to " + address + " below " + floor;
        end = address;
    }
}
