package dev.fallow.freespace.file;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.SectionVisitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * FSM_AGGR, AGGR and NONE, as in libhdf5: a request is served by the manager of its kind, otherwise by the aggregator
 * of its kind, otherwise at the end of allocation. There are two kinds, metadata (slot 1) and raw data (slot 3), and
 * space of one kind is never used for the other unless the end of allocation has moved over it. As an optional
 * extension, metadata uses a small raw-data section, if there are many, before the file is extended; raw data never
 * uses metadata space.
 */
final class UnpagedRules implements Rules {
    private static final int METADATA_SLOT = AllocationType.SUPERBLOCK.number();
    private static final int RAW_DATA_SLOT = AllocationType.RAW_DATA.number();

    /** The maximum part of an aggregator at the end of the file that it cedes to a growing block. */
    private static final float EXTEND_PART = 0.10f;

    /**
     * The largest raw-data section used for metadata: one page. A few bytes taken from a larger one would be missing
     * for the next array of the same size, which is the most likely request.
     */
    private static final long LARGEST_SHARED = 4_096;
    /** The smallest one, the size of HDF5's metadata blocks; metadata scattered further would take many writes. */
    private static final long SMALLEST_SHARED = 2_048;
    /** The least free space for raw data at which one hole more or less is insignificant. */
    private static final long LEAST_SHARED = 1 << 20;

    private final FileSpaceOptions options;
    private final SpaceMap map;
    private final Aggregator metadata;
    private final Aggregator rawData;
    private boolean aggregating;

    UnpagedRules(FileSpaceOptions options, SpaceMap map) {
        this.options = options;
        this.map = map;
        aggregating = options.strategy().aggregates();
        metadata = new Aggregator(AllocationType.SUPERBLOCK, options.metadataAggregatorSize());
        rawData = new Aggregator(AllocationType.RAW_DATA, options.rawDataAggregatorSize());
    }

    @Override
    public int slotOf(AllocationType type, long size) {
        return type.raw() ? RAW_DATA_SLOT : METADATA_SLOT;
    }

    /** Sections of large blocks, which only paged files have, count as metadata. */
    @Override
    public int slotInUse(int slot, Section section) {
        return slot == AllocationType.RAW_DATA.number() || slot == AllocationType.GLOBAL_HEAP.number()
                ? RAW_DATA_SLOT
                : METADATA_SLOT;
    }

    @Override
    public SectionClass sectionClassOf(int slot) {
        return SectionClass.SIMPLE;
    }

    private Aggregator aggregatorOf(AllocationType type) {
        return type.raw() ? rawData : metadata;
    }

    private boolean isUsed(Aggregator aggregator) {
        return aggregating && aggregator.blockSize > 0;
    }

    // ---- allocate --------------------------------------------------------------------------------------------

    @Override
    public long allocate(AllocationType type, long size) {
        long address = allocateFree(type, size);
        if (address == FreeSpace.NO_SPACE
                && !type.raw()
                && size <= SMALLEST_SHARED
                && sharesRawData()
                && takeRawData()) {
            address = allocateFree(type, size);
        }
        if (address != FreeSpace.NO_SPACE) {
            return address;
        }
        Aggregator own = aggregatorOf(type);
        // checked before any change: the end can move far enough, alignment included (I4)
        map.requireRoom(Math.max(size, own.blockSize), options.alignment() - 1);
        return isUsed(own) ? allocateAggregated(own, own == rawData ? metadata : rawData, size) : atEnd(type, size);
    }

    private long allocateFree(AllocationType type, long size) {
        FreeSpace manager = map.manager(slotOf(type, size));
        if (manager == null) {
            return FreeSpace.NO_SPACE;
        }
        long address = manager.allocate(size, options.alignmentOf(size));
        if (address != FreeSpace.NO_SPACE) {
            settleRest(type, manager, address + size);
        }
        return address;
    }

    private void settleRest(AllocationType type, FreeSpace manager, long address) {
        long rest = manager.sizeAt(address);
        if (rest > 0) {
            settle(type, manager, new Section(address, rest));
        }
    }

    @Override
    public boolean allocateAt(AllocationType type, long address, long size) {
        FreeSpace manager = map.manager(slotOf(type, size));
        boolean taken = manager != null && address % options.alignmentOf(size) == 0 && manager.take(address, size);
        if (taken) {
            settleRest(type, manager, address + size);
        }
        return taken;
    }

