package dev.fallow.internal.space;

import dev.fallow.FileSpaceStrategy;
import dev.fallow.FreeSpaceBackend;
import dev.fallow.SpaceSettings;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionGroups;
import dev.fallow.format.space.SectionList;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.Sections;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.report.FreeSection;
import dev.fallow.report.FreeSection.Type;
import dev.fallow.report.SpaceBreakdown;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The free space of a file: {@link StoredManagers} in the file, the managers of the {@link FileSpace} while it is
 * edited. The lists occupy space themselves. When the container is changed, they are withdrawn and their blocks become free. Each
 * commit writes new lists.
 *
 * <p>A section that ends past the end of allocation, overlaps another section, or has bytes in use is
 * <em>quarantined</em>: it becomes a finding, is never allocated, and is not written to the next lists. {@code SessionVerification}
 * describes when sections are compared with the blocks in use.
 */
public final class SectionPersistence {
    private static final int CHECKSUM_LENGTH = 4;
    private static final byte[] NO_EXTRA = {};
    /** The label of the unused bytes in the pages of section lists. */
    private static final String REST = "rest of a page of section lists";

    private static final int RAW_DATA_SLOT = AllocationType.RAW_DATA.number();
    private static final int LARGE_SLOT = FileSpace.SLOTS / 2 + 1;

    private final ObjectStore store;
    private final FileSpaceMessage message;
    /** The managers: those of the container while it is edited, otherwise managers for reading. */
    private final FileSpace space;
    /** The blocks of the lists in the file. */
    private final List<StoredList> stored = new ArrayList<>();
    /** The unused bytes in the pages of the lists at the end of the file. Only lists are in these pages. */
    private final List<Section> rests = new ArrayList<>();
    /** The start of the lists at the end, according to the file. */
    private long firstList;
    /** Whether the file has its section lists as libhdf5 writes them from 1.12 on. */
    private boolean scattered;
    /** Whether the next lists are placed at the end. */
    private boolean atEnd;
    /** The end of the file that the next lists should not exceed. */
    private long mostEnd = Long.MAX_VALUE;
    /** The free bytes that the last lists left out. */
    private long unlistedBytes;
    /** The numbers of sections and bytes that the managers in the file store. */
    private final List<SpaceBreakdown.Manager> figures = new ArrayList<>();

    private final List<FreeSection> quarantined = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();
    private boolean loaded;
    /** Whether the managers are not those of the message any more. */
    private boolean strategyChanged;

    /** The two blocks of one manager in the file; a manager without sections has no list (null). */
    private record StoredList(Block header, Block list) {}

    private SectionPersistence(ObjectStore store, FileSpaceMessage message, FileSpace space) {
        this.store = store;
        this.message = message;
        this.space = space;
    }

    /** Of a container that is edited: the sections go to the managers of its space. */
    public static SectionPersistence forEditing(ObjectStore store, FileSpaceMessage message) {
        return new SectionPersistence(store, message, store.space());
    }

    /** Of a container that has just been made, and remembers nothing yet. */
    public static SectionPersistence forNewFile(ObjectStore store, FileSpaceMessage message) {
        SectionPersistence made = forEditing(store, message);
        made.loaded = true;
        return made;
    }

    /** Of a container that is only read: there is a space of its own for the sections, when they are asked for. */
    public static SectionPersistence forReading(ObjectStore store, FileSpaceMessage message) throws IOException {
        long end = store.space().endOfAllocation();
        return new SectionPersistence(
                store, message, FileSpaceSetup.ofFile(message.info(), FreeSpaceBackend.ORDERED, end, false));
    }

    /** The message with the settings of the file's space. */
    public FileSpaceMessage message() {
        return message;
    }

    /** The managers. */
    public FileSpace space() {
        return space;
    }

    /** Whether the file remembers its free space. */
    public boolean isPersistent() throws IOException {
        FileSpaceInfo info = message.info();
        return info != null && info.persistent();
    }

    // ---- what the file remembers -----------------------------------------------------------------------------

