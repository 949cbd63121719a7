package dev.fallow.format.space;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;
import dev.fallow.format.Widths;
import dev.fallow.format.heap.DoublingTable;

/**
 * Free-space manager header, version 0. O, L: sizes of offsets and of lengths.
 *
 * <pre>
 *   bytes  field
 *     4    signature, "FSHD"
 *     1    version, 0
 *     1    client: 0 fractal heap, 1 file
 *     L    total space tracked, in bytes
 *     L    number of sections
 *     L    number of sections in the section list (serialized)
 *     L    number of sections not in it (ghosts), which serialized ones imply
 *     2    number of section classes
 *     2    shrink percent, not used
 *     2    expand percent, not used
 *     2    size of the address space, log2: 1 to 64
 *     L    largest section, in bytes
 *     O    address of the section list, or undefined
 *     L    used size of the section list with its checksum, in bytes
 *     L    allocated size of the section list, that of its block, in bytes
 *     4    checksum
 * </pre>
 */
public record FreeSpaceHeader(
        int client,
        long totalSpace,
        long totalSections,
        long serializedSections,
        long ghostSections,
        int classes,
        int shrinkPercent,
        int expandPercent,
        int addressSpaceBits,
        long maxSectionSize,
        long listAddress,
        long listUsedSize,
        long listAllocatedSize) {
    /** Client number of a fractal heap. */
    public static final int FRACTAL_HEAP = 0;
    /** Client number of the file itself. */
    public static final int FILE = 1;
    /** The number of section classes of the file: simple, small, large. */
    public static final int FILE_CLASSES = 3;
    /** The number of section classes of a fractal heap: single, first row, normal row, indirect. */
    public static final int HEAP_CLASSES = 4;

    public static final String STRUCTURE = "free-space manager header";
    public static final Layout LAYOUT = Layout.sealed(
            STRUCTURE,
            "FSHD",
            "version:1 client:1 totalSpace:L sections:L serializedSections:L ghostSections:L classes:2 shrinkPercent:2"
                    + " expandPercent:2 addressBits:2 maxSectionSize:L list:O listUsed:L listAllocated:L");

    private static final int FILE_ADDRESS_BITS = 63;

    public FreeSpaceHeader {
        FieldWriter.refuse(
                STRUCTURE + ": ",
                problem(client, classes, addressSpaceBits, maxSectionSize, listUsedSize, listAllocatedSize));
    }

    private static String problem(int client, int classes, int bits, long maxSection, long used, long allocated) {
        if (client != FRACTAL_HEAP && client != FILE) {
            return "expected client 0 or 1, found " + client;
        }
        int known = client == FILE ? FILE_CLASSES : HEAP_CLASSES;
        if (classes > known) {
            return "expected at most " + known + " section classes, found " + classes;
        }
        if (bits < 1 || bits > 64) {
            return "expected an address space of 1 to 64 bits, found " + bits;
        }
        if (maxSection < 1) {
            return "expected a largest section of at least 1 byte, found " + maxSection;
        }
        if (used > allocated) {
            return "expected a section list of at most the allocated " + allocated + " bytes, found " + used;
        }
        return null;
    }

    /**
     * The header of a manager of the file, as libhdf5 writes it: 3 classes, 80 and 120 percent, 63 bits, and a maximum
     * section size of 2^63-1 or of the largest value that fits into a length.
     *
     * @param listAddress of the section list, or {@link dev.fallow.format.Addresses#UNDEFINED}
     * @param listLength length of the section list including its checksum, in bytes, which is both the used and the
     *     allocated size. libhdf5 does not tolerate padding: 1.10 reads every byte before the checksum as a section,
     *     and 1.14 and 2 corrupt their own memory when a list grows to the length of a longer block
     */
    public static FreeSpaceHeader ofFile(
            FieldSizes sizes, long totalSpace, long sections, long listAddress, long listLength) {
        long maxSectionSize = sizes.lengths() == 8 ? Long.MAX_VALUE : (1L << 8 * sizes.lengths()) - 1;
        return new FreeSpaceHeader(
                FILE,
                totalSpace,
                sections,
                sections,
                0,
                FILE_CLASSES,
                80,
                120,
                FILE_ADDRESS_BITS,
                maxSectionSize,
                listAddress,
                listLength,
                listLength);
    }

    /**
     * The header of the manager of a fractal heap, as libhdf5 writes it: 4 classes, 80 and 120 percent.
     *
     * @param heap that the sections belong to; the maximum section size is that of its largest direct block
     * @param listAddress of the section list, or {@link dev.fallow.format.Addresses#UNDEFINED}
     * @param listSize used and allocated size of the section list, in bytes
     */
    public static FreeSpaceHeader ofHeap(
            DoublingTable heap, long totalSpace, long serialized, long ghosts, long listAddress, long listSize) {
        return new FreeSpaceHeader(
                FRACTAL_HEAP,
                totalSpace,
                serialized + ghosts,
                serialized,
                ghosts,
                HEAP_CLASSES,
                80,
                120,
                heap.maxHeapBits(),
                heap.maxDirectBlockSize(),
                listAddress,
                listSize,
                listSize);
    }

    /** The length of a header in bytes: 82 for offsets and lengths of 8 bytes. */
    public static int length(FieldSizes sizes) {
        return LAYOUT.length(sizes);
    }

    public static FreeSpaceHeader decode(FieldReader in) {
        int from = in.position();
        in.begin(LAYOUT, 0);
        int client = in.u8();
        long totalSpace = in.length();
        long total = in.length();
        long serialized = in.length();
        long ghosts = in.length();
        int classes = in.u16();
        int shrink = in.u16();
        int expand = in.u16();
        int bits = in.u16();
        long maxSection = in.length();
        long list = in.offset();
        long used = in.length();
        long allocated = in.length();
        in.checksumFrom(from);
        in.refuse(problem(client, classes, bits, maxSection, used, allocated), in.position() - from);
        return new FreeSpaceHeader(
                client,
                totalSpace,
                total,
                serialized,
                ghosts,
                classes,
                shrink,
                expand,
                bits,
                maxSection,
                list,
                used,
                allocated);
    }

    /** Writes {@link #length} bytes. */
    public void encode(FieldWriter out) {
        int from = out.position();
        out.begin(LAYOUT, 0).u8(client);
        out.length(totalSpace).length(totalSections).length(serializedSections).length(ghostSections);
        out.u16(classes).u16(shrinkPercent).u16(expandPercent).u16(addressSpaceBits);
        out.length(maxSectionSize).offset(listAddress).length(listUsedSize).length(listAllocatedSize);
        out.checksumFrom(from);
    }

    /** The width of a count of sections in the section list, in bytes. */
    int countWidth() {
        return Widths.bytesFor(serializedSections);
    }

    /** The width of a section's size in the section list, in bytes. */
    int sizeWidth() {
        return Widths.bytesFor(maxSectionSize);
    }

    /** The width of a section's address in the section list, in bytes. */
    int addressWidth() {
        return (addressSpaceBits + 7) / 8;
    }

    /** The length in bytes of the additional data after the class number of a section of this class. */
    int extraLength(int sectionClass) {
        return client == FRACTAL_HEAP && sectionClass == SectionList.HEAP_FIRST_ROW ? addressWidth() + 6 : 0;
    }
}