    /** Whether an allocation of metadata may use a section of the raw data. */
    private boolean sharesRawData() {
        FreeSpace manager = options.sharesRawData() ? map.manager(RAW_DATA_SLOT) : null;
        return manager != null && manager.freeBytes() >= LEAST_SHARED;
    }

    @Override
    public void giveToRawData(long from, Quarantine quarantine) {
        FreeSpace manager = map.manager(METADATA_SLOT);
        List<Section> sections = new ArrayList<>();
        boolean all = quarantine == null || quarantine.isOver();
        if (manager != null) {
            manager.forEach((address, size) -> {
                if (address >= from && all) {
                    sections.add(new Section(address, size));
                } else if (address >= from) {
                    sections.addAll(quarantine.notReleased(address, size));
                }
            });
        }
        sections.forEach(this::giveToRawData);
    }

    @Override
    public void joinRawData(Quarantine quarantine) {
        FreeSpace between = map.manager(METADATA_SLOT);
        FreeSpace around = map.manager(RAW_DATA_SLOT);
        if (between == null || between.sectionCount() == 0 || around == null || around.sectionCount() < 2) {
            return;
        }
        long[] starts = new long[Math.toIntExact(around.sectionCount())];
        long[] ends = new long[starts.length];
        int[] next = {0};
        around.forEach((address, size) -> {
            starts[next[0]] = address;
            ends[next[0]++] = address + size;
        });
        Arrays.sort(starts);
        Arrays.sort(ends);
        List<Section> sections = new ArrayList<>();
        between.forEach((address, size) -> {
            boolean separates =
                    Arrays.binarySearch(ends, address) >= 0 && Arrays.binarySearch(starts, address + size) >= 0;
            if (separates && (quarantine == null || quarantine.hasReleasedNoneOf(address, size))) {
                sections.add(new Section(address, size));
            }
        });
        sections.forEach(this::giveToRawData);
    }

    private void giveToRawData(Section section) {
        if (map.manager(METADATA_SLOT).take(section.address(), section.size())) {
            map.managerMade(RAW_DATA_SLOT).free(section.address(), section.size());
        }
    }

    /** Turns a small raw-data section into a metadata section; returns whether there was one. */
    private boolean takeRawData() {
        FreeSpace rawData = map.manager(RAW_DATA_SLOT);
        long address = rawData.allocate(SMALLEST_SHARED, 1);
        if (address == FreeSpace.NO_SPACE) {
            return false;
        }
        Section whole = freed(rawData, address, SMALLEST_SHARED); // a backend need not take the front of a section
        if (whole.size() > LARGEST_SHARED) {
            return false;
        }
        rawData.take(whole.address(), whole.size());
        map.managerMade(METADATA_SLOT).free(whole.address(), whole.size());
        return true;
    }

    //                                        own at the end              own elsewhere
    // it fits in own                         from the front of own       from the front of own
    // a block or more                        own slides up over it       at the end; own stays
    // less than a block                      own grows by a block        own moves to a new block at the end,
    //                                                                    its rest is released
    private long allocateAggregated(Aggregator own, Aggregator other, long size) {
        long skipped = own.placed() ? Section.padding(own.address(), options.alignmentOf(size)) : 0;
        long fragment = own.address();
        long address;
        if (size <= own.left() - skipped) {
            address = own.address() + skipped;
            own.consume(skipped + size);
        } else if (own.placed() && own.end() == map.end()) {
            address = own.address() + skipped;
            long wanted = size >= own.blockSize
                    ? size + skipped
                    : own.blockSize + Math.max(0, skipped - (own.blockSize - size));
            map.grow(wanted);
            own.growBehind(wanted);
            own.consume(skipped + size);
        } else {
            releaseIfInTheWay(other);
            return size >= own.blockSize ? atEnd(own.type, size) : atNewBlock(own, size);
        }
        if (skipped > 0) {
            release(own.type, fragment, skipped);
        }
        return address;
    }

    /**
     * Gives the aggregator a new block at the end, from whose front the request is served; its previous rest is
     * released.
     */
    private long atNewBlock(Aggregator own, long size) {
        long skipped = Section.padding(map.end(), options.alignmentOf(own.blockSize));
        long start = map.grow(skipped + own.blockSize);
        if (own.left() > 0) {
            release(own.type, own.address(), own.left());
        }
        boolean aligned = options.alignmentOf(size) > 1;
        own.moveTo(aligned ? start + skipped : start, aligned ? own.blockSize : skipped + own.blockSize);
        long address = own.address();
        own.consume(size);
        if (aligned && skipped > 0) {
            release(own.type, start, skipped);
        }
        return address;
    }

