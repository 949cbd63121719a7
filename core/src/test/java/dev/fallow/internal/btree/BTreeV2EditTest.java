package dev.fallow.internal.btree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.BTreeV2Geometry;
import dev.fallow.format.btree.BTreeV2Header;
import dev.fallow.format.btree.BTreeV2Node;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.btree.BTreeV2.Order;
import dev.fallow.internal.cache.RunWriter;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.cache.Structures;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares trees with a model. Every operation is a separate session: its changes are written, and then the file is
 * read with the codecs alone.
 */
class BTreeV2EditTest {
    private static final BTreeV2Type TYPE = BTreeV2Type.LINK_ORDER;
    private static final FieldSizes SIZES = FieldSizes.EIGHT;
    private static final int KEY = Long.BYTES;

    private final Structures file = new Structures();
    private final TreeMap<Long, Byte> model = new TreeMap<>();
    private int recordSize = 15;
    private long address;
    private String where = "";

    private void create(int nodeSize) throws IOException {
        StructureStore store = file.store();
        address = BTreeV2.create(store, BTreeV2Header.empty(TYPE, nodeSize, recordSize))
                .address();
        write(store);
    }

    private BTreeV2 open(StructureStore store) throws IOException {
        return BTreeV2.open(store, address, TYPE, recordSize);
    }

    private void write(StructureStore store) throws IOException {
        file.space().shrink();
        store.cache().writeOut();
    }

    private static Order key(long wanted) {
        return (image, at) -> Long.compare(LittleEndian.i64(image, at), wanted);
    }

    private byte[] record(long key, byte value) {
        byte[] record = new byte[recordSize];
        Arrays.fill(record, value);
        LittleEndian.put(record, 0, KEY, key);
        return record;
    }

    private void insert(long key, byte value) throws IOException {
        StructureStore store = file.store();
        int before = file.reads();
        int depth = header().depth();
        BTreeV2 tree = open(store);
        tree.prepareInsert(key(key));
        assertThat(file.reads() - before).as(where).isLessThanOrEqualTo(2 + 3 * (depth + 1));
        int prepared = file.reads();
        tree.insert(key(key), record(key, value));
        assertThat(file.reads()).as("%s: blocks read by a change", where).isEqualTo(prepared);
        write(store);
        model.put(key, value);
    }

    private void remove(long key) throws IOException {
        StructureStore store = file.store();
        int before = file.reads();
        int depth = header().depth();
        BTreeV2 tree = open(store);
        tree.prepareRemove(key(key));
        assertThat(file.reads() - before).as(where).isLessThanOrEqualTo(2 + 3 * (depth + 1));
        int prepared = file.reads();
        tree.remove(key(key));
        assertThat(file.reads()).as("%s: blocks read by a change", where).isEqualTo(prepared);
        write(store);
        model.remove(key);
    }

    private void replace(long key, byte value) throws IOException {
        StructureStore store = file.store();
        open(store).replace(key(key), record(key, value));
        write(store);
        model.put(key, value);
    }

    private FieldReader bytes(long at, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        file.read(at, buffer);
        return FieldReader.of(buffer.array(), SIZES, "test", at);
    }

    private BTreeV2Header header() throws IOException {
        return BTreeV2Header.decode(bytes(address, BTreeV2Header.length(SIZES)));
    }

    /**
     * Reads the file with the codecs: checks balance, counts, checksums, zeros and space, and compares the records with
     * the model.
     */
    private void check() throws IOException {
        BTreeV2Header header = header();
        List<byte[]> records = new ArrayList<>();
        int nodes = 0;
        if (header.rootAddress() != Addresses.UNDEFINED) {
            BTreeV2Geometry geometry = header.geometry(SIZES);
            nodes = below(geometry, header.rootAddress(), header.depth(), header.rootRecords(), records);
        } else {
            assertThat(header.depth()).as(where).isZero();
            assertThat(header.rootRecords()).as(where).isZero();
        }
        assertThat(header.totalRecords()).as(where).isEqualTo(model.size());
        assertThat(records.size()).as(where).isEqualTo(model.size());
        int i = 0;
        for (Map.Entry<Long, Byte> one : model.entrySet()) {
            assertThat(records.get(i++)).as(where).isEqualTo(record(one.getKey(), one.getValue()));
        }
        assertThat(file.allocatedBytes())
                .as("%s: space of %d nodes", where, nodes)
                .isEqualTo(BTreeV2Header.length(SIZES) + (long) nodes * header.nodeSize());
    }

