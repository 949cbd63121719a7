package dev.fallow.internal.check.structure;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.btree.BTreeV2Geometry;
import dev.fallow.format.btree.BTreeV2Header;
import dev.fallow.format.btree.BTreeV2Node;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;

/** Checks one version 2 B-tree: its nodes, the order and the number of its records. */
public final class BTreeV2Check extends StructureCheck {
    private final long address;
    private final Order order;
    private final Records visitor;
    private BTreeV2Header header;
    private BTreeV2Geometry geometry;
    private byte[] before;
    private long count;
    private boolean complete = true;

    /**
     * The sizes of records in bytes that the use of a tree allows.
     *
     * @param least the smallest
     * @param most the largest
     */
    public record RecordSize(int least, int most) {
        /** The only size. */
        public static RecordSize of(int size) {
            return new RecordSize(size, size);
        }

        boolean allows(int size) {
            return least <= size && size <= most;
        }

        @Override
        public String toString() {
            return least == most ? String.valueOf(least) : least + " to " + most;
        }
    }

    /** The order of records. */
    @FunctionalInterface
    public interface Order {
        /** Whether a record may not follow another one. */
        boolean isWrong(byte[] before, byte[] record);
    }

    /** Receives the records in the order of the tree. */
    @FunctionalInterface
    public interface Records {
        void visit(FieldReader record, byte[] bytes, BTreeV2Header tree) throws IOException;
    }

    private BTreeV2Check(Context context, long address, PathNode path, Order order, Records visitor) {
        super(context, Family.BTREE_V2, path);
        this.address = address;
        this.order = order;
        this.visitor = visitor;
    }

    /**
     * Checks a tree.
     *
     * @param types of its records that its use allows
     * @param recordSize that its use allows
     * @return the number of records; -1 if not all could be read
     */
    public static long check(
            Context context,
            long address,
            Set<BTreeV2Type> types,
            RecordSize recordSize,
            PathNode path,
            Order order,
            Records visitor)
            throws IOException {
        BTreeV2Check check = new BTreeV2Check(context, address, path, order, visitor);
        boolean read = check.attempt(address, () -> check.header(types, recordSize));
        if (read && check.header.rootAddress() != Addresses.UNDEFINED) {
            check.node(
                    check.header.rootAddress(),
                    check.header.depth(),
                    check.header.rootRecords(),
                    check.header.totalRecords());
        }
        return read && check.complete ? check.count : -1;
    }

    private String tree(String problem) {
        return sentence("version 2 B-tree", address, problem);
    }

    private void header(Set<BTreeV2Type> types, RecordSize recordSize) throws IOException {
        byte[] image = sealed(BTreeV2Header.LAYOUT, address, BTreeV2Header.length(sizes));
        header = BTreeV2Header.decode(reader(image, BTreeV2Header.LAYOUT, address));
        geometry = header.geometry(sizes);
        claim(BTreeV2Header.STRUCTURE, address, image.length);
        String problem = header.type() == BTreeV2Type.SHARED_MESSAGE ? geometry.editProblem() : null;
        if (problem != null) { // no change of the file can be committed that removes a shared message
            add(FindingCode.BT2_FIELD, address, tree(problem));
        }
        if (!types.contains(header.type()) || !recordSize.allows(header.recordSize())) {
            throw new Defect(
                    FindingCode.BT2_TYPE,
                    address,
                    tree("expected records of %s, %s bytes, found %s, %d bytes"
                            .formatted(types, recordSize, header.type(), header.recordSize())));
        }
    }

    /** Checks a node and those below; returns whether all of them could be read. */
    private void node(long at, int level, int records, long total) throws IOException {
        long from = count;
        boolean others = complete;
        complete = true;
        complete &= attempt(at, () -> visit(at, level, records));
        if (complete && count - from != total) {
            add(
                    FindingCode.BT2_COUNT,
                    at,
                    tree("expected %d records in and below the node at address %d, found %d"
                            .formatted(total, at, count - from)));
        }
        complete &= others;
    }

    private void visit(long at, int level, int records) throws IOException {
        String structure = BTreeV2Node.structure(level);
        if (records > geometry.maxRecords(level)) {
            throw new Defect(
                    FindingCode.BT2_COUNT,
                    address,
                    tree("expected at most %d records in a node of level %d, found %d"
                            .formatted(geometry.maxRecords(level), level, records)));
        }
        byte[] image = context.read(Family.BTREE_V2, structure, at, geometry.nodeSize());
        String other = level == 0 ? BTreeV2Node.INTERNAL.signature() : BTreeV2Node.LEAF.signature();
        if (Context.begins(image, other)) {
            throw new Defect(
                    FindingCode.BT2_DEPTH,
                    at,
                    tree("expected a %s at address %d, found %s".formatted(structure, at, other)));
        }
        context.requireSignature(
                Family.BTREE_V2,
                level == 0 ? BTreeV2Node.LEAF.signature() : BTreeV2Node.INTERNAL.signature(),
                structure,
                at,
                image);
        mend(structure, image, geometry.checksumOffset(level, records), at);
        claim(structure, at, image.length);
        BTreeV2Node node =
                BTreeV2Node.decode(context.reader(image, structure, at), geometry, header.type(), level, records);
        for (int i = 0; i <= records; i++) {
            if (level > 0) {
                node(node.childAddresses()[i], level - 1, node.childRecords()[i], node.childTotals()[i]);
            }
            if (i < records) {
                record(node, i, at);
            }
        }
    }

    private void record(BTreeV2Node node, int i, long at) throws IOException {
        int size = geometry.recordSize();
        byte[] record = Arrays.copyOfRange(node.records(), i * size, (i + 1) * size);
        long recordAt = at + geometry.recordOffset(i);
        if (before != null && order != null && order.isWrong(before, record)) {
            add(
                    FindingCode.BT2_ORDER,
                    recordAt,
                    tree("expected records in ascending order, found one out of place at address %d"
                            .formatted(recordAt)));
        }
        before = record;
        count++;
        attempt(
                recordAt,
                () -> visitor.visit(context.reader(record, "version 2 B-tree record", recordAt), record, header));
    }
}
