package dev.fallow.internal.check.structure;

import dev.fallow.format.Addresses;
import dev.fallow.format.Layout;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;

/** Checks one free-space manager, of the file or of a fractal heap: its header and its list. */
public final class ManagerCheck extends StructureCheck {
    private static final Layout.Field HEADER = SectionList.LAYOUT.field("header");

    private FreeSpaceHeader header;

    /** @param path of the object whose heap it manages; null if it manages the file */
    public ManagerCheck(Context context, PathNode path) {
        super(context, Family.FREE_SPACE, path);
    }

    /** The header, once it was read. */
    public FreeSpaceHeader header() {
        return header;
    }

    /**
     * Reads a manager.
     *
     * @param client the one expected
     * @return null if it has no list
     * @throws Defect if it cannot be read
     */
    public SectionList read(long address, int client) throws IOException {
        byte[] image = sealed(FreeSpaceHeader.LAYOUT, address, FreeSpaceHeader.length(sizes));
        header = FreeSpaceHeader.decode(reader(image, FreeSpaceHeader.LAYOUT, address));
        claim(FreeSpaceHeader.STRUCTURE, address, image.length);
        if (header.client() != client) {
            throw new Defect(
                    FindingCode.FSM_FIELD,
                    address,
                    sentence(
                            "free-space manager",
                            address,
                            "expected client %d, found %d".formatted(client, header.client())));
        }
        long listAddress = header.listAddress();
        if (listAddress == Addresses.UNDEFINED) {
            total(address, header.serializedSections(), 0, header.totalSpace(), header.ghostSections() == 0 ? 0 : -1);
            return null;
        }
        return list(address, listAddress);
    }

    private SectionList list(long address, long listAddress) throws IOException {
        String structure = SectionList.STRUCTURE;
        byte[] image = signed(SectionList.LAYOUT, listAddress, header.listAllocatedSize());
        claim(structure, listAddress, image.length);
        int used = Math.toIntExact(header.listUsedSize());
        mend(structure, image, used - Integer.BYTES, listAddress);
        long back = context.reader(image, structure, listAddress)
                .at(HEADER.at(sizes))
                .offset();
        if (back != address) {
            add(
                    FindingCode.FSM_FIELD,
                    listAddress,
                    sentence(
                            "section list",
                            listAddress,
                            "expected the header's address %d, found %d".formatted(address, back)));
            HEADER.put(image, sizes, address);
            seal(image, used - Integer.BYTES);
        }
        SectionList list = SectionList.decode(context.reader(image, structure, listAddress), header, address);
        total(
                address,
                header.serializedSections(),
                list.count(),
                header.totalSpace(),
                header.ghostSections() == 0 ? list.totalSize() : -1);
        return list;
    }

    private void total(long address, long sections, long foundSections, long bytes, long foundBytes) {
        if (sections != foundSections
                || header.totalSections() != sections + header.ghostSections()
                || foundBytes >= 0 && bytes != foundBytes) {
            add(
                    FindingCode.FSM_TOTAL,
                    address,
                    sentence(
                            "free-space manager",
                            address,
                            "expected %d sections (%d and %d), %d bytes, found %d in the list, %d bytes"
                                    .formatted(
                                            header.totalSections(),
                                            sections,
                                            header.ghostSections(),
                                            bytes,
                                            foundSections,
                                            foundBytes)));
        }
    }
}
