package dev.fallow.internal.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerException;
import dev.fallow.CorruptFileException;
import dev.fallow.format.Addresses;
import dev.fallow.format.Checksum;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.heap.DirectBlock;
import dev.fallow.format.heap.DoublingTable;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.heap.IndirectBlock;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.cache.Structures;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged heaps: a change is either refused before anything is changed, or succeeds. */
class DamagedFractalHeapTest {
    private static final FieldSizes SIZES = FieldSizes.EIGHT;
    private static final DoublingTable TABLE = new DoublingTable(4, 64, 256, 20);
    private static final int ID_LENGTH = 6;

    private Structures file;
    private final List<byte[]> ids = new ArrayList<>();
    private long address;

    /** A heap with child indirect blocks, sections inside blocks and runs. */
    @BeforeEach
    void create() throws IOException {
        file = new Structures();
        ids.clear();
        StructureStore store = file.store();
        FractalHeapHeader parameters = new FractalHeapHeader(
                ID_LENGTH,
                false,
                true,
                150,
                TABLE,
                1,
                FractalHeapHeader.Root.NONE,
                FractalHeapHeader.Huge.NONE,
                Addresses.UNDEFINED,
                0,
                0,
                0,
                null);
        FractalHeap heap = FractalHeap.create(store, parameters);
        address = heap.address();
        Random random = new Random(1);
        for (int i = 0; i < 150; i++) {
            int length = i % 40 == 39 ? 300 : 10 + random.nextInt(60);
            heap.prepareInsert(length);
            ids.add(heap.insert(new byte[length]));
        }
        for (int i = 0; i < 60; i++) {
            byte[] id = ids.remove(random.nextInt(ids.size()));
            heap.prepareRemove(id);
            heap.remove(id);
        }
        write(store);
        HeapAudit audit = new HeapAudit(file, address, "to begin with");
        assertThat(audit.indirectBlocks).isGreaterThan(2);
        assertThat(audit.records()).isGreaterThan(10);
    }

    private void write(StructureStore store) throws IOException {
        store.settle();
        store.cache().writeOut();
    }

    private FractalHeap open() throws IOException {
        return FractalHeap.open(file.store(), address, ID_LENGTH);
    }

