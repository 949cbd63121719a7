package dev.fallow.internal.btree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.format.message.BTreeK;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.cache.Structures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares edited trees with a sorted set. Names are numbers, because they are compared by their offsets. */
class GroupBTreeEditTest {
    private static final int FILE_BYTES = 1_000;

    private final Structures file = new Structures(FieldSizes.EIGHT, FILE_BYTES);

    private record Range(long before, long last) {}

    /** Checks the structure of a tree in the file, node by node. */
    private static final class Structure {
        private final Structures file;
        private final StructureStore store;
        private final BTreeK k;
        private final TreeSet<Long> names = new TreeSet<>();
        private final List<List<Long>> levels = new ArrayList<>();
        private long bytes;

        Structure(Structures file, FieldSizes sizes, BTreeK k) {
            this.file = file;
            this.store = file.store();
            this.k = k;
        }

        private GroupBTreeNode node(long at) throws IOException {
            int length = GroupBTreeNode.length(store.sizes(), k.groupInternal());
            bytes += length;
            assertThat(file.space().inUse(at, length)).as("node at " + at).isTrue();
            return GroupBTreeNode.decode(store.reader().read(at, length, "node"), k.groupInternal());
        }

        void checkRoot(long address) throws IOException {
            GroupBTreeNode root = node(address);
            for (int i = 0; i <= root.level(); i++) {
                levels.add(new ArrayList<>());
            }
            if (root.children().length == 0) {
                assertThat(root.level()).isZero();
            } else {
                check(address, root, new Range(0, root.keys()[root.children().length]));
            }
            for (List<Long> level : levels) {
                checkSiblings(level);
            }
        }

        private void check(long address, GroupBTreeNode node, Range range) throws IOException {
            levels.get(node.level()).add(address);
            int count = node.children().length;
            assertThat(count).as("children of " + address).isPositive();
            assertThat(node.keys()[0]).as("first key of " + address).isEqualTo(range.before);
            assertThat(node.keys()[count]).as("last key of " + address).isEqualTo(range.last);
            for (int i = 0; i < count; i++) {
                long child = node.children()[i];
                Range below = new Range(node.keys()[i], node.keys()[i + 1]);
                if (node.level() == 0) {
                    checkSymbols(child, below);
                } else {
                    GroupBTreeNode lower = node(child);
                    assertThat(lower.level()).isEqualTo(node.level() - 1);
                    check(child, lower, below);
                }
            }
        }

        private void checkSymbols(long address, Range range) throws IOException {
            int length = SymbolTableNode.length(store.sizes(), k.groupLeaf());
            bytes += length;
            assertThat(file.space().inUse(address, length)).isTrue();
            List<SymbolTableEntry> entries = SymbolTableNode.decode(
                            store.reader().read(address, length, "node"), k.groupLeaf())
                    .entries();
            assertThat(entries).isNotEmpty();
            long before = range.before;
            for (SymbolTableEntry entry : entries) {
                assertThat(entry.nameOffset()).isGreaterThan(before);
                before = entry.nameOffset();
                names.add(before);
                assertThat(entry.headerAddress()).isEqualTo(10 * before);
            }
            assertThat(before).as("last name of " + address).isEqualTo(range.last);
        }

        private void checkSiblings(List<Long> level) throws IOException {
            for (int i = 0; i < level.size(); i++) {
                long counted = bytes;
                GroupBTreeNode node = node(level.get(i));
                bytes = counted;
                assertThat(node.leftSibling()).isEqualTo(i == 0 ? Addresses.UNDEFINED : level.get(i - 1));
                assertThat(node.rightSibling())
                        .isEqualTo(i + 1 == level.size() ? Addresses.UNDEFINED : level.get(i + 1));
            }
        }
    }

    private static void insert(GroupBTree tree, long name) throws IOException {
        GroupBTree.NameOrder order = other -> Long.compare(other, name);
        tree.prepareInsert(order);
        tree.insert(order, SymbolTableEntry.hardLink(name, 10 * name));
    }

