package dev.fallow.internal.btree;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.btree.BTreeV2Geometry;
import dev.fallow.format.btree.BTreeV2Header;
import dev.fallow.format.btree.BTreeV2Node;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.internal.cache.Budget;
import dev.fallow.internal.cache.StructureReader;
import dev.fallow.internal.extent.ExtentVisitor;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * A version 2 B-tree, read. Looking a record up takes O(log n) nodes, since each step goes one level down from the depth
 * that the header says; going over all records visits each node once, and fails where a tree that is damaged comes back
 * to one, or has another number of records than it says.
 */
public final class BTreeV2 {
    private final StructureReader in;
    private final long address;
    private final BTreeV2Header header;
    private final BTreeV2Geometry geometry;

    private BTreeV2(StructureReader in, long address, BTreeV2Header header) {
        this.in = in;
        this.address = address;
        this.header = header;
        geometry = header.geometry(in.sizes());
    }

    /** What a node was decoded with. */
    private record NodeKey(long tree, int level, int count) {}

    /** Where a record stands to the one that is looked for. */
    @FunctionalInterface
    public interface Order {
        /** Negative if the record comes before what is looked for, 0 if it is that, positive if it comes after. */
        int compare(FieldReader record) throws IOException;
    }

    /** Is told records. */
    @FunctionalInterface
    public interface RecordVisitor {
        /** One record. */
        void visit(FieldReader record) throws IOException;
    }

    /**
     * Reads the header of a tree.
     *
     * @param type what its records must be
     * @param recordSize bytes that they must have
     * @throws FormatException if there is no tree, or one of something else
     */
    public static BTreeV2 open(StructureReader in, long address, BTreeV2Type type, int recordSize) throws IOException {
        BTreeV2Header header = in.get(
                address,
                BTreeV2Header.length(in.sizes()),
                BTreeV2Header.STRUCTURE,
                type,
                BTreeV2Header.class,
                BTreeV2Header::decode);
        if (header.type() != type || header.recordSize() != recordSize) {
            throw new FormatException(
                    BTreeV2Header.STRUCTURE,
                    address,
                    "expected type %d with records of %d bytes, found type %d with records of %d"
                            .formatted(type.number(), recordSize, header.type().number(), header.recordSize()));
        }
        return new BTreeV2(in, address, header);
    }

    /** The number of records, as the header says. */
    public long size() {
        return header.totalRecords();
    }

    /** The address of the header. */
    public long address() {
        return address;
    }

    /**
     * The record that is looked for, or null. The records must ascend in this order; if they do not, it may not be found.
     */
    public FieldReader find(Order order) throws IOException {
        long at = header.rootAddress();
        int count = header.rootRecords();
        for (int level = header.depth(); at != Addresses.UNDEFINED; level--) {
            BTreeV2Node node = node(at, level, count);
            int low = 0;
            int high = count;
            while (low < high) {
                int middle = low + high >>> 1;
                int compared = order.compare(node.record(middle, in.sizes()));
                if (compared == 0) {
                    return node.record(middle, in.sizes());
                } else if (compared < 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            if (level == 0) {
                return null;
            }
            at = node.childAddresses()[low];
            count = node.childRecords()[low];
        }
        return null;
    }

    private BTreeV2Node node(long at, int level, int count) throws IOException {
        return in.get(
                at,
                geometry.nodeSize(),
                BTreeV2Node.structure(level),
                new NodeKey(address, level, count),
                BTreeV2Node.class,
                reader -> BTreeV2Node.decode(reader, geometry, header.type(), level, count));
    }

    /**
     * Goes over all records in their order.
     *
     * @throws FormatException if nodes form a loop, or a number of records is not what it is said to be
     */
    public void forEach(RecordVisitor visitor) throws IOException {
        long found = 0;
        if (header.rootAddress() != Addresses.UNDEFINED) {
            found = new Walk(visitor).below(header.rootAddress(), header.depth(), header.rootRecords());
        }
        requireTotal(address, BTreeV2Header.STRUCTURE, header.totalRecords(), found);
    }

    private static void requireTotal(long at, String structure, long said, long found) {
        if (said != found) {
            throw new FormatException(structure, at, "expected " + said + " records, found " + found);
        }
    }

    /** The recursion is as deep as the tree, which is less than 64 levels: it could not hold so many records. */
    private final class Walk {
        private final RecordVisitor visitor;
        private final Visited visited = new Visited();

        Walk(RecordVisitor visitor) {
            this.visitor = visitor;
        }

        long below(long at, int level, int count) throws IOException {
            visited.add(at, level);
            BTreeV2Node node = node(at, level, count);
            long total = count;
            for (int i = 0; i <= count; i++) {
                if (level > 0) {
                    long below = below(node.childAddresses()[i], level - 1, node.childRecords()[i]);
                    requireTotal(
                            node.childAddresses()[i], BTreeV2Node.structure(level - 1), node.childTotals()[i], below);
                    total += below;
                }
                if (i < count) {
                    visitor.visit(node.record(i, in.sizes()));
                }
            }
            return total;
        }
    }

    /** The nodes of one walk: each is met once, and they do not take more bytes than there are. */
    private final class Visited {
        private final Set<Long> addresses = new HashSet<>();
        private final Budget bytes = new Budget(BTreeV2Header.STRUCTURE, address, in.allocatedBytes());

        void add(long at, int level) {
            if (!addresses.add(at)) {
                throw new FormatException(
                        BTreeV2Node.structure(level), at, "the tree at address " + address + " comes back to it");
            }
            bytes.take(geometry.nodeSize());
        }
    }

    /**
     * Tells the blocks that the tree lies in: header and nodes. Leaves are not read.
     *
     * @throws FormatException if nodes form a loop
     */
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        visitor.visit(address, BTreeV2Header.length(in.sizes()), BTreeV2Header.STRUCTURE);
        if (header.rootAddress() != Addresses.UNDEFINED) {
            blocksBelow(header.rootAddress(), header.depth(), header.rootRecords(), new Visited(), visitor);
        }
    }

    private void blocksBelow(long at, int level, int count, Visited visited, ExtentVisitor visitor) throws IOException {
        visited.add(at, level);
        in.requireInside(at, geometry.nodeSize(), BTreeV2Node.structure(level));
        visitor.visit(at, geometry.nodeSize(), BTreeV2Node.structure(level));
        if (level > 0) {
            BTreeV2Node node = node(at, level, count);
            for (int i = 0; i <= count; i++) {
                blocksBelow(node.childAddresses()[i], level - 1, node.childRecords()[i], visited, visitor);
            }
        }
    }
}
