package dev.fallow.format.btree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.Addresses;
import dev.fallow.format.Checksum;
import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import dev.fallow.format.Layout;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Golden bytes were written by libhdf5. */
class BTreeV2Test {
    /** Of a group with 2,000 links. */
    private static final String HEADER = """
            42544844 00 05            # "BTHD", version 0, links by name
            00020000 0B00 0200        # nodes of 512 bytes, records of 11, depth 2
            64 28                     # split at 100 percent, merge at 40
            6C36000000000000          # root at 13932
            0200 D007000000000000     # 2 records in the root, 2000 in all
            33BC058A                  # checksum
            """;

    private static final String EMPTY_HEADER = """
            42544844 00 06 00020000 0F00 0000 64 28 FFFFFFFFFFFFFFFF 0000 0000000000000000
            """;

    private static final String ROOT = """
            4254494E 00 05            # "BTIN", version 0, links by name
            0084267A 00CE3C00000D00   # record 0: hash, heap ID
            325051BF 005B4B00000D00   # record 1
            6C04000000000000 17 EE03  # child 0: address, 23 records in it, 1006 in and below it
            6C38000000000000 0C 0D02  # child 1
            6C6A000000000000 0B D301  # child 2
            5489B323                  # checksum
            """ + "00".repeat(512 - 65);

    /** Of a group with 60 links. Pointers to leaves count only the records of the leaf itself. */
    private static final String ABOVE_LEAVES = """
            4254494E 00 05
            8D30F883 00F10000000B00
            5C02000000000000 1B
            5C06000000000000 20
            E5FCE040
            """ + "00".repeat(512 - 39);

    private static final String LEAF = """
            42544C46 00 09                     # "BTLF", version 0, attributes by creation order
            0016000000002400 00 00000000
            003A000000002400 00 01000000
            005E000000002400 00 02000000
            """;

    private static final String CHUNKS = """
            42544C46 00 0A                     # chunks
            0008000000000000 0000000000000000 0000000000000000
            2008000000000000 0000000000000000 0100000000000000
            4008000000000000 0100000000000000 0000000000000000
            6008000000000000 0100000000000000 0100000000000000
            B4368472
            """ + "00".repeat(2048 - 106);

    private static final String FILTERED_CHUNKS = """
            42544C46 00 0B                     # chunks with filters
            8008000000000000 0C00 00000000 0000000000000000 0000000000000000
            8C08000000000000 0C00 00000000 0000000000000000 0100000000000000
            9808000000000000 0F00 00000000 0100000000000000 0000000000000000
            A708000000000000 0F00 00000000 0100000000000000 0100000000000000
            CEDC4DA0
            """ + "00".repeat(2048 - 130);

    private static final String HUGE = """
            42544C46 00 01                     # huge objects by ID
            0808000000000000 9C11010000000000 0100000000000000
            A419010000000000 9D11010000000000 0200000000000000
            412B020000000000 9E11010000000000 0300000000000000
            DF3C030000000000 B313000000000000 0400000000000000
            493C5AEC
            """ + "00".repeat(512 - 106);

    private static final CodecContract<BTreeV2Header> HEADERS = CodecContract.of(
                    FieldSizes.EIGHT,
                    BTreeV2Header::decode,
                    BTreeV2Header::encode,
                    header -> BTreeV2Header.length(FieldSizes.EIGHT))
            .sealed();

    private static final BTreeV2Geometry LINKS = new BTreeV2Geometry(FieldSizes.EIGHT, 512, 11, 100, 40, 2);

    private static CodecContract<BTreeV2Node> nodes(BTreeV2Geometry geometry, BTreeV2Type type, int level, int count) {
        return CodecContract.of(
                FieldSizes.EIGHT,
                in -> BTreeV2Node.decode(in, geometry, type, level, count),
                (node, out) -> node.encode(out, geometry),
                node -> geometry.nodeSize());
    }

    private static BTreeV2Geometry geometry(int nodeSize, int recordSize) {
        return new BTreeV2Geometry(FieldSizes.EIGHT, nodeSize, recordSize, 100, 40, 0);
    }

    /** A node followed by its checksum and padding. */
    private static byte[] node(String dump, int nodeSize) {
        FieldWriter out = new FieldWriter(FieldSizes.EIGHT).bytes(Golden.bytes(dump));
        return Arrays.copyOf(out.checksumFrom(0).toByteArray(), nodeSize);
    }