    private static void remove(GroupBTree tree, long name) throws IOException {
        GroupBTree.NameOrder order = other -> Long.compare(other, name);
        tree.prepareRemove(order);
        assertThat(tree.remove(order)).isEqualTo(SymbolTableEntry.hardLink(name, 10 * name));
    }

    private void check(Structures at, StructureStore store, long root, FieldSizes sizes, BTreeK k, TreeSet<Long> model)
            throws IOException {
        at.write(store);
        Structure structure = new Structure(at, sizes, k);
        structure.checkRoot(root);
        assertThat(structure.names).isEqualTo(model);
        assertThat(at.space().endOfAllocation() - at.space().freeBytes()).isEqualTo(FILE_BYTES + structure.bytes);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 8, 8", "2, 1, 8, 8", "1, 3, 4, 4", "2, 2, 4, 8", "3, 2, 8, 4", "16, 4, 8, 8"})
    void randomEditsBesideASet(int internalK, int leafK, int offsets, int lengths) throws IOException {
        FieldSizes sizes = new FieldSizes(offsets, lengths);
        BTreeK k = new BTreeK(32, internalK, leafK);
        for (int seed = 1; seed <= 6; seed++) {
            Structures at = new Structures(sizes, FILE_BYTES);
            Random random = new Random(seed);
            StructureStore store = at.store();
            long root = GroupBTree.create(store, k).address();
            TreeSet<Long> model = new TreeSet<>();
            for (int step = 0; step < 2_400; step++) {
                GroupBTree tree = new GroupBTree(store, root, k);
                boolean growing = step / 600 % 2 == 0;
                long name = 1 + random.nextInt(2_000);
                if (model.contains(name) && (!growing || random.nextInt(4) == 0)) {
                    remove(tree, name);
                    model.remove(name);
                } else if (!model.contains(name) && (growing || random.nextInt(4) == 0)) {
                    insert(tree, name);
                    model.add(name);
                } else if (!growing && !model.isEmpty()) {
                    long last = model.last();
                    remove(tree, last);
                    model.remove(last);
                }
                if (step % 97 == 0) {
                    check(at, store, root, sizes, k, model);
                    store = step % 2 == 0 ? store : at.store(); // the structures in memory, or those in the file
                }
            }
            check(at, store, root, sizes, k, model);
            for (long name : model.toArray(new Long[0])) {
                remove(new GroupBTree(store, root, k), name);
            }
            check(at, store, root, sizes, k, new TreeSet<>());
        }
    }

    @Test
    void ascendingAndDescendingOrder() throws IOException {
        BTreeK k = new BTreeK(32, 2, 2);
        for (boolean ascending : new boolean[] {true, false}) {
            Structures at = new Structures(FieldSizes.EIGHT, FILE_BYTES);
            StructureStore store = at.store();
            GroupBTree tree = GroupBTree.create(store, k);
            TreeSet<Long> model = new TreeSet<>();
            for (long i = 1; i <= 500; i++) {
                long name = ascending ? i : 501 - i;
                insert(tree, name);
                model.add(name);
            }
            check(at, store, tree.address(), FieldSizes.EIGHT, k, model);
            for (long i = 1; i <= 500; i++) {
                long name = ascending ? i : 501 - i;
                remove(tree, name);
                model.remove(name);
                if (i % 50 == 0) {
                    check(at, store, tree.address(), FieldSizes.EIGHT, k, model);
                }
            }
        }
    }

    /** The change uses only the nodes that the check has loaded. */
    @Test
    void aPreparedChangeReadsNothing() throws IOException {
        BTreeK k = new BTreeK(32, 1, 1);
        StructureStore store = file.store();
        long root = GroupBTree.create(store, k).address();
        TreeSet<Long> model = new TreeSet<>();
        Random random = new Random(5);
        for (int step = 0; step < 600; step++) {
            long name = 1 + random.nextInt(200);
            file.write(store);
            store = file.store();
            GroupBTree tree = new GroupBTree(store, root, k);
            GroupBTree.NameOrder order = other -> Long.compare(other, name);
            int before;
            if (model.add(name)) {
                tree.prepareInsert(order);
                before = file.reads();
                tree.insert(order, SymbolTableEntry.hardLink(name, 10 * name));
            } else {
                model.remove(name);
                tree.prepareRemove(order);
                before = file.reads();
                tree.remove(order);
            }
            assertThat(file.reads()).as("step " + step).isEqualTo(before);
        }
        check(file, store, root, FieldSizes.EIGHT, k, model);
    }

    @Test
    void siblingsThatDoNotKnowEachOtherAreRefusedBeforeAnythingChanges() throws IOException {
        BTreeK k = new BTreeK(32, 1, 1);
        StructureStore store = file.store();
        GroupBTree tree = GroupBTree.create(store, k);
        for (long name = 2; name <= 40; name += 2) {
            insert(tree, name);
        }
        file.write(store);
        List<Long> leaves = new ArrayList<>();
        tree.forEachBlock((address, size, structure) -> {
            if (structure.equals(GroupBTreeNode.STRUCTURE)) {
                leaves.add(address);
            }
        });
        int refused = 0;
        for (long address : leaves) {
            GroupBTreeNode node = GroupBTreeNode.decode(
                    store.reader().read(address, GroupBTreeNode.length(store.sizes(), 1), "node"), 1);
            if (node.leftSibling() == Addresses.UNDEFINED) {
                continue;
            }
            GroupBTreeNode wrong =
                    new GroupBTreeNode(node.level(), address, node.rightSibling(), node.keys(), node.children());
            file.put(address, out -> wrong.encode(out, 1));
            for (long name = 2; name <= 40; name += 2) {
                long sought = name;
                StructureStore other = file.store();
                GroupBTree damaged = new GroupBTree(other, tree.address(), k);
                try {
                    damaged.prepareRemove(at -> Long.compare(at, sought));
                } catch (FormatException e) {
                    refused++;
                    assertThat(e).hasMessageContaining("expected a sibling");
                    assertThat(other.cache().isDirty()).isFalse();
                }
            }
            file.put(address, out -> node.encode(out, 1));
        }
        assertThat(refused).isPositive();
    }

    @Test
    void aNameThatIsNotThereAndNodesInFreeSpaceAreRefused() throws IOException {
        BTreeK k = new BTreeK(32, 1, 1);
        StructureStore store = file.store();
        GroupBTree tree = GroupBTree.create(store, k);
        assertThatThrownBy(() -> tree.prepareRemove(name -> 1))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("found none");
        insert(tree, 8);
        long[] symbols = {0};
        tree.forEachBlock((address, size, structure) -> symbols[0] = address);
        file.write(store);
        store.space().release(dev.fallow.freespace.file.AllocationType.B_TREE, symbols[0], 8);
        assertThatThrownBy(() -> tree.prepareRemove(name -> Long.compare(name, 8)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("found free space");
    }

    /** Node for node as libhdf5 divides: half of a symbol table node; 90, 10 or 50 % of a tree node. */
    @Test
    void nodesAreDividedAsLibhdf5DividesThem() throws IOException {
        BTreeK k = new BTreeK(32, 5, 2);
        StructureStore store = file.store();
        GroupBTree tree = GroupBTree.create(store, k);
        for (long name = 10; store.reader() != null && level(tree, store, k) == 0; name += 10) {
            insert(tree, name);
        }
        GroupBTreeNode root = read(tree.address(), store, k);
        assertThat(read(root.children()[0], store, k).children()).hasSize(9);
        assertThat(read(root.children()[1], store, k).children()).hasSize(2);
    }

    private int level(GroupBTree tree, StructureStore store, BTreeK k) throws IOException {
        return read(tree.address(), store, k).level();
    }

    private GroupBTreeNode read(long address, StructureStore store, BTreeK k) throws IOException {
        file.write(store);
        byte[] bytes = file.store().cache().read(address, GroupBTreeNode.length(store.sizes(), k.groupInternal()), "x");
        return GroupBTreeNode.decode(FieldReader.of(bytes, store.sizes(), "node", address), k.groupInternal());
    }
}