    /** Reads what the file remembers, once, and hands it to the managers. */
    public void load() throws IOException {
        if (loaded) {
            return;
        }
        loaded = true;
        StoredManagers file = StoredManagers.read(store, message.info());
        findings.addAll(file.findings());
        for (StoredManagers.Manager manager : file.managers()) {
            keepBlocks(manager);
            figures.add(new SpaceBreakdown.Manager(
                    manager.slot(),
                    typeOf(manager.slot()),
                    manager.header().serializedSections(),
                    manager.header().totalSpace()));
            scattered |= ListPlacement.isScattered(
                    space,
                    manager.slot(),
                    manager.headerBlock().address(),
                    message.info().endOfAllocation());
            SectionList sections = manager.sections();
            for (int i : sections.byAddress()) { // so that the managers need less memory
                load(manager.slot(), sections.address(i), sections.size(i));
            }
        }
        findRests();
        for (StoredList one : stored) {
            inUse(one.header.address(), one.header.length(), FreeSpaceHeader.STRUCTURE);
            if (one.list != null) {
                inUse(one.list.address(), one.list.length(), SectionList.STRUCTURE);
            }
        }
    }

    /**
     * Finds the bytes between the lists at the end of the file. The file space info message has the address at which the lists of the managers
     * that serve lists begin, with a header; only lists follow. libhdf5 from 1.12 on stores the end of the file there.
     */
    private void findRests() throws IOException {
        FileSpaceInfo info = message.info();
        if (info == null || stored.stream().noneMatch(one -> one.header.address() == info.endOfAllocation())) {
            return;
        }
        firstList = info.endOfAllocation();
        long[] used = {firstList};
        stored.stream()
                .flatMap(one -> Stream.of(one.header, one.list))
                .filter(block -> block != null && block.address() >= used[0])
                .sorted((left, right) -> Long.compare(left.address(), right.address()))
                .forEach(block -> {
                    addRest(used[0], block.address());
                    used[0] = block.address() + block.length();
                });
        addRest(used[0], space.endOfAllocation());
        for (Section rest : List.copyOf(rests)) {
            Section section = space.sectionOverlapping(rest.address(), rest.size());
            if (section != null) {
                dropRests(section.address(), section.size(), "free section");
            }
        }
    }

    /** Something else is between the lists at the end. Which bytes between them are unused is then unknown. */
    private void dropRests(long address, long size, Object label) {
        if (!rests.isEmpty()) {
            rests.clear();
            findings.add("%s of %d bytes at address %d: expected nothing but section lists from %d on"
                    .formatted(label, size, address, firstList));
        }
    }

    private void addRest(long from, long to) {
        if (to > from) {
            rests.add(new Section(from, to - from));
        }
    }

    /** Keeps the blocks of a manager. If they overlap those of another manager, the sections are used, and the blocks are not freed. */
    private void keepBlocks(StoredManagers.Manager manager) {
        StoredList blocks = new StoredList(manager.headerBlock(), manager.listBlock());
        if (overlap(blocks.header, blocks.list) || stored.stream().anyMatch(other -> overlap(other, blocks))) {
            findings.add("free-space manager of slot %d at address %d: its blocks overlap those of another"
                    .formatted(manager.slot(), blocks.header.address()));
        } else {
            stored.add(blocks);
        }
    }

    private static boolean overlap(StoredList one, StoredList other) {
        return overlap(one.header, other.header)
                || overlap(one.header, other.list)
                || overlap(one.list, other.header)
                || overlap(one.list, other.list);
    }

    private static boolean overlap(Block one, Block other) {
        return one != null
                && other != null
                && one.address() < other.address() + other.length()
                && other.address() < one.address() + one.length();
    }

    private void load(int slot, long address, long size) {
        long end = space.endOfAllocation();
        if (address > end - size) {
            quarantine(slot, new Section(address, size), "it ends past the end of allocation, " + end);
            return;
        }
        Section other = space.sectionOverlapping(address, size);
        if (other == null) {
            space.load(space.slotInUse(slot, address, size), address, size);
            return;
        }
        for (; other != null; other = space.sectionOverlapping(address, size)) {
            withhold(other, "it overlaps one of %d bytes at address %d".formatted(size, address));
        }
        quarantine(slot, new Section(address, size), "it overlaps another");
    }

    /** Reports bytes in use. A section with some of them is quarantined. */
    public void inUse(long address, long size, Object label) {
        if (size == 0 || label == REST) {
            return;
        }
        if (rests.stream().anyMatch(rest -> rest.address() < address + size && address < rest.end())) {
            dropRests(address, size, label);
        }
        for (Section section = space.sectionOverlapping(address, size);
                section != null;
                section = space.sectionOverlapping(address, size)) {
            withhold(
                    section,
                    "of its bytes some are in use by %s, %d bytes at address %d".formatted(label, size, address));
        }
    }

    private void withhold(Section section, String reason) {
        int slot = slotWith(section);
        space.withhold(section);
        quarantine(slot, section, reason);
    }