    private int below(BTreeV2Geometry geometry, long at, int level, int count, List<byte[]> records)
            throws IOException {
        BTreeV2Node node = BTreeV2Node.decode(bytes(at, geometry.nodeSize()), geometry, TYPE, level, count);
        FieldWriter again = new FieldWriter(SIZES);
        node.encode(again, geometry);
        assertThat(again.toByteArray())
                .as(where)
                .isEqualTo(bytes(at, geometry.nodeSize()).bytes(geometry.nodeSize()));
        int least = level == geometry.depth() ? 1 : Math.max(1, geometry.mergeCount(level));
        assertThat(count).as("%s: records at level %d", where, level).isBetween(least, geometry.splitCount(level));
        int nodes = 1;
        for (int i = 0; i <= count; i++) {
            if (level > 0) {
                int before = records.size();
                nodes += below(geometry, node.childAddresses()[i], level - 1, node.childRecords()[i], records);
                assertThat(node.childTotals()[i]).as(where).isEqualTo(records.size() - before);
            }
            if (i < count) {
                records.add(node.record(i, SIZES).bytes(recordSize));
            }
        }
        return nodes;
    }

    @ParameterizedTest
    @CsvSource({
        "96, 15, 3",
        "128, 15, 3",
        "128, 9, 2",
        "200, 24, 3",
        "512, 17, 1",
        "512, 11, 1",
        "2048, 264, 2",
        "110, 12, 3"
    })
    void randomChangesBesideAModel(int nodeSize, int size, int levels) throws IOException {
        recordSize = size;
        create(nodeSize);
        long seed = Seeds.one(nodeSize * 1000L + size);
        Random random = new Random(seed);
        int deepest = 0;
        for (int step = 0; step < 1_200; step++) {
            where = "nodes of %d, records of %d, %s, step %d".formatted(nodeSize, size, Seeds.name(seed), step);
            boolean growing = step / 300 % 2 == 0;
            if (model.isEmpty() || random.nextInt(100) < (growing ? 85 : 15)) {
                long key = random.nextInt(5_000);
                if (model.containsKey(key)) {
                    replace(key, (byte) step);
                } else {
                    insert(key, (byte) step);
                }
            } else {
                Long key = model.ceilingKey((long) random.nextInt(5_000));
                remove(key == null ? model.firstKey() : key);
            }
            check();
            deepest = Math.max(deepest, header().depth());
        }
        assertThat(deepest).as(where).isGreaterThanOrEqualTo(levels);
        for (long wanted = 0; wanted < 5_000; wanted += 7) {
            FieldReader found = open(file.store()).find(key(wanted));
            Byte value = model.get(wanted);
            if (value == null) {
                assertThat(found).isNull();
            } else {
                assertThat(found.bytes(recordSize)).isEqualTo(record(wanted, value));
            }
        }
        while (!model.isEmpty()) {
            remove(random.nextBoolean() ? model.firstKey() : model.lastKey());
            check();
        }
    }

    @Test
    void ascendingInsertsFillTheNodesAndRemovesInTheSameOrderEmptyThem() throws IOException {
        create(128);
        int records = 600;
        for (long key = 0; key < records; key++) {
            insert(key, (byte) 1);
        }
        check();
        int leafMost = header().geometry(SIZES).maxRecords(0);
        long bytes = file.allocatedBytes();
        assertThat(bytes)
                .as("at least three quarters full")
                .isLessThan((long) records * 4 / 3 / leafMost * 128 * 5 / 4);
        for (long key = 0; key < records; key++) {
            where = "remove " + key;
            remove(key);
            if (key % 10 == 0) {
                check();
            }
        }
        check();
    }

