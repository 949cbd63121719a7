package dev.fallow.internal.chunk;

import static dev.fallow.internal.chunk.IndexedDataset.UNLIMITED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerException;
import dev.fallow.CorruptFileException;
import dev.fallow.format.Checksum;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.ChunkedLayout.Index;
import dev.fallow.format.message.Dataspace;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.cache.Structures;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Damaged chunk indexes, with valid checksums, are refused with a clear message, or read within the file. */
class DamagedChunkIndexTest {
    private static final int FILE = 1 << 16;
    private static final int ROUNDS = 400;

    private Structures file = new Structures(FieldSizes.EIGHT, FILE);

    /** @param sealedEnd the end of its checksum; 0 if it has none */
    private record Extent(long address, int length, int sealedEnd) {}

    private static long[] of(long... numbers) {
        return numbers;
    }

    static Stream<IndexedDataset> datasets() {
        return Stream.of(
                IndexedDataset.of(Index.B_TREE_V1, false, 2, of(100), of(UNLIMITED), 1),
                IndexedDataset.of(Index.B_TREE_V1, true, 2, of(10, 10), of(UNLIMITED, 10), 1, 1),
                IndexedDataset.of(Index.B_TREE_V2, false, 32, of(400), of(UNLIMITED), 1),
                IndexedDataset.of(Index.B_TREE_V2, true, 32, of(20, 20), of(UNLIMITED, UNLIMITED), 1, 1),
                IndexedDataset.of(Index.FIXED_ARRAY, false, 32, of(100), of(100), 1),
                IndexedDataset.of(Index.FIXED_ARRAY, true, 32, of(3_000), of(3_000), 1),
                IndexedDataset.of(Index.EXTENSIBLE_ARRAY, true, 32, of(500), of(UNLIMITED), 1),
                IndexedDataset.of(Index.EXTENSIBLE_ARRAY, false, 32, of(4, 60_000), of(UNLIMITED, 60_000), 1, 1));
    }

    private IndexedDataset filled(IndexedDataset created) throws IOException {
        StructureStore store = file.store();
        ChunkIndex index = created.open(store);
        long[] sizes = created.space().sizes();
        Random random = new Random(5);
        for (int i = 0; i < 300; i++) {
            long[] at = new long[sizes.length];
            for (int d = 0; d < at.length; d++) {
                at[d] = random.nextInt((int) sizes[d]);
            }
            index.prepare(at);
            index.put(at, new StoredChunk(4 * i, 4, 0));
        }
        file.write(store);
        return created.with(index.layout());
    }

    private List<Extent> blocks(IndexedDataset dataset) throws IOException {
        List<Extent> blocks = new ArrayList<>();
        dataset.open(file.store())
                .forEachBlock(
                        (address, size, structure) -> blocks.add(new Extent(address, (int) Math.min(size, 4_096), 0)));
        for (int i = 0; i < blocks.size(); i++) {
            Extent extent = blocks.get(i);
            blocks.set(i, new Extent(extent.address, extent.length, sealedEnd(read(extent))));
        }
        return blocks;
    }

    private static int sealedEnd(byte[] bytes) {
        for (int end = bytes.length; end >= 12; end--) {
            if (Checksum.of(bytes, 0, end - 4) == LittleEndian.i32(bytes, end - 4)) {
                return end;
            }
        }
        return 0;
    }

