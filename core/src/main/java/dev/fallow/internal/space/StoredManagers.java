package dev.fallow.internal.space;

import dev.fallow.ContainerException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.header.ObjectStore;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The free-space managers stored in a file: for each a header (FSHD) and a section list (FSSE), located through the
 * file space info message. A manager that cannot be read becomes a finding and is ignored, so its sections become
 * untracked.
 */
final class StoredManagers {
    private static final int CHECKSUM_LENGTH = 4;

    private final ObjectStore store;
    private final List<Manager> managers = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();

    /**
     * One manager.
     *
     * @param listBlock null if the manager has no sections
     */
    record Manager(int slot, Block headerBlock, Block listBlock, SectionList sections, FreeSpaceHeader header) {}

    private StoredManagers(ObjectStore store) {
        this.store = store;
    }

    /**
     * Reads the managers.
     *
     * @param info null if the file does not persist free space
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
            return new Manager(slot, headerBlock, null, none, header);
        }
        // uses the allocated length, because that is the space it occupies
        byte[] listBytes = store.cache().read(header.listAddress(), header.listAllocatedSize(), SectionList.STRUCTURE);
        SectionList list = SectionList.decode(
                FieldReader.of(listBytes, store.sizes(), SectionList.STRUCTURE, header.listAddress()), header, address);
        return new Manager(
                slot,
                headerBlock,
                store.cache().loaded(header.listAddress(), listBytes, CHECKSUM_LENGTH),
                list,
                header);
    }

    /** The managers that could be read, in slot order. */
    List<Manager> managers() {
        return managers;
    }

    /** The problems with those that could not be read. */
    List<String> findings() {
        return findings;
    }
}