    @ParameterizedTest
    @CsvSource({"128, 15", "96, 15", "512, 11", "110, 12"})
    void fillingWithAnyNumberOfRecordsMakesABalancedTree(int nodeSize, int size) throws IOException {
        recordSize = size;
        int deepest = 0;
        for (int number : new int[] {0, 1, 2, 6, 7, 8, 9, 13, 14, 15, 16, 17, 40, 45, 46, 47, 91, 92, 93, 500, 3_000}) {
            where = "nodes of %d, %d records".formatted(nodeSize, number);
            model.clear();
            create(nodeSize);
            StructureStore store = file.store();
            fill(store, number);
            write(store);
            check();
            deepest = Math.max(deepest, header().depth());
            for (long key = 1; key < Math.min(60, 3 * number); key += 3) {
                insert(key, (byte) 9);
                remove(key - 1);
            }
            check();
            delete();
        }
        assertThat(deepest).isPositive();
    }

    private void fill(StructureStore store, int number) throws IOException {
        int[] next = {0};
        open(store).fill(number, (target, at) -> {
            int i = next[0]++;
            System.arraycopy(record(3L * i, (byte) i), 0, target, at, recordSize);
            model.put(3L * i, (byte) i);
        });
        assertThat(next[0]).as(where).isEqualTo(number);
    }