    private int slotWith(Section section) {
        for (int slot : space.slots()) {
            if (space.sections(slot).sizeAt(section.address()) == section.size()) {
                return slot;
            }
        }
        throw new IllegalStateException("no manager has " + section);
    }

    private void quarantine(int slot, Section section, String reason) {
        quarantined.add(new FreeSection(typeOf(slot), section.address(), section.size()));
        findings.add("free section (%s) of %d bytes at address %d is not used: %s"
                .formatted(typeOf(slot).label(), section.size(), section.address(), reason));
    }

    private static Type typeOf(int slot) {
        if (slot >= LARGE_SLOT) {
            return Type.LARGE;
        }
        return slot == RAW_DATA_SLOT || slot == AllocationType.GLOBAL_HEAP.number() ? Type.RAW_DATA : Type.METADATA;
    }

    /** The sections of the file that are not used. */
    public List<FreeSection> quarantined() {
        return quarantined;
    }

    /** The numbers that the managers in the file stored when they were read. */
    public List<SpaceBreakdown.Manager> figures() {
        return figures;
    }

    /** The problems of the lists in the file. */
    public List<String> findings() {
        return findings;
    }

    /**
     * The sections as they are now, in the order of addresses: those of the managers, and what will be theirs once the
     * changes are committed. Of a paged file that is only read, the bytes that would fill its last page are not there.
     */
    public List<FreeSection> sections() throws IOException {
        load();
        List<FreeSection> sections = new ArrayList<>();
        long end = store.space().endOfAllocation();
        for (int slot : space.slots()) {
            space.sections(slot).forEach((address, size) -> {
                if (address < end) {
                    sections.add(new FreeSection(typeOf(slot), address, Math.min(size, end - address)));
                }
            });
        }
        space.forEachQuarantined((address, size) -> sections.add(new FreeSection(Type.RELEASED, address, size)));
        sections.sort((left, right) -> Long.compare(left.address(), right.address()));
        return sections;
    }

    /** Whether a label is that of a block of {@link #forEachBlock}. Each commit writes new blocks. */
    public static boolean isOwn(Object label) {
        return REST.equals(label) || FreeSpaceHeader.STRUCTURE.equals(label) || SectionList.STRUCTURE.equals(label);
    }

    /** Visits the blocks of the lists in the file. */
    public void forEachBlock(ExtentVisitor live) throws IOException {
        load();
        for (StoredList one : stored) {
            live.visit(one.header.address(), one.header.length(), FreeSpaceHeader.STRUCTURE);
            if (one.list != null) {
                live.visit(one.list.address(), one.list.length(), SectionList.STRUCTURE);
            }
        }
        for (Section rest : List.copyOf(rests)) {
            live.visit(rest.address(), rest.size(), REST);
        }
    }

    // ---- changing the file -----------------------------------------------------------------------------------

    /** Makes the blocks of the lists in the file free, in memory: the container is about to be changed. */
    public void withdraw() throws IOException {
        message.markUnknown();
        for (StoredList one : stored) {
            release(one.header, ListPlacement.HEADER_SPACE);
            if (one.list != null) {
                release(one.list, ListPlacement.LIST_SPACE);
            }
        }
        stored.clear();
        rests.forEach(rest -> space.release(ListPlacement.LIST_SPACE, rest.address(), rest.size()));
        rests.clear();
    }

    /** Places all further lists at the end of the file, and not between blocks that are to be moved. */
    public void placeAtEnd() {
        atEnd = true;
    }

    /** Sets the maximum end of the file with its lists. Sections for which there is no room are left out of the lists. */
    public void endWithin(long end) {
        mostEnd = end;
    }

    /** The free bytes that are in no list because the lists would have made the file longer than {@link #endWithin} permits. */
    public long unlistedBytes() {
        return unlistedBytes;
    }

    private void release(Block block, AllocationType type) {
        store.cache().discard(block);
        space.release(type, block.address(), block.length());
    }

    /**
     * Cuts free space at the end of the file, and creates the lists of all managers, which are written with the other metadata. A file
     * without persistent free space has no lists.
     */
    public void save() throws IOException {
        space.releaseAggregators();
        space.shrink();
        if (!isPersistent()) {
            return;
        }
        space.joinRawData(); // the lists of earlier commits separated its sections
        FileSpaceInfo info = message.info().withoutManagers();
        message.put(info); // in its final length, before the space that it occupies is listed
        ListPlacement placement = ListPlacement.of(space, store.sizes(), scattered, atEnd, mostEnd);
        unlistedBytes = placement.unlistedBytes();
        for (ListPlacement.Place place : placement.places()) {
            write(place);
            info = info.withManager(place.slot(), place.header());
        }
        rests.addAll(placement.rests());
        message.put(info.withEndOfAllocation(placement.endBeforeLists()));
    }

