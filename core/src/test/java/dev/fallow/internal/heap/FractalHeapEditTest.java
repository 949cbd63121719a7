package dev.fallow.internal.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.heap.DoublingTable;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.cache.Structures;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares heaps with a model. Every operation is a separate session: its changes are settled and written, and then the
 * file is read with the codecs alone.
 */
class FractalHeapEditTest {
    private final Structures file = new Structures();
    private final Map<List<Byte>, byte[]> model = new LinkedHashMap<>();
    private long address;
    private int idLength;
    private String where = "";

    private static FractalHeapHeader header(
            DoublingTable table, int idLength, int maxManaged, int startRows, boolean checksummed) {
        return new FractalHeapHeader(
                idLength,
                false,
                checksummed,
                maxManaged,
                table,
                startRows,
                FractalHeapHeader.Root.NONE,
                FractalHeapHeader.Huge.NONE,
                Addresses.UNDEFINED,
                0,
                0,
                0,
                null);
    }

    private void create(FractalHeapHeader header) throws IOException {
        StructureStore store = file.store();
        idLength = header.idLength();
        address = FractalHeap.create(store, header).address();
        write(store);
    }

    private FractalHeap open(StructureStore store) throws IOException {
        return FractalHeap.open(store, address, idLength);
    }

    private void write(StructureStore store) throws IOException {
        store.settle();
        file.space().shrink();
        store.cache().writeOut();
    }

    private static List<Byte> key(byte[] id) {
        List<Byte> key = new ArrayList<>();
        for (byte b : id) {
            key.add(b);
        }
        return key;
    }

    private static byte[] id(List<Byte> key) {
        byte[] id = new byte[key.size()];
        for (int i = 0; i < id.length; i++) {
            id[i] = key.get(i);
        }
        return id;
    }

    private static byte[] bytes(Random random, int length) {
        byte[] object = new byte[length];
        random.nextBytes(object);
        return object;
    }

    private void insert(FractalHeap heap, byte[] object) throws IOException {
        byte[] before = model.put(key(heap.insert(object)), object);
        // two tiny objects with the same bytes have the same ID
        assertThat(before == null || object.length <= heap.header().maxTinySize())
                .as(where)
                .isTrue();
    }

    private void remove(FractalHeap heap, List<Byte> key) throws IOException {
        heap.remove(id(key));
        model.remove(key);
    }

    private List<Byte> any(Random random) {
        return new ArrayList<>(model.keySet()).get(random.nextInt(model.size()));
    }

    private HeapAudit check() throws IOException {
        HeapAudit audit = new HeapAudit(file, address, where);
        audit.check(model);
        audit.addHugeTree();
        assertThat(file.allocatedBytes()).as("%s: space of the file", where).isEqualTo(audit.fileBytes);
        return audit;
    }

    private void checkReading() throws IOException {
        FractalHeap heap = open(file.store());
        for (Map.Entry<List<Byte>, byte[]> one : model.entrySet()) {
            FieldReader object = heap.object(id(one.getKey()), "object");
            assertThat(object.bytes(object.remaining())).as(where).isEqualTo(one.getValue());
        }
        HeapObjects objects = heap.objects();
        for (Map.Entry<List<Byte>, byte[]> one : model.entrySet()) {
            byte[] record = new byte[idLength + 3]; // the ID need not be all of it
            System.arraycopy(id(one.getKey()), 0, record, 3, idLength);
            FieldReader object = objects.object(record, 3, "object");
            FieldReader same = heap.object(id(one.getKey()), "object");
            assertThat(object.address()).as(where).isEqualTo(same.address());
            assertThat(object.bytes(object.remaining())).as(where).isEqualTo(one.getValue());
        }
        long[] sum = {0};
        heap.forEachBlock((at, size, structure) -> sum[0] += size);
        assertThat(sum[0]).as("%s: blocks told", where).isEqualTo(file.allocatedBytes());
        assertThat(heap.objectCount()).as(where).isEqualTo(model.size());
    }