    @Test
    void headerIsWhatTheTableSays() {
        BTreeV2Header header = HEADERS.holdsFor(HEADER);
        assertThat(header).isEqualTo(new BTreeV2Header(BTreeV2Type.LINK_NAME, 512, 11, 2, 100, 40, 13_932, 2, 2000));
        assertThat(BTreeV2Header.length(FieldSizes.EIGHT)).isEqualTo(38);
        BTreeV2Header empty =
                BTreeV2Header.empty(BTreeV2Type.LINK_ORDER, 512, DenseRecord.length(DenseRecord.LINK_ORDER));
        assertThat(HEADERS.holdsFor(node(EMPTY_HEADER, 38))).isEqualTo(empty);
        assertThat(empty.withRoot(2, 13_932, 2, 2000).totalRecords()).isEqualTo(2000);
    }

    @Test
    void headersOutOfRangeAreRefused() {
        refusedHeader(5, "00", "B-tree type 1 to 11, found 0");
        refusedHeader(5, "0C", "B-tree type 1 to 11, found 12");
        refusedHeader(6, "0F000000", "node of 21 to 2147483647 bytes, found 15");
        refusedHeader(6, "FFFFFFFF", "node of 21 to 2147483647 bytes, found 4294967295");
        refusedHeader(6, "18000000", "room for a record at level 1, found 24 bytes");
        refusedHeader(10, "0000", "node of 11 to");
        refusedHeader(12, "FFFF", "expected a depth of less than 14, found 65535");
        refusedHeader(14, "00", "1 to 100 percent, found 0 and 40");
        refusedHeader(15, "65", "1 to 100 percent, found 100 and 101");
        refusedHeader(16, "FFFFFFFFFFFFFFFF", "root node for 2000 records, found none");
        refusedHeader(26, "0100000000000000", "at least the root's 2 records, found 1");
        assertThatThrownBy(() -> BTreeV2Header.empty(BTreeV2Type.CHUNK, 20, 24))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BTreeV2Header(BTreeV2Type.CHUNK, 512, 24, 0, 100, 40, 96, 65_536, 65_536))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void refusedHeader(int at, String replacement, String message) {
        byte[] bytes = Arrays.copyOf(Golden.bytes(HEADER), 34);
        byte[] field = Golden.bytes(replacement);
        System.arraycopy(field, 0, bytes, at, field.length);
        byte[] sealed =
                new FieldWriter(FieldSizes.EIGHT).bytes(bytes).checksumFrom(0).toByteArray();
        assertThatThrownBy(() -> BTreeV2Header.decode(Golden.reader(sealed)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void geometryIsThatOfLibhdf5() {
        int[] records = {LINKS.maxRecords(0), LINKS.maxRecords(1), LINKS.maxRecords(2)};
        assertThat(records).containsExactly(45, 24, 22);
        assertThat(LINKS.maxTotalRecords(1)).isEqualTo(25 * 45 + 24);
        assertThat(LINKS.maxTotalRecords(2)).isEqualTo(23 * (25 * 45 + 24) + 22);
        assertThat(LINKS.childCountWidth()).isEqualTo(1);
        assertThat(LINKS.childTotalWidth(0)).isZero();
        assertThat(LINKS.childTotalWidth(1)).isEqualTo(2);
        assertThat(LINKS.pointerLength(1)).isEqualTo(9);
        assertThat(LINKS.pointerLength(2)).isEqualTo(11);
        assertThat(LINKS.mergeCount(0)).isEqualTo(18);
        assertThat(LINKS.mergeCount(1)).isEqualTo(9);
        assertThat(LINKS.splitCount(0)).isEqualTo(45);
        assertThat(LINKS.checksumOffset(2, 2)).isEqualTo(61);
        assertThat(LINKS.checksumOffset(0, 45)).isEqualTo(501);
        assertThat(LINKS.depth()).isEqualTo(2);
        BTreeV2Geometry attributes = new BTreeV2Geometry(FieldSizes.EIGHT, 512, 17, 100, 40, 1);
        assertThat(attributes.maxRecords(0)).isEqualTo(29);
        assertThat(attributes.maxRecords(1)).isEqualTo(18);
        assertThatThrownBy(() -> new BTreeV2Geometry(FieldSizes.EIGHT, 512, 11, 100, 40, 14))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected a depth of less than 14, found 14");
        assertThat(new BTreeV2Geometry(FieldSizes.EIGHT, 512, 11, 100, 40, 13).maxTotalRecords(13))
                .isPositive();
    }

    @Test
    void internalNodesAreWhatTheTableSays() {
        BTreeV2Node root = nodes(LINKS, BTreeV2Type.LINK_NAME, 2, 2).holdsFor(ROOT);
        assertThat(root.childAddresses()).containsExactly(0x46C, 0x386C, 0x6A6C);
        assertThat(root.childRecords()).containsExactly(23, 12, 11);
        assertThat(root.childTotals()).containsExactly(1006, 525, 467);
        assertThat(root.totalRecords()).isEqualTo(2000);
        FieldReader second = root.record(1, FieldSizes.EIGHT);
        assertThat(second.i32()).isEqualTo(0xBF515032);
        assertThat(second.unsigned(7)).isEqualTo(0x000D00004B5B00L);
        assertThatThrownBy(() -> root.record(2, FieldSizes.EIGHT)).isInstanceOf(IndexOutOfBoundsException.class);

        BTreeV2Node aboveLeaves = nodes(LINKS, BTreeV2Type.LINK_NAME, 1, 1).holdsFor(ABOVE_LEAVES);
        assertThat(aboveLeaves.childRecords()).containsExactly(27, 32);
        assertThat(aboveLeaves.childTotals()).containsExactly(27, 32);
        assertThat(aboveLeaves.totalRecords()).isEqualTo(60);
    }

    @Test
    void leavesAreWhatTheTableSays() {
        BTreeV2Node leaf =
                nodes(geometry(512, 13), BTreeV2Type.ATTRIBUTE_ORDER, 0, 3).holdsFor(node(LEAF, 512));
        assertThat(values(DenseRecord.ATTRIBUTE_ORDER, leaf.record(2, FieldSizes.EIGHT)))
                .containsExactly(0x0024000000005E00L, 0L, 2L);

        BTreeV2Node chunks = nodes(geometry(2048, 24), BTreeV2Type.CHUNK, 0, 4).holdsFor(CHUNKS);
        assertThat(ChunkRecord.decode(chunks.record(2, FieldSizes.EIGHT), 0, 2))
                .usingRecursiveComparison()
                .isEqualTo(new ChunkRecord(0x840, 0, 0, new long[] {1, 0}));
        BTreeV2Node filtered =
                nodes(geometry(2048, 30), BTreeV2Type.CHUNK_FILTERED, 0, 4).holdsFor(FILTERED_CHUNKS);
        assertThat(ChunkRecord.decode(filtered.record(3, FieldSizes.EIGHT), 2, 2))
                .usingRecursiveComparison()
                .isEqualTo(new ChunkRecord(0x8A7, 15, 0, new long[] {1, 1}));

        BTreeV2Node huge =
                nodes(geometry(512, 24), BTreeV2Type.HUGE_INDIRECT, 0, 4).holdsFor(HUGE);
        assertThat(HugeObjectRecord.decode(huge.record(3, FieldSizes.EIGHT), BTreeV2Type.HUGE_INDIRECT))
                .isEqualTo(HugeObjectRecord.indirect(0x33CDF, 5043, 4));
    }

    @Test
    void nodesThatCannotBeAreRefused() {
        refusedNode("4254494E", 0, "signature");
        assertThatThrownBy(() ->
                        BTreeV2Node.decode(Golden.reader(Golden.bytes(ROOT)), LINKS, BTreeV2Type.LINK_NAME, 2, 23))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("expected at most 22 records, found 23");
        assertThatThrownBy(() ->
                        BTreeV2Node.decode(Golden.reader(Golden.bytes(ROOT)), LINKS, BTreeV2Type.LINK_ORDER, 2, 2))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("expected B-tree type 6, found 5");
        refusedChild(36, "19", "child of at most 24 records, found 25");
        refusedChild(37, "1600", "expected 23 to 1149 records in and below a child, found 22");
        refusedChild(37, "7E04", "expected 23 to 1149 records in and below a child, found 1150");
        refusedChild(28, "FFFFFFFFFFFFFFFF", "the undefined address");
        BTreeV2Node full = BTreeV2Node.leaf(BTreeV2Type.LINK_NAME, 46, new byte[46 * 11]);
        assertThatThrownBy(() -> full.encode(new FieldWriter(FieldSizes.EIGHT), LINKS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected at most 45 records of 11 bytes, found 46 in 506");
        assertThatThrownBy(() -> BTreeV2Node.leaf(BTreeV2Type.LINK_NAME, 2, new byte[23]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static void refusedNode(String signature, int level, String message) {
        byte[] bytes = Golden.bytes(ROOT);
        System.arraycopy(Golden.bytes(signature), 0, bytes, 0, 4);
        assertThatThrownBy(() -> BTreeV2Node.decode(Golden.reader(bytes), LINKS, BTreeV2Type.LINK_NAME, level, 2))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message);
    }

    private static void refusedChild(int at, String replacement, String message) {
        byte[] bytes = Arrays.copyOf(Golden.bytes(ROOT), 61);
        byte[] field = Golden.bytes(replacement);
        System.arraycopy(field, 0, bytes, at, field.length);
        byte[] sealed = Arrays.copyOf(
                new FieldWriter(FieldSizes.EIGHT).bytes(bytes).checksumFrom(0).toByteArray(), 512);
        assertThatThrownBy(() -> BTreeV2Node.decode(Golden.reader(sealed), LINKS, BTreeV2Type.LINK_NAME, 2, 2))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void recordsOfLinksAndAttributes() {
        byte[] text = "s10".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        assertThat(values(DenseRecord.LINK_NAME, Golden.reader("1206D11E 00D30000001300", 0)))
                .containsExactly(Checksum.of(text, 0, text.length) & 0xFFFF_FFFFL, 0x0013000000D300L);
        assertThat(values(DenseRecord.LINK_ORDER, Golden.reader("0B00000000000000 00E60000001300", 0)))
                .containsExactly(11L, 0x0013000000E600L);
        assertThat(values(DenseRecord.ATTRIBUTE_NAME, Golden.reader("005A010000002400 00 09000000 BB451714", 0)))
                .containsExactly(0x0024000000015A00L, 0L, 9L, 0x141745BBL);
        assertThat(values(DenseRecord.ATTRIBUTE_ORDER, Golden.reader("003A000000002400 00 01000000", 0)))
                .containsExactly(0x0024000000003A00L, 0L, 1L);
    }

    private static List<Long> values(Layout layout, FieldReader in) {
        assertThat(in.remaining()).isEqualTo(DenseRecord.length(layout));
        byte[] record = in.bytes(in.remaining());
        return layout.fields().stream()
                .map(each -> each.get(record, FieldSizes.EIGHT))
                .toList();
    }

    @Test
    void recordsOfHugeObjectsInEveryForm() {
        int[] lengths = {24, 36, 16, 28};
        for (int i = 0; i < 4; i++) {
            BTreeV2Type type = BTreeV2Type.values()[i];
            boolean filtered = i % 2 == 1;
            HugeObjectRecord record =
                    new HugeObjectRecord(96, 5000, filtered ? 3 : 0, filtered ? 9000 : 5000, i < 2 ? 7 : 0);
            FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
            record.encode(out, type);
            assertThat(out.position()).isEqualTo(lengths[i]);
            assertThat(CodecContract.of(
                                    FieldSizes.EIGHT,
                                    in -> HugeObjectRecord.decode(in, type),
                                    (each, to) -> each.encode(to, type),
                                    each -> HugeObjectRecord.length(type, FieldSizes.EIGHT))
                            .holdsFor(out.toByteArray()))
                    .isEqualTo(record);
        }
    }

    @Test
    void recordsOfSharedMessages() {
        CodecContract<SharedMessageRecord> contract = CodecContract.of(
                FieldSizes.EIGHT,
                SharedMessageRecord::decode,
                SharedMessageRecord::encode,
                any -> SharedMessageRecord.length(FieldSizes.EIGHT));
        assertThat(contract.holdsFor("00 01020304 05000000 0016000000002400"))
                .isEqualTo(SharedMessageRecord.inHeap(0x04030201, 5, 0x0024000000001600L));
        assertThat(contract.holdsFor("01 01020304 00 03 0200 6000000000000000"))
                .isEqualTo(SharedMessageRecord.inHeader(0x04030201, 3, 2, 96));
        assertThat(SharedMessageRecord.inHeap(1, 1, 1).headerAddress()).isEqualTo(Addresses.UNDEFINED);
    }
}