    /**
     * Checks that the file can be made to remember its free space from now on, or not to.
     *
     * @param superblockVersion of the file
     * @return the change
     * @throws UnsupportedFeatureException if the file has no place for it, or tracks no free space
     */
    public Change persistence(boolean persistent, int superblockVersion) throws IOException {
        FileSpaceInfo now = FileSpaceSetup.orDefault(message.info());
        if (persistent && superblockVersion < Superblock.FIRST_WITH_EXTENSION) {
            throw new UnsupportedFeatureException(
                    "%s: free space can be persisted from superblock version 2 on, and this is version %d: upgrade it first (fallow upgrade, or ContainerFile.upgrade)"
                            .formatted(store.fileName(), superblockVersion));
        }
        if (persistent && !space.options().strategy().tracks()) {
            throw new UnsupportedFeatureException("%s: strategy %s tracks no free space that could be remembered"
                    .formatted(store.fileName(), space.options().strategy()));
        }
        if (persistent && strategyChanged) {
            throw new UnsupportedFeatureException(
                    "%s: the strategy was changed since the file was opened: close it, open it again, and set it then"
                            .formatted(store.fileName()));
        }
        if (now.persistent() == persistent) {
            return () -> {};
        }
        FileSpaceInfo changed =
                FileSpaceInfo.of(now.strategy(), persistent, now.threshold(), now.pageSize(), now.pageEndThreshold());
        return () -> {
            if (FileSpaceSetup.isDefault(changed)) {
                message.remove();
            } else {
                message.put(changed);
            }
        };
    }

    /**
     * Checks that the file can have these settings from the next session on. It does not remember its free space then: this
     * session's managers are those of the settings before.
     *
     * @param superblockVersion of the file
     * @return the change
     * @throws UnsupportedFeatureException if the file has no place for them, or would have to be paged in another way
     */
    public Change settings(SpaceSettings wanted, int superblockVersion) throws IOException {
        FileSpaceInfo now = FileSpaceSetup.orDefault(message.info());
        SpaceSettings settings = FileSpaceSetup.settingsOf(now);
        if (superblockVersion < Superblock.FIRST_WITH_EXTENSION) {
            throw new UnsupportedFeatureException(
                    "%s: the strategy can be stored from superblock version 2 on, and this is version %d: upgrade it first (fallow upgrade, or ContainerFile.upgrade)"
                            .formatted(store.fileName(), superblockVersion));
        }
        boolean repaged = settings.strategy() != FileSpaceStrategy.PAGE || settings.pageSize() != wanted.pageSize();
        if (wanted.strategy() == FileSpaceStrategy.PAGE && repaged) {
            throw new UnsupportedFeatureException(
                    "%s: with strategy PAGE, metadata and raw data are in pages of their own, of %d bytes; only a copy places them so"
                            .formatted(store.fileName(), wanted.pageSize()));
        }
        FileSpaceInfo changed = FileSpaceInfo.of(
                FileSpaceInfo.Strategy.values()[wanted.strategy().ordinal()],
                false,
                wanted.threshold(),
                wanted.pageSize(),
                now.pageEndThreshold());
        return () -> {
            strategyChanged = true;
            if (FileSpaceSetup.isDefault(changed)) {
                message.remove();
            } else {
                message.put(changed);
            }
        };
    }

    private void write(ListPlacement.Place place) {
        Sections manager = space.sections(place.slot());
        int sectionClass = space.sectionClassOf(place.slot()).number();
        SectionGroups groups = new SectionGroups();
        manager.forEach((address, size) -> groups.count(size, 0));
        FreeSpaceHeader header = FreeSpaceHeader.ofFile(
                store.sizes(), manager.freeBytes(), groups.sections(), place.list(), place.listLength());
        byte[] list = groups.encode(
                store.sizes(),
                header,
                place.header(),
                sink -> manager.forEach((address, size) -> sink.put(address, size, sectionClass, NO_EXTRA)));
        stored.add(new StoredList(
                store.cache().created(place.header(), store.encode(header::encode), CHECKSUM_LENGTH),
                store.cache().created(place.list(), list, CHECKSUM_LENGTH)));
    }
}
