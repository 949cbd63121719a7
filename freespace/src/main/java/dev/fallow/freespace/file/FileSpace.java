package dev.fallow.freespace.file;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.SectionVisitor;
import dev.fallow.freespace.Sections;
import java.util.Arrays;
import java.util.Objects;

/**
 * The allocation primitive of a file: every address is decided here, and the end of allocation (EOA) is moved here only.
 * It follows libhdf5's rules, choice for choice (H5MF); the strategy and the sizes are in {@link FileSpaceOptions}.
 *
 * <p>Invariant I2: what was allocated and not released, the sections of the managers, the rests of the aggregators and
 * the bytes that were lost tile {@code [0, EOA)}. A call that throws has changed nothing (I4). The same calls give the
 * same addresses (I5). Not thread-safe: the owning file serialises calls.
 *
 * <p>A file that is committed says so with {@link #protectCommitted}: from then on, space that the last commit refers to is
 * not handed out when it is released, but quarantined until {@link #releaseQuarantine}; and the end of allocation does not
 * move below where it was. The quarantine is then one more part of the tiling in I2. Space that was handed out since the
 * last commit is free at once when it is released. So is metadata's in unpaged files, whatever the last commit refers to:
 * what is put there has to be written by way of a journal, as {@link #freeInLastCommit} then says.
 *
 * <p>Managers have HDF5's numbers, the <em>slots</em> of their addresses in the file space info message: 1 to 6 for the
 * allocation types, 7 to 12 the same for large blocks of paged files. Unpaged files use 1 (metadata) and 3 (raw data);
 * paged ones use these for blocks smaller than a page, and 7 for all larger ones.
 */
public final class FileSpace {
    /** The number of the last manager slot; the first is 1. */
    public static final int SLOTS = SpaceMap.SLOTS;

    private final FileSpaceOptions options;
    private final SpaceMap map;
    private final Rules rules;
    private AllocationListener listener;
    private long releases;
    /** Null as long as nothing is protected. */
    private Quarantine quarantine;

    /**
     * The space of a file of which all bytes are in use, until sections are {@link #load loaded}.
     *
     * @param endOfAllocation bytes, at least 0; of a paged file, a multiple of the page size
     * @throws IllegalArgumentException if the end of allocation is negative, or not such a multiple
     */
    public FileSpace(FileSpaceOptions options, long endOfAllocation) {
        this.options = Objects.requireNonNull(options, "options");
        if (endOfAllocation < 0) {
            throw new IllegalArgumentException("end of allocation must not be negative: " + endOfAllocation);
        }
        map = new SpaceMap(options, endOfAllocation);
        rules = options.strategy() == FileSpaceStrategy.PAGE
                ? new PagedRules(options, map)
                : new UnpagedRules(options, map);
    }

    /** How this space works. */
    public FileSpaceOptions options() {
        return options;
    }

    /** From now on this one, and no other, is told of every call that succeeds; null: none is. */
    public void setListener(AllocationListener listenerOrNull) {
        listener = listenerOrNull;
    }

    /**
     * Says where the file may end at most. Until it is said that is 2^63-1.
     *
     * @param largestEnd bytes; if the file is longer already, it does not grow
     */
    public void setLargestEnd(long largestEnd) {
        map.setLargestEnd(largestEnd);
    }

    /** Bytes from the first of the file to the last that may be in use. */
    public long endOfAllocation() {
        return map.end();
    }

    /**
     * Space for a block: out of the manager of its kind, else its aggregator, else at the end of allocation.
     *
     * @param size bytes, at least 1
     * @return the address of the first byte
     * @throws IllegalArgumentException if the size is not positive
     * @throws NoRoomException if the file would end past the {@linkplain #setLargestEnd largest end}
     */
    public long allocate(AllocationType type, long size) {
        Objects.requireNonNull(type, "type");
        if (size <= 0) {
            throw new IllegalArgumentException("allocating " + size + " bytes for " + type);
        }
        long address = rules.allocate(type, size);
        noteHandedOut(address, size);
        if (listener != null) {
            listener.allocated(type, size, address);
        }
        return address;
    }

