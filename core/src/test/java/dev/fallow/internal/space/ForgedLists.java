package dev.fallow.internal.space;

import dev.fallow.format.Checksum;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Forges the section lists of a file, with valid checksums. */
final class ForgedLists {
    private static final FieldSizes SIZES = FieldSizes.EIGHT;

    private ForgedLists() {}

    /** A manager found in the bytes of a file. */
    record Found(int headerAt, FreeSpaceHeader header, SectionList sections) {}

    /** The manager of the file that has a section of this size; the first if the size is 0. */
    static Found manager(byte[] file, long size) {
        for (int at = find(file, "FSHD", 0); at >= 0; at = find(file, "FSHD", at + 1)) {
            FreeSpaceHeader header = live(file, at);
            if (header == null) {
                continue;
            }
            int from = (int) header.listAddress();
            SectionList list = SectionList.decode(
                    reader(file, from, (int) header.listUsedSize(), SectionList.STRUCTURE), header, at);
            for (int i = 0; i < list.count(); i++) {
                if (size == 0 || list.size(i) == size) {
                    return new Found(at, header, list);
                }
            }
        }
        throw new AssertionError("no manager has a section of " + size + " bytes");
    }

    /**
     * A manager's header with a list, if the file space info message refers to it; null for a stale header in free
     * space.
     */
    private static FreeSpaceHeader live(byte[] file, int at) {
        byte[] address = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(0, at)
                .array();
        int message = find(file, new String(address, StandardCharsets.ISO_8859_1), 0);
        if (message < 0 || message > 400) {
            return null; // in these files the extension is at the start
        }
        FreeSpaceHeader header =
                FreeSpaceHeader.decode(reader(file, at, FreeSpaceHeader.length(SIZES), FreeSpaceHeader.STRUCTURE));
        return header.listAddress() < 0 ? null : header;
    }

    private static FieldReader reader(byte[] file, int from, int length, String structure) {
        return FieldReader.of(Arrays.copyOfRange(file, from, from + length), SIZES, structure, from);
    }

    static int find(byte[] file, String what, int from) {
        return new String(file, StandardCharsets.ISO_8859_1)
                .indexOf(new String(what.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1), from);
    }

    /** Moves section {@code index} of a manager to another address. */
    static void move(byte[] file, Found manager, int index, long address) {
        SectionList old = manager.sections;
        long[] addresses = new long[old.count()];
        long[] sizes = new long[old.count()];
        byte[] classes = new byte[old.count()];
        for (int i = 0; i < old.count(); i++) {
            addresses[i] = i == index ? address : old.address(i);
            sizes[i] = old.size(i);
            classes[i] = (byte) old.sectionClass(i);
        }
        SectionList forged = new SectionList(addresses, sizes, classes);
        FieldWriter out = new FieldWriter(SIZES);
        forged.encode(out, manager.header, manager.headerAt);
        byte[] bytes = out.toByteArray();
        System.arraycopy(bytes, 0, file, (int) manager.header.listAddress(), bytes.length);
    }

    /** Invalidates the checksum of a structure. */
    static void spoil(byte[] file, int at, int length) {
        int stored = Checksum.of(file, at, length - 4);
        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(at + length - 4, stored + 1);
    }
}
