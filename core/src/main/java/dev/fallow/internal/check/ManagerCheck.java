package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.Layout;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.report.FindingCode;
import java.io.IOException;

/** Checks one free-space manager, of the file or of a fractal heap: its header and its list. */
final class ManagerCheck extends StructureCheck {
    private static final String MANAGER = "free-space manager";

    /** Null before it is read. */
    FreeSpaceHeader header;

    /** A manager of the file, or of a heap of the object that is checked. */
    ManagerCheck(StructureCheck check) {
        super(check, Family.FREE_SPACE, check.path);
    }

    /** Reads a manager of the expected client; null if it has no list. It is a {@link Defect} if it cannot be read. */
    SectionList read(long address, int client) throws IOException {
        byte[] image = sealed(FreeSpaceHeader.LAYOUT, address, FreeSpaceHeader.length(sizes));
        header = FreeSpaceHeader.decode(reader(image, FreeSpaceHeader.STRUCTURE, address));
        claim(FreeSpaceHeader.STRUCTURE, address, image.length);
        if (header.client() != client) {
            String problem = "expected client %d, found %d".formatted(client, header.client());
            throw defect(FindingCode.FSM_FIELD, MANAGER, address, problem);
        }
        SectionList list = header.listAddress() == Addresses.UNDEFINED ? null : list(address, header.listAddress());
        long serialized = header.serializedSections();
        int count = list == null ? 0 : list.count();
        long bytes = header.ghostSections() != 0 ? -1 : list == null ? 0 : list.totalSize();
        if (serialized != count
                || header.totalSections() != serialized + header.ghostSections()
                || bytes >= 0 && header.totalSpace() != bytes) {
            String problem = "expected %d sections (%d and %d), %d bytes, found %d in the list, %d bytes"
                    .formatted(
                            header.totalSections(),
                            serialized,
                            header.ghostSections(),
                            header.totalSpace(),
                            count,
                            bytes);
            add(FindingCode.FSM_TOTAL, MANAGER, address, problem);
        }
        return list;
    }

    private SectionList list(long address, long listAddress) throws IOException {
        String structure = SectionList.STRUCTURE;
        long length = isTrusting() ? header.listUsedSize() : header.listAllocatedSize();
        byte[] image = signed(SectionList.LAYOUT, listAddress, length);
        claim(structure, listAddress, image.length);
        int checksumAt = Math.toIntExact(header.listUsedSize()) - Integer.BYTES;
        mend(structure, image, checksumAt, listAddress);
        Layout.Field field = SectionList.LAYOUT.field("header");
        long back = reader(image, structure, listAddress).at(field.at(sizes)).offset();
        if (back != address) {
            String problem = "expected the header's address %d, found %d".formatted(address, back);
            add(FindingCode.FSM_FIELD, "section list", listAddress, problem);
            field.put(image, sizes, address);
            seal(image, checksumAt);
        }
        return SectionList.decode(reader(image, structure, listAddress), header, address);
    }
}