    /**
     * Space at the end of allocation, whatever is free below it: for what must not change the sections, such as the list of
     * them. In a paged file the caller is given whole pages, so that no section comes of what is left of the last one.
     *
     * @param size bytes, at least 1; in a paged file rounded up to whole pages, all of which the caller has in use then
     * @return the address of the first byte
     * @throws IllegalArgumentException if the size is not positive
     * @throws NoRoomException if the file would end past the {@linkplain #setLargestEnd largest end}
     */
    public long allocateAtEnd(long size) {
        if (size <= 0) {
            throw new IllegalArgumentException("allocating " + size + " bytes at the end of allocation");
        }
        long address = rules.allocateAtEnd(size);
        noteHandedOut(address, map.end() - address);
        if (listener != null) {
            listener.allocatedAtEnd(map.end() - address, address);
        }
        return address;
    }

    /**
     * Gives a block back, or part of one. The file becomes shorter at once if its last bytes are free then, but not shorter
     * than the last commit. If that refers to any of the block, and something else than metadata could get there, all of it
     * is quarantined instead.
     *
     * @param type what the block was allocated for
     * @throws IllegalArgumentException if address and size are no {@link Section}
     * @throws NotInUseException if some of its bytes lie past the end of allocation or are free already
     */
    public void release(AllocationType type, long address, long size) {
        Objects.requireNonNull(type, "type");
        Section released = new Section(address, size);
        requireInUse("releasing", released);
        if (quarantine != null && quarantine.keeps(address, size)) {
            if (!rules.releasesCommitted(type)) {
                quarantine.add(type, address, size);
                releases++;
                return;
            }
            quarantine.released(address, size);
        }
        releaseNow(type, address, size);
    }

    /**
     * Gives back bytes that count as in use and that nobody has: not now, and not in the last commit. They are free at once.
     *
     * @param type of what they are to serve
     * @throws IllegalArgumentException if address and size are no {@link Section}
     * @throws NotInUseException if some of them lie past the end of allocation or are free already
     */
    public void reclaim(AllocationType type, long address, long size) {
        Objects.requireNonNull(type, "type");
        requireInUse("reclaiming", new Section(address, size));
        releaseNow(type, address, size);
    }

    /** Another number after anything was released: what was in use before may not be any more. */
    public long releases() {
        return releases;
    }

    private void releaseNow(AllocationType type, long address, long size) {
        releases++;
        rules.release(type, address, size);
        if (listener != null) {
            listener.released(type, address, size);
        }
    }

    private void noteHandedOut(long address, long size) {
        if (quarantine != null) {
            quarantine.handedOut(address, size);
        }
    }

    /**
     * Says that all that is in use now is committed: it is protected until the next call. What is quarantined is free in the
     * new commit, and is released.
     */
    public void protectCommitted() {
        releaseQuarantine();
        quarantine = new Quarantine(options.backend(), map.end());
        map.setFloor(rules.releasesCommitted(AllocationType.LOCAL_HEAP) ? map.end() : 0);
    }

    /**
     * Releases what was quarantined: into the state that is being committed, in which it is free. Until that commit is
     * durable it may only be written through a journal; {@link #freeInLastCommit} tells. The listener is told of these
     * releases now.
     */
    public void releaseQuarantine() {
        if (quarantine != null) {
            map.setFloor(0);
            quarantine.empty(this::releaseNow);
        }
    }

    /**
     * Whether bytes that are in use may be written before the next commit is durable: the last commit refers to none of
     * them. It may say no where that is not known.
     *
     * @param address of a run that was handed out
     */
    public boolean freeInLastCommit(long address, long size) {
        return quarantine == null || quarantine.refersToNoneOf(address, size);
    }

