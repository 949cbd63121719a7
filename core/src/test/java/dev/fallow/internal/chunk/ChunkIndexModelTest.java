package dev.fallow.internal.chunk;

import static dev.fallow.internal.chunk.IndexedDataset.UNLIMITED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.layout.ChunkedLayout.Index;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.cache.Structures;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random changes of chunk indexes beside a map. The index is written and read again in between, and every byte that is
 * allocated is a part of it.
 */
class ChunkIndexModelTest {
    private static final int FILE = 1 << 20;
    private static final int STEPS = 6_000;

    private final Structures file = new Structures(FieldSizes.EIGHT, FILE);
    private final Map<List<Long>, StoredChunk> model = new HashMap<>();
    private IndexedDataset dataset;
    private StructureStore store = file.store();
    private Random random;
    private String where = "";
    private int step;

    private static long[] of(long... numbers) {
        return numbers;
    }

    static Stream<IndexedDataset> datasets() {
        List<IndexedDataset> all = new ArrayList<>();
        for (boolean filtered : new boolean[] {false, true}) {
            for (int k : new int[] {1, 2, 32}) {
                all.add(IndexedDataset.of(Index.B_TREE_V1, filtered, k, of(40_000), of(UNLIMITED), 10));
                all.add(IndexedDataset.of(Index.B_TREE_V1, filtered, k, of(90, 70), of(UNLIMITED, 80), 3, 2));
                all.add(IndexedDataset.of(
                        Index.B_TREE_V1, filtered, k, of(20, 30, 40), of(30, UNLIMITED, UNLIMITED), 2, 3, 1));
            }
            all.add(IndexedDataset.of(Index.B_TREE_V2, filtered, 32, of(40_000), of(UNLIMITED), 10));
            all.add(IndexedDataset.of(Index.B_TREE_V2, filtered, 32, of(90, 170), of(UNLIMITED, UNLIMITED), 1, 2));
            all.add(IndexedDataset.of(Index.B_TREE_V2, filtered, 32, of(20, 30, 40), of(30, 40, 50), 2, 3, 1));
            all.add(IndexedDataset.of(Index.FIXED_ARRAY, filtered, 32, of(900), of(1_000), 3));
            all.add(IndexedDataset.of(Index.FIXED_ARRAY, filtered, 32, of(30_000), of(33_000), 10));
            all.add(IndexedDataset.of(Index.FIXED_ARRAY, filtered, 32, of(90, 70), of(95, 80), 2, 1));
            all.add(IndexedDataset.of(Index.FIXED_ARRAY, filtered, 32, of(20, 30, 40), of(30, 40, 50), 2, 3, 1));
            all.add(IndexedDataset.of(Index.EXTENSIBLE_ARRAY, filtered, 32, of(40_000), of(UNLIMITED), 10));
            all.add(IndexedDataset.of(Index.EXTENSIBLE_ARRAY, filtered, 32, of(90, 70), of(UNLIMITED, 80), 2, 1));
            all.add(IndexedDataset.of(Index.EXTENSIBLE_ARRAY, filtered, 32, of(90, 70), of(99, UNLIMITED), 2, 1));
            all.add(IndexedDataset.of(
                    Index.EXTENSIBLE_ARRAY, filtered, 32, of(20, 30, 40), of(UNLIMITED, 40, 50), 2, 3, 1));
            all.add(IndexedDataset.of(
                    Index.EXTENSIBLE_ARRAY, filtered, 32, of(20, 30, 40), of(30, UNLIMITED, 50), 2, 3, 1));
            all.add(IndexedDataset.of(
                    Index.EXTENSIBLE_ARRAY, filtered, 32, of(20, 30, 40), of(30, 40, UNLIMITED), 2, 3, 1));
            // 130 in the unlimited dimension of 5,000 each: two pages in a data block
            all.add(IndexedDataset.of(
                    Index.EXTENSIBLE_ARRAY, filtered, 32, of(130, 5_000), of(UNLIMITED, 5_000), 1, 1));
            all.add(IndexedDataset.of(Index.SINGLE_CHUNK, filtered, 32, of(5, 7), of(5, 7), 5, 7));
        }
        return all.stream();
    }

    private long[] anywhere() {
        long[] at = dataset.space().sizes();
        for (int i = 0; i < at.length; i++) {
            long chunks = (at[i] - 1) / dataset.layout().dimensions()[i] + 1;
            at[i] = random.nextInt(3) == 0 ? random.nextInt((int) Math.min(chunks, 9)) : random.nextInt((int) chunks);
        }
        return at;
    }

    private StoredChunk anyChunk() {
        long whole = dataset.layout().chunkBytes();
        long size = dataset.filtered() ? 1 + random.nextInt(2 * (int) whole) : whole;
        return new StoredChunk(random.nextInt(FILE - 2 * (int) whole), size, dataset.filtered() ? random.nextInt() : 0);
    }

    private static List<Long> key(long[] coordinates) {
        return Arrays.stream(coordinates).boxed().toList();
    }

    private void put(long[] at) throws IOException {
        StoredChunk chunk = anyChunk();
        ChunkIndex index = dataset.open(store);
        index.prepare(at);
        int reads = file.reads();
        boolean changed = index.put(at.clone(), chunk);
        assertThat(file.reads()).as("%s: blocks read by a change", where).isEqualTo(reads);
        changed(index, changed);
        model.put(key(at), chunk);
    }

    private void remove(long[] at) throws IOException {
        ChunkIndex index = dataset.open(store);
        index.prepare(at);
        int reads = file.reads();
        boolean changed = index.remove(at.clone());
        assertThat(file.reads()).as("%s: blocks read by a change", where).isEqualTo(reads);
        changed(index, changed);
        model.remove(key(at));
    }

