package dev.fallow.internal.check.structure;

import dev.fallow.format.Addresses;
import dev.fallow.format.Layout;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;

/** Checks one free-space manager, of the file or of a fractal heap: its header and its list. */
public final class ManagerCheck {
    private static final Family FAMILY = Family.FREE_SPACE;
    private static final Layout.Field HEADER = SectionList.LAYOUT.field("header");

    private final Context context;
    private final PathNode path;
    private FreeSpaceHeader header;

    /** @param path of the object whose heap it manages; null if it manages the file */
    public ManagerCheck(Context context, PathNode path) {
        this.context = context;
        this.path = path;
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
        byte[] image = context.sealed(
                FAMILY,
                FreeSpaceHeader.SIGNATURE,
                FreeSpaceHeader.STRUCTURE,
                address,
                FreeSpaceHeader.length(context.sizes()),
                path);
        header = FreeSpaceHeader.decode(context.reader(image, FreeSpaceHeader.STRUCTURE, address));
        context.claim(FreeSpaceHeader.STRUCTURE, address, image.length, path);
        if (header.client() != client) {
            throw new Defect(
                    FindingCode.FSM_FIELD,
                    address,
                    "free-space manager at address %d: expected client %d, found %d"
                            .formatted(address, client, header.client()));
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
        byte[] image =
                context.signed(FAMILY, SectionList.SIGNATURE, structure, listAddress, header.listAllocatedSize());
        context.claim(structure, listAddress, image.length, path);
        int used = Math.toIntExact(header.listUsedSize());
        context.mend(FAMILY, structure, image, used - Integer.BYTES, listAddress, path);
        long back = context.reader(image, structure, listAddress)
                .at(HEADER.at(context.sizes()))
                .offset();
        if (back != address) {
            context.add(
                    FindingCode.FSM_FIELD,
                    listAddress,
                    path,
                    "section list at address %d: expected the header's address %d, found %d"
                            .formatted(listAddress, address, back));
            HEADER.put(image, context.sizes(), address);
            int sum = dev.fallow.format.Checksum.of(image, 0, used - Integer.BYTES);
            LittleEndian.put(image, used - Integer.BYTES, Integer.BYTES, sum & 0xFFFF_FFFFL);
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
            context.add(
                    FindingCode.FSM_TOTAL,
                    address,
                    path,
                    "free-space manager at address %d: expected %d sections (%d and %d), %d bytes, found %d in the list, %d bytes"
                            .formatted(
                                    address,
                                    header.totalSections(),
                                    sections,
                                    header.ghostSections(),
                                    bytes,
                                    foundSections,
                                    foundBytes));
        }
    }
}
