package dev.fallow.internal.btree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.Addresses;
import dev.fallow.format.FormatException;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.format.message.BTreeK;
import dev.fallow.internal.cache.Structures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Trees whose names are numbers, which are compared by their offsets. */
class GroupBTreeTest {
    private static final int INTERNAL_K = 2;
    private static final int LEAF_K = 1;
    private static final long ROOT = 100_000;

    private final Structures file = new Structures();

    private GroupBTree open() {
        return new GroupBTree(file.store(), ROOT, new BTreeK(32, INTERNAL_K, LEAF_K));
    }

    private void node(long address, int level, long[] keys, long... children) throws IOException {
        GroupBTreeNode node = new GroupBTreeNode(level, Addresses.UNDEFINED, Addresses.UNDEFINED, keys, children);
        file.put(address, out -> node.encode(out, INTERNAL_K));
    }

    private void symbols(long address, long... names) throws IOException {
        List<SymbolTableEntry> entries = new ArrayList<>();
        for (long name : names) {
            entries.add(SymbolTableEntry.hardLink(name, 10 * name));
        }
        file.put(address, out -> new SymbolTableNode(entries).encode(out, LEAF_K));
    }

    /** Names 2, 4, ... 16 in four symbol table nodes below two nodes. */
    private void grow() throws IOException {
        for (int i = 0; i < 4; i++) {
            symbols(1_000 + 1_000L * i, 4L * i + 2, 4L * i + 4);
        }
        node(10_000, 0, new long[] {0, 4, 8}, 1_000, 2_000);
        node(20_000, 0, new long[] {8, 12, 16}, 3_000, 4_000);
        node(ROOT, 1, new long[] {0, 8, 16}, 10_000, 20_000);
    }

    private static List<Long> names(GroupBTree tree) throws IOException {
        List<Long> names = new ArrayList<>();
        tree.forEach(entry -> names.add(entry.nameOffset()));
        return names;
    }

    @Test
    void everyNameIsFoundAndNoOther() throws IOException {
        grow();
        GroupBTree tree = open();
        for (long wanted = 1; wanted <= 17; wanted++) {
            long sought = wanted;
            SymbolTableEntry found = tree.find(name -> Long.compare(name, sought));
            if (wanted % 2 == 0 && wanted <= 16) {
                assertThat(found.headerAddress()).isEqualTo(10 * wanted);
            } else {
                assertThat(found).isNull();
            }
        }
        assertThat(names(tree)).containsExactly(2L, 4L, 6L, 8L, 10L, 12L, 14L, 16L);
        assertThat(file.reads()).isEqualTo(7); // each node once, because of the cache
    }

    @Test
    void anEmptyTree() throws IOException {
        file.put(ROOT, out -> GroupBTreeNode.empty().encode(out, INTERNAL_K));
        assertThat(names(open())).isEmpty();
        assertThat(open().find(name -> 0)).isNull();
    }

    @Test
    void theBlocksAreAllNodesEachOnce() throws IOException {
        grow();
        List<Long> blocks = new ArrayList<>();
        open().forEachBlock((address, size, structure) -> blocks.add(address));
        assertThat(blocks).containsExactlyInAnyOrder(ROOT, 10_000L, 20_000L, 1_000L, 2_000L, 3_000L, 4_000L);
    }

    @Test
    void loopsAreRefused() throws IOException {
        grow();
        node(20_000, 0, new long[] {8, 12, 16}, 3_000, 1_000);
        assertThatThrownBy(() -> names(open()))
                .isInstanceOf(FormatException.class)
                .hasMessageContainingAll("contains it twice", "1000");
        node(ROOT, 1, new long[] {0, 8, 16}, 10_000, ROOT);
        assertThatThrownBy(() -> names(open()))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("expected a node of level 0, found 1");
        assertThatThrownBy(() -> open().find(name -> Long.compare(name, 12)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("expected a node of level 0, found 1");
    }
}