    /** Prepares many changes, and then makes them. */
    private void changeMany() throws IOException {
        Map<List<Long>, StoredChunk> changes = new LinkedHashMap<>();
        int near = random.nextInt(2);
        long[] start = anywhere();
        for (int i = random.nextInt(60); i >= 0; i--) {
            long[] at = anywhere();
            if (near == 1) { // many in the same leaf
                System.arraycopy(start, 0, at, 0, at.length - 1);
            }
            changes.put(key(at), random.nextInt(step / 1_000 % 2 == 0 ? 5 : 2) == 0 ? null : anyChunk());
        }
        ChunkIndex index = dataset.open(store);
        for (List<Long> at : changes.keySet()) {
            index.prepare(array(at));
        }
        int reads = file.reads();
        boolean changed = false;
        for (Map.Entry<List<Long>, StoredChunk> each : changes.entrySet()) {
            long[] at = array(each.getKey());
            if (each.getValue() == null) {
                changed |= index.remove(at);
                model.remove(each.getKey());
            } else {
                changed |= index.put(at, each.getValue());
                model.put(each.getKey(), each.getValue());
            }
        }
        if (dataset.layout().index() != Index.B_TREE_V2) {
            assertThat(file.reads()).as("%s: blocks read by changes", where).isEqualTo(reads);
        }
        if (dataset.layout().index() == Index.SINGLE_CHUNK) {
            dataset = dataset.with(index.layout());
        } else {
            changed(index, changed);
        }
    }

    private void changed(ChunkIndex index, boolean reported) {
        assertThat(reported).as(where).isEqualTo(!index.layout().equals(dataset.layout()));
        assertThat(index.root()).as(where).isEqualTo(index.layout().address());
        dataset = dataset.with(index.layout());
    }

    /** Writes everything; then begins with an empty cache, or with one from which clean blocks were evicted. */
    private void write() throws IOException {
        file.write(store);
        if (random.nextBoolean()) {
            store = file.store();
        } else {
            store.cache().dropClean();
        }
    }

    private void checkBox() throws IOException {
        long[] first = anywhere();
        long[] last = anywhere();
        for (int i = 0; i < first.length; i++) {
            long low = Math.min(first[i], last[i]);
            last[i] = Math.max(first[i], last[i]);
            first[i] = low;
            if (random.nextInt(4) == 0) {
                first[i] = 0;
                last[i] = Long.MAX_VALUE;
            }
        }
        Map<List<Long>, StoredChunk> expected = new HashMap<>();
        model.forEach((key, chunk) -> {
            boolean inside = true;
            for (int i = 0; i < first.length; i++) {
                inside &= key.get(i) >= first[i] && key.get(i) <= last[i];
            }
            if (inside) {
                expected.put(key, chunk);
            }
        });
        Map<List<Long>, StoredChunk> found = new HashMap<>();
        dataset.open(store).forEach(first, last, (at, chunk) -> {
            assertThat(found.put(key(at), chunk)).as(where).isNull();
        });
        assertThat(found).as(where).isEqualTo(expected);
    }

    private void checkAll() throws IOException {
        Map<List<Long>, StoredChunk> found = new HashMap<>();
        ChunkIndex index = dataset.open(store);
        index.forEach((at, chunk) -> {
            assertThat(found.put(key(at), chunk)).as(where).isNull();
        });
        assertThat(found).as(where).isEqualTo(model);
        long[] bytes = new long[1];
        index.forEachBlock((address, size, structure) -> bytes[0] += size);
        assertThat(bytes[0]).as(where).isEqualTo(file.allocatedBytes());
    }

    @ParameterizedTest
    @MethodSource("datasets")
    void randomChangesBesideAModel(IndexedDataset created) throws IOException {
        dataset = created;
        long seed = Seeds.one(created.toString().hashCode());
        random = new Random(seed);
        for (step = 0; step < STEPS; step++) {
            where = "%s, %s, step %d".formatted(created, Seeds.name(seed), step);
            int growing = step / 1_000 % 2 == 0 ? 80 : 25;
            long[] at = anywhere();
            if (random.nextInt(100) < growing) {
                put(at);
            } else if (!model.isEmpty()) {
                remove(random.nextInt(3) == 0 ? at : anyOf(model));
            }
            long[] other = anywhere();
            assertThat(dataset.open(store).find(other)).as(where).isEqualTo(model.get(key(other)));
            if (step % 50 == 0) {
                checkBox();
            }
            if (step % 70 == 0) {
                changeMany();
            }
            if (step % 120 == 0) {
                write();
            }
            if (step % 500 == 499) {
                checkAll();
                TreeAudit.check(file, store, dataset);
            }
        }
        for (long[] at : model.keySet().stream().map(ChunkIndexModelTest::array).toList()) {
            remove(at);
        }
        checkAll();
        TreeAudit.check(file, store, dataset);
        ChunkIndex index = dataset.open(store);
        index.release();
        assertThat(index.root()).as(where).isEqualTo(Addresses.UNDEFINED);
        assertThat(file.allocatedBytes()).as(where).isZero();
        store.cache().writeOut();
        assertThat(store.cache().isDirty()).isFalse();
    }

    private long[] anyOf(Map<List<Long>, StoredChunk> chunks) {
        int skipped = random.nextInt(Math.min(chunks.size(), 20));
        return array(chunks.keySet().stream().skip(skipped).findFirst().orElseThrow());
    }

    private static long[] array(List<Long> key) {
        return key.stream().mapToLong(Long::longValue).toArray();
    }
}