    /** Releases the other aggregator's rest at the end of the file, if most of that aggregator has been used. */
    private void releaseIfInTheWay(Aggregator other) {
        if (other.wellUsed() && other.end() == map.end() && map.lowestEnd(other.address()) == other.address()) {
            map.cutTo(other.address());
            other.reset();
        }
    }

    /** Allocates directly at the end of allocation; a fragment skipped by alignment is released. */
    private long atEnd(AllocationType type, long size) {
        long skipped = Section.padding(map.end(), options.alignmentOf(size));
        long start = map.grow(skipped + size);
        if (skipped > 0) {
            release(type, start, skipped);
        }
        return start + skipped;
    }

    @Override
    public long allocateAtEnd(long size) {
        return map.grow(size);
    }

    // ---- release ---------------------------------------------------------------------------------------------

    // the section                no manager yet              a manager
    // ends at the end            the end moves down          the same, and on with its last section
    // adjoins its aggregator     the aggregator takes it     together a block or more: the section takes the
    //                                                        aggregator; else the aggregator the section
    // below the threshold        forgotten                   kept only if it merges
    // otherwise                  a manager is made           kept
    @Override
    public void release(AllocationType type, long address, long size) {
        int slot = slotOf(type, size);
        FreeSpace manager = map.manager(slot);
        if (manager == null) {
            if (address + size == map.end() && map.lowestEnd(address) == address) {
                map.cutTo(address);
                return;
            }
            Aggregator own = aggregatorOf(type);
            if (isUsed(own) && own.adjoins(address, size)) {
                own.absorb(address, size);
                return;
            }
            if (size < options.threshold() || !options.strategy().tracks()) {
                map.lose(size);
                return;
            }
            manager = map.managerMade(slot);
        }
        Section merged = freed(manager, address, size);
        boolean tooSmall = merged.size() == size && size < options.threshold();
        Section kept = settle(type, manager, merged);
        if (tooSmall && merged.equals(kept)) {
            manager.take(address, size);
            map.lose(size);
        }
    }

    /** Frees the run; returns the section that contains it. */
    private static Section freed(FreeSpace manager, long address, long size) {
        manager.free(address, size);
        return manager.overlapping(address, size);
    }

    /**
     * Moves a section to the end of allocation or to its aggregator if possible. After that, the manager's new last
     * section is checked in turn.
     *
     * @return the resulting section, at its final size; null if there is none
     */
    private Section settle(AllocationType type, FreeSpace manager, Section section) {
        Aggregator own = aggregatorOf(type);
        Section current = section;
        while (current != null) {
            long cut = map.lowestEnd(current.address());
            if (current.end() == map.end() && cut < current.end()) {
                manager.take(cut, current.end() - cut);
                map.cutTo(cut);
                if (cut > current.address()) {
                    return new Section(current.address(), cut - current.address());
                }
            } else if (isUsed(own) && own.adjoins(current.address(), current.size())) {
                if (own.left() + current.size() >= own.blockSize) {
                    current = swallowed(manager, current, own);
                    continue;
                }
                manager.take(current.address(), current.size());
                own.absorb(current.address(), current.size());
            } else {
                return current;
            }
            current = lastOf(manager);
        }
        return null;
    }

    private static Section swallowed(FreeSpace manager, Section section, Aggregator aggregator) {
        long address = aggregator.address();
        long left = aggregator.left();
        aggregator.reset();
        return left == 0 ? section : freed(manager, address, left);
    }

    private static Section lastOf(FreeSpace manager) {
        long address = manager.lastAddress();
        return address == FreeSpace.NO_SPACE ? null : new Section(address, manager.lastSize());
    }

    // ---- extend ----------------------------------------------------------------------------------------------

    @Override
    public boolean tryExtend(AllocationType type, long address, long size, long extra) {
        long end = address + size;
        if (end == map.end()) {
            map.grow(extra);
            return true;
        }
        Aggregator own = aggregatorOf(type);
        if (isUsed(own) && own.placed() && own.address() == end && extendsInto(own, extra)) {
            return true;
        }
        FreeSpace manager = map.manager(slotOf(type, size));
        return manager != null && extra <= Long.MAX_VALUE - end && manager.take(end, extra);
    }

