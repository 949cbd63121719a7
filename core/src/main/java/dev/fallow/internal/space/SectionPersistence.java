package dev.fallow.internal.space;

import dev.fallow.CorruptFileException;
import dev.fallow.FreeSection;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.freespace.Sections;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.extent.Extents;
import dev.fallow.internal.object.LiveMessage;
import dev.fallow.internal.object.ObjectStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * How a file remembers its free space: for each manager a header (FSHD) and a section list (FSSE), found through the
 * file space info message in the superblock extension. They are part of what they describe: while the container is
 * being changed they are withdrawn, their blocks free like any others, and they are made anew when it is written.
 */
public final class SectionPersistence {
    /** The managers of metadata and of raw data in a file that is not paged. */
    private static final int METADATA_SLOT = 1;

    private static final int RAW_DATA_SLOT = 3;
    private static final int LARGE_SLOT = 7;
    /** Each round but the last makes the list longer; two are the rule. */
    private static final int MOST_ROUNDS = 16;

    private static final int CHECKSUM_LENGTH = 4;
    private static final AllocationType HEADER_SPACE = AllocationType.OBJECT_HEADER;
    private static final AllocationType LIST_SPACE = AllocationType.LOCAL_HEAP;

    private final ObjectStore store;
    private final FileSpace space;
    /** The header of the superblock extension, or {@link Addresses#UNDEFINED}. */
    private final long extensionAddress;

    /** The blocks that the file's lists are in now. */
    private final List<StoredList> stored = new ArrayList<>();
    /** What was read of them; null before. */
    private List<FreeSection> loaded;

    /** The two blocks of one manager in the file; a manager without sections has no list (null). */
    private record StoredList(Block header, Block list) {}

    /** @param extensionAddress of the superblock extension, or {@link Addresses#UNDEFINED} */
    public SectionPersistence(ObjectStore store, long extensionAddress) {
        this.store = store;
        this.space = store.space();
        this.extensionAddress = extensionAddress;
    }

    /** The file space info message; null if the file has none, or one that a later writer has made stale. */
    public FileSpaceInfo info() throws IOException {
        LiveMessage message = infoMessage();
        return message == null
                ? null
                : FileSpaceInfo.decode(message.body(store.sizes(), MessageType.FILE_SPACE_INFO.title()));
    }

    private LiveMessage infoMessage() throws IOException {
        if (extensionAddress == Addresses.UNDEFINED) {
            return null;
        }
        return store.header(extensionAddress).find(MessageType.FILE_SPACE_INFO);
    }

    private boolean persistent() throws IOException {
        FileSpaceInfo info = info();
        return info != null && info.persistent();
    }

    /**
     * Reads what the file remembers, once.
     *
     * @return the sections, in the order of addresses
     * @throws CorruptFileException if sections overlap or lie outside the file
     */
    public List<FreeSection> load() throws IOException {
        if (loaded != null) {
            return loaded;
        }
        List<FreeSection> sections = new ArrayList<>();
        List<StoredList> lists = new ArrayList<>();
        if (persistent()) {
            FileSpaceInfo info = info();
            for (int slot = 1; slot <= FileSpaceInfo.SLOTS; slot++) {
                if (info.manager(slot) != Addresses.UNDEFINED) {
                    lists.add(loadManager(slot, info.manager(slot), sections));
                }
            }
        }
        sections.sort(Comparator.comparingLong(FreeSection::address));
        checkDisjoint(sections);
        stored.addAll(lists);
        loaded = List.copyOf(sections);
        return loaded;
    }

    private StoredList loadManager(int slot, long address, List<FreeSection> sections) throws IOException {
        byte[] headerBytes =
                store.cache().read(address, FreeSpaceHeader.length(store.sizes()), FreeSpaceHeader.STRUCTURE);
        FreeSpaceHeader header =
                FreeSpaceHeader.decode(FieldReader.of(headerBytes, store.sizes(), FreeSpaceHeader.STRUCTURE, address));
        Block headerBlock = store.cache().loaded(address, headerBytes, CHECKSUM_LENGTH);
        if (header.listAddress() == Addresses.UNDEFINED) {
            return new StoredList(headerBlock, null);
        }
        // read as long as it was allocated: that is the space it takes
        byte[] listBytes = store.cache().read(header.listAddress(), header.listAllocatedSize(), SectionList.STRUCTURE);
        SectionList list = SectionList.decode(
                FieldReader.of(listBytes, store.sizes(), SectionList.STRUCTURE, header.listAddress()), header, address);
        for (int i = 0; i < list.count(); i++) {
            sections.add(new FreeSection(typeOf(slot), list.address(i), list.size(i)));
        }
        return new StoredList(headerBlock, store.cache().loaded(header.listAddress(), listBytes, CHECKSUM_LENGTH));
    }

    private void checkDisjoint(List<FreeSection> sections) {
        long end = 0;
        for (FreeSection section : sections) {
            if (section.address() < end || section.address() > space.endOfAllocation() - section.size()) {
                throw new CorruptFileException(
                        "%s: free section of %d bytes at address %d: the one before ends at %d, the end of allocation is %d"
                                .formatted(
                                        store.fileName(),
                                        section.size(),
                                        section.address(),
                                        end,
                                        space.endOfAllocation()));
            }
            end = section.address() + section.size();
        }
    }

    /** The word for a manager slot. */
    public static String typeOf(int slot) {
        if (slot == RAW_DATA_SLOT) {
            return "raw-data";
        }
        return slot >= LARGE_SLOT ? "large" : "metadata";
    }

    private static int slotOf(String type) {
        return type.equals("raw-data") ? RAW_DATA_SLOT : METADATA_SLOT;
    }

