package dev.fallow.format.heap;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.Widths;

/**
 * Fractal heap header, version 0. O, L: sizes of offsets and of lengths.
 *
 * <pre>
 *   bytes  field
 *     4    signature, "FRHP"
 *     1    version, 0
 *     2    heap ID length, in bytes
 *     2    length of the encoded filters, F; 0 for none
 *     1    flags: 1 huge object IDs have wrapped, 2 direct blocks have checksums
 *     4    largest managed object, in bytes
 *     L    next huge object ID: the last one assigned; 0 for none
 *     O    B-tree of huge objects, or undefined
 *     L    free bytes in managed blocks
 *     O    free-space manager header, or undefined
 *     L    managed space: heap that the root block spans
 *     L    allocated managed space: total size of the direct blocks
 *     L    iterator offset: heap offset of the next direct block
 *     L    number of managed objects
 *    2*L   huge objects: bytes, number
 *    2*L   tiny objects: bytes, number
 *     2    table width
 *     L    starting block size
 *     L    largest direct block
 *     2    bits of a heap offset
 *     2    starting rows of the root indirect block
 *     O    root block, or undefined
 *     2    rows of the root indirect block; 0 if the root is a direct block
 *   if F is not 0:
 *     L      bytes of the root direct block in the file
 *     4      filter mask of the root direct block
 *     F      filter pipeline message
 *     4    checksum
 * </pre>
 *
 * Free bytes, allocated space and numbers of objects are statistics; libhdf5 stores wrong values for some of them.
 *
 * @param filter null if the heap has no filters
 */