    private boolean extendsInto(Aggregator own, long extra) {
        if (own.end() != map.end()) {
            if (own.left() < extra) {
                return false;
            }
        } else if (extra > (long) (EXTEND_PART * own.left())) {
            long wanted = Math.max(own.blockSize, extra);
            map.grow(wanted);
            own.growBehind(wanted);
        }
        own.consume(extra);
        return true;
    }

    // ---- the end of a session --------------------------------------------------------------------------------

    /** {@inheritDoc} Raw data can use metadata space only if the end moves over it, which the floor prevents. */
    @Override
    public boolean releasesCommitted(AllocationType type) {
        return !type.raw() && options.strategy().tracks() && metadata.blockSize == 0;
    }

    @Override
    public void releaseAggregators() {
        boolean rawDataFirst = metadata.address() < rawData.address();
        aggregating = false; // before the releases, so that neither absorbs the other's rest
        releaseAggregator(rawDataFirst ? rawData : metadata);
        releaseAggregator(rawDataFirst ? metadata : rawData);
    }

    private void releaseAggregator(Aggregator aggregator) {
        long address = aggregator.address();
        long left = aggregator.left();
        aggregator.reset();
        if (left > 0) {
            release(aggregator.type, address, left);
        }
    }

    @Override
    public void shrink() {
        long before;
        do {
            before = map.end();
            for (int slot = 1; slot <= SpaceMap.SLOTS; slot++) {
                cutLast(map.manager(slot));
            }
            cut(metadata);
            cut(rawData);
        } while (map.end() < before);
    }

    private void cutLast(FreeSpace manager) {
        if (manager == null || manager.sectionCount() == 0) {
            return;
        }
        long address = manager.lastAddress();
        long cut = map.lowestEnd(address);
        if (address + manager.lastSize() == map.end() && cut < map.end()) {
            manager.take(cut, map.end() - cut);
            map.cutTo(cut);
        }
    }

    private void cut(Aggregator aggregator) {
        boolean last = aggregator.end() == map.end() && map.lowestEnd(aggregator.address()) == aggregator.address();
        if (aggregator.left() > 0 && last) {
            map.cutTo(aggregator.address());
            aggregator.reset();
        }
    }

    @Override
    public void forEachAggregatorRest(SectionVisitor visitor) {
        boolean rawDataFirst = rawData.address() < metadata.address();
        visit(rawDataFirst ? rawData : metadata, visitor);
        visit(rawDataFirst ? metadata : rawData, visitor);
    }

    private static void visit(Aggregator aggregator, SectionVisitor visitor) {
        if (aggregator.left() > 0) {
            visitor.visit(aggregator.address(), aggregator.left());
        }
    }

    /**
     * A block from whose front small requests of one kind (metadata or raw data) are served, so that they are adjacent.
     * Follows HDF5's rules; a block of 0 bytes with an address still grows and absorbs at that address.
     */
    private static final class Aggregator {
        /** The type for which its bytes are allocated and released. */
        final AllocationType type;

        /** Bytes allocated at a time; 0: this aggregator is never used. */
        final long blockSize;

        private long address;
        private long left;
        private long total;

        Aggregator(AllocationType type, long blockSize) {
            this.type = type;
            this.blockSize = blockSize;
        }

        /** The address of the next request; 0 without a block. */
        long address() {
            return address;
        }

        /** The number of unused bytes. */
        long left() {
            return left;
        }

        /** The first byte after it. */
        long end() {
            return address + left;
        }

        /** Whether it has an address in the file, even with 0 bytes. */
        boolean placed() {
            return address > 0;
        }

        /** Whether enough of it has been used that its rest should be released if it is in another aggregator's way. */
        boolean wellUsed() {
            return left > 0 && total > left && total - left >= blockSize;
        }

        /** Replaces the block by another one. */
        void moveTo(long newAddress, long size) {
            address = newAddress;
            left = size;
            total = size;
        }

        /** Removes the block. */
        void reset() {
            address = 0;
            left = 0;
            total = 0;
        }

        /** Removes bytes from its front. */
        void consume(long size) {
            address += size;
            left -= size;
        }

        /** Adds bytes of the file after it. */
        void growBehind(long size) {
            left += size;
            total += size;
        }

        boolean adjoins(long sectionAddress, long size) {
            return blockSize > 0 && placed() && (sectionAddress + size == address || end() == sectionAddress);
        }

        /** Adds an adjacent released section. */
        void absorb(long sectionAddress, long size) {
            left += size;
            if (sectionAddress < address) {
                address = sectionAddress;
                total -= Math.min(total, size); // bytes served from the front were released
            }
        }
    }
}
