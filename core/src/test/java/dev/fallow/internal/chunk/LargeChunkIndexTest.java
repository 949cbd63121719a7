package dev.fallow.internal.chunk;

import static dev.fallow.internal.chunk.IndexedDataset.UNLIMITED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.array.ExtensibleArray;
import dev.fallow.format.array.FixedArray;
import dev.fallow.format.btree.BTreeV2Node;
import dev.fallow.format.btree.ChunkBTreeNode;
import dev.fallow.format.layout.ChunkedLayout.Index;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.cache.Structures;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Indexes with so many chunks that they have several levels, and pages. */
class LargeChunkIndexTest {
    private static final int FILE = 1 << 21;
    private static final int CHUNKS = 150_000;
    private static final long[] NONE = {0};
    private static final long[] ALL = {Long.MAX_VALUE};

    private final Structures file = new Structures(FieldSizes.EIGHT, FILE);

    /** Each with the number of its blocks, by structure. */
    static Stream<Arguments> indexes() {
        return Stream.of(
                // 57 of 64 children stay in each node: 2,632 leaves, 47 nodes above them, a root
                Arguments.of(Index.B_TREE_V1, Map.of(ChunkBTreeNode.STRUCTURE, 2_632 + 47 + 1)),
                Arguments.of(Index.FIXED_ARRAY, Map.of(FixedArray.STRUCTURE, 1, FixedArray.BLOCK_STRUCTURE, 1)),
                // 2 + 4 + ... + 64 + 64 data blocks before paging, then 10 of 2,048 elements in super block 13
                Arguments.of(
                        Index.EXTENSIBLE_ARRAY,
                        Map.of(
                                ExtensibleArray.STRUCTURE,
                                1,
                                ExtensibleArray.INDEX_STRUCTURE,
                                1,
                                ExtensibleArray.SUPER_STRUCTURE,
                                10,
                                ExtensibleArray.BLOCK_STRUCTURE,
                                190 + 10)));
    }

    private static IndexedDataset dataset(Index kind) {
        long most = kind == Index.FIXED_ARRAY ? CHUNKS + 7 : UNLIMITED;
        return IndexedDataset.of(kind, false, 32, new long[] {CHUNKS}, new long[] {most}, 1);
    }

    private static StoredChunk chunk(long number) {
        return new StoredChunk(number * 4, 4, 0);
    }

    private IndexedDataset filled(IndexedDataset created) throws IOException {
        StructureStore store = file.store();
        ChunkIndex index = created.open(store);
        for (long i = 0; i < CHUNKS; i++) {
            long[] at = {i};
            index.prepare(at);
            index.put(at, chunk(i));
        }
        file.write(store);
        return created.with(index.layout());
    }

    private Map<String, Integer> blocks(IndexedDataset dataset) throws IOException {
        Map<String, Integer> blocks = new TreeMap<>();
        long[] bytes = new long[1];
        dataset.open(file.store()).forEachBlock((address, size, structure) -> {
            blocks.merge(structure, 1, Integer::sum);
            bytes[0] += size;
        });
        assertThat(bytes[0]).isEqualTo(file.allocatedBytes());
        return blocks;
    }

    @ParameterizedTest
    @MethodSource("indexes")
    void hasTheBlocksOfLibhdf5(Index kind, Map<String, Integer> expected) throws IOException {
        IndexedDataset dataset = filled(dataset(kind));
        assertThat(blocks(dataset)).isEqualTo(new TreeMap<>(expected));
        check(dataset);
    }

    @Test
    void aTreeOfVersion2HasThreeLevels() throws IOException {
        IndexedDataset dataset = filled(dataset(Index.B_TREE_V2));
        Map<String, Integer> blocks = blocks(dataset);
        // records of 16 bytes: 127 in a full leaf, and one in its parent
        assertThat(blocks.get(BTreeV2Node.structure(0))).isBetween(CHUNKS / 128, 2 * CHUNKS / 128);
        assertThat(blocks.get(BTreeV2Node.structure(1))).isGreaterThan(10);
        check(dataset);
    }

    private void check(IndexedDataset dataset) throws IOException {
        StructureStore store = file.store();
        ChunkIndex index = dataset.open(store);
        long[] next = {0};
        int before = file.reads();
        index.forEach(NONE, ALL, (at, chunk) -> {
            assertThat(at[0]).isEqualTo(next[0]);
            assertThat(chunk).isEqualTo(chunk(next[0]));
            next[0]++;
        });
        assertThat(next[0]).isEqualTo(CHUNKS);
        assertThat(file.reads() - before).as("blocks read, each once").isLessThan(3_200);
        for (long i = 0; i < CHUNKS; i += 997) {
            assertThat(index.find(new long[] {i})).isEqualTo(chunk(i));
        }
        assertThat(index.find(new long[] {CHUNKS})).isNull();
        few(dataset);
        index.release();
        assertThat(file.allocatedBytes()).isZero();
    }

    /** A small part is found without reading the rest. */
    private void few(IndexedDataset dataset) throws IOException {
        int before = file.reads();
        long[] found = {0};
        dataset.open(file.store()).forEach(new long[] {140_000}, new long[] {140_005}, (at, chunk) -> found[0]++);
        assertThat(found[0]).isEqualTo(6);
        assertThat(file.reads() - before).isLessThanOrEqualTo(6);
    }