    @ParameterizedTest
    @CsvSource({
        // width, start, max direct, bits, ID, max managed, rows, checksums
        "4, 512, 65536, 32, 7, 4096, 1, true",
        "4, 1024, 65536, 40, 8, 4096, 1, true",
        "4, 64, 256, 24, 7, 120, 1, true",
        "2, 64, 256, 20, 6, 130, 1, false",
        "8, 64, 256, 24, 8, 90, 1, true",
        "2, 64, 512, 20, 9, 400, 3, true",
        "1, 64, 256, 20, 6, 100, 1, false",
        "2, 64, 256, 14, 6, 100, 0, true",
        "2, 64, 256, 12, 6, 100, 0, true"
    })
    void randomChangesBesideAModel(
            int width, int start, int maxDirect, int bits, int ids, int maxManaged, int rows, boolean checksummed)
            throws IOException {
        FractalHeapHeader parameters =
                header(new DoublingTable(width, start, maxDirect, bits), ids, maxManaged, rows, checksummed);
        create(parameters);
        long seed = Seeds.one(width * 1_000_000L + start * 1000L + bits);
        Random random = new Random(seed);
        int deepest = 0;
        int mostRecords = 0;
        int full = 0;
        for (int step = 0; step < 600; step++) {
            where = "width %d, blocks of %d to %d, %s, step %d"
                    .formatted(width, start, maxDirect, Seeds.name(seed), step);
            int percent = step % 300 < 170 ? 85 : step % 300 < 200 ? 50 : 15;
            StructureStore store = file.store();
            FractalHeap heap = open(store);
            boolean removing = !model.isEmpty() && random.nextInt(100) >= percent;
            boolean inserting = !removing || random.nextInt(100) < 15;
            List<Byte> removed = removing ? any(random) : null;
            byte[] inserted = inserting ? bytes(random, length(random, parameters)) : null;
            if (removing) {
                heap.prepareRemove(id(removed));
            }
            if (inserting) {
                try {
                    heap.prepareInsert(inserted.length);
                } catch (UnsupportedFeatureException e) {
                    assertThat(e).hasMessageContaining("no room");
                    full++;
                    inserting = false;
                }
            }
            int prepared = file.reads();
            if (removing) {
                remove(heap, removed);
            }
            if (inserting) {
                insert(heap, inserted);
            }
            assertThat(file.reads()).as("%s: blocks read by a change", where).isEqualTo(prepared);
            write(store);
            HeapAudit audit = check();
            deepest = Math.max(deepest, audit.indirectBlocks);
            mostRecords = Math.max(mostRecords, audit.records());
            if (step % 100 == 0) {
                checkReading();
            }
        }
        if (start < 512) {
            assertThat(deepest).as("%s: indirect blocks", where).isGreaterThan(bits > 14 ? 5 : 1);
        }
        assertThat(mostRecords).as("%s: sections", where).isGreaterThan(5);
        while (!model.isEmpty()) {
            StructureStore store = file.store();
            FractalHeap heap = open(store);
            for (int i = 0; i < 10 && !model.isEmpty(); i++) {
                List<Byte> removed = any(random);
                heap.prepareRemove(id(removed));
                remove(heap, removed);
            }
            write(store);
            check();
        }
        HeapAudit audit = check();
        assertThat(audit.directBlocks()).isZero();
        assertThat(audit.header.freeSpaceAddress()).isEqualTo(Addresses.UNDEFINED);
        // an address space of 2^12 bytes fills up, larger ones do not
        assertThat(full > 0)
                .as("%s: %d objects refused for lack of room", where, full)
                .isEqualTo(bits <= 12);
    }

    private static int length(Random random, FractalHeapHeader heap) {
        int most = (int) heap.maxManagedSize();
        int kind = random.nextInt(100);
        if (kind < 3) {
            return 1 + random.nextInt(heap.maxTinySize());
        } else if (kind < 5) {
            return most + 1 + random.nextInt(100);
        } else if (kind < 15) {
            return heap.maxTinySize() + 1 + random.nextInt(most - heap.maxTinySize());
        }
        return heap.maxTinySize() + 1 + random.nextInt(Math.min(60, most - heap.maxTinySize()));
    }

    /** One session with many changes gives the same heap as one session per change. */
    @Test
    void oneSessionOfManyChanges() throws IOException {
        create(FractalHeapHeader.empty(FractalHeapHeader.LINK_ID_LENGTH, DoublingTable.LINKS));
        Random random = new Random(5);
        StructureStore store = file.store();
        for (int step = 0; step < 20_000; step++) {
            FractalHeap heap = open(store);
            boolean growing = step < 8_000 || step % 3_000 < 1_500;
            if (model.isEmpty() || random.nextInt(100) < (growing ? 90 : 20)) {
                byte[] object = bytes(random, 20 + random.nextInt(40));
                heap.prepareInsert(object.length);
                insert(heap, object);
            } else {
                List<Byte> removed = model.keySet().iterator().next();
                heap.prepareRemove(id(removed));
                remove(heap, removed);
            }
            store.cache().trim();
        }
        where = "20,000 changes";
        write(store);
        check();
        checkReading();
    }

