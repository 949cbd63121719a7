package dev.fallow.internal.space;

import dev.fallow.format.FieldSizes;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.freespace.Sections;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where the header and the section list of every manager are to lie: in the space that they describe. Those of managers that
 * hand out no metadata space are placed first. The managers that hand out metadata space change while their own lists are placed:
 * taking room for a list can make it longer, and then a longer one is tried; a block that turns out longer than its
 * list keeps the rest unused. A manager that is left without sections has no list. Where that leads nowhere, because the room would use up all
 * sections, header and list go to the end of the file, which changes no section.
 *
 * <p>The same sections give the same places, so that a file that is opened and closed again and again does not grow.
 */
final class ListPlacement {
    static final AllocationType HEADER_SPACE = AllocationType.OBJECT_HEADER;
    static final AllocationType LIST_SPACE = AllocationType.LOCAL_HEAP;

    /** Each round but the last makes a list longer; two are the rule. */
    private static final int MOST_ROUNDS = 16;

    private static final int SLOTS = FileSpace.SLOTS + 1;

    private final FileSpace space;
    private final FieldSizes sizes;
    private final int headerLength;
    private final long[] headers = new long[SLOTS];
    private final long[] lists = new long[SLOTS];
    private final long[] listLengths = new long[SLOTS];

    private ListPlacement(FileSpace space, FieldSizes sizes) {
        this.space = space;
        this.sizes = sizes;
        headerLength = FreeSpaceHeader.length(sizes);
    }

    /** The two blocks of one manager. */
    record Place(int slot, long header, long list, long listLength) {}

    /** Allocates them all; none is changed by another. The end of allocation is what it is to be in the file, then. */
    static List<Place> of(FileSpace space, FieldSizes sizes) {
        return new ListPlacement(space, sizes).places();
    }

    private List<Place> places() {
        int[] changing = changing();
        for (int slot : space.slots()) {
            if (Arrays.stream(changing).noneMatch(other -> other == slot) && isFilled(slot)) {
                allocateHeader(slot);
                allocateList(slot);
            }
        }
        if (!settles(changing)) {
            for (int slot : changing) {
                releaseBoth(slot);
            }
            for (int slot : changing) {
                if (isFilled(slot)) {
                    allocateBothAtEnd(slot);
                }
            }
        }
        List<Place> places = new ArrayList<>();
        for (int slot = 1; slot < SLOTS; slot++) {
            if (listLengths[slot] > 0) {
                places.add(new Place(slot, headers[slot], lists[slot], listLengths[slot]));
            }
        }
        return places;
    }

    /** The managers that serve headers and lists: each of these changes one of them. */
    private int[] changing() {
        int small = space.slotOf(HEADER_SPACE, 1);
        int large = space.slotOf(LIST_SPACE, Long.MAX_VALUE);
        int shared = space.sharesRawData() ? space.slotOf(AllocationType.RAW_DATA, 1) : small;
        return IntStream.of(small, large, shared).distinct().toArray();
    }

    private boolean settles(int[] changing) {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            boolean settled = true;
            for (int slot : changing) {
                settled &= settle(slot);
            }
            if (settled) {
                return true;
            }
        }
        return false;
    }

    /** Gives a manager what it needs now; whether it had it already. */
    private boolean settle(int slot) {
        boolean placed = listLengths[slot] > 0;
        if (!isFilled(slot)) {
            releaseBoth(slot);
            return !placed;
        }
        if (!placed) {
            allocateHeader(slot);
            if (isFilled(slot)) {
                allocateList(slot);
            } else {
                space.release(HEADER_SPACE, headers[slot], headerLength);
            }
            return false;
        }
        long needed = listLength(slot);
        if (needed <= listLengths[slot]) {
            return true;
        }
        space.release(LIST_SPACE, lists[slot], listLengths[slot]);
        listLengths[slot] = Math.max(needed, listLength(slot));
        lists[slot] = space.allocate(LIST_SPACE, listLengths[slot]);
        return false;
    }

    private void allocateHeader(int slot) {
        headers[slot] = space.allocate(HEADER_SPACE, headerLength);
    }

    private void allocateList(int slot) {
        listLengths[slot] = listLength(slot);
        lists[slot] = space.allocate(LIST_SPACE, listLengths[slot]);
    }

    /** The list first, so that one of a page or more begins at a page; in a paged file it takes what is left of the last one. */
    private void allocateBothAtEnd(int slot) {
        lists[slot] = space.allocateAtEnd(listLength(slot) + headerLength);
        headers[slot] = space.endOfAllocation() - headerLength;
        listLengths[slot] = headers[slot] - lists[slot];
    }

    private void releaseBoth(int slot) {
        if (listLengths[slot] > 0) {
            space.release(LIST_SPACE, lists[slot], listLengths[slot]);
            space.release(HEADER_SPACE, headers[slot], headerLength);
            listLengths[slot] = 0;
        }
    }

    private boolean isFilled(int slot) {
        for (int used : space.slots()) {
            if (used == slot) {
                return space.sections(slot).sectionCount() > 0;
            }
        }
        return false;
    }

    /** Bytes that the list of a manager needs now. */
    private long listLength(int slot) {
        Sections manager = space.sections(slot);
        long[] lengths = new long[Math.toIntExact(manager.sectionCount())];
        int[] next = {0};
        manager.forEach((address, size) -> lengths[next[0]++] = size);
        return SectionList.usedSize(sizes, SectionList.distinctSizes(lengths), lengths.length);
    }
}
