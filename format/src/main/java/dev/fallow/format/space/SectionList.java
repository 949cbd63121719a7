package dev.fallow.format.space;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;
import java.util.Arrays;

/**
 * Free-space section list, version 0. O: size of offsets; the widths c, s and a follow from the
 * {@link FreeSpaceHeader}.
 *
 * <pre>
 *   bytes  field
 *     4    signature, "FSSE"
 *     1    version, 0
 *     O    address of the free-space manager header
 *   for each distinct size, ascending:
 *     c      number of sections of that size
 *     s      size
 *     for each section of that size, by ascending address:
 *     a        address
 *     1        class
 *     n        class 1 of a fractal heap: heap offset of the indirect block (a), row, column, number of entries (2 each)
 *          zeros, up to the used size in the header: libhdf5 2 writes them, and 1.10 reads them as sections
 *     4    checksum
 * </pre>
 *
 * c: number of bytes for numbers up to the header's count of serialized sections; s: for the maximum section size; a:
 * for the bits of the address space. Sections are read in any order, and written in the order above.
 */
public final class SectionList {
    /** Class of a section of a file that is not paged. */
    public static final int FILE_SIMPLE = 0;
    /** Class of a section smaller than a page. */
    public static final int FILE_SMALL = 1;
    /** Class of a section of a page or more. */
    public static final int FILE_LARGE = 2;
    /** Class of free bytes in a direct block of a fractal heap. */
    public static final int HEAP_SINGLE = 0;
    /** Class of the first row of a run of unallocated direct blocks of a fractal heap. */
    public static final int HEAP_FIRST_ROW = 1;

    public static final String STRUCTURE = "free-space section list";
    /** The fields before the sections. */
    public static final Layout LAYOUT = Layout.sealed(STRUCTURE, "FSSE", "version:1 header:O");

    private static final byte[] NO_EXTRA = {};

    private final long[] addresses;
    private final long[] sizes;
    private final byte[] classes;
    private final byte[][] extras;

    /**
     * Creates a list in which section i is {@code [addresses[i], addresses[i] + sizes[i])}, of class
     * {@code classes[i]}. The arrays are not copied.
     */
    public SectionList(long[] addresses, long[] sizes, byte[] classes) {
        this(addresses, sizes, classes, null);
    }

    /**
     * As {@link #SectionList(long[], long[], byte[])}, with the additional data of sections of class 1 of a fractal
     * heap.
     *
     * @param extras null if no section has additional data
     */
    public SectionList(long[] addresses, long[] sizes, byte[] classes, byte[][] extras) {
        if (sizes.length != addresses.length
                || classes.length != addresses.length
                || extras != null && extras.length != addresses.length) {
            throw new IllegalArgumentException(
                    addresses.length + " addresses, " + sizes.length + " sizes, " + classes.length + " classes");
        }
        for (int i = 0; i < sizes.length; i++) {
            if (addresses[i] < 0 || sizes[i] <= 0 || addresses[i] > Long.MAX_VALUE - sizes[i]) {
                throw new IllegalArgumentException("section at address " + addresses[i] + ", size " + sizes[i]);
            }
        }
        this.addresses = addresses;
        this.sizes = sizes;
        this.classes = classes;
        this.extras = extras;
    }

    /** The number of sections. */
    public int count() {
        return addresses.length;
    }

    /** The address of section {@code i}. */
    public long address(int i) {
        return addresses[i];
    }

    /** The size of section {@code i} in bytes, more than 0. */
    public long size(int i) {
        return sizes[i];
    }

    /** The class number of section {@code i}. */
    public int sectionClass(int i) {
        return classes[i];
    }

    /** The additional data of section {@code i}; empty except for class 1 of a fractal heap. */
    public byte[] extra(int i) {
        return extras == null || extras[i] == null ? NO_EXTRA : extras[i].clone();
    }

    /** The total size of the sections in bytes; saturates at 2^63-1. Linear. */
    public long totalSize() {
        long total = 0;
        for (long size : sizes) {
            total = size > Long.MAX_VALUE - total ? Long.MAX_VALUE : total + size;
        }
        return total;
    }

    /** The number of distinct sizes. O(n). */
    public int distinctSizes() {
        return groups().distinctSizes();
    }

    private SectionGroups groups() {
        SectionGroups groups = new SectionGroups();
        for (int i = 0; i < sizes.length; i++) {
            groups.count(sizes[i], extra(i).length);
        }
        return groups;
    }

    /** The length in bytes of the list of a manager of the file, including the checksum. */
    public static long usedSize(FieldSizes widths, long distinctSizes, long sections) {
        return usedSize(widths, FreeSpaceHeader.ofFile(widths, 0, sections, 0, 0), distinctSizes, 0);
    }

