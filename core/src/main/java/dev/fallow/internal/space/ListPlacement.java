package dev.fallow.internal.space;

import dev.fallow.format.FieldSizes;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionGroups;
import dev.fallow.format.space.SectionList;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.Sections;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The places of the header and the section list of each manager. Two properties of libhdf5 determine them:
 *
 * <ul>
 *   <li>A block is exactly as long as its list. 1.10 reads every byte before the checksum as a section, and 1.14 and 2 damage
 *       their own memory when a list grows to the length of a longer block.
 *   <li>1.10 has the managers that serve headers and lists at the end of the file, a header first, and the file space
 *       info message says where they begin. It cuts the file there before it allocates anything. Later versions write them
 *       anywhere, and then 1.10 now and then overwrites live data. So they are placed at the end. But in a paged file they have
 *       pages of their own there, whose rest a later version loses. So in a paged file that such a version wrote last they
 *       are placed as it does.
 * </ul>
 *
 * <p>A block that is placed elsewhere takes room from sections, and so may change the list that it is for. Then all blocks are
 * released, and allocated with the new lengths. Two rounds are the rule. Blocks at the end change no section.
 *
 * <p>A file that has just been shrunk must not become longer by its lists. Where it would, all lists go into free space; there is
 * one list then, unless the file is paged, that of the raw data, which 1.10 accepts anywhere. If it does not fit into any section, the
 * free space is not listed at all.
 *
 * <p>The same sections give the same places, so that a file that is opened and closed again and again does not grow.
 */
final class ListPlacement {
    static final AllocationType HEADER_SPACE = AllocationType.OBJECT_HEADER;
    static final AllocationType LIST_SPACE = AllocationType.LOCAL_HEAP;

    private static final int MOST_ROUNDS = 8;

    private final FileSpace space;
    private final FieldSizes sizes;
    private final int headerLength;
    /** 0 if the file has no pages. */
    private final long page;

    private final List<Place> places = new ArrayList<>();
    private final List<Section> rests = new ArrayList<>();
    private long endBeforeLists;
    private long unlistedBytes;

    private ListPlacement(FileSpace space, FieldSizes sizes) {
        this.space = space;
        this.sizes = sizes;
        headerLength = FreeSpaceHeader.length(sizes);
        page = pageSize(space);
    }

    private static long pageSize(FileSpace space) {
        return space.options().strategy() == Strategy.PAGE ? space.options().pageSize() : 0;
    }

    /**
     * The two blocks of one manager.
     *
     * @param listLength bytes of the list, and of its block
     */
    record Place(int slot, long header, long list, long listLength) {}

    /**
     * Allocates the blocks of all managers that have sections. The end of allocation is then final.
     *
     * @param scattered whether the file has pages, and {@link #isScattered} was true of it when it was opened
     * @param atEnd whether all blocks are placed at the end, unless the file has pages
     * @param mostEnd the end of allocation that the lists should not exceed
     */
    static ListPlacement of(FileSpace space, FieldSizes sizes, boolean scattered, boolean atEnd, long mostEnd) {
        ListPlacement usual = of(space, sizes, scattered, atEnd);
        if (space.endOfAllocation() <= mostEnd) {
            return usual;
        }
        usual.takeBack();
        space.giveToRawData(0);
        ListPlacement inside = new ListPlacement(space, sizes);
        AllocationType type = inside.page == 0 ? AllocationType.RAW_DATA : null;
        if (!inside.settles(IntStream.rangeClosed(1, FileSpace.SLOTS).toArray(), type)
                || space.endOfAllocation() > mostEnd) {
            inside.takeBack();
            inside.forgetSections();
        }
        inside.endBeforeLists = space.endOfAllocation();
        return inside;
    }

    private static ListPlacement of(FileSpace space, FieldSizes sizes, boolean scattered, boolean atEnd) {
        ListPlacement placement = new ListPlacement(space, sizes);
        int[] all = IntStream.rangeClosed(1, FileSpace.SLOTS).toArray();
        if (scattered && placement.settles(all, null)) {
            placement.endBeforeLists = space.endOfAllocation();
            return placement;
        }
        int[] self = placement.selfReferential().toArray();
        int[] others = Arrays.stream(all)
                .filter(slot -> Arrays.stream(self).noneMatch(other -> other == slot))
                .toArray();
        if (atEnd && placement.page == 0 || !placement.settles(others, null)) {
            placement.placeAtEnd(others);
        }
        placement.endBeforeLists = space.endOfAllocation();
        placement.placeAtEnd(self);
        return placement;
    }

