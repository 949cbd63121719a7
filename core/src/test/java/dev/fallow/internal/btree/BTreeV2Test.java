package dev.fallow.internal.btree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.CorruptFileException;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.BTreeV2Geometry;
import dev.fallow.format.btree.BTreeV2Header;
import dev.fallow.format.btree.BTreeV2Node;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.DenseRecord;
import dev.fallow.internal.cache.Structures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Trees of links by creation order, whose records are 0, 1, 2, ... */
class BTreeV2Test {
    private static final BTreeV2Type TYPE = BTreeV2Type.LINK_ORDER;
    private static final int NODE_SIZE = 128;
    private static final long HEADER = 64;
    private static final long FIRST_NODE = 1_000;

    private final Structures file = new Structures();
    private long nextNode = FIRST_NODE;
    private long nextOrder;

    /** A written node, and the pointer to it in its parent. */
    private record Written(long address, int count, long total) {}

    private static BTreeV2Header header(int depth, Written root, long total) {
        return BTreeV2Header.empty(TYPE, NODE_SIZE, DenseRecord.length(DenseRecord.LINK_ORDER))
                .withRoot(depth, root.address, root.count, total);
    }

    private void write(BTreeV2Header header) throws IOException {
        file.put(HEADER, header::encode);
    }

    private BTreeV2 open() throws IOException {
        return BTreeV2.open(file.store(), HEADER, TYPE, DenseRecord.length(DenseRecord.LINK_ORDER));
    }

    private void record(FieldWriter records) {
        records.i64(nextOrder).unsigned(1_000 + nextOrder, 7);
        nextOrder++;
    }

    /** A tree of nodes of {@code fanOut} records, below and with a node of this level. */
    private Written grow(int level, int fanOut) throws IOException {
        FieldWriter records = new FieldWriter(FieldSizes.EIGHT);
        List<Written> children = new ArrayList<>();
        for (int i = 0; i <= fanOut; i++) {
            if (level > 0) {
                children.add(grow(level - 1, fanOut));
            }
            if (i < fanOut) {
                record(records);
            }
        }
        return node(level, fanOut, records.toByteArray(), children);
    }

    private Written node(int level, int count, byte[] records, List<Written> children) throws IOException {
        BTreeV2Node node = new BTreeV2Node(
                TYPE,
                level,
                count,
                records,
                children.stream().mapToLong(Written::address).toArray(),
                children.stream().mapToInt(Written::count).toArray(),
                children.stream().mapToLong(Written::total).toArray());
        BTreeV2Geometry geometry = header(3, new Written(0, 0, 0), 0).geometry(FieldSizes.EIGHT);
        long address = nextNode;
        nextNode += NODE_SIZE;
        file.put(address, out -> node.encode(out, geometry));
        return new Written(address, count, node.totalRecords());
    }

    private static long order(FieldReader record) {
        return record.i64();
    }

    private static List<Long> orders(BTreeV2 tree) throws IOException {
        List<Long> found = new ArrayList<>();
        tree.forEach(record -> found.add(order(record)));
        return found;
    }

    @Test
    void everyRecordIsFoundInAsManyNodesAsTheTreeIsDeep() throws IOException {
        int depth = 3;
        Written root = grow(depth, 3);
        write(header(depth, root, root.total));
        assertThat(root.total).isEqualTo(255);
        for (long wanted = -1; wanted <= root.total; wanted++) {
            long sought = wanted;
            BTreeV2 tree = open();
            int before = file.reads();
            FieldReader found = tree.find((image, at) -> Long.compare(LittleEndian.i64(image, at), sought));
            assertThat(file.reads() - before).isLessThanOrEqualTo(depth + 1);
            if (wanted < 0 || wanted == root.total) {
                assertThat(found).isNull();
            } else {
                assertThat(found.i64()).isEqualTo(wanted);
                assertThat(found.unsigned(7)).isEqualTo(1_000 + wanted);
            }
        }
        BTreeV2 tree = open();
        assertThat(tree.size()).isEqualTo(root.total);
        assertThat(orders(tree))
                .isEqualTo(LongStream.range(0, root.total).boxed().toList());
    }

