package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.btree.BTreeV2Geometry;
import dev.fallow.format.btree.BTreeV2Header;
import dev.fallow.format.btree.BTreeV2Node;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.BiPredicate;

/** Checks one version 2 B-tree: its nodes, the order and the number of its records. */
final class BTreeV2Check extends StructureCheck {
    private final long address;
    private final BiPredicate<byte[], byte[]> isWrong;
    private final Records visitor;
    private BTreeV2Header header;
    private BTreeV2Geometry geometry;
    private byte[] before;
    private long count;
    private boolean complete = true;

    /** Receives the records in the order of the tree, with the node that they are in. */
    @FunctionalInterface
    interface Records {
        void visit(Part node, FieldReader record, byte[] bytes) throws IOException;
    }

    private BTreeV2Check(StructureCheck check, long address, BiPredicate<byte[], byte[]> isWrong, Records visitor) {
        super(check, Family.BTREE_V2, check.path);
        this.address = address;
        this.isWrong = isWrong;
        this.visitor = visitor;
    }

    /**
     * Checks a tree.
     *
     * @param least the size of the smallest records that its use allows, in bytes
     * @param most that of the largest
     * @param isWrong whether a record may not be before another one; null for any order
     * @return the number of records; -1 if not all could be read
     */
    static long check(
            StructureCheck check,
            long address,
            BTreeV2Type type,
            int least,
            int most,
            BiPredicate<byte[], byte[]> isWrong,
            Records visitor)
            throws IOException {
        BTreeV2Check tree = new BTreeV2Check(check, address, isWrong, visitor);
        boolean read = tree.attempt(address, () -> tree.header(type, least, most));
        if (read && tree.header.rootAddress() != Addresses.UNDEFINED) {
            tree.node(
                    tree.header.rootAddress(),
                    tree.header.depth(),
                    tree.header.rootRecords(),
                    tree.header.totalRecords());
        }
        return read && tree.complete ? tree.count : -1;
    }

    private String tree(String problem) {
        return sentence("version 2 B-tree", address, problem);
    }

    private void header(BTreeV2Type type, int least, int most) throws IOException {
        byte[] image = sealed(BTreeV2Header.LAYOUT, address, BTreeV2Header.length(sizes));
        header = BTreeV2Header.decode(reader(image, BTreeV2Header.STRUCTURE, address));
        geometry = header.geometry(sizes);
        claim(BTreeV2Header.STRUCTURE, address, image.length);
        String problem = header.type() == BTreeV2Type.SHARED_MESSAGE ? geometry.editProblem() : null;
        if (problem != null) { // no change of the file can be committed that removes a shared message
            add(FindingCode.BT2_FIELD, address, tree(problem));
        }
        int size = header.recordSize();
        if (header.type() != type || size < least || size > most) {
            String allowed = least == most ? String.valueOf(least) : least + " to " + most;
            String other = "expected records of [%s], %s bytes, found %s, %d bytes"
                    .formatted(type, allowed, header.type(), size);
            throw new Defect(FindingCode.BT2_TYPE, address, tree(other));
        }
    }

    /** Checks a node and those below; whether all of them could be read is added to {@link #complete}. */
    private void node(long at, int level, int records, long total) throws IOException {
        long from = count;
        boolean others = complete;
        complete = true;
        complete &= attempt(at, () -> visit(at, level, records));
        if (complete && count - from != total) {
            String problem = "expected %d records in and below the node at address %d, found %d";
            add(FindingCode.BT2_COUNT, at, tree(problem.formatted(total, at, count - from)));
        }
        complete &= others;
    }

    private void visit(long at, int level, int records) throws IOException {
        String structure = BTreeV2Node.structure(level);
        int most = geometry.maxRecords(level);
        if (records > most) {
            String problem = "expected at most %d records in a node of level %d, found %d";
            throw new Defect(FindingCode.BT2_COUNT, address, tree(problem.formatted(most, level, records)));
        }
        byte[] image = read(structure, at, geometry.nodeSize());
        String signature = level == 0 ? BTreeV2Node.LEAF.signature() : BTreeV2Node.INTERNAL.signature();
        String other = level == 0 ? BTreeV2Node.INTERNAL.signature() : BTreeV2Node.LEAF.signature();
        if (begins(image, other)) {
            String problem = "expected a %s at address %d, found %s".formatted(structure, at, other);
            throw new Defect(FindingCode.BT2_DEPTH, at, tree(problem));
        }
        requireSignature(signature, structure, at, image);
        Part part = new Part(at, image.length, geometry.checksumOffset(level, records), false);
        mend(structure, image, part.checksumAt(), at);
        claim(structure, at, image.length);
        BTreeV2Node node = BTreeV2Node.decode(reader(image, structure, at), geometry, header.type(), level, records);
        for (int i = 0; i <= records; i++) {
            if (level > 0) {
                pointer(part, at + geometry.pointerOffset(level, records, i), node.childAddresses()[i]);
                node(node.childAddresses()[i], level - 1, node.childRecords()[i], node.childTotals()[i]);
            }
            if (i < records) {
                record(node, i, part);
            }
        }
    }

    private void record(BTreeV2Node node, int i, Part part) throws IOException {
        int size = geometry.recordSize();
        byte[] record = Arrays.copyOfRange(node.records(), i * size, (i + 1) * size);
        long recordAt = part.address() + geometry.recordOffset(i);
        if (before != null && isWrong != null && isWrong.test(before, record)) {
            String problem = "expected records in ascending order, found one out of place at address %d";
            add(FindingCode.BT2_ORDER, recordAt, tree(problem.formatted(recordAt)));
        }
        before = record;
        count++;
        attempt(recordAt, () -> visitor.visit(part, reader(record, "version 2 B-tree record", recordAt), record));
    }
}
