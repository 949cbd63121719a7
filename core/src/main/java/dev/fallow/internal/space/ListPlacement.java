package dev.fallow.internal.space;

import dev.fallow.format.FieldSizes;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.freespace.Sections;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceStrategy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Where the header and the section list of every manager are placed: in the space that they describe. A block is exactly as
 * long as its list, since libhdf5 takes it for granted: 1.10 reads every byte before the checksum as a section, and 1.14
 * and 2 damage their own memory when a list grows to the length of a longer block. But a block takes room from sections, and
 * so changes the list. Therefore all blocks are allocated, the lists are measured again, and if a length was wrong
 * the blocks are released and allocated with the new lengths. Two rounds are the rule.
 *
 * <p>Where no round ends with the right lengths, headers and lists go to the end of the file. In an unpaged file that changes
 * no section. In a paged file the rest of the last page becomes sections, and the list is moved within its page until the
 * lengths are right. If none is, the rest of the page is lost, which changes no section either.
 *
 * <p>The same sections give the same places, so that a file that is opened and closed again and again does not grow.
 */
final class ListPlacement {
    static final AllocationType HEADER_SPACE = AllocationType.OBJECT_HEADER;
    static final AllocationType LIST_SPACE = AllocationType.LOCAL_HEAP;

    private static final int MOST_ROUNDS = 8;
    /** Largest number of bytes before a list at the end of a paged file. */
    private static final int LARGEST_GAP = 64;

    private static final int RAW_DATA_SLOT = AllocationType.RAW_DATA.number();
    private static final int SLOTS = FileSpace.SLOTS + 1;

    private final FileSpace space;
    private final FieldSizes sizes;
    private final int headerLength;
    /** 0 if the file has no pages. */
    private final long page;

    private final long[] headers = new long[SLOTS];
    private final long[] lists = new long[SLOTS];
    /** Of the list in each slot, as it is allocated; 0 for a manager without sections, which has neither block. */
    private long[] lengths;

    private ListPlacement(FileSpace space, FieldSizes sizes) {
        this.space = space;
        this.sizes = sizes;
        headerLength = FreeSpaceHeader.length(sizes);
        page = space.options().strategy() == FileSpaceStrategy.PAGE
                ? space.options().pageSize()
                : 0;
    }

    /**
     * The two blocks of one manager.
     *
     * @param listLength bytes of the list, and of its block
     */
    record Place(int slot, long header, long list, long listLength) {}

    /** Allocates all of them. The end of allocation is then what it is to be in the file. */
    static List<Place> of(FileSpace space, FieldSizes sizes) {
        return new ListPlacement(space, sizes).places();
    }

    private List<Place> places() {
        lengths = measured();
        if (!settles(MOST_ROUNDS, this::allocate) && !settlesAtEnd()) {
            forEachFilled(slot -> allocateAtEnd(slot, 0, false));
            requireRight();
        }
        List<Place> places = new ArrayList<>();
        for (int slot = 1; slot < SLOTS; slot++) {
            if (lengths[slot] > 0) {
                places.add(new Place(slot, headers[slot], lists[slot], lengths[slot]));
            }
        }
        return places;
    }

    private boolean settlesAtEnd() {
        for (int gap = 0; gap <= (page == 0 ? 0 : LARGEST_GAP); gap++) {
            int bytesBefore = gap;
            if (settles(2, slot -> allocateAtEnd(slot, bytesBefore, true))) {
                return true;
            }
        }
        return false;
    }

    /** Allocates all blocks until their lengths are right, a number of times; if they never are, none is allocated. */
    private boolean settles(int rounds, IntConsumer allocation) {
        for (int round = 0; round < rounds; round++) {
            forEachFilled(allocation);
            long[] now = measured();
            if (Arrays.equals(lengths, now)) {
                return true;
            }
            forEachFilled(this::release);
            lengths = now;
        }
        lengths = measured();
        return false;
    }

    private void requireRight() {
        long[] now = measured();
        if (!Arrays.equals(lengths, now)) {
            throw new IllegalStateException("section lists of %s bytes, allocated with %s"
                    .formatted(Arrays.toString(now), Arrays.toString(lengths)));
        }
    }

    /** Raw data first: metadata space, which changes while blocks are allocated, comes after it. */
    private void forEachFilled(IntConsumer action) {
        if (lengths[RAW_DATA_SLOT] > 0) {
            action.accept(RAW_DATA_SLOT);
        }
        for (int slot = 1; slot < SLOTS; slot++) {
            if (slot != RAW_DATA_SLOT && lengths[slot] > 0) {
                action.accept(slot);
            }
        }
    }

    private void allocate(int slot) {
        headers[slot] = space.allocate(HEADER_SPACE, headerLength);
        lists[slot] = space.allocate(LIST_SPACE, lengths[slot]);
    }

    /**
     * The list first, so that one of a page or more begins at a page; the header behind it.
     *
     * @param gap bytes before the list, if it fits into its page with them
     * @param releasing whether the bytes of the last page that are left become sections
     */
    private void allocateAtEnd(int slot, long gap, boolean releasing) {
        long list = gap + lengths[slot] <= page ? gap : 0;
        long listEnd = list + lengths[slot];
        boolean crossing = page > 0 && listEnd % page + headerLength > page;
        long header = crossing ? listEnd - listEnd % page + page : listEnd;
        long start = space.allocateAtEnd(header + headerLength);
        lists[slot] = start + list;
        headers[slot] = start + header;
        if (releasing) {
            releaseRest(start, lists[slot]);
            releaseRest(start + listEnd, headers[slot]);
            releaseRest(headers[slot] + headerLength, space.endOfAllocation());
        }
    }

    private void releaseRest(long from, long to) {
        if (to > from) {
            space.release(LIST_SPACE, from, to - from);
        }
    }

    private void release(int slot) {
        space.release(LIST_SPACE, lists[slot], lengths[slot]);
        space.release(HEADER_SPACE, headers[slot], headerLength);
    }

    /** Bytes of the list of each manager, as its sections are now. */
    private long[] measured() {
        long[] measured = new long[SLOTS];
        for (int slot : space.slots()) {
            measured[slot] = listLength(space.sections(slot));
        }
        return measured;
    }

    private long listLength(Sections manager) {
        if (manager.sectionCount() == 0) {
            return 0;
        }
        long[] lengthsOfSections = new long[Math.toIntExact(manager.sectionCount())];
        int[] next = {0};
        manager.forEach((address, size) -> lengthsOfSections[next[0]++] = size);
        return SectionList.usedSize(sizes, SectionList.distinctSizes(lengthsOfSections), lengthsOfSections.length);
    }
}