    @Test
    void theBlocksAreHeaderAndNodesEachOnce() throws IOException {
        Written root = grow(2, 2);
        write(header(2, root, root.total));
        List<Long> blocks = new ArrayList<>();
        open().forEachBlock((address, size, structure) -> blocks.add(address));
        List<Long> expected = new ArrayList<>();
        expected.add(HEADER);
        for (long at = FIRST_NODE; at < nextNode; at += NODE_SIZE) {
            expected.add(at);
        }
        assertThat(blocks).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void aTreeWithoutRecords() throws IOException {
        write(BTreeV2Header.empty(TYPE, NODE_SIZE, DenseRecord.length(DenseRecord.LINK_ORDER)));
        assertThat(orders(open())).isEmpty();
        assertThat(open().find((image, at) -> 0)).isNull();
    }

    @Test
    void anotherTreeThanExpected() throws IOException {
        Written root = grow(0, 2);
        write(header(0, root, 2));
        assertThatThrownBy(() -> BTreeV2.open(file.store(), HEADER, BTreeV2Type.LINK_NAME, 11))
                .isInstanceOf(FormatException.class)
                .hasMessageContainingAll("type 5", "type 6", "64");
        assertThatThrownBy(() ->
                        BTreeV2.open(file.store(), root.address, TYPE, DenseRecord.length(DenseRecord.LINK_ORDER)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("BTHD");
    }

    @Test
    void nodesThatAreMetTwiceAreRefused() throws IOException {
        Written leaf = grow(0, 3);
        FieldWriter records = new FieldWriter(FieldSizes.EIGHT);
        record(records);
        Written root = node(1, 1, records.toByteArray(), List.of(leaf, leaf));
        write(header(1, root, root.total));
        for (BTreeV2 tree : List.of(open(), open())) {
            assertThatThrownBy(() -> tree.forEach(record -> {}))
                    .isInstanceOf(FormatException.class)
                    .hasMessageContainingAll("contains it twice", String.valueOf(leaf.address));
            assertThatThrownBy(() -> tree.forEachBlock((address, size, structure) -> {}))
                    .isInstanceOf(FormatException.class)
                    .hasMessageContaining("contains it twice");
        }
    }

    @Test
    void aNodeThatIsItsOwnChildIsRefused() throws IOException {
        FieldWriter records = new FieldWriter(FieldSizes.EIGHT);
        record(records);
        Written itself = new Written(nextNode, 1, 3);
        Written root = node(2, 1, records.toByteArray(), List.of(itself, itself));
        write(header(2, root, root.total));
        assertThatThrownBy(() -> open().forEach(record -> {})).isInstanceOf(FormatException.class);
        // each step down decreases the level, so the descent ends at a node that is not a leaf
        assertThatThrownBy(() -> open().find((image, at) -> 1)).isInstanceOf(FormatException.class);
    }

    @Test
    void numbersOfRecordsThatLieAreRefused() throws IOException {
        Written root = grow(2, 2);
        write(header(2, root, root.total + 1));
        assertThatThrownBy(() -> orders(open()))
                .isInstanceOf(FormatException.class)
                .hasMessageContainingAll("expected 27 records, found 26");

        Written left = grow(1, 2);
        Written right = grow(1, 2);
        FieldWriter records = new FieldWriter(FieldSizes.EIGHT);
        record(records);
        Written lying = node(
                2, 1, records.toByteArray(), List.of(left, new Written(right.address, right.count, right.total - 1)));
        write(header(2, lying, lying.total));
        assertThatThrownBy(() -> orders(open()))
                .isInstanceOf(FormatException.class)
                .hasMessageContainingAll("expected 7 records, found 8", String.valueOf(right.address));
    }

    @Test
    void nodesOutsideOfTheFileAreRefused() throws IOException {
        Written outside = new Written(file.size() - NODE_SIZE + 1, 2, 2);
        write(header(0, outside, 2));
        assertThatThrownBy(() -> orders(open()))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining(String.valueOf(outside.address));
        assertThatThrownBy(() -> open().forEachBlock((address, size, structure) -> {}))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("end of allocation");
    }
}