    /** Bytes that were released and that the last commit refers to; not in {@link #freeBytes}. */
    public long quarantinedBytes() {
        return quarantine == null ? 0 : quarantine.bytes();
    }

    /** Visits what is quarantined, neighbours as one run, in the order of addresses. */
    public void forEachQuarantined(SectionVisitor visitor) {
        if (quarantine != null) {
            quarantine.forEach(visitor);
        }
    }

    /**
     * Makes a block longer where it lies, if the bytes behind it are free: the end of the file, its aggregator, or a
     * section of its manager. Quarantined bytes are not free.
     *
     * @param extra bytes to add, at least 1
     * @return whether the block is longer now; if not, nothing has changed
     * @throws IllegalArgumentException if address and size are no {@link Section}, or extra is not positive
     * @throws NotInUseException if some of the block's bytes lie past the end of allocation or are free
     * @throws NoRoomException if the file would end past the {@linkplain #setLargestEnd largest end}
     */
    public boolean tryExtend(AllocationType type, long address, long size, long extra) {
        Objects.requireNonNull(type, "type");
        Section block = new Section(address, size);
        if (extra <= 0) {
            throw new IllegalArgumentException("extending " + block + " by " + extra + " bytes");
        }
        requireInUse("extending", block);
        boolean done = rules.tryExtend(type, address, size, extra);
        if (done) {
            noteHandedOut(address + size, extra);
        }
        if (listener != null) {
            listener.extended(type, address, size, extra, done);
        }
        return done;
    }

    /**
     * Adds a section that was persisted.
     *
     * @param slot the manager's number, 1 to {@link #SLOTS}; sections in slots that this strategy does not use are kept
     *     and never handed out
     * @throws IllegalArgumentException if the slot does not exist, if address and size are no {@link Section}, or if a
     *     small section of a paged file crosses the end of a page
     * @throws NotInUseException if it lies past the end of allocation or overlaps another section
     */
    public void load(int slot, long address, long size) {
        Section loaded = new Section(address, size);
        requireSlot(slot);
        requireInUse("loading", loaded);
        map.managerMade(slot).free(address, size);
    }

    /**
     * The free section at the lowest address that shares a byte with a run, in whichever manager; null if there is none.
     *
     * @throws IllegalArgumentException if address and size are no {@link Section}
     */
    public Section sectionOverlapping(long address, long size) {
        return map.overlapping(address, size);
    }

    /**
     * Takes a free section out of its manager, for ever: its bytes count as lost. For what was persisted as free and turns
     * out not to be.
     *
     * @param section as {@link #sectionOverlapping} has found it
     * @throws IllegalStateException if no manager has all of it
     */
    public void withhold(Section section) {
        for (int slot : slots()) {
            if (map.manager(slot).take(section.address(), section.size())) {
                map.lose(section.size());
                return;
            }
        }
        throw new IllegalStateException("withholding " + section + ", which no manager has");
    }

    private void requireInUse(String what, Section section) {
        if (section.end() > map.end()) {
            throw new NotInUseException(what + " " + section + ", which ends past the end of allocation, " + map.end());
        }
        Section free = map.overlapping(section.address(), section.size());
        if (free != null) {
            throw new NotInUseException(what + " " + section + ", of which bytes are free already: " + free);
        }
        Section quarantined = quarantined(section.address(), section.size());
        if (quarantined != null) {
            throw new NotInUseException(
                    what + " " + section + ", of which bytes have been released since the last commit: " + quarantined);
        }
        forEachAggregatorRest((address, size) -> {
            if (address < section.end() && address + size > section.address()) {
                throw new NotInUseException(what + " " + section
                        + ", of which bytes are in an aggregator and free already: " + new Section(address, size));
            }
        });
    }

    private static void requireSlot(int slot) {
        if (slot < 1 || slot > SLOTS) {
            throw new IllegalArgumentException("manager slots are 1 to " + SLOTS + ": " + slot);
        }
    }