public record FractalHeapHeader(
        int idLength,
        boolean hugeIdsWrapped,
        boolean checksummed,
        long maxManagedSize,
        DoublingTable table,
        int startRootRows,
        Root root,
        Huge huge,
        long freeSpaceAddress,
        long managedFreeBytes,
        long tinyBytes,
        long tinyObjects,
        HeapFilter filter) {
    /** The maximum size of a managed object in heaps of links and attributes, in bytes. */
    public static final int DENSE_MAX_MANAGED_SIZE = 4096;
    /** The length of an ID in a heap of links, in bytes. */
    public static final int LINK_ID_LENGTH = 7;
    /** The length of an ID in a heap of attributes, in bytes. */
    public static final int ATTRIBUTE_ID_LENGTH = 8;

    public static final String STRUCTURE = "fractal heap header";
    /** The fields, without those of filters. */
    public static final Layout LAYOUT = Layout.sealed(
            STRUCTURE,
            "FRHP",
            "version:1 idLength:2 filterLength:2 flags:1 maxManagedSize:4 nextHugeId:L hugeBTree:O managedFreeBytes:L"
                    + " freeSpaceManager:O managedSpace:L allocatedSpace:L iteratorOffset:L managedObjects:L hugeBytes:L"
                    + " hugeObjects:L tinyBytes:L tinyObjects:L tableWidth:2 startBlockSize:L maxDirectBlockSize:L"
                    + " maxHeapBits:2 startRows:2 rootBlock:O rootRows:2");

    private static final Layout.Field FLAGS = LAYOUT.field("flags");
    private static final Layout.Field NEXT_HUGE_ID = LAYOUT.field("nextHugeId");
    private static final Layout.Field ROOT_BLOCK = LAYOUT.field("rootBlock");

    private static final int HUGE_IDS_WRAPPED = 1;
    private static final int CHECKSUMMED = 2;

    /** The managed objects. */
    public record Root(
            long address, int rows, long managedSpace, long allocatedSpace, long iteratorOffset, long objects) {
        /** No root block. */
        public static final Root NONE = new Root(Addresses.UNDEFINED, 0, 0, 0, 0, 0);

        /** Whether the root is an indirect block. */
        public boolean isIndirect() {
            return rows > 0;
        }

        /** Returns a copy with another number of objects. */
        public Root withObjects(long other) {
            return new Root(address, rows, managedSpace, allocatedSpace, iteratorOffset, other);
        }

        /** Returns a copy with other direct blocks below the same root block. */
        public Root withBlocks(long newAllocatedSpace, long newIteratorOffset) {
            return new Root(address, rows, managedSpace, newAllocatedSpace, newIteratorOffset, objects);
        }

        /** Returns a copy with another root block. */
        public Root withBlock(long newAddress, int newRows, long newManagedSpace) {
            return new Root(newAddress, newRows, newManagedSpace, allocatedSpace, iteratorOffset, objects);
        }
    }

    /** The huge objects. */
    public record Huge(long nextId, long btreeAddress, long bytes, long objects) {
        /** No huge objects. */
        public static final Huge NONE = new Huge(0, Addresses.UNDEFINED, 0, 0);
    }

    public FractalHeapHeader {
        FieldWriter.refuse(STRUCTURE + ": ", problem(idLength, maxManagedSize, table, startRootRows, root));
    }

    private static String problem(int idLength, long maxManaged, DoublingTable table, int startRows, Root root) {
        if (maxManaged < 1 || maxManaged > table.maxDirectBlockSize()) {
            return "expected a largest managed object of 1 to " + table.maxDirectBlockSize() + " bytes, found "
                    + maxManaged;
        }
        int shortest = 1 + table.offsetWidth() + lengthWidth(maxManaged, table);
        if (idLength < shortest || idLength > 0xFFFF) {
            return "expected heap IDs of at least " + shortest + " bytes, found " + idLength;
        }
        int rows = table.maxRootRows();
        if (startRows < 0 || startRows > rows || root.rows() < 0 || root.rows() > rows) {
            return "expected a root block of at most " + rows + " rows, found " + root.rows() + " (at the start "
                    + startRows + ")";
        }
        if (root.address() == Addresses.UNDEFINED && root.rows() != 0) {
            return "expected a root block of " + root.rows() + " rows, found none";
        }
        return null;
    }

    private static int lengthWidth(long maxManaged, DoublingTable table) {
        return Math.min((Widths.log2(table.maxDirectBlockSize()) + 7) / 8, Widths.bytesFor(maxManaged));
    }

    /**
     * An empty heap with checksums, a maximum managed size of {@value #DENSE_MAX_MANAGED_SIZE} bytes, and one initial
     * row in the root indirect block, as in libhdf5's heaps of links and attributes.
     */
    public static FractalHeapHeader empty(int idLength, DoublingTable table) {
        return new FractalHeapHeader(
                idLength,
                false,
                true,
                DENSE_MAX_MANAGED_SIZE,
                table,
                1,
                Root.NONE,
                Huge.NONE,
                Addresses.UNDEFINED,
                0,
                0,
                0,
                null);
    }

    /** The length of a header without filters, in bytes: 146 for offsets and lengths of 8 bytes. */
    public static int length(FieldSizes sizes) {
        return LAYOUT.length(sizes);
    }

    /** The length of this header in bytes. */
    public int encodedLength(FieldSizes sizes) {
        return length(sizes) + (filter == null ? 0 : HeapFilter.LAYOUT.length(sizes) + filter.pipelineLength());
    }

    /** Reads a header; bytes after it are left in the reader. */
    public static FractalHeapHeader decode(FieldReader in) {
        int from = in.position();
        in.begin(LAYOUT, 0);
        int idLength = in.u16();
        int filterLength = in.u16();
        int flags = in.flags(HUGE_IDS_WRAPPED | CHECKSUMMED);
        long maxManaged = in.u32();
        long nextHugeId = in.length();
        long hugeTree = in.offset();
        long free = in.length();
        long freeSpace = in.offset();
        long managedSpace = in.length();
        long allocated = in.length();
        long iterator = in.length();
        long objects = in.length();
        Huge huge = new Huge(nextHugeId, hugeTree, in.length(), in.length());
        long tinyBytes = in.length();
        long tinyObjects = in.length();
        int width = in.u16();
        long start = in.length();
        long maxDirect = in.length();
        int bits = in.u16();
        int startRows = in.u16();
        long rootAddress = in.offset();
        int rows = in.u16();
        HeapFilter filter = filterLength == 0 ? null : HeapFilter.decode(in, filterLength);
        in.checksumFrom(from);
        Root root = new Root(rootAddress, rows, managedSpace, allocated, iterator, objects);
        String problem = DoublingTable.problem(width, start, maxDirect, bits);
        if (problem == null) {
            DoublingTable table = new DoublingTable(width, start, maxDirect, bits);
            problem = problem(idLength, maxManaged, table, startRows, root);
        }
        in.refuse(problem, in.position() - from);
        return new FractalHeapHeader(
                idLength,
                (flags & HUGE_IDS_WRAPPED) != 0,
                (flags & CHECKSUMMED) != 0,
                maxManaged,
                new DoublingTable(width, start, maxDirect, bits),
                startRows,
                root,
                huge,
                freeSpace,
                free,
                tinyBytes,
                tinyObjects,
                filter);
    }

    /** Writes {@link #encodedLength} bytes. */
    public void encode(FieldWriter out) {
        int from = out.position();
        out.begin(LAYOUT, 0).u16(idLength).u16(filter == null ? 0 : filter.pipelineLength());
        out.u8((hugeIdsWrapped ? HUGE_IDS_WRAPPED : 0) | (checksummed ? CHECKSUMMED : 0));
        out.u32(maxManagedSize).length(huge.nextId()).offset(huge.btreeAddress());
        out.length(managedFreeBytes).offset(freeSpaceAddress);
        out.length(root.managedSpace()).length(root.allocatedSpace());
        out.length(root.iteratorOffset()).length(root.objects());
        out.length(huge.bytes()).length(huge.objects()).length(tinyBytes).length(tinyObjects);
        out.u16(table.width()).length(table.startBlockSize()).length(table.maxDirectBlockSize());
        out.u16(table.maxHeapBits()).u16(startRootRows).offset(root.address()).u16(root.rows());
        if (filter != null) {
            filter.encode(out);
        }
        out.checksumFrom(from);
    }

    /**
     * Writes the fields that change (objects, blocks and statistics, but not parameters and filters) into the image of
     * this heap's header. The checksum is not updated.
     *
     * @param image of {@link #encodedLength} bytes
     */
    public void patch(byte[] image, FieldSizes sizes) {
        int offsets = sizes.offsets();
        int lengths = sizes.lengths();
        image[FLAGS.at(sizes)] = (byte) ((hugeIdsWrapped ? HUGE_IDS_WRAPPED : 0) | (checksummed ? CHECKSUMMED : 0));
        int at = NEXT_HUGE_ID.at(sizes);
        at = put(image, at, lengths, huge.nextId());
        at = put(image, at, offsets, huge.btreeAddress());
        at = put(image, at, lengths, managedFreeBytes);
        at = put(image, at, offsets, freeSpaceAddress);
        at = put(image, at, lengths, root.managedSpace());
        at = put(image, at, lengths, root.allocatedSpace());
        at = put(image, at, lengths, root.iteratorOffset());
        at = put(image, at, lengths, root.objects());
        at = put(image, at, lengths, huge.bytes());
        at = put(image, at, lengths, huge.objects());
        at = put(image, at, lengths, tinyBytes);
        put(image, at, lengths, tinyObjects);
        at = put(image, ROOT_BLOCK.at(sizes), offsets, root.address());
        LittleEndian.put16(image, at, root.rows());
    }

    private static int put(byte[] image, int at, int width, long value) {
        LittleEndian.put(image, at, width, value);
        return at + width;
    }

    /** The width of a heap offset in IDs, blocks and sections, in bytes. */
    public int offsetWidth() {
        return table.offsetWidth();
    }

    /** The width of a managed object's length in its ID, in bytes. */
    public int lengthWidth() {
        return lengthWidth(maxManagedSize, table);
    }

    /** The length of a direct block's prefix in bytes: 21 for links, 22 for attributes. */
    public int directBlockOverhead(FieldSizes sizes) {
        return DirectBlock.overhead(this, sizes);
    }

    /** Whether direct blocks and huge objects are filtered. */
    public boolean filtered() {
        return filter != null;
    }

    /**
     * Whether the IDs of huge objects are long enough to contain address and length; otherwise they contain a key of
     * the B-tree of huge objects.
     */
    public boolean hugeIdsAreDirect(FieldSizes sizes) {
        int bytes = sizes.offsets() + sizes.lengths() + (filtered() ? 4 + sizes.lengths() : 0);
        return idLength - 1 >= bytes;
    }

    /** The width of a huge object's B-tree key in its ID, in bytes. */
    public int hugeIdWidth() {
        return Math.min(idLength - 1, 8);
    }

    /** The maximum size of a tiny object, which is stored in its ID, in bytes. */
    public int maxTinySize() {
        return idLength - 1 <= FractalHeapId.MAX_SHORT_TINY + 1
                ? Math.min(idLength - 1, FractalHeapId.MAX_SHORT_TINY)
                : Math.min(idLength - 2, FractalHeapId.MAX_LONG_TINY);
    }

    /** Returns a copy with other managed objects. */
    public FractalHeapHeader withRoot(Root other, long freeBytes, long freeSpace) {
        return with(other, huge, hugeIdsWrapped, freeSpace, freeBytes, tinyBytes, tinyObjects);
    }

    /** Returns a copy with other huge objects. */
    public FractalHeapHeader withHuge(Huge other) {
        return withHuge(other, hugeIdsWrapped);
    }

    /**
     * Returns a copy with other huge objects.
     *
     * @param idsWrapped whether the IDs of huge objects are exhausted
     */
    public FractalHeapHeader withHuge(Huge other, boolean idsWrapped) {
        return with(root, other, idsWrapped, freeSpaceAddress, managedFreeBytes, tinyBytes, tinyObjects);
    }

    /** Returns a copy with other tiny objects. */
    public FractalHeapHeader withTiny(long bytes, long objects) {
        return with(root, huge, hugeIdsWrapped, freeSpaceAddress, managedFreeBytes, bytes, objects);
    }

    /** Returns a copy with another address of the free-space manager header, or {@link Addresses#UNDEFINED}. */
    public FractalHeapHeader withFreeSpaceAddress(long address) {
        return with(root, huge, hugeIdsWrapped, address, managedFreeBytes, tinyBytes, tinyObjects);
    }

    private FractalHeapHeader with(
            Root newRoot,
            Huge newHuge,
            boolean idsWrapped,
            long freeSpace,
            long freeBytes,
            long newTinyBytes,
            long newTinyObjects) {
        return new FractalHeapHeader(
                idLength,
                idsWrapped,
                checksummed,
                maxManagedSize,
                table,
                startRootRows,
                newRoot,
                newHuge,
                freeSpace,
                freeBytes,
                newTinyBytes,
                newTinyObjects,
                filter);
    }
}
