package dev.fallow.internal.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.btree.ChunkBTreeNode;
import dev.fallow.format.btree.ChunkKey;
import dev.fallow.format.layout.ChunkedLayout.Index;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.cache.Structures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Checks the rules for the keys and siblings of a version 1 B-tree of chunks, with the codec alone. */
final class TreeAudit {
    private final Structures file;
    private final IndexedDataset dataset;
    private final List<List<Long>> levels = new ArrayList<>();

    private TreeAudit(Structures file, IndexedDataset dataset) {
        this.file = file;
        this.dataset = dataset;
    }

    /** Writes the dirty blocks, and checks the tree in the file; nothing for an index of another kind. */
    static void check(Structures file, StructureStore store, IndexedDataset dataset) throws IOException {
        if (dataset.layout().index() == Index.B_TREE_V1 && dataset.layout().address() != Addresses.UNDEFINED) {
            file.write(store);
            new TreeAudit(file, dataset).check();
        }
    }

    private ChunkBTreeNode node(long at) throws IOException {
        int length = ChunkBTreeNode.length(
                FieldSizes.EIGHT, dataset.chunkK(), dataset.layout().dimensions().length);
        ByteBuffer bytes = ByteBuffer.allocate(length);
        file.read(at, bytes);
        FieldReader in = FieldReader.of(bytes.array(), FieldSizes.EIGHT, "test", at);
        return ChunkBTreeNode.decode(in, dataset.chunkK(), dataset.layout().dimensions());
    }

    private void check() throws IOException {
        ChunkBTreeNode root = node(dataset.layout().address());
        if (root.children().length == 0) {
            assertThat(root.level()).isZero();
            return;
        }
        for (int i = 0; i <= root.level(); i++) {
            levels.add(new ArrayList<>());
        }
        below(dataset.layout().address(), root.level());
        for (List<Long> level : levels) {
            for (int i = 0; i < level.size(); i++) {
                ChunkBTreeNode node = node(level.get(i));
                long left = i == 0 ? Addresses.UNDEFINED : level.get(i - 1);
                long right = i == level.size() - 1 ? Addresses.UNDEFINED : level.get(i + 1);
                assertThat(node.leftSibling()).isEqualTo(left);
                assertThat(node.rightSibling()).isEqualTo(right);
                if (right != Addresses.UNDEFINED) {
                    assertThat(last(node).offsets())
                            .isEqualTo(node(right).keys().get(0).offsets());
                }
            }
        }
    }

    private static ChunkKey last(ChunkBTreeNode node) {
        return node.keys().get(node.children().length);
    }

    private void below(long at, int level) throws IOException {
        ChunkBTreeNode node = node(at);
        assertThat(node.level()).isEqualTo(level);
        assertThat(node.children()).isNotEmpty();
        levels.get(level).add(at);
        for (int i = 0; i < node.children().length; i++) {
            long[] first = node.keys().get(i).offsets();
            long[] next = node.keys().get(i + 1).offsets();
            assertThat(Arrays.compare(first, next)).isNegative();
            if (level > 0) {
                ChunkBTreeNode child = node(node.children()[i]);
                assertThat(child.keys().get(0))
                        .usingRecursiveComparison()
                        .isEqualTo(node.keys().get(i));
                assertThat(last(child).offsets()).isEqualTo(next);
                below(node.children()[i], level - 1);
            } else {
                assertThat(first[first.length - 1]).isZero();
            }
        }
    }
}