    /**
     * Whether a manager of a paged file is as libhdf5 writes it from 1.12 on, and not at the end.
     *
     * @param header the address of the header of the manager
     * @param endBeforeLists of the file space info message
     */
    static boolean isScattered(FileSpace space, int slot, long header, long endBeforeLists) {
        return pageSize(space) > 0
                && header < endBeforeLists
                && new ListPlacement(space, FieldSizes.EIGHT).selfReferential().anyMatch(self -> self == slot);
    }

    /** The blocks, those at the end last. */
    List<Place> places() {
        return places;
    }

    /** The unused bytes in the pages at the end. */
    List<Section> rests() {
        return rests;
    }

    /** The start of the blocks at the end; the end of allocation if there are none. */
    long endBeforeLists() {
        return endBeforeLists;
    }

    /** The free bytes that are listed nowhere. */
    long unlistedBytes() {
        return unlistedBytes;
    }

    /** The managers that serve headers and lists. */
    private IntStream selfReferential() {
        return IntStream.of(space.slotOf(HEADER_SPACE, 1), space.slotOf(LIST_SPACE, Long.MAX_VALUE))
                .distinct();
    }

    /** Releases all blocks. */
    private void takeBack() {
        for (Place place : places) {
            release(place);
        }
        rests.forEach(rest -> space.release(LIST_SPACE, rest.address(), rest.size()));
        places.clear();
        rests.clear();
        space.shrink();
    }

    private void release(Place place) {
        space.release(LIST_SPACE, place.list, place.listLength);
        space.release(HEADER_SPACE, place.header, headerLength);
    }

    private void forgetSections() {
        List<Section> sections = new ArrayList<>();
        space.forEachFree((address, size) -> sections.add(new Section(address, size)));
        sections.forEach(space::withhold);
        unlistedBytes = sections.stream().mapToLong(Section::size).sum();
    }

    /**
     * Allocates the blocks of some managers from the managers; if no attempt gives the right lengths, it allocates none.
     *
     * @param type from whose space all blocks are taken; null for that of headers and lists
     */
    private boolean settles(int[] slots, AllocationType type) {
        long[] lengths = listLengths(slots);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<Place> tried = new ArrayList<>();
            for (int i = 0; i < slots.length; i++) {
                if (lengths[i] > 0) {
                    long header = space.allocate(type == null ? HEADER_SPACE : type, headerLength);
                    long list = space.allocate(type == null ? LIST_SPACE : type, lengths[i]);
                    tried.add(new Place(slots[i], header, list, lengths[i]));
                }
            }
            long[] now = listLengths(slots);
            if (Arrays.equals(lengths, now)) {
                places.addAll(tried);
                return true;
            }
            for (Place place : tried) {
                release(place);
            }
            lengths = now;
        }
        return false;
    }

    private long[] listLengths(int[] slots) {
        return Arrays.stream(slots).mapToLong(this::listLength).toArray();
    }

    private void placeAtEnd(int[] slots) {
        long end = 0;
        List<Place> offsets = new ArrayList<>();
        for (int slot : slots) {
            long length = listLength(slot);
            if (length > 0) {
                long header = inPage(end, headerLength);
                long list = inPage(header + headerLength, length);
                end = list + length;
                offsets.add(new Place(slot, header, list, length));
            }
        }
        if (offsets.isEmpty()) {
            return;
        }
        long start = space.allocateAtEnd(end);
        long used = start;
        for (Place offset : offsets) {
            Place placed = new Place(offset.slot, start + offset.header, start + offset.list, offset.listLength);
            places.add(placed);
            addRest(used, placed.header);
            addRest(placed.header + headerLength, placed.list);
            used = placed.list + placed.listLength;
        }
        addRest(used, space.endOfAllocation());
    }

    /** The first place for a block at or after an offset: inside one page, or at the start of a page if the block is larger. */
    private long inPage(long offset, long length) {
        boolean fits = page == 0 || offset % page == 0 || offset % page + length <= page;
        return fits ? offset : offset - offset % page + page;
    }

    private void addRest(long from, long to) {
        if (to > from) {
            rests.add(new Section(from, to - from));
        }
    }

    /** Bytes of the list that a manager needs now; 0 if it has no sections. */
    private long listLength(int slot) {
        if (IntStream.of(space.slots()).noneMatch(used -> used == slot)) {
            return 0;
        }
        Sections manager = space.sections(slot);
        if (manager.sectionCount() == 0) {
            return 0;
        }
        SectionGroups groups = new SectionGroups();
        manager.forEach((address, size) -> groups.count(size, 0));
        return SectionList.usedSize(sizes, groups.distinctSizes(), groups.sections());
    }
}
