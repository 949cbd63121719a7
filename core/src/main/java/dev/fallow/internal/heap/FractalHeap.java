package dev.fallow.internal.heap;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.HugeObjectRecord;
import dev.fallow.format.heap.DirectBlock;
import dev.fallow.format.heap.DoublingTable;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.heap.FractalHeapId;
import dev.fallow.format.heap.IndirectBlock;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.internal.btree.BTreeV2;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.StructureReader;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * A fractal heap, read: managed objects through the doubling table of direct and indirect blocks, huge ones through their
 * B-tree, tiny ones in their IDs. Finding an object takes O(log heap size) blocks: each step into an indirect block has
 * fewer rows than the one before. Heaps with filters are refused by name.
 */
public final class FractalHeap {
    private static final String HUGE_OBJECT = "huge object of a fractal heap";

    private final StructureStore store;
    private final StructureReader in;
    private final long address;
    private final FractalHeapHeader header;
    private final DoublingTable table;

    private FractalHeap(StructureStore store, long address, FractalHeapHeader header) {
        this.store = store;
        in = store.reader();
        this.address = address;
        this.header = header;
        table = header.table();
    }

    /** What a block was decoded with. */
    private record BlockKey(long heap, long heapOffset, long size) {}

    /** A direct block whose prefix and checksum have been checked. */
    private record DirectImage(byte[] bytes) {}

    /**
     * Reads the header of a heap.
     *
     * @param idLength bytes that its IDs must have, at most 8
     * @throws FormatException if there is no heap, or one with other IDs
     * @throws UnsupportedFeatureException if it has filters
     */
    public static FractalHeap open(StructureStore store, long address, int idLength) throws IOException {
        StructureReader in = store.reader();
        FractalHeapHeader header = in.get(
                address,
                lengthOfHeader(in, address),
                FractalHeapHeader.STRUCTURE,
                FractalHeapHeader.SIGNATURE,
                FractalHeapHeader.class,
                FractalHeapHeader::decode);
        if (header.filtered()) {
            throw new UnsupportedFeatureException(
                    "%s: fractal heap at address %d: filters are not supported".formatted(in.fileName(), address));
        }
        if (header.idLength() != idLength) {
            throw new FormatException(
                    FractalHeapHeader.STRUCTURE,
                    address,
                    "expected heap IDs of " + idLength + " bytes, found " + header.idLength());
        }
        return new FractalHeap(store, address, header);
    }

    private static long lengthOfHeader(StructureReader in, long address) throws IOException {
        int shortest = FractalHeapHeader.length(in.sizes());
        FieldReader start = in.read(address, shortest, FractalHeapHeader.STRUCTURE);
        start.signature(FractalHeapHeader.SIGNATURE);
        start.skip(3);
        int filterLength = start.u16();
        return filterLength == 0 ? shortest : shortest + in.sizes().lengths() + 4L + filterLength;
    }

    /** The address of the header. */
    public long address() {
        return address;
    }

    /**
     * The object with an ID.
     *
     * @param packedId the bytes of the ID as a little-endian number, as records of B-trees have it
     * @param structure the specification's name of what the object is, for messages
     * @throws FormatException if the ID names no object
     */
    public FieldReader object(long packedId, String structure) throws IOException {
        FractalHeapId id;
        try {
            id = FractalHeapId.unpack(packedId, header, in.sizes());
        } catch (FormatException e) {
            throw new FormatException("fractal heap", address, e.getMessage());
        }
        if (id instanceof FractalHeapId.Managed managed) {
            return managed(managed, structure);
        } else if (id instanceof FractalHeapId.HugeIndirect huge) {
            HugeObjectRecord record = huge(huge.id());
            return in.read(record.address(), record.length(), structure);
        } else if (id instanceof FractalHeapId.HugeDirect huge) {
            return in.read(huge.address(), huge.length(), structure);
        }
        byte[] data = ((FractalHeapId.Tiny) id).data();
        return FieldReader.of(data, in.sizes(), structure, -1);
    }

