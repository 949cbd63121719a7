package dev.fallow.internal.space;

import dev.fallow.ContainerException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.object.ObjectStore;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The free-space managers as a file has them: for each a header (FSHD) and a section list (FSSE), found through the file
 * space info message. A manager that cannot be read is a finding, and the file is worked on without it: its sections are
 * bytes that nobody knows of.
 */
final class StoredManagers {
    private static final int CHECKSUM_LENGTH = 4;

    private final ObjectStore store;
    private final List<Manager> managers = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();

    /**
     * One manager.
     *
     * @param listBlock null if it has no sections
     */
    record Manager(int slot, Block headerBlock, Block listBlock, SectionList sections) {}

    private StoredManagers(ObjectStore store) {
        this.store = store;
    }

    /**
     * Reads them.
     *
     * @param info null if the file remembers nothing
     */
    static StoredManagers read(ObjectStore store, FileSpaceInfo info) throws IOException {
        StoredManagers read = new StoredManagers(store);
        for (int slot = 1; info != null && info.persistent() && slot <= FileSpaceInfo.SLOTS; slot++) {
            if (info.manager(slot) != Addresses.UNDEFINED) {
                read.add(slot, info.manager(slot));
            }
        }
        return read;
    }

    private void add(int slot, long address) throws IOException {
        try {
            for (Manager other : managers) {
                if (other.headerBlock.address() == address) {
                    throw new FormatException(
                            FreeSpaceHeader.STRUCTURE,
                            address,
                            "expected one slot, found " + other.slot + " and " + slot);
                }
            }
            managers.add(readManager(slot, address));
        } catch (ContainerException | FormatException | EOFException e) {
            findings.add("free-space manager of slot %d at address %d: %s; its sections are not used"
                    .formatted(slot, address, e.getMessage()));
        }
    }

    private Manager readManager(int slot, long address) throws IOException {
        byte[] headerBytes =
                store.cache().read(address, FreeSpaceHeader.length(store.sizes()), FreeSpaceHeader.STRUCTURE);
        FreeSpaceHeader header =
                FreeSpaceHeader.decode(FieldReader.of(headerBytes, store.sizes(), FreeSpaceHeader.STRUCTURE, address));
        if (header.client() != FreeSpaceHeader.FILE) {
            throw new FormatException(
                    FreeSpaceHeader.STRUCTURE, address, "expected client 1 (file), found " + header.client());
        }
        Block headerBlock = store.cache().loaded(address, headerBytes, CHECKSUM_LENGTH);
        if (header.listAddress() == Addresses.UNDEFINED) {
            SectionList none = new SectionList(new long[0], new long[0], new byte[0]);
            return new Manager(slot, headerBlock, null, none);
        }
        // read as long as it was allocated: that is the space it takes
        byte[] listBytes = store.cache().read(header.listAddress(), header.listAllocatedSize(), SectionList.STRUCTURE);
        SectionList list = SectionList.decode(
                FieldReader.of(listBytes, store.sizes(), SectionList.STRUCTURE, header.listAddress()), header, address);
        return new Manager(
                slot, headerBlock, store.cache().loaded(header.listAddress(), listBytes, CHECKSUM_LENGTH), list);
    }

    /** Those that could be read, in the order of slots. */
    List<Manager> managers() {
        return managers;
    }

    /** What is wrong with the others. */
    List<String> findings() {
        return findings;
    }
}