    private byte[] read(Extent extent) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(extent.length);
        file.read(extent.address, bytes);
        return bytes.array();
    }

    private void write(long address, byte[] bytes) throws IOException {
        file.write(address, ByteBuffer.wrap(bytes));
    }

    /** Changes a few fields of a block, and recomputes its checksum. */
    private static byte[] damaged(Extent extent, byte[] original, Random random) {
        byte[] bytes = original.clone();
        for (int i = 0; i <= random.nextInt(3); i++) {
            int at = 4 + random.nextInt(Math.min(bytes.length - 12, random.nextBoolean() ? 80 : bytes.length - 12));
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt();
                case 1 -> LittleEndian.put(bytes, at, 8, random.nextInt(4 * FILE));
                case 2 -> LittleEndian.put(bytes, at, 8, -1);
                default -> LittleEndian.put(bytes, at, 4, random.nextInt(8));
            }
        }
        if (extent.sealedEnd > 0) {
            int at = extent.sealedEnd - 4;
            LittleEndian.put(bytes, at, 4, Checksum.of(bytes, 0, at) & 0xFFFF_FFFFL);
        }
        return bytes;
    }

    @ParameterizedTest
    @MethodSource("datasets")
    void damageIsReportedOrHarmless(IndexedDataset created) throws IOException {
        IndexedDataset dataset = filled(created);
        List<Extent> blocks = blocks(dataset);
        long seed = Seeds.one(created.toString().hashCode());
        Random random = new Random(seed);
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Extent extent = blocks.get(random.nextInt(blocks.size()));
            byte[] original = read(extent);
            write(extent.address, damaged(extent, original, random));
            refused += use(dataset, random) ? 0 : 1;
            write(extent.address, original);
        }
        assertThat(refused).as(created + " " + Seeds.name(seed)).isBetween(ROUNDS / 20, ROUNDS - 1);
    }

    /** Reads and changes the index; any other exception than the two expected ones fails the test. */
    private boolean use(IndexedDataset dataset, Random random) throws IOException {
        StructureStore store = file.store();
        long[] visited = new long[1];
        try {
            ChunkIndex index = dataset.open(store);
            index.forEach((at, chunk) -> {
                assertThat(chunk.address() + chunk.size())
                        .isLessThanOrEqualTo(store.cache().endOfAllocation());
                visited[0]++;
            });
            assertThat(visited[0]).isLessThan(FILE);
            for (int i = 0; i < 20; i++) {
                long[] at = dataset.space().sizes();
                for (int d = 0; d < at.length; d++) {
                    at[d] = random.nextInt((int) at[d]);
                }
                index.find(at);
                index.prepare(at);
                if (random.nextBoolean()) {
                    index.put(at, new StoredChunk(8, 4, 0));
                } else {
                    index.remove(at);
                }
            }
            return true;
        } catch (FormatException | ContainerException e) {
            assertThat(e).hasMessageMatching("(?s).+");
            return false;
        }
    }

    private IndexedDataset fixed(boolean filtered, long chunks) {
        return IndexedDataset.of(Index.FIXED_ARRAY, filtered, 32, of(chunks), of(chunks), 1);
    }

    @Test
    void anIndexOfAnotherDatasetIsRefused() throws IOException {
        IndexedDataset plain = filled(fixed(false, 100));
        ChunkedLayout layout = plain.layout();
        long[] any = {1};
        assertThatThrownBy(
                        () -> fixed(true, 100).with(layout).open(file.store()).find(any))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("expected client 1, found 0");
        assertThatThrownBy(
                        () -> fixed(false, 101).with(layout).open(file.store()).find(any))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("expected 101 elements, found 100");
        assertThatThrownBy(() -> new IndexedDataset(layout, Dataspace.simple(10, 10), false, 32).open(file.store()))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("expected a chunk of 2 dimensions, found 1");
        IndexedDataset tree = filled(IndexedDataset.of(Index.B_TREE_V1, false, 32, of(100), of(UNLIMITED), 1));
        assertThatThrownBy(() -> fixed(false, 100)
                        .with(layout.at(tree.layout().address()))
                        .open(file.store())
                        .find(any))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("expected signature FAHD, found TREE");
    }

    @Test
    void anArrayThatDoesNotMatchTheExtentIsRefused() {
        StructureStore store = file.store();
        assertThatThrownBy(() -> IndexedDataset.of(Index.FIXED_ARRAY, false, 32, of(9), of(UNLIMITED), 1)
                        .open(store))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("expected a dataset without unlimited dimensions, found 1");
        assertThatThrownBy(() -> IndexedDataset.of(Index.EXTENSIBLE_ARRAY, false, 32, of(9), of(9), 1)
                        .open(store))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("expected a dataset with one unlimited dimension, found 0");
        assertThatThrownBy(() -> IndexedDataset.of(Index.SINGLE_CHUNK, false, 32, of(9), of(9), 1)
                        .open(store))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("at most one chunk");
        assertThatThrownBy(() -> IndexedDataset.of(Index.IMPLICIT, true, 32, of(9), of(9), 1)
                        .open(store))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("no filters");
    }

    /** libhdf5 would not find the last chunk, and store it a second time. */
    @Test
    void keysThatDoNotAscendAreRefused() throws IOException {
        IndexedDataset dataset = filled(IndexedDataset.of(Index.B_TREE_V1, false, 32, of(10), of(UNLIMITED), 1));
        long root = dataset.layout().address();
        int lastKey = 24 + 10 * (24 + 8);
        byte[] offset = {5};
        write(root + lastKey + 8, offset);
        assertThatThrownBy(() -> dataset.open(file.store()).find(new long[] {3}))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("expected a key greater than [9, 0], found [5, 4]");
    }

    @Test
    void aChunkOutsideTheFileIsRefused() throws IOException {
        IndexedDataset dataset = filled(fixed(false, 10));
        StructureStore store = file.store();
        ChunkIndex index = dataset.open(store);
        long[] at = {3};
        index.prepare(at);
        index.put(at, new StoredChunk(1L << 40, 4, 0));
        assertThatThrownBy(() -> dataset.open(store).find(at))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("reach past the end of allocation");
        assertThat(dataset.open(store).find(new long[] {4})).isNotNull();
    }

    @Test
    void blocksInFreeSpaceAreNotReleased() throws IOException {
        for (IndexedDataset created : datasets().toList()) {
            file = new Structures(FieldSizes.EIGHT, FILE);
            IndexedDataset dataset = filled(created);
            List<Extent> blocks = blocks(dataset);
            Extent freed = blocks.get(blocks.size() - 1);
            file.space().release(AllocationType.B_TREE, freed.address, freed.length);
            long allocated = file.allocatedBytes();
            assertThatThrownBy(() -> dataset.open(file.store()).release())
                    .as("" + created)
                    .isInstanceOfAny(FormatException.class, CorruptFileException.class);
            assertThat(file.allocatedBytes()).as("" + created).isEqualTo(allocated);
        }
    }

    @Test
    void aChunkThatCannotBeStoredIsRefused() throws IOException {
        ChunkIndex plain = fixed(false, 10).open(file.store());
        assertThat(plain.largestSize()).isEqualTo(4);
        long[] at = {3};
        assertThatThrownBy(() -> plain.put(at, new StoredChunk(0, 5, 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected an address and 4 bytes");
        ChunkIndex filtered = fixed(true, 10).open(file.store());
        assertThat(filtered.largestSize()).isEqualTo(0xFFFF);
        assertThatThrownBy(() -> filtered.put(at, new StoredChunk(0, 0x1_0000, 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a size of 1 to 65535");
        assertThatThrownBy(() -> filtered.find(new long[] {10}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[10]");
        assertThat(file.allocatedBytes()).isZero();
    }

    /** libhdf5 leaves the address of the chunk when it shrinks the dataset to nothing. */
    @Test
    void theChunkOfAnEmptyDatasetIsAbsent() throws IOException {
        IndexedDataset created = IndexedDataset.of(Index.SINGLE_CHUNK, false, 32, of(0), of(5), 5);
        IndexedDataset dataset = created.with(created.layout().at(100));
        ChunkIndex index = dataset.open(file.store());
        assertThat(index.find(new long[] {0})).isNull();
        index.forEach((at, chunk) -> {
            throw new AssertionError(chunk);
        });
        index.forEachStored((at, size, name, raw) -> {
            throw new AssertionError(name);
        });
    }
}
