package dev.fallow.internal.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.CorruptFileException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.Checksum;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.btree.BTreeV2Header;
import dev.fallow.format.btree.BTreeV2Node;
import dev.fallow.format.btree.BTreeV2Type;
import dev.fallow.format.btree.HugeObjectRecord;
import dev.fallow.format.heap.DirectBlock;
import dev.fallow.format.heap.DoublingTable;
import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.heap.FractalHeapId;
import dev.fallow.format.heap.HeapFilter;
import dev.fallow.format.heap.IndirectBlock;
import dev.fallow.internal.cache.Structures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Heaps of links, block by block. */
class FractalHeapTest {
    private static final long HEADER = 64;
    private static final long ROOT = 2_000;
    private static final DoublingTable TABLE = DoublingTable.LINKS;
    private static final String STRUCTURE = "link message";

    private final Structures file = new Structures();
    private FractalHeapHeader header = FractalHeapHeader.empty(FractalHeapHeader.LINK_ID_LENGTH, DoublingTable.LINKS);

    private void write(FractalHeapHeader changed) throws IOException {
        header = changed;
        file.put(HEADER, header::encode);
    }

    private void root(int rows, long managedSpace) throws IOException {
        write(header.withRoot(
                new FractalHeapHeader.Root(ROOT, rows, managedSpace, managedSpace, managedSpace, 1),
                0,
                Addresses.UNDEFINED));
    }

    private FractalHeap open() throws IOException {
        return FractalHeap.open(file.store(), HEADER, FractalHeapHeader.LINK_ID_LENGTH);
    }

    /** A direct block in which every byte of an object is the low byte of its heap offset. */
    private void direct(long address, long heapOffset, long size) throws IOException {
        byte[] image = new byte[(int) size];
        for (int i = 0; i < image.length; i++) {
            image[i] = (byte) (heapOffset + i);
        }
        DirectBlock.putPrefix(image, header, FieldSizes.EIGHT, HEADER, heapOffset);
        if (header.checksummed()) {
            int at = DirectBlock.checksumOffset(header, FieldSizes.EIGHT);
            LittleEndian.put(image, at, Integer.BYTES, 0);
            LittleEndian.put(image, at, Integer.BYTES, Checksum.of(image, 0, image.length) & 0xFFFF_FFFFL);
        }
        file.put(address, out -> out.bytes(image));
    }

    private void indirect(long address, long heapOffset, long[] children) throws IOException {
        IndirectBlock block = new IndirectBlock(heapOffset, children, new long[0], new int[0]);
        file.put(address, out -> block.encode(out, header, HEADER));
    }

    private static long[] none(int rows) {
        long[] children = new long[rows * TABLE.width()];
        Arrays.fill(children, Addresses.UNDEFINED);
        return children;
    }

    private byte[] read(FractalHeapId id) throws IOException {
        FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
        id.encode(out, header);
        FieldReader object = open().object(LittleEndian.unsigned(out.toByteArray(), 0, header.idLength()), STRUCTURE);
        return object.bytes(object.remaining());
    }

    private void assertHolds(long heapOffset, int length) throws IOException {
        byte[] expected = new byte[length];
        for (int i = 0; i < length; i++) {
            expected[i] = (byte) (heapOffset + i);
        }
        assertThat(read(new FractalHeapId.Managed(heapOffset, length))).isEqualTo(expected);
    }

    private void assertNoObject(long heapOffset, int length, String... words) {
        assertThatThrownBy(() -> read(new FractalHeapId.Managed(heapOffset, length)))
                .isInstanceOf(FormatException.class)
                .hasMessageContainingAll(words)
                .hasMessageContaining("heap");
    }

    @Test
    void objectsInTheRootDirectBlock() throws IOException {
        root(0, 512);
        direct(ROOT, 0, 512);
        assertHolds(21, 1);
        assertHolds(100, 200);
        assertHolds(312, 200);
        assertNoObject(20, 10, "21 to 512", "20 to 30"); // in the block's prefix
        assertNoObject(312, 201, "512");
        assertNoObject(512, 1, "512");
    }