    /**
     * Whether all of a run lies below the end of allocation and none of it is in a section, or quarantined: what must be so
     * before it can be released. False for numbers that are no {@link Section}: they come from files.
     */
    public boolean inUse(long address, long size) {
        return address >= 0
                && size > 0
                && size <= map.end() - address
                && map.overlapping(address, size) == null
                && quarantined(address, size) == null;
    }

    private Section quarantined(long address, long size) {
        return quarantine == null ? null : quarantine.overlapping(address, size);
    }

    /** Releases what the aggregators have not handed out; from now on no aggregator is used. Closing begins so. */
    public void giveBackAggregators() {
        rules.giveBackAggregators();
        if (listener != null) {
            listener.gaveBackAggregators();
        }
    }

    /** Moves the end of allocation down as far as free space reaches, over all managers and aggregators. */
    public void shrink() {
        rules.shrink();
        if (listener != null) {
            listener.shrunk();
        }
    }

    /** Whether an allocation of metadata may take a section of the raw data now; it may go on so until that is used up. */
    public boolean sharesRawData() {
        return rules.sharesRawData();
    }

    /** The slot of the manager that a block of this type and size belongs to. */
    public int slotOf(AllocationType type, long size) {
        return rules.slotOf(type, size);
    }

    /**
     * The class of the sections that a slot's manager has, which section lists store.
     *
     * @param slot the manager's number, 1 to {@link #SLOTS}, whether there is a manager or not
     * @throws IllegalArgumentException if the slot does not exist
     */
    public SectionClass sectionClassOf(int slot) {
        requireSlot(slot);
        return rules.sectionClassOf(slot);
    }

    /**
     * The slot in which the sections of another slot are handed out: of a type that has no manager of its own, that of its
     * kind. In a paged file a section of the small slots that is no part of one page belongs to the large one.
     *
     * @param slot 1 to {@link #SLOTS}, as a file says
     * @throws IllegalArgumentException if the slot does not exist, or address and size are no {@link Section}
     */
    public int slotInUse(int slot, long address, long size) {
        requireSlot(slot);
        return rules.slotInUse(slot, new Section(address, size));
    }

    /** The slots that have a manager, in ascending order; its sections may all have gone by now. */
    public int[] slots() {
        int[] used = new int[SLOTS];
        int count = 0;
        for (int slot = 1; slot <= SLOTS; slot++) {
            if (map.manager(slot) != null) {
                used[count++] = slot;
            }
        }
        return Arrays.copyOf(used, count);
    }

    /**
     * The free sections of one manager, as they are at each call.
     *
     * @throws IllegalArgumentException if there is no manager in the slot
     */
    public Sections sections(int slot) {
        requireSlot(slot);
        FreeSpace manager = map.manager(slot);
        if (manager == null) {
            throw new IllegalArgumentException("no manager in slot " + slot);
        }
        return manager;
    }

    /** Bytes in the sections of all managers. */
    public long freeBytes() {
        long bytes = 0;
        for (int slot : slots()) {
            bytes += map.manager(slot).freeBytes();
        }
        return bytes;
    }

    /** Bytes that the aggregators have taken and not handed out; not in {@link #freeBytes}. */
    public long aggregatorBytes() {
        long[] bytes = {0};
        forEachAggregatorRest((address, size) -> bytes[0] += size);
        return bytes[0];
    }

    /**
     * Bytes released that no manager tracks: below the threshold, at the end of a page and no more than the page-end
     * threshold, or of a strategy that keeps none.
     */
    public long lostBytes() {
        return map.lost();
    }

    /** Visits the run that each aggregator has not handed out, in the order of addresses. */
    public void forEachAggregatorRest(SectionVisitor visitor) {
        rules.forEachAggregatorRest(visitor);
    }

    /** Visits everything that can be handed out: the sections of each manager in turn, then the rests of the aggregators. */
    public void forEachFree(SectionVisitor visitor) {
        for (int slot : slots()) {
            map.manager(slot).forEach(visitor);
        }
        forEachAggregatorRest(visitor);
    }
}