    private FieldReader managed(FractalHeapId.Managed object, String structure) throws IOException {
        FractalHeapHeader.Root root = header.root();
        long blockAddress = root.address();
        long blockOffset = 0;
        long blockSize = table.startBlockSize();
        int rows = root.rows();
        while (rows > 0) {
            IndirectBlock block = indirect(blockAddress, blockOffset, rows);
            long within = object.offset() - blockOffset;
            int row = table.row(within);
            if (row >= rows) {
                throw noObject(object, "expected a row of at most " + (rows - 1) + ", found " + row);
            }
            int entry = table.entry(within);
            blockAddress = block.children()[entry];
            blockOffset += table.entryOffset(entry);
            blockSize = table.blockSize(row);
            rows = childRows(row, blockAddress);
        }
        if (blockAddress == Addresses.UNDEFINED) {
            throw noObject(object, "there is no block");
        }
        long from = object.offset() - blockOffset;
        long to = from + object.length();
        int overhead = DirectBlock.overhead(header, in.sizes());
        if (from < overhead || to > blockSize) {
            throw noObject(
                    object,
                    "expected it inside bytes %d to %d of a direct block, found it at %d to %d"
                            .formatted(overhead, blockSize, from, to));
        }
        byte[] image = direct(blockAddress, blockOffset, blockSize);
        return FieldReader.of(image, (int) from, (int) to, in.sizes(), structure, blockAddress + from);
    }

    /** Rows of the child indirect blocks of a row, fewer than the row's number plus one; 0 if its blocks are direct. */
    private int childRows(int row, long child) {
        if (table.isDirectRow(row) || child == Addresses.UNDEFINED) {
            return 0;
        }
        int rows = table.childRowsOf(row);
        if (rows < 1) {
            throw new FormatException(
                    FractalHeapHeader.STRUCTURE,
                    address,
                    "expected indirect blocks of at least a row in row " + row + ", found " + rows);
        }
        return rows;
    }

    private FormatException noObject(FractalHeapId.Managed object, String problem) {
        return new FormatException(
                "fractal heap",
                address,
                "object of %d bytes at heap offset %d: %s".formatted(object.length(), object.offset(), problem));
    }

    private IndirectBlock indirect(long at, long heapOffset, int rows) throws IOException {
        IndirectBlock block = in.get(
                at,
                IndirectBlock.length(header, in.sizes(), rows),
                IndirectBlock.STRUCTURE,
                new BlockKey(address, heapOffset, rows),
                IndirectBlock.class,
                reader -> IndirectBlock.decode(reader, header, address, rows));
        requireOffset(IndirectBlock.STRUCTURE, at, heapOffset, block.blockOffset());
        return block;
    }

    private byte[] direct(long at, long heapOffset, long size) throws IOException {
        DirectImage block = in.get(
                at, size, DirectBlock.STRUCTURE, new BlockKey(address, heapOffset, size), DirectImage.class, reader -> {
                    int from = reader.position();
                    requireOffset(DirectBlock.STRUCTURE, at, heapOffset, DirectBlock.decode(reader, header, address));
                    return new DirectImage(reader.since(from));
                });
        return block.bytes;
    }

    private static void requireOffset(String structure, long at, long expected, long found) {
        if (found != expected) {
            throw new FormatException(structure, at, "expected the heap offset " + expected + ", found " + found);
        }
    }

    private HugeObjectRecord huge(long id) throws IOException {
        BTreeV2Type type = BTreeV2Type.HUGE_INDIRECT;
        int idAt = in.sizes().offsets() + in.sizes().lengths();
        FieldReader found = hugeTree(type)
                .find((image, at) -> Long.compare(
                        LittleEndian.unsigned(image, at + idAt, in.sizes().lengths()), id));
        if (found == null) {
            throw new FormatException("fractal heap", address, "there is no huge object with the ID " + id);
        }
        return HugeObjectRecord.decode(found, type);
    }

