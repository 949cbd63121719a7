package dev.fallow.internal.space;

import dev.fallow.CorruptFileException;
import dev.fallow.FreeSection;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.object.LiveMessage;
import dev.fallow.internal.object.ObjectHeader;
import dev.fallow.internal.object.ObjectStore;
import java.io.IOException;
import java.util.ArrayList;
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

    /** One manager as it is in the file. */
    private record StoredList(int slot, long headerAddress, long headerLength, long listAddress, long listLength) {}

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
                store.cache().read(address, FreeSpaceHeader.encodedLength(store.sizes()), FreeSpaceHeader.STRUCTURE);
        FreeSpaceHeader header =
                FreeSpaceHeader.decode(FieldReader.of(headerBytes, store.sizes(), FreeSpaceHeader.STRUCTURE, address));
        long listLength = 0;
        if (header.listAddress() != Addresses.UNDEFINED) {
            listLength = header.listAllocated();
            byte[] listBytes = store.cache().read(header.listAddress(), header.listUsed(), SectionList.STRUCTURE);
            SectionList list = SectionList.decode(
                    FieldReader.of(listBytes, store.sizes(), SectionList.STRUCTURE, header.listAddress()), header);
            list.forEach((sectionAddress, size, sectionClass) ->
                    sections.add(new FreeSection(typeOf(slot), sectionAddress, size)));
        }
        return new StoredList(slot, address, headerBytes.length, header.listAddress(), listLength);
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

    /** The sections as they are now: in the managers of a container that is edited, else in the file. */
    public List<FreeSection> sections(boolean writable) throws IOException {
        if (!writable) {
            return load();
        }
        List<FreeSection> sections = new ArrayList<>();
        space.forEachManager((slot, manager) ->
                manager.forEach((address, size) -> sections.add(new FreeSection(typeOf(slot), address, size))));
        sections.sort(Comparator.comparingLong(FreeSection::address));
        return sections;
    }

    /** Adds the blocks of the lists in the file to what is live. */
    public void addTo(Extents live) throws IOException {
        load();
        for (StoredList list : stored) {
            live.add(list.headerAddress, list.headerLength, "free-space header");
            if (list.listAddress != Addresses.UNDEFINED) {
                live.add(list.listAddress, list.listLength, "free-space section list");
            }
        }
    }

    /** Makes the blocks of the lists in the file free, in memory: the container is about to be changed. */
    public void withdraw() throws IOException {
        for (StoredList list : stored) {
            space.release(HEADER_SPACE, list.headerAddress, list.headerLength);
            if (list.listAddress != Addresses.UNDEFINED) {
                space.release(LIST_SPACE, list.listAddress, list.listLength);
            }
        }
        stored.clear();
        loaded = List.of();
    }

    /**
     * Makes the lists of all managers anew, as metadata that is written with the rest, and cuts the end of the file
     * before that. In a file that does not remember its free space nothing but the cut is done.
     */
    public void save() throws IOException {
        space.giveBackAggregators();
        space.shrink();
        if (!persistent()) {
            return;
        }
        List<Integer> slots = new ArrayList<>();
        space.forEachManager((slot, manager) -> {
            if (manager.sectionCount() > 0 && slot != METADATA_SLOT) {
                slots.add(slot);
            }
        });
        FileSpaceInfo info = info().withoutManagers();
        for (int slot : slots) {
            // their lists lie in metadata space: making room for them does not change them
            FreeSpace manager = space.manager(slot);
            long headerAddress = allocateHeader();
            long used = SectionList.usedSize(manager, store.sizes());
            info = write(slot, headerAddress, space.allocate(LIST_SPACE, used), used, info);
        }
        info = saveMetadataManager(info);
        ObjectHeader extension = store.header(extensionAddress);
        extension.replace(
                infoMessage(),
                MessageType.FILE_SPACE_INFO,
                store.encode(info.withEndOfAllocation(space.endOfAllocation())::encode));
    }

    private long allocateHeader() {
        return space.allocate(HEADER_SPACE, FreeSpaceHeader.encodedLength(store.sizes()));
    }

    /**
     * The list of the metadata manager lies in the space that it lists. Taking room for it can change how long it must
     * be, so it is asked for again until it fits; a longer block than needed is padded. Where that leads nowhere - the
     * room would use the last section up - the list goes to the end of the file, which changes no section.
     */
    private FileSpaceInfo saveMetadataManager(FileSpaceInfo info) throws IOException {
        FreeSpace manager = space.manager(METADATA_SLOT);
        if (manager == null || manager.sectionCount() == 0) {
            return info;
        }
        throw new UnsupportedOperationException();
    }

    private FileSpaceInfo write(int slot, long headerAddress, long listAddress, long used, FileSpaceInfo info) {
        throw new UnsupportedOperationException();
    }
}