    /** Hands what the file remembers to the managers; for a container that is opened for editing. */
    public void intoManagers() throws IOException {
        for (FreeSection section : load()) {
            space.load(slotOf(section.type()), section.address(), section.size());
        }
    }

    /**
     * The sections as they are now: in the managers of a container that is edited and in quarantine there, else in the file.
     */
    public List<FreeSection> sections(boolean writable) throws IOException {
        if (!writable) {
            return load();
        }
        List<FreeSection> sections = new ArrayList<>();
        for (int slot : space.slots()) {
            space.sections(slot).forEach((address, size) -> sections.add(new FreeSection(typeOf(slot), address, size)));
        }
        space.forEachQuarantined((address, size) -> sections.add(new FreeSection("quarantine", address, size)));
        sections.sort(Comparator.comparingLong(FreeSection::address));
        return sections;
    }

    /** Adds the blocks of the lists in the file to what is live. */
    public void addTo(Extents live) throws IOException {
        load();
        for (StoredList one : stored) {
            live.add(one.header.address(), one.header.length(), FreeSpaceHeader.STRUCTURE);
            if (one.list != null) {
                live.add(one.list.address(), one.list.length(), SectionList.STRUCTURE);
            }
        }
    }

    /** Makes the blocks of the lists in the file free, in memory: the container is about to be changed. */
    public void withdraw() {
        for (StoredList one : stored) {
            release(one.header, HEADER_SPACE);
            if (one.list != null) {
                release(one.list, LIST_SPACE);
            }
        }
        stored.clear();
    }

    private void release(Block block, AllocationType type) {
        store.cache().discard(block);
        space.release(type, block.address(), block.length());
    }

    /**
     * Makes the lists of all managers anew, as metadata that is written with the rest, and cuts the end of the file
     * before that. In a file that does not remember its free space nothing but the cut is done.
     */
    public void save() throws IOException {
        if (loaded == null) {
            loaded = List.of(); // a new container: there was nothing to load, and what is stored now is known
        }
        space.giveBackAggregators();
        space.shrink();
        if (!persistent()) {
            return;
        }
        FileSpaceInfo info = info().withoutManagers();
        // the lists of the others first: they take metadata space, which only the metadata manager's list shows
        for (int slot : space.slots()) {
            Sections manager = space.sections(slot);
            if (slot != METADATA_SLOT && manager.sectionCount() > 0) {
                long headerAddress = space.allocate(HEADER_SPACE, headerLength());
                long length = listLength(manager);
                info = store(slot, headerAddress, space.allocate(LIST_SPACE, length), length, info);
            }
        }
        info = saveMetadataManager(info);
        store.header(extensionAddress)
                .replace(
                        infoMessage(),
                        MessageType.FILE_SPACE_INFO,
                        store.encode(info.withEndOfAllocation(space.endOfAllocation())::encode));
    }

    /**
     * The list of the metadata manager lies in the space that it lists. Taking room for it can make it longer; then a
     * longer one is tried, and one that turns out longer than needed is padded. Where that leads nowhere, because the room
     * would use up all sections, header and list go to the end of the file, which changes no section.
     */
    private FileSpaceInfo saveMetadataManager(FileSpaceInfo info) {
        if (Arrays.stream(space.slots()).noneMatch(slot -> slot == METADATA_SLOT)) {
            return info;
        }
        Sections manager = space.sections(METADATA_SLOT);
        if (manager.sectionCount() == 0) {
            return info;
        }
        long headerAddress = space.allocate(HEADER_SPACE, headerLength());
        long length = 0;
        for (int round = 0; round < MOST_ROUNDS && manager.sectionCount() > 0; round++) {
            length = Math.max(length, listLength(manager));
            long listAddress = space.allocate(LIST_SPACE, length);
            if (manager.sectionCount() > 0 && listLength(manager) <= length) {
                return store(METADATA_SLOT, headerAddress, listAddress, length, info);
            }
            long needed = listLength(manager);
            space.release(LIST_SPACE, listAddress, length);
            length = Math.max(length, needed);
        }
        space.release(HEADER_SPACE, headerAddress, headerLength());
        headerAddress = space.allocateAtEnd(headerLength());
        length = listLength(manager);
        return store(METADATA_SLOT, headerAddress, space.allocateAtEnd(length), length, info);
    }

    private int headerLength() {
        return FreeSpaceHeader.length(store.sizes());
    }

    /** Bytes that the list of a manager needs now. */
    private long listLength(Sections manager) {
        return SectionList.usedSize(store.sizes(), listOf(manager).distinctSizes(), manager.sectionCount());
    }

    private static SectionList listOf(Sections manager) {
        int count = Math.toIntExact(manager.sectionCount());
        long[] addresses = new long[count];
        long[] sizes = new long[count];
        byte[] classes = new byte[count]; // all 0: simple
        int[] next = {0};
        manager.forEach((address, size) -> {
            addresses[next[0]] = address;
            sizes[next[0]++] = size;
        });
        return new SectionList(addresses, sizes, classes);
    }

    private FileSpaceInfo store(int slot, long headerAddress, long listAddress, long length, FileSpaceInfo info) {
        SectionList list = listOf(space.sections(slot));
        FreeSpaceHeader header =
                FreeSpaceHeader.ofFile(store.sizes(), list.totalSize(), list.count(), listAddress, length);
        Block headerBlock = store.cache().created(headerAddress, store.encode(header::encode), CHECKSUM_LENGTH);
        Block listBlock = store.cache()
                .created(listAddress, store.encode(out -> list.encode(out, header, headerAddress)), CHECKSUM_LENGTH);
        stored.add(new StoredList(headerBlock, listBlock));
        return info.withManager(slot, headerAddress);
    }
}