    private BTreeV2 hugeTree(BTreeV2Type type) throws IOException {
        if (header.huge().btreeAddress() == Addresses.UNDEFINED) {
            throw new FormatException("fractal heap", address, "there are no huge objects");
        }
        return BTreeV2.open(store, header.huge().btreeAddress(), type, HugeObjectRecord.length(type, in.sizes()));
    }

    /**
     * Tells the blocks that the heap lies in: header, direct and indirect blocks, huge objects and their B-tree, the
     * header and the list of its free-space manager. Direct blocks and huge objects are not read.
     *
     * @throws FormatException if blocks form a loop
     */
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        Walk walk = new Walk(visitor);
        walk.block(address, header.encodedLength(in.sizes()), FractalHeapHeader.STRUCTURE);
        FractalHeapHeader.Root root = header.root();
        if (root.isIndirect()) {
            walk.below(root.address(), 0, root.rows());
        } else if (root.address() != Addresses.UNDEFINED) {
            walk.block(root.address(), table.startBlockSize(), DirectBlock.STRUCTURE);
        }
        if (header.huge().btreeAddress() != Addresses.UNDEFINED) {
            walk.hugeObjects();
        }
        if (header.freeSpaceAddress() != Addresses.UNDEFINED) {
            walk.freeSpace();
        }
    }

    /** One walk: each block is met once, and they do not take more bytes than there are. */
    private final class Walk {
        private final ExtentVisitor visitor;
        private final Set<Long> visited = new HashSet<>();
        private final Budget bytes = new Budget(FractalHeapHeader.STRUCTURE, address, in.allocatedBytes());

        Walk(ExtentVisitor visitor) {
            this.visitor = visitor;
        }

        void block(long at, long size, String structure) {
            if (!visited.add(at)) {
                throw new FormatException(structure, at, "the heap at address " + address + " comes back to it");
            }
            in.requireInside(at, size, structure);
            bytes.take(size);
            visitor.visit(at, size, structure);
        }

        /** The recursion ends: a child has fewer rows. */
        void below(long at, long heapOffset, int rows) throws IOException {
            block(at, IndirectBlock.length(header, in.sizes(), rows), IndirectBlock.STRUCTURE);
            long[] children = indirect(at, heapOffset, rows).children();
            for (int entry = 0; entry < children.length; entry++) {
                long child = children[entry];
                int row = entry / table.width();
                int childRows = childRows(row, child);
                if (childRows > 0) {
                    below(child, heapOffset + table.entryOffset(entry), childRows);
                } else if (child != Addresses.UNDEFINED) {
                    block(child, table.blockSize(row), DirectBlock.STRUCTURE);
                }
            }
        }

        void hugeObjects() throws IOException {
            BTreeV2Type type =
                    header.hugeIdsAreDirect(in.sizes()) ? BTreeV2Type.HUGE_DIRECT : BTreeV2Type.HUGE_INDIRECT;
            BTreeV2 tree = hugeTree(type);
            tree.forEachBlock(this::block);
            tree.forEach(record -> {
                HugeObjectRecord object = HugeObjectRecord.decode(record, type);
                block(object.address(), object.length(), HUGE_OBJECT);
            });
        }

        void freeSpace() throws IOException {
            long at = header.freeSpaceAddress();
            int length = FreeSpaceHeader.length(in.sizes());
            block(at, length, FreeSpaceHeader.STRUCTURE);
            FreeSpaceHeader manager = FreeSpaceHeader.decode(in.read(at, length, FreeSpaceHeader.STRUCTURE));
            if (manager.client() != FreeSpaceHeader.FRACTAL_HEAP) {
                throw new FormatException(
                        FreeSpaceHeader.STRUCTURE, at, "expected the client 0, a heap, found " + manager.client());
            }
            if (manager.listAddress() != Addresses.UNDEFINED) {
                block(manager.listAddress(), manager.listAllocatedSize(), SectionList.STRUCTURE);
            }
        }
    }
}