    @Test
    void deletedHeapsLeaveNothing() throws IOException {
        create(FractalHeapHeader.empty(FractalHeapHeader.ATTRIBUTE_ID_LENGTH, DoublingTable.ATTRIBUTES));
        StructureStore store = file.store();
        Random random = new Random(3);
        for (int i = 0; i < 300; i++) {
            int length = i % 50 == 0 ? 5_000 : 20 + random.nextInt(2_000);
            open(store).prepareInsert(length);
            insert(open(store), bytes(random, length));
        }
        for (int i = 0; i < 100; i++) {
            List<Byte> removed = any(random);
            open(store).prepareRemove(id(removed));
            remove(open(store), removed);
        }
        write(store);
        check();
        store = file.store();
        open(store).prepareDelete();
        int reads = file.reads();
        open(store).delete();
        assertThat(file.reads()).isEqualTo(reads);
        write(store);
        assertThat(file.allocatedBytes()).isZero();
    }

    /** Sections, their sums and free bytes as written by libhdf5 for a heap with the same two objects. */
    @Test
    void sectionsOfAHeapThatLibhdf5Wrote() throws IOException {
        create(FractalHeapHeader.empty(FractalHeapHeader.LINK_ID_LENGTH, DoublingTable.LINKS));
        StructureStore store = file.store();
        FractalHeap heap = open(store);
        for (int length : new int[] {144, 3_019}) {
            heap.prepareInsert(length);
            insert(heap, new byte[length]);
        }
        write(store);
        HeapAudit audit = check();
        assertThat(audit.header.managedFreeBytes()).isEqualTo(29_185);
        FreeSpaceHeader manager = FreeSpaceHeader.decode(bytes(audit.header.freeSpaceAddress(), 82));
        assertThat(manager)
                .isEqualTo(
                        new FreeSpaceHeader(0, 5_415, 6, 3, 3, 4, 80, 120, 32, 65_536, manager.listAddress(), 54, 54));
        byte[] list = bytes(manager.listAddress(), 54).bytes(54);
        String golden = "015B0100A500000000" + "01EB0100000200000100000000000001000F00" + "01200400E04B000000";
        assertThat(HexFormat.of().withUpperCase().formatHex(list, 13, 50)).isEqualTo(golden);
    }

    private FieldReader bytes(long at, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        file.read(at, buffer);
        return FieldReader.of(buffer.array(), FieldSizes.EIGHT, "test", at);
    }

    @Test
    void aRootThatGivesWayToItsFirstBlockKeepsItsStatistics() throws IOException {
        create(FractalHeapHeader.empty(FractalHeapHeader.LINK_ID_LENGTH, DoublingTable.LINKS));
        StructureStore store = file.store();
        FractalHeap heap = open(store);
        List<byte[]> ids = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            heap.prepareInsert(90);
            insert(heap, new byte[90]);
        }
        write(store);
        assertThat(check().indirectBlocks).isOne();
        model.keySet().forEach(key -> ids.add(id(key)));
        for (byte[] id : ids.subList(3, 20)) {
            heap.prepareRemove(id);
            remove(heap, key(id));
        }
        where = "three objects left";
        write(store);
        HeapAudit audit = check();
        assertThat(audit.indirectBlocks).isZero();
        assertThat(audit.header.root().iteratorOffset()).isEqualTo(512);
        assertThat(audit.header.managedFreeBytes()).isEqualTo(512 - 21 - 3 * 90);
    }

    @Test
    void whatIsNotThereIsNotRemoved() throws IOException {
        create(FractalHeapHeader.empty(FractalHeapHeader.LINK_ID_LENGTH, DoublingTable.LINKS));
        StructureStore store = file.store();
        FractalHeap heap = open(store);
        heap.prepareInsert(100);
        byte[] first = heap.insert(new byte[100]);
        heap.prepareInsert(50);
        heap.insert(new byte[50]);
        heap.prepareRemove(first);
        heap.remove(first);
        assertThatThrownBy(() -> heap.prepareRemove(first))
                .isInstanceOf(FormatException.class)
                .hasMessageContainingAll("100 bytes at heap offset 21", "free");
        byte[] behind = first.clone();
        behind[1] = (byte) 200;
        assertThatThrownBy(() -> heap.prepareRemove(behind))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("free");
        assertThatThrownBy(() -> heap.prepareInsert(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> heap.object(new byte[8], "object"))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("7 bytes, found 8");
    }
}
