package dev.fallow.freespace.file;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.SectionVisitor;
import dev.fallow.freespace.Sections;
import dev.fallow.freespace.file.AllocationListener.Call;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import java.util.Arrays;
import java.util.Objects;

/**
 * The space of a file: the only place where addresses are allocated and the end of allocation (EOA) is moved. Follows
 * libhdf5's rules (H5MF), choice for choice; the strategy and the sizes are in {@link FileSpaceOptions}.
 *
 * <p>Invariant I2: allocated blocks, the sections of the managers, the rests of the aggregators and the lost bytes tile
 * {@code [0, EOA)}. A call that throws has changed nothing (I4). The same calls give the same addresses (I5). Not
 * thread-safe: the owning file serialises calls.
 *
 * <p>A file with commits calls {@link #protectCommitted} after each one. From then on, released space that the last
 * commit refers to is not reallocated, but quarantined until {@link #releaseQuarantine}; and the end of allocation is
 * not lowered below that commit's. The quarantine is then an additional part of the tiling in I2. Space allocated since
 * the last commit is free immediately when it is released. So is metadata space in unpaged files, even if the last
 * commit refers to it: new content there has to be written through a journal, which {@link #freeInLastCommit} then
 * indicates.
 *
 * <p>Every method checks its arguments. It throws an {@link IllegalArgumentException} if an address and a size are not a
 * valid {@link Section}, a size is not positive, or a slot does not exist; a {@link NotInUseException} if bytes that must
 * be in use are past the end of allocation or free; and a {@link NoRoomException} if the file would end past the
 * {@linkplain #setLargestEnd largest end}.
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
    /** Null while nothing is protected. */
    private Quarantine quarantine;

    /**
     * Creates the space of a file in which all bytes are in use, until sections are {@link #load loaded}.
     *
     * @param endOfAllocation bytes, at least 0; of a paged file, a multiple of the page size
     */
    public FileSpace(FileSpaceOptions options, long endOfAllocation) {
        this.options = Objects.requireNonNull(options, "options");
        if (endOfAllocation < 0) {
            throw new IllegalArgumentException("end of allocation must not be negative: " + endOfAllocation);
        }
        map = new SpaceMap(options, endOfAllocation);
        rules = options.strategy() == Strategy.PAGE ? new PagedRules(options, map) : new UnpagedRules(options, map);
    }

    /** The options of this space. */
    public FileSpaceOptions options() {
        return options;
    }

    /** Sets the listener that receives every successful call, replacing the previous one; null for none. */
    public void setListener(AllocationListener listenerOrNull) {
        listener = listenerOrNull;
    }

    /** Sets the maximum end of the file in bytes, 2^63-1 by default. A file that is already longer does not grow. */
    public void setLargestEnd(long largestEnd) {
        map.setLargestEnd(largestEnd);
    }

    /** The end of allocation: bytes from the start of the file to the last one that may be in use. */
    public long endOfAllocation() {
        return map.end();
    }

    /**
     * Allocates a block: from the manager of its kind, otherwise from its aggregator, otherwise at the end of
     * allocation.
     *
     * @return the address of the first byte
     */
    public long allocate(AllocationType type, long size) {
        Objects.requireNonNull(type, "type");
        if (size <= 0) {
            throw new IllegalArgumentException("allocating " + size + " bytes for " + type);
        }
        long address = rules.allocate(type, size);
        noteHandedOut(address, size);
        tell(Call.ALLOCATE, type, address, size, 0);
        return address;
    }

    /**
     * Allocates at the end of allocation, regardless of free space below it, for blocks that must not change the
     * sections, such as the section list itself. In a paged file whole pages are allocated, so that the rest of the
     * last page does not become a section.
     *
     * @param size bytes, at least 1; in a paged file rounded up to whole pages, all of which are then in use
     * @return the address of the first byte
     */
    public long allocateAtEnd(long size) {
        if (size <= 0) {
            throw new IllegalArgumentException("allocating " + size + " bytes at the end of allocation");
        }
        long address = rules.allocateAtEnd(size);
        noteHandedOut(address, map.end() - address);
        tell(Call.ALLOCATE_AT_END, null, address, map.end() - address, 0);
        return address;
    }

    /**
     * Allocates a chosen run of free space, for a block that is moved there. A replay of a trace lets the managers
     * choose instead.
     *
     * @return whether the run was allocated; if not, nothing has changed: it is not free in the manager of its kind, not
     *     aligned, or the file is paged
     */
    public boolean allocateAt(AllocationType type, long address, long size) {
        Objects.requireNonNull(type, "type");
        Section run = new Section(address, size);
        boolean done = run.end() <= map.end() && rules.allocateAt(type, address, size);
        if (done) {
            noteHandedOut(address, size);
            tell(Call.ALLOCATE, type, address, size, 0);
        }
        return done;
    }

    /**
     * Releases a block, or part of one. The file is shortened immediately if its last bytes are then free, but not
     * below the last commit's end. If the last commit refers to any of the block, and content other than metadata could
     * be placed there, the whole block is quarantined instead.
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
     * Releases bytes that are accounted as in use but have no owner, neither now nor in the last commit. They are free
     * immediately.
     *
     * @param type the type of block that they are to be used for
     */
    public void reclaim(AllocationType type, long address, long size) {
        Objects.requireNonNull(type, "type");
        requireInUse("reclaiming", new Section(address, size));
        releaseNow(type, address, size);
    }

    /** Whether free space is tracked at all. */
    public boolean tracks() {
        return options.strategy().tracks();
    }

    /** A number that changes with each release, after which bytes in use before may be free. */
    public long releases() {
        return releases;
    }

    private void releaseNow(AllocationType type, long address, long size) {
        releases++;
        rules.release(type, address, size);
        tell(Call.RELEASE, type, address, size, 0);
    }

    private void tell(Call call, AllocationType type, long address, long size, long extra) {
        if (listener != null) {
            listener.called(call, type, address, size, extra);
        }
    }

    private void noteHandedOut(long address, long size) {
        if (quarantine != null) {
            quarantine.handedOut(address, size);
        }
    }

    /** Marks everything in use as committed, and protects it until the next call. Quarantined space is released. */
    public void protectCommitted() {
        releaseQuarantine();
        quarantine = new Quarantine(options.backend(), map.end());
        map.setFloor(rules.releasesCommitted(AllocationType.LOCAL_HEAP) ? map.end() : 0);
    }

    /**
     * Releases the quarantined space, which is free in the commit being made. Until that commit is durable the space
     * may only be written through a journal, as {@link #freeInLastCommit} indicates. The listener receives these
     * releases now.
     */
    public void releaseQuarantine() {
        if (quarantine != null) {
            map.setFloor(0);
            quarantine.empty(this::releaseNow);
        }
    }

    /**
     * Whether bytes in use may be written before the next commit is durable, because the last commit refers to none of
     * them. May return false if this is unknown.
     *
     * @param address of an allocated run
     */
    public boolean freeInLastCommit(long address, long size) {
        return quarantine == null || quarantine.refersToNoneOf(address, size);
    }

    /** Bytes that were released although the last commit refers to them; not included in {@link #freeBytes}. */
    public long quarantinedBytes() {
        return quarantine == null ? 0 : quarantine.bytes();
    }

    /** The bytes by which the end of allocation is behind that of the last commit; 0 before the first one. */
    public long grownBytes() {
        return quarantine == null ? 0 : Math.max(0, map.end() - quarantine.committedEnd());
    }

    /** Visits the quarantined space in address order, with adjacent runs merged. */
    public void forEachQuarantined(SectionVisitor visitor) {
        if (quarantine != null) {
            quarantine.forEach(visitor);
        }
    }

    /**
     * Extends a block in place if the bytes after it are free: at the end of the file, in its aggregator, or in a
     * section of its manager. Quarantined bytes are not free.
     *
     * @return whether the block was extended; if not, nothing has changed
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
        tell(done ? Call.EXTEND : Call.REFUSED_EXTENSION, type, address, size, extra);
        return done;
    }

    /**
     * Adds a section that was persisted.
     *
     * @param slot the manager's number, 1 to {@link #SLOTS}; sections in slots that this strategy does not use are kept
     *     but never allocated
     * @throws IllegalArgumentException also if a small section of a paged file crosses the end of a page
     */
    public void load(int slot, long address, long size) {
        Section loaded = new Section(address, size);
        requireSlot(slot);
        requireInUse("loading", loaded);
        map.managerMade(slot).free(address, size);
    }

    /** The free section at the lowest address that overlaps a run, in any manager; null if there is none. */
    public Section sectionOverlapping(long address, long size) {
        return map.overlapping(address, size);
    }

    /**
     * Removes a free section from its manager permanently; its bytes count as lost. For sections persisted as free that
     * are found to be in use.
     *
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

    /** Keeps the free sections from an address on back, until they are given back. */
    public HeldSections hold(long from) {
        return new HeldSections(map, slots(), from);
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
        Section aggregated = aggregated(section.address(), section.size());
        if (aggregated != null) {
            throw new NotInUseException(
                    what + " " + section + ", of which bytes are in an aggregator and free already: " + aggregated);
        }
    }

    private static void requireSlot(int slot) {
        if (slot < 1 || slot > SLOTS) {
            throw new IllegalArgumentException("manager slots are 1 to " + SLOTS + ": " + slot);
        }
    }

    /**
     * Whether a run is below the end of allocation and overlaps neither a section nor the quarantine nor the rest of an aggregator,
     * which is required for releasing it. False for numbers that are no {@link Section}: they come from files.
     */
    public boolean inUse(long address, long size) {
        return address >= 0
                && size > 0
                && size <= map.end() - address
                && map.overlapping(address, size) == null
                && quarantined(address, size) == null
                && aggregated(address, size) == null;
    }

    /** The rest of an aggregator that overlaps a run, or null. */
    private Section aggregated(long address, long size) {
        Section[] found = {null};
        forEachAggregatorRest((from, length) -> {
            if (from < address + size && from + length > address) {
                found[0] = new Section(from, length);
            }
        });
        return found[0];
    }

    private Section quarantined(long address, long size) {
        return quarantine == null ? null : quarantine.overlapping(address, size);
    }

    /** Releases the unused bytes of the aggregators and disables them; the first step of closing. */
    public void releaseAggregators() {
        rules.releaseAggregators();
        tell(Call.RELEASE_AGGREGATORS, null, 0, 0, 0);
    }

    /** Lowers the end of allocation as far as free space reaches, over all managers and aggregators. */
    public void shrink() {
        rules.shrink();
        tell(Call.SHRINK, null, 0, 0, 0);
    }

    /**
     * Turns free metadata space into free space for raw data, as far as the last commit does not refer to it, so that blocks
     * that are moved to lower addresses can continue through it; after {@link #releaseQuarantine} all of it. Nothing happens in a paged file.
     *
     * @param from the lowest address of a section that is turned
     */
    public void giveToRawData(long from) {
        rules.giveToRawData(from, quarantine);
    }

    /**
     * Turns the free metadata sections between two free sections of raw data into raw data, too, as far as the last commit does
     * not refer to them: the three become one. Otherwise the lists of free space of each commit would separate the raw data for good.
     * Nothing happens in a paged file. O(n log n) for n sections.
     */
    public void joinRawData() {
        rules.joinRawData(quarantine);
    }

    /** The slot of the manager that a block of this type and size belongs to. */
    public int slotOf(AllocationType type, long size) {
        return rules.slotOf(type, size);
    }

    /** The class of the sections in a slot, as stored in section lists. */
    public SectionClass sectionClassOf(int slot) {
        requireSlot(slot);
        return rules.sectionClassOf(slot);
    }

    /**
     * The slot that allocates the sections stored in another slot: for a type without its own manager, the slot of its
     * kind. In a paged file a section in a small slot that is not part of one page belongs to the large slot.
     *
     * @param slot 1 to {@link #SLOTS}, as stored in a file
     */
    public int slotInUse(int slot, long address, long size) {
        requireSlot(slot);
        return rules.slotInUse(slot, new Section(address, size));
    }

    /** The slots with a manager, in ascending order; a manager may be empty. */
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

    /** A live view of one manager's free sections. */
    public Sections sections(int slot) {
        requireSlot(slot);
        FreeSpace manager = map.manager(slot);
        if (manager == null) {
            throw new IllegalArgumentException("no manager in slot " + slot);
        }
        return manager;
    }

    /** The total size of the sections of all managers in bytes. */
    public long freeBytes() {
        long bytes = 0;
        for (int slot : slots()) {
            bytes += map.manager(slot).freeBytes();
        }
        return bytes;
    }

    /** Unused bytes of the aggregators; not included in {@link #freeBytes}. */
    public long aggregatorBytes() {
        long[] bytes = {0};
        forEachAggregatorRest((address, size) -> bytes[0] += size);
        return bytes[0];
    }

    /**
     * Released bytes that no manager tracks: below the threshold, at the end of a page and within the page-end
     * threshold, or under a strategy without managers.
     */
    public long lostBytes() {
        return map.lost();
    }

    /** Visits the unused run of each aggregator, in address order. */
    public void forEachAggregatorRest(SectionVisitor visitor) {
        rules.forEachAggregatorRest(visitor);
    }

    /** Visits all allocatable space: the sections of each manager in turn, then the rests of the aggregators. */
    public void forEachFree(SectionVisitor visitor) {
        for (int slot : slots()) {
            map.manager(slot).forEach(visitor);
        }
        forEachAggregatorRest(visitor);
    }
}