    /** One chunk changes one page and, as the page is in use, nothing else. */
    @Test
    void aChangeDirtiesOnePage() throws IOException {
        for (Index kind : new Index[] {Index.FIXED_ARRAY, Index.EXTENSIBLE_ARRAY}) {
            IndexedDataset dataset = filled(dataset(kind));
            StructureStore store = file.store();
            ChunkIndex index = dataset.open(store);
            long[] at = {140_000};
            index.prepare(at);
            index.put(at, new StoredChunk(8, 4, 0));
            assertThat(store.cache().dirtyBytes()).as("" + kind).isEqualTo(1_024 * 8 + 4);
            file.write(store);
            index = dataset.open(file.store());
            assertThat(index.find(at)).isEqualTo(new StoredChunk(8, 4, 0));
            index.release();
        }
    }

    /** A walk over an index that is larger than the cache leaves most of its blocks out of the cache. */
    @Test
    void aWalkKeepsFewBlocks() throws IOException {
        for (Index kind : new Index[] {Index.B_TREE_V1, Index.B_TREE_V2, Index.FIXED_ARRAY}) {
            IndexedDataset dataset = filled(dataset(kind));
            StructureStore store = file.store();
            dataset.open(store).forEach(NONE, ALL, (at, chunk) -> {});
            int[] cached = new int[1];
            long[] bytes = new long[1];
            dataset.open(store).forEachBlock((address, size, structure) -> {
                if (store.cache().find(address) != null) {
                    cached[0]++;
                    bytes[0] += store.cache().find(address).bytesHeld();
                }
            });
            assertThat(cached[0]).as("" + kind).isPositive();
            assertThat(bytes[0]).as("" + kind).isLessThan((1 << 20) + 300_000);
            dataset.open(store).release();
        }
    }

    /** Of the pages of earlier operations only a limited number stays in memory, although the block is in use. */
    @Test
    void pagesOfEarlierOperationsAreForgotten() throws IOException {
        int chunks = 1_024 * 300;
        IndexedDataset created =
                IndexedDataset.of(Index.FIXED_ARRAY, false, 32, new long[] {chunks}, new long[] {chunks}, 1);
        StructureStore store = file.store();
        ChunkIndex index = created.open(store);
        for (long i = 0; i < chunks; i += 1_024) {
            index.prepare(new long[] {i});
            index.put(new long[] {i}, chunk(i % 1_000));
        }
        IndexedDataset dataset = created.with(index.layout());
        long[] block = new long[1];
        dataset.open(store).forEachBlock((address, size, structure) -> block[0] = address);
        assertThat(store.cache().find(block[0]).bytesHeld()).isGreaterThan(300 * 8_196);
        store.cache().trim();
        assertThat(dataset.open(store).find(new long[] {0})).isEqualTo(chunk(0));
        assertThat(store.cache().find(block[0]).bytesHeld())
                .as("dirty pages stay")
                .isGreaterThan(300 * 8_196);
        file.write(store);
        store.cache().trim();
        assertThat(dataset.open(store).find(new long[] {1_024})).isEqualTo(chunk(24));
        assertThat(store.cache().find(block[0]).bytesHeld()).isLessThan(2 * 8_196);
        assertThat(dataset.open(store).find(new long[] {2_048})).isEqualTo(chunk(48));
    }

    /** The cost of a walk depends on the blocks that exist, not on the extent. */
    @Test
    void aSparseArrayIsWalkedFromBlockToBlock() throws IOException {
        long rows = 1L << 40;
        IndexedDataset created = IndexedDataset.of(
                Index.EXTENSIBLE_ARRAY, false, 32, new long[] {rows, 16}, new long[] {UNLIMITED, 16}, 1, 1);
        StructureStore store = file.store();
        ChunkIndex index = created.open(store);
        long[][] stored = {{0, 3}, {5, 3}, {7, 4}, {(1L << 27) - 1, 3}, {(1L << 28) - 1, 3}};
        for (int i = 0; i < stored.length; i++) {
            index.prepare(stored[i]);
            index.put(stored[i], chunk(i));
        }
        assertThatThrownBy(() -> index.prepare(new long[] {1L << 28, 3}))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("it cannot have chunk number 4294967299");
        file.write(store);
        IndexedDataset dataset = created.with(index.layout());
        Map<Long, StoredChunk> found = new TreeMap<>();
        dataset.open(file.store())
                .forEach(new long[] {0, 3}, new long[] {rows - 1, 3}, (at, chunk) -> found.put(at[0], chunk));
        assertThat(found)
                .isEqualTo(Map.of(0L, chunk(0), 5L, chunk(1), (1L << 27) - 1, chunk(3), (1L << 28) - 1, chunk(4)));
        found.clear();
        dataset.open(file.store())
                .forEach(new long[] {1, 4}, new long[] {rows - 1, 15}, (at, chunk) -> found.put(at[0], chunk));
        assertThat(found).isEqualTo(Map.of(7L, chunk(2)));
    }
}