    @Test
    void objectsBelowIndirectBlocks() throws IOException {
        // row 9 of the root is the first of indirect blocks: each spans 128 KiB, in 7 rows
        root(10, TABLE.span(10));
        long[] children = none(10);
        long[] offsets = {0, TABLE.entryOffset(7), TABLE.entryOffset(35)};
        children[0] = 10_000;
        children[7] = 11_000;
        children[35] = 100_000;
        direct(10_000, offsets[0], 512);
        direct(11_000, offsets[1], 512);
        direct(100_000, offsets[2], 65_536);
        long childOffset = TABLE.entryOffset(37);
        children[37] = 20_000;
        long[] inner = none(TABLE.childRowsOf(9));
        inner[9] = 30_000;
        long innermost = childOffset + TABLE.entryOffset(9);
        indirect(20_000, childOffset, inner);
        direct(30_000, innermost, 1_024);
        indirect(ROOT, 0, children);

        assertHolds(offsets[0] + 30, 100);
        assertHolds(offsets[1] + 21, 491);
        assertHolds(offsets[2] + 60_000, 4_096);
        assertHolds(innermost + 500, 524);
        assertNoObject(TABLE.entryOffset(1) + 30, 10, "no block");
        assertNoObject(TABLE.entryOffset(36) + 30, 10, "no block");
        assertNoObject(innermost + 500, 525, "1024");

        List<Long> blocks = new ArrayList<>();
        open().forEachBlock((address, size, structure) -> blocks.add(address));
        assertThat(blocks).containsExactlyInAnyOrder(HEADER, ROOT, 10_000L, 11_000L, 100_000L, 20_000L, 30_000L);
    }

    @Test
    void anObjectInARowThatTheRootDoesNotHave() throws IOException {
        root(1, 1 << 20);
        indirect(ROOT, 0, none(1));
        assertNoObject(5_000, 10, "row of at most 0", "found 2");
    }

    @Test
    void tinyObjectsAreInTheirIds() throws IOException {
        root(0, 512);
        assertThat(read(new FractalHeapId.Tiny(new byte[] {1, 2, 3}))).containsExactly(1, 2, 3);
    }

    @Test
    void hugeObjectsAreFoundThroughTheirTree() throws IOException {
        long tree = 5_000;
        long leaf = 6_000;
        BTreeV2Type type = BTreeV2Type.HUGE_INDIRECT;
        int length = HugeObjectRecord.length(type, FieldSizes.EIGHT);
        BTreeV2Header treeHeader = BTreeV2Header.empty(type, 512, length).withRoot(0, leaf, 2, 2);
        FieldWriter records = new FieldWriter(FieldSizes.EIGHT);
        HugeObjectRecord.indirect(40_000, 5_000, 3).encode(records, type);
        HugeObjectRecord.indirect(file.size() - 5_000, 5_001, 7).encode(records, type);
        BTreeV2Node node = BTreeV2Node.leaf(type, 2, records.toByteArray());
        file.put(tree, treeHeader::encode);
        file.put(leaf, out -> node.encode(out, treeHeader.geometry(FieldSizes.EIGHT)));
        file.put(40_000, out -> out.zeros(4_999).u8(9));
        write(header.withHuge(new FractalHeapHeader.Huge(7, tree, 10_001, 2)));

        assertThat(read(new FractalHeapId.HugeIndirect(3))).hasSize(5_000).endsWith(9);
        assertThatThrownBy(() -> read(new FractalHeapId.HugeIndirect(4)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("no huge object with the ID 4");
        assertThatThrownBy(() -> read(new FractalHeapId.HugeIndirect(7)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("5001 bytes reach past");
        assertThatThrownBy(() -> open().forEachBlock((address, size, structure) -> {}))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("5001 bytes reach past");
    }

    @Test
    void blocksThatAreNotWhatTheyShouldBe() throws IOException {
        root(1, 2_048);
        long[] children = none(1);
        children[0] = 10_000;
        children[1] = 10_000;
        indirect(ROOT, 0, children);
        direct(10_000, 0, 512);
        assertHolds(100, 10);
        assertNoObject(612, 10, "expected the heap offset 512, found 0");
        assertThatThrownBy(() -> open().forEachBlock((address, size, structure) -> {}))
                .isInstanceOf(FormatException.class)
                .hasMessageContainingAll("contains it twice", "10000");
        file.put(10_200, out -> out.u8(77));
        assertNoObject(100, 10, "direct block at address 10017", "checksum");
    }

    @Test
    void otherHeapsAreRefused() throws IOException {
        write(FractalHeapHeader.empty(FractalHeapHeader.ATTRIBUTE_ID_LENGTH, DoublingTable.ATTRIBUTES));
        assertThatThrownBy(this::open)
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("IDs of 7 bytes, found 8");
        FractalHeapHeader plain = FractalHeapHeader.empty(FractalHeapHeader.LINK_ID_LENGTH, DoublingTable.LINKS);
        write(new FractalHeapHeader(
                plain.idLength(),
                false,
                true,
                plain.maxManagedSize(),
                TABLE,
                1,
                FractalHeapHeader.Root.NONE,
                FractalHeapHeader.Huge.NONE,
                Addresses.UNDEFINED,
                0,
                0,
                0,
                new HeapFilter(0, 0, new byte[] {2, 0})));
        assertThatThrownBy(this::open)
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContainingAll("test", "64", "filters");
        assertThatThrownBy(() -> FractalHeap.open(file.store(), 30_000, 7)).isInstanceOf(FormatException.class);
    }
}