    /** The leaves of a large tree may be written and evicted before it has a root. */
    @Test
    void leavesNeedNotStayInMemoryWhileATreeIsFilled() throws IOException {
        recordSize = 15;
        where = "evicted leaves";
        create(96);
        StructureStore store = file.store();
        int[] rooms = {0};
        store.makeRoomWith(() -> {
            try {
                rooms[0]++;
                store.cache().spill(any -> true, RunWriter.Joining.ADJACENT);
                store.cache().dropClean();
                assertThat(store.cache().isDirty()).as("the header").isTrue();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        fill(store, 12_000);
        assertThat(rooms[0]).isPositive();
        write(store);
        check();
    }

    private void delete() throws IOException {
        StructureStore store = file.store();
        BTreeV2 tree = open(store);
        tree.prepareDelete();
        tree.delete();
        write(store);
        assertThat(file.allocatedBytes()).as(where).isZero();
    }

    @Test
    void onlyAnEmptyTreeCanBeFilled() throws IOException {
        create(128);
        insert(5, (byte) 0);
        BTreeV2 tree = open(file.store());
        assertThatThrownBy(() -> tree.fill(1, (target, at) -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 records");
        check();
    }

    @Test
    void aChangeInOneSessionDoesNotNeedToBePrepared() throws IOException {
        create(128);
        StructureStore store = file.store();
        BTreeV2 tree = open(store);
        for (long key = 0; key < 500; key++) {
            long scattered = key * 331 % 500;
            tree.insert(key(scattered), record(scattered, (byte) 3));
            model.put(scattered, (byte) 3);
        }
        for (long key = 0; key < 400; key++) {
            long scattered = key * 77 % 500;
            tree.remove(key(scattered));
            model.remove(scattered);
        }
        write(store);
        check();
    }

    @Test
    void deletingGivesEveryNodeBack() throws IOException {
        create(128);
        for (long key = 0; key < 300; key++) {
            insert(key, (byte) 0);
        }
        StructureStore store = file.store();
        BTreeV2 tree = open(store);
        tree.prepareDelete();
        int prepared = file.reads();
        tree.delete();
        assertThat(file.reads()).isEqualTo(prepared);
        assertThat(store.cache().isDirty()).isFalse();
        assertThat(file.allocatedBytes()).isZero();
    }

    @Test
    void deletingDropsNodesThatWereChangedAndNotWritten() throws IOException {
        create(128);
        StructureStore store = file.store();
        BTreeV2 tree = open(store);
        for (long key = 0; key < 300; key++) {
            tree.insert(key(key), record(key, (byte) 0));
        }
        tree.prepareDelete();
        tree.delete();
        assertThat(store.cache().isDirty()).isFalse();
        assertThat(file.allocatedBytes()).isZero();
    }

    @Test
    void keysThatAreThereOrNot() throws IOException {
        create(128);
        insert(5, (byte) 0);
        BTreeV2 tree = open(file.store());
        assertThatThrownBy(() -> tree.prepareInsert(key(5)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("no record of this key");
        assertThatThrownBy(() -> tree.insert(key(5), record(5, (byte) 1))).isInstanceOf(FormatException.class);
        assertThatThrownBy(() -> tree.prepareRemove(key(6)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("found none");
        assertThatThrownBy(() -> tree.replace(key(6), record(6, (byte) 1))).isInstanceOf(FormatException.class);
        assertThatThrownBy(() -> tree.insert(key(7), new byte[3]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("15", "3");
        check();
    }

    @Test
    void nodesThatAreTooSmallToBeBalancedAreRefused() throws IOException {
        recordSize = 20;
        create(32); // one record per leaf
        BTreeV2 tree = open(file.store());
        assertThatThrownBy(() -> tree.prepareInsert(key(1)))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContainingAll("split at 1 of 1", "merged at 1");
        check();
    }

    @Test
    void aTreeThatCannotBecomeDeeperIsRefusedWhenItHasTo() throws IOException {
        recordSize = 18;
        create(46); // two records per leaf, and no room for two pointers
        insert(1, (byte) 0);
        insert(2, (byte) 0);
        BTreeV2 tree = open(file.store());
        assertThatThrownBy(() -> tree.prepareInsert(key(3))).isInstanceOf(UnsupportedFeatureException.class);
        check();
    }

    @Test
    void nodesThatAreUnderFilledAreFilledOrMerged() throws IOException {
        // as another writer may leave them: leaves of one record each, where libhdf5 has at least 2 of 7
        BTreeV2Geometry geometry = new BTreeV2Geometry(SIZES, 128, recordSize, 100, 40, 2);
        long[] leaves = new long[9];
        long[] inner = new long[3];
        create(128);
        StructureStore store = file.store();
        for (int i = 0; i < 9; i++) {
            leaves[i] = store.space().allocate(AllocationType.B_TREE, 128);
            BTreeV2Node leaf = BTreeV2Node.leaf(TYPE, 1, record(2 * i, (byte) 9));
            model.put(2L * i, (byte) 9);
            file.put(leaves[i], out -> leaf.encode(out, geometry));
        }
        for (int i = 0; i < 3; i++) {
            inner[i] = store.space().allocate(AllocationType.B_TREE, 128);
            long key = 6 * i + 1;
            byte[] records = Arrays.copyOf(record(key, (byte) 9), 2 * recordSize);
            System.arraycopy(record(key + 2, (byte) 9), 0, records, recordSize, recordSize);
            model.put(key, (byte) 9);
            model.put(key + 2, (byte) 9);
            BTreeV2Node node = new BTreeV2Node(
                    TYPE, 1, 2, records, Arrays.copyOfRange(leaves, 3 * i, 3 * i + 3), new int[] {1, 1, 1}, new long[] {
                        1, 1, 1
                    });
            file.put(inner[i], out -> node.encode(out, geometry));
        }
        long root = store.space().allocate(AllocationType.B_TREE, 128);
        byte[] records = Arrays.copyOf(record(5, (byte) 9), 2 * recordSize);
        System.arraycopy(record(11, (byte) 9), 0, records, recordSize, recordSize);
        model.put(5L, (byte) 9);
        model.put(11L, (byte) 9);
        BTreeV2Node top = new BTreeV2Node(TYPE, 2, 2, records, inner, new int[] {2, 2, 2}, new long[] {5, 5, 5});
        file.put(root, out -> top.encode(out, geometry));
        BTreeV2Header header = BTreeV2Header.empty(TYPE, 128, recordSize).withRoot(2, root, 2, model.size());
        file.put(address, header::encode);
        List<Long> keys = new ArrayList<>(model.keySet());
        Collections.shuffle(keys, new Random(4));
        for (long key : keys) {
            where = "remove " + key;
            remove(key);
            List<Long> left = new ArrayList<>();
            open(file.store()).forEach(fields -> left.add(fields.i64()));
            assertThat(left).as(where).isEqualTo(new ArrayList<>(model.keySet()));
        }
        check();
    }

    /** A root of level 1 over leaves with these numbers of records; a negative number repeats the previous leaf. */
    private void twoLevels(int... counts) throws IOException {
        create(128);
        BTreeV2Geometry geometry = new BTreeV2Geometry(SIZES, 128, recordSize, 100, 40, 1);
        FieldWriter between = new FieldWriter(SIZES);
        long[] leaves = new long[counts.length];
        int[] numbers = new int[counts.length];
        long[] totals = new long[counts.length];
        long key = 0;
        long total = counts.length - 1;
        for (int i = 0; i < counts.length; i++) {
            numbers[i] = Math.abs(counts[i]);
            totals[i] = numbers[i];
            total += numbers[i];
            if (counts[i] < 0) {
                leaves[i] = leaves[i - 1];
            } else {
                leaves[i] = file.space().allocate(AllocationType.B_TREE, 128);
                FieldWriter records = new FieldWriter(SIZES);
                for (int j = 0; j < counts[i]; j++) {
                    records.bytes(record(key++, (byte) 0));
                }
                BTreeV2Node leaf = BTreeV2Node.leaf(TYPE, counts[i], records.toByteArray());
                file.put(leaves[i], out -> leaf.encode(out, geometry));
            }
            if (i < counts.length - 1) {
                between.bytes(record(key++, (byte) 0));
            }
        }
        BTreeV2Node root = new BTreeV2Node(TYPE, 1, counts.length - 1, between.toByteArray(), leaves, numbers, totals);
        long at = file.space().allocate(AllocationType.B_TREE, 128);
        file.put(at, out -> root.encode(out, geometry));
        BTreeV2Header header = BTreeV2Header.empty(TYPE, 128, recordSize).withRoot(1, at, root.count(), total);
        file.put(address, header::encode);
    }

    @Test
    void siblingsThatAreOneNodeAreRefused() throws IOException {
        twoLevels(2, -2);
        BTreeV2 tree = open(file.store());
        assertThatThrownBy(() -> tree.prepareRemove(key(0)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("children 0 and 1");
        twoLevels(7, 7, -7);
        BTreeV2 full = open(file.store());
        full.prepareInsert(key(-1)); // splits the first leaf; the others are not changed
        assertThatThrownBy(full::prepareDelete)
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("contains it twice");
    }

    @Test
    void aLeafWithoutRecordsIsRefused() throws IOException {
        twoLevels(2, 0);
        BTreeV2 tree = open(file.store());
        long inRoot = 2;
        assertThatThrownBy(() -> tree.prepareRemove(key(inRoot)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("at least one record");
    }

    @Test
    void nodesInFreeSpaceAreNotReleasedAgain() throws IOException {
        twoLevels(2, 2);
        BTreeV2Header header = header();
        file.space().release(AllocationType.B_TREE, header.rootAddress() - 128, 128); // the second leaf
        BTreeV2 tree = open(file.store());
        assertThatThrownBy(() -> tree.prepareRemove(key(0)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("free space");
        assertThatThrownBy(tree::prepareDelete)
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("free space");
    }
}