    private byte[] read(long at, long length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) length);
        file.read(at, bytes);
        return bytes.array();
    }

    private FractalHeapHeader header() throws IOException {
        return FractalHeapHeader.decode(
                FieldReader.of(read(address, FractalHeapHeader.length(SIZES)), SIZES, "test", address));
    }

    private FreeSpaceHeader manager() throws IOException {
        long at = header().freeSpaceAddress();
        return FreeSpaceHeader.decode(FieldReader.of(read(at, FreeSpaceHeader.length(SIZES)), SIZES, "test", at));
    }

    private SectionList sections() throws IOException {
        FreeSpaceHeader manager = manager();
        byte[] image = read(manager.listAddress(), manager.listUsedSize());
        return SectionList.decode(FieldReader.of(image, SIZES, "test", 0), manager, header().freeSpaceAddress());
    }

    /** Replaces one section in the list. */
    private void section(int i, long at, long size, byte[] extra) throws IOException {
        SectionList list = sections();
        long[] addresses = new long[list.count()];
        long[] bytes = new long[list.count()];
        byte[] classes = new byte[list.count()];
        byte[][] extras = new byte[list.count()][];
        for (int each = 0; each < list.count(); each++) {
            addresses[each] = each == i ? at : list.address(each);
            bytes[each] = each == i ? size : list.size(each);
            classes[each] = (byte) list.sectionClass(each);
            extras[each] = each == i ? extra : list.extra(each);
        }
        SectionList changed = new SectionList(addresses, bytes, classes, extras);
        FreeSpaceHeader manager = manager();
        long length = SectionList.usedSize(
                SIZES, manager, changed.distinctSizes(), manager.listUsedSize()); // longer than needed: padded
        FreeSpaceHeader larger = FreeSpaceHeader.ofHeap(
                TABLE, manager.totalSpace(), manager.serializedSections(), manager.ghostSections(), 500_000, length);
        file.put(500_000, out -> changed.encode(out, larger, managerAddress()));
        file.put(managerAddress(), larger::encode);
    }

    private long managerAddress() {
        try {
            return header().freeSpaceAddress();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private int indexOf(int sectionClass) throws IOException {
        SectionList list = sections();
        int i = 0;
        while (list.sectionClass(i) != sectionClass) {
            i++;
        }
        return i;
    }

    private void assertRefused(String... words) {
        assertThatThrownBy(() -> open().prepareInsert(20))
                .isInstanceOfAny(FormatException.class, CorruptFileException.class)
                .hasMessageContainingAll(words);
        assertThatThrownBy(() -> open().prepareRemove(managedId()))
                .isInstanceOfAny(FormatException.class, CorruptFileException.class)
                .hasMessageContainingAll(words);
    }

    private byte[] managedId() {
        return ids.stream().filter(id -> id[0] == 0).findFirst().orElseThrow();
    }

    @Test
    void sectionsThatOverlap() throws IOException {
        int single = indexOf(SectionList.HEAP_SINGLE);
        long other = sections().address(single + 1);
        section(single, other, 5, null);
        assertRefused("disjoint sections", "heap offset " + other);
    }

    @Test
    void aSectionBehindTheLastBlock() throws IOException {
        section(indexOf(SectionList.HEAP_SINGLE), 1 << 19, 5, null);
        assertRefused("before heap offset", "5 bytes at " + (1 << 19));
    }

    @Test
    void aSectionInThePrefixOfABlock() throws IOException {
        section(indexOf(SectionList.HEAP_SINGLE), 2, 9, null); // 9 bytes are the best fit for an object of 9 bytes
        assertThatThrownBy(() -> open().prepareInsert(9))
                .isInstanceOf(FormatException.class)
                .hasMessageContainingAll("free section of 9 bytes at heap offset 2", "inside bytes 20 to 64");
    }

    @Test
    void aRunOfEntriesThatThereAreNot() throws IOException {
        int run = indexOf(SectionList.HEAP_FIRST_ROW);
        SectionList list = sections();
        byte[] extra = list.extra(run);
        extra[extra.length - 1] = 0x70;
        section(run, list.address(run), list.size(run), extra);
        assertRefused("entries of an indirect block", "heap offset");
    }

    @Test
    void aRunOfABlockThatThereIsNot() throws IOException {
        int run = indexOf(SectionList.HEAP_FIRST_ROW);
        SectionList list = sections();
        byte[] extra = list.extra(run);
        extra[0] += 64;
        section(run, list.address(run), list.size(run), extra);
        assertRefused("entries of an indirect block", "of 0 rows");
    }

    @Test
    void aRunSomewhereElse() throws IOException {
        int run = indexOf(SectionList.HEAP_FIRST_ROW);
        SectionList list = sections();
        section(run, list.address(run) + 64, list.size(run), list.extra(run));
        assertRefused("expected " + list.size(run) + " bytes at heap offset " + list.address(run));
    }

    @Test
    void aManagerOfTheFile() throws IOException {
        FreeSpaceHeader other = FreeSpaceHeader.ofFile(SIZES, 10, 1, 70_000, 40);
        file.put(managerAddress(), other::encode);
        assertRefused("client 0", "found 1");
    }

    @Test
    void aManagerInFreeSpace() throws IOException {
        file.space().release(AllocationType.OBJECT_HEADER, managerAddress(), 82);
        assertRefused("free-space manager header at address " + managerAddress(), "free space");
    }

    @Test
    void aManagedSpaceThatTheRootDoesNotHave() throws IOException {
        FractalHeapHeader header = header();
        FractalHeapHeader.Root root = header.root();
        long space = root.managedSpace();
        FractalHeapHeader lying = header.withRoot(
                root.withBlock(root.address(), root.rows(), space / 2),
                header.managedFreeBytes(),
                header.freeSpaceAddress());
        file.put(address, lying::encode);
        assertThatThrownBy(() -> open().prepareInsert(20))
                .isInstanceOf(FormatException.class)
                .hasMessageContainingAll("managed space of " + space, "found " + space / 2);
    }

    @Test
    void anIteratorThatIsNotBehindTheLastBlockIsNotUsed() throws IOException {
        FractalHeapHeader header = header();
        FractalHeapHeader lying = header.withRoot(
                header.root().withBlocks(header.root().allocatedSpace(), 64),
                header.managedFreeBytes(),
                header.freeSpaceAddress());
        file.put(address, lying::encode);
        StructureStore store = file.store();
        FractalHeap heap = FractalHeap.open(store, address, ID_LENGTH);
        for (int i = 0; i < 100; i++) {
            heap.prepareInsert(100);
            heap.insert(new byte[100]);
        }
        write(store);
        HeapAudit audit = new HeapAudit(file, address, "after 100 objects");
        assertThat(audit.header.root().iteratorOffset()).isEqualTo(audit.lastEnd());
    }

    private static void flip(byte[] image, Random random) {
        int at = random.nextInt(image.length);
        int width = 1 + random.nextInt(Math.min(8, image.length - at));
        int kind = random.nextInt(4);
        for (int i = at; i < at + width; i++) {
            image[i] = (byte)
                    switch (kind) {
                        case 0 -> random.nextInt(256);
                        case 1 -> 0;
                        case 2 -> 0xFF;
                        default -> image[i] + (i == at ? 1 : 0);
                    };
        }
    }

    private void seal(byte[] image) {
        FieldWriter out = new FieldWriter(SIZES);
        out.i32(Checksum.of(image, 0, image.length - 4)).copyTo(image, image.length - 4);
    }

    /** Changes a random block of the heap at random, and recomputes its checksum. */
    private void damage(Random random) throws IOException {
        List<long[]> blocks = new ArrayList<>();
        List<String> structures = new ArrayList<>();
        open().forEachBlock((at, size, structure) -> {
            blocks.add(new long[] {at, size});
            structures.add(structure);
        });
        int i;
        do {
            i = random.nextInt(blocks.size());
        } while (structures.get(i).equals(DirectBlock.STRUCTURE) && random.nextInt(10) > 0
                || structures.get(i).equals(HugeObjects.STRUCTURE)
                || structures.get(i).startsWith("version 2"));
        byte[] image = read(blocks.get(i)[0], blocks.get(i)[1]);
        for (int flips = 1 + random.nextInt(2); flips > 0; flips--) {
            flip(image, random);
        }
        if (structures.get(i).equals(DirectBlock.STRUCTURE)) {
            int at = DirectBlock.checksumOffset(header(), SIZES);
            LittleEndian.put(image, at, Integer.BYTES, 0);
            LittleEndian.put(image, at, Integer.BYTES, Checksum.of(image, 0, image.length) & 0xFFFF_FFFFL);
        } else {
            seal(image);
        }
        file.put(blocks.get(i)[0], out -> out.bytes(image));
    }

    @FunctionalInterface
    private interface Check {
        void run() throws IOException;
    }

    /** Whether a check passes; it may fail only with an exception for damaged files. */
    private static boolean passes(Check check) throws IOException {
        try {
            check.run();
            return true;
        } catch (FormatException | ContainerException | EOFException e) {
            assertThat(e.getMessage()).isNotEmpty();
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void whatWasCheckedWorks(int round) throws IOException {
        int refused = 0;
        int made = 0;
        for (int seed = round * 100; seed < round * 100 + 40; seed++) {
            Random random = new Random(seed);
            create();
            damage(random);
            StructureStore store = file.store();
            if (passes(() -> FractalHeap.open(store, address, ID_LENGTH))) {
                FractalHeap heap = FractalHeap.open(store, address, ID_LENGTH);
                passes(() -> heap.forEachBlock((at, size, structure) -> {}));
                for (byte[] id : ids) {
                    passes(() -> heap.object(id, "object").skip(1));
                }
                List<byte[]> left = new ArrayList<>(ids);
                for (int step = 0; step < 60; step++) {
                    int length = 1 + random.nextInt(170);
                    byte[] id = left.get(random.nextInt(left.size()));
                    if (random.nextBoolean()) {
                        if (passes(() -> heap.prepareInsert(length))) {
                            left.add(heap.insert(new byte[length]));
                            made++;
                        } else {
                            refused++;
                        }
                    } else if (passes(() -> heap.prepareRemove(id))) {
                        heap.remove(id);
                        left.removeIf(other -> other == id);
                        made++;
                    } else {
                        refused++;
                    }
                }
                store.settle();
                if (passes(heap::prepareDelete)) {
                    heap.delete();
                }
            }
        }
        assertThat(made).isPositive();
        assertThat(refused).isPositive();
    }

    @Test
    void blocksOfAnotherHeap() throws IOException {
        FractalHeapHeader header = header();
        FractalHeapHeader.Root root = header.root();
        int length = IndirectBlock.length(header, SIZES, root.rows());
        byte[] image = read(root.address(), length);
        byte[] other = image.clone();
        other[5]++;
        seal(other);
        file.put(root.address(), out -> out.bytes(other));
        assertThatThrownBy(() -> open().prepareInsert(20))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("heap's address " + address);
    }
}