    /**
     * The length in bytes of the list of a manager with this header, including the checksum.
     *
     * @param header provides the number of serialized sections and the widths; its sizes of the list are ignored
     * @param extraBytes total length of the additional data, which only fractal heaps have
     */
    public static long usedSize(FieldSizes widths, FreeSpaceHeader header, long distinctSizes, long extraBytes) {
        long perSize = header.countWidth() + header.sizeWidth();
        long perSection = header.addressWidth() + 1L;
        return fixedLength(widths)
                + Math.multiplyExact(distinctSizes, perSize)
                + Math.multiplyExact(header.serializedSections(), perSection)
                + extraBytes;
    }

    private static int fixedLength(FieldSizes widths) {
        return LAYOUT.length(widths);
    }

    /**
     * Reads a section list. Bytes between the last section and the checksum are skipped. The caller checks that the
     * sections are below the end of allocation and do not overlap.
     *
     * @param in at least as many bytes as the used size in the header
     */
    public static SectionList decode(FieldReader in, FreeSpaceHeader header, long headerAddress) {
        int whole = in.position();
        int fixed = fixedLength(in.sizes());
        if (header.listUsedSize() < fixed) {
            throw in.fail("expected a list of at least " + fixed + " bytes, found " + header.listUsedSize());
        }
        FieldReader list = in.inner(header.listUsedSize(), STRUCTURE);
        list.begin(LAYOUT, 0);
        list.owner("header", headerAddress);
        int bodyLength = list.remaining() - 4;
        FieldReader body = list.inner(bodyLength, STRUCTURE);
        list.checksumFrom(whole);

        // each section takes more than one byte, so the input bounds the size of the arrays
        long count = header.serializedSections();
        if (count > bodyLength / (header.addressWidth() + 1)) {
            throw body.fail("expected " + count + " sections, found " + bodyLength + " bytes");
        }
        long[] addresses = new long[(int) count];
        long[] sizes = new long[(int) count];
        byte[] classes = new byte[(int) count];
        byte[][] extras = null; // few sections have any
        int read = 0;
        while (read < count) {
            long group = body.unsigned(header.countWidth());
            if (group == 0 || group > count - read) {
                throw body.fail(
                        "expected 1 to " + (count - read) + " sections of a size, found " + group, header.countWidth());
            }
            long size = body.unsigned(header.sizeWidth());
            if (size == 0 || size > header.maxSectionSize()) {
                throw body.fail(
                        "expected a section of 1 to " + header.maxSectionSize() + " bytes, found " + size,
                        header.sizeWidth());
            }
            for (long end = read + group; read < end; read++) {
                addresses[read] = body.unsigned(header.addressWidth());
                if (size > Long.MAX_VALUE - addresses[read]) {
                    throw body.fail(
                            "expected a section of less than 2^63 - " + addresses[read] + " bytes, found " + size,
                            header.addressWidth());
                }
                sizes[read] = size;
                classes[read] = (byte) decodeClass(body, header);
                int extra = header.extraLength(classes[read]);
                if (extra > 0) {
                    extras = extras == null ? new byte[(int) count][] : extras;
                    extras[read] = body.bytes(extra);
                }
            }
        }
        return new SectionList(addresses, sizes, classes, extras);
    }

    private static int decodeClass(FieldReader in, FreeSpaceHeader header) {
        int found = in.u8();
        int serializable = header.client() == FreeSpaceHeader.FILE ? FILE_LARGE + 1 : HEAP_FIRST_ROW + 1;
        int limit = Math.min(header.classes(), serializable);
        if (found >= limit) {
            throw in.fail("expected a section class below " + limit + ", found " + found, 1);
        }
        return found;
    }

    /** Writes the list in {@code listUsedSize} bytes, as stored in the header, by size and then by address. */
    public void encode(FieldWriter out, FreeSpaceHeader header, long headerAddress) {
        byte[] image = groups().encode(out.sizes(), header, headerAddress, sink -> {
            for (int i : byAddress()) {
                sink.put(addresses[i], sizes[i], classes[i], extra(i));
            }
        });
        int from = out.position();
        out.bytes(Arrays.copyOf(image, image.length - 4)).checksumFrom(from);
    }

    /**
     * The indexes of the sections in ascending order of addresses. O(n log n) time, and 16 bytes of memory for each section.
     */
    public int[] byAddress() {
        int[] order = new int[addresses.length];
        boolean ascending = true;
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
            ascending &= i == 0 || addresses[i - 1] <= addresses[i];
        }
        if (ascending) {
            return order;
        }
        long[] sorted = addresses.clone();
        Arrays.sort(sorted);
        int[] placed = new int[order.length]; // where equal addresses begin: how many of them have a place
        for (int i = 0; i < order.length; i++) {
            int first = firstOf(sorted, addresses[i]);
            order[first + placed[first]++] = i;
        }
        return order;
    }

    private static int firstOf(long[] sorted, long address) {
        int low = 0;
        int high = sorted.length - 1;
        while (low < high) {
            int middle = low + high >>> 1;
            if (sorted[middle] < address) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
