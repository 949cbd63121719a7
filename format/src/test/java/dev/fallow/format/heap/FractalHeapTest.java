package dev.fallow.format.heap;

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
import dev.fallow.format.LittleEndian;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Golden bytes were written by libhdf5. */
class FractalHeapTest {
    private static final FractalHeapHeader EMPTY_LINKS =
            FractalHeapHeader.empty(FractalHeapHeader.LINK_ID_LENGTH, DoublingTable.LINKS);
    private static final FractalHeapHeader EMPTY_ATTRIBUTES =
            FractalHeapHeader.empty(FractalHeapHeader.ATTRIBUTE_ID_LENGTH, DoublingTable.ATTRIBUTES);

    /** Of a group with 2,000 links. */
    private static final String HEADER = """
            46524850 00 0700 0000 02             # "FRHP", version 0, IDs of 7 bytes, no filters, checksums
            00100000                             # managed objects of at most 4096 bytes
            0000000000000000 FFFFFFFFFFFFFFFF    # no huge objects
            D097030000000000 1A02000000000000    # 235,472 bytes free, free-space manager at 538
            0000040000000000 0070000000000000    # 262,144 bytes managed, 28,672 allocated
            0070000000000000 D007000000000000    # next block at 28,672, 2000 objects
            0000000000000000 0000000000000000    # huge objects
            0000000000000000 0000000000000000    # tiny objects
            0400 0002000000000000 0000010000000000 2000 0100    # width 4, 512 to 65,536, 32 bits, 1 row at first
            F0DC000000000000 0800                # root indirect block of 8 rows at 56,560
            379A73C7                             # checksum
            """;

    /** Of an object with four huge attributes, without a root block. */
    private static final String HUGE_HEADER = """
            46524850 00 0800 0000 02 00100000
            0400000000000000 7702000000000000    # last huge ID 4, B-tree at 631
            0000000000000000 FFFFFFFFFFFFFFFF
            0000000000000000 0000000000000000 0000000000000000 0000000000000000
            8A48030000000000 0400000000000000    # 215,178 bytes in 4 huge objects
            0000000000000000 0000000000000000
            0400 0004000000000000 0000010000000000 2800 0100
            FFFFFFFFFFFFFFFF 0000
            18B9AD96
            """;

    private static final String INDIRECT = """
            46484942 00 6201000000000000 00000000     # "FHIB", version 0, heap at 354, heap offset 0
            F0DA000000000000 F0D8000000000000 F0D6000000000000 F0D4000000000000
            F0D2000000000000 F0D0000000000000 F0CE000000000000 F0CC000000000000
            F0C8000000000000 F0C4000000000000 F0C0000000000000 F0BC000000000000
            F0B4000000000000 F0AC000000000000 F0A4000000000000 F09C000000000000
            F08C000000000000 F07C000000000000 F06C000000000000
            """ + "FF".repeat(13 * 8) + "5F2797CA";

    /** The root of a heap of nine links. */
    private static final String DIRECT = """
            46484442 00 5201000000000000 00000000     # "FHDB", version 0, heap at 338, heap offset 0
            17857038                                  # checksum
            0108010373303002002F78 0108010373303102002F78 0108010373303202002F78
            0108010373303302002F78 0108010373303402002F78 0108010373303502002F78
            0108010373303602002F78 0108010373303702002F78 0108010373303802002F78
            """;

    private static final CodecContract<FractalHeapHeader> HEADERS = CodecContract.of(
                    FieldSizes.EIGHT,
                    FractalHeapHeader::decode,
                    FractalHeapHeader::encode,
                    header -> header.encodedLength(FieldSizes.EIGHT))
            .sealed();

    private static FractalHeapHeader links() {
        return FractalHeapHeader.decode(Golden.reader(Golden.bytes(HEADER)));
    }

    private static CodecContract<FractalHeapId> ids(FractalHeapHeader heap) {
        return CodecContract.of(
                FieldSizes.EIGHT,
                in -> FractalHeapId.decode(in, heap),
                (id, out) -> id.encode(out, heap),
                id -> heap.idLength());
    }

    private static FractalHeapHeader withIds(int idLength, HeapFilter filter) {
        FractalHeapHeader heap = links();
        return new FractalHeapHeader(
                idLength, false, true, 4096, heap.table(), 1, heap.root(), heap.huge(), -1, 0, 0, 0, filter);
    }

    @Test
    void headerIsWhatTheTableSays() {
        FractalHeapHeader header = HEADERS.holdsFor(HEADER);
        assertThat(header)
                .isEqualTo(EMPTY_LINKS.withRoot(
                        new FractalHeapHeader.Root(56_560, 8, 262_144, 28_672, 28_672, 2000), 235_472, 538));
        assertThat(FractalHeapHeader.length(FieldSizes.EIGHT)).isEqualTo(146);
        assertThat(header.offsetWidth()).isEqualTo(4);
        assertThat(header.lengthWidth()).isEqualTo(2);
        assertThat(header.directBlockOverhead(FieldSizes.EIGHT)).isEqualTo(21);
        assertThat(header.root().isIndirect()).isTrue();
        assertThat(header.maxTinySize()).isEqualTo(6);
        assertThat(header.withFreeSpaceAddress(Addresses.UNDEFINED).freeSpaceAddress())
                .isEqualTo(Addresses.UNDEFINED);
    }

    @Test
    void headerOfAHeapOfHugeObjects() {
        FractalHeapHeader header = HEADERS.holdsFor(HUGE_HEADER);
        assertThat(header).isEqualTo(EMPTY_ATTRIBUTES.withHuge(new FractalHeapHeader.Huge(4, 631, 215_178, 4)));
        assertThat(header.directBlockOverhead(FieldSizes.EIGHT)).isEqualTo(22);
        assertThat(header.hugeIdsAreDirect(FieldSizes.EIGHT)).isFalse();
    }

    @Test
    void headerWithFilters() {
        HeapFilter filter = new HeapFilter(77, 1, Golden.bytes("02 01 0100 0000 0100 06000000"));
        FractalHeapHeader header = withIds(37, filter).withTiny(12, 2);
        FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
        header.encode(out);
        assertThat(HEADERS.holdsFor(out.toByteArray()))
                .usingRecursiveComparison()
                .isEqualTo(header);
        assertThat(header.filtered()).isTrue();
        assertThat(header.hugeIdsAreDirect(FieldSizes.EIGHT)).isTrue();
    }

    @Test
    void headersOutOfRangeAreRefused() {
        refusedHeader(5, "0600", "heap IDs of at least 7 bytes, found 6");
        refusedHeader(9, "04", "flags");
        refusedHeader(10, "00000000", "largest managed object of 1 to 65536 bytes, found 0");
        refusedHeader(10, "01000100", "largest managed object of 1 to 65536 bytes, found 65537");
        refusedHeader(110, "0300", "table width");
        refusedHeader(130, "1700", "root block of at most 22 rows, found 8 (at the start 23)");
        refusedHeader(132, "FFFFFFFFFFFFFFFF", "root block of 8 rows, found none");
        refusedHeader(140, "1700", "root block of at most 22 rows, found 23");
    }

    private static void refusedHeader(int at, String replacement, String message) {
        byte[] bytes = Arrays.copyOf(Golden.bytes(HEADER), 142);
        byte[] field = Golden.bytes(replacement);
        System.arraycopy(field, 0, bytes, at, field.length);
        byte[] sealed =
                new FieldWriter(FieldSizes.EIGHT).bytes(bytes).checksumFrom(0).toByteArray();
        assertThatThrownBy(() -> FractalHeapHeader.decode(Golden.reader(sealed)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void indirectBlockIsWhatTheTableSays() {
        FractalHeapHeader heap = links();
        IndirectBlock block = CodecContract.of(
                        FieldSizes.EIGHT,
                        in -> IndirectBlock.decode(in, heap, 354, 8),
                        (each, out) -> each.encode(out, heap, 354),
                        each -> IndirectBlock.length(heap, FieldSizes.EIGHT, 8))
                .sealed()
                .holdsFor(INDIRECT);
        assertThat(block.blockOffset()).isZero();
        assertThat(block.children()).hasSize(32).startsWith(0xDAF0, 0xD8F0).endsWith(-1, -1);
        // the last block ends at the iterator offset in the header
        assertThat(heap.table().entryOffset(19)).isEqualTo(heap.root().iteratorOffset());
        assertThat(IndirectBlock.empty(0, heap.table(), 2).children())
                .hasSize(8)
                .containsOnly(Addresses.UNDEFINED);
        assertThatThrownBy(() -> IndirectBlock.decode(Golden.reader(INDIRECT, 0), heap, 355, 8))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("expected the heap's address 355, found 354");
    }

    @Test
    void indirectBlocksOfHeapsWithFilters() {
        FractalHeapHeader heap = withIds(37, new HeapFilter(0, 0, new byte[] {2, 0}));
        long[] children = new long[40];
        long[] sizes = new long[36];
        int[] masks = new int[36];
        Arrays.setAll(children, i -> 1000L + i);
        Arrays.setAll(sizes, i -> 100L + i);
        Arrays.setAll(masks, i -> i % 2);
        IndirectBlock block = new IndirectBlock(1L << 20, children, sizes, masks);
        FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
        block.encode(out, heap, 354);
        assertThat(CodecContract.of(
                                FieldSizes.EIGHT,
                                in -> IndirectBlock.decode(in, heap, 354, 10),
                                (each, to) -> each.encode(to, heap, 354),
                                each -> IndirectBlock.length(heap, FieldSizes.EIGHT, 10))
                        .holdsFor(out.toByteArray()))
                .usingRecursiveComparison()
                .isEqualTo(block);
        assertThatThrownBy(() -> block.encode(out, links(), 354)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new IndirectBlock(0, children, sizes, new int[1]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void directBlockIsWhatTheTableSays() {
        FractalHeapHeader heap = EMPTY_LINKS;
        byte[] block = Arrays.copyOf(Golden.bytes(DIRECT), 512);
        FieldReader in = FieldReader.of(block, FieldSizes.EIGHT, DirectBlock.STRUCTURE, 1142);
        assertThat(DirectBlock.decode(in, heap, 338)).isZero();
        assertThat(in.remaining()).isZero();

        byte[] written = block.clone();
        Arrays.fill(written, 0, 21, (byte) 0);
        DirectBlock.putPrefix(written, heap, FieldSizes.EIGHT, 338, 0);
        int checksum = Checksum.of(written, 0, written.length);
        LittleEndian.put(written, DirectBlock.checksumOffset(heap, FieldSizes.EIGHT), 4, checksum & 0xFFFF_FFFFL);
        assertThat(written).isEqualTo(block);

        for (int at = 0; at < block.length; at++) {
            byte[] damaged = block.clone();
            damaged[at] ^= 4;
            assertThatThrownBy(() -> DirectBlock.decode(Golden.reader(damaged), heap, 338))
                    .as("byte %d", at)
                    .isInstanceOf(FormatException.class);
        }
        for (int cut = 0; cut < block.length; cut++) {
            byte[] truncated = Arrays.copyOf(block, cut);
            assertThatThrownBy(() -> DirectBlock.decode(Golden.reader(truncated), heap, 338))
                    .as("cut to %d", cut)
                    .isInstanceOf(FormatException.class);
        }
        assertThatThrownBy(() -> DirectBlock.decode(Golden.reader(block), heap, 339))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("expected the heap's address 339, found 338");
    }

    @Test
    void directBlocksWithoutChecksums() {
        FractalHeapHeader with = links();
        FractalHeapHeader heap = new FractalHeapHeader(
                7, false, false, 4096, with.table(), 1, with.root(), with.huge(), -1, 0, 0, 0, null);
        byte[] block = new byte[512];
        DirectBlock.putPrefix(block, heap, FieldSizes.EIGHT, 338, 1024);
        assertThat(heap.directBlockOverhead(FieldSizes.EIGHT)).isEqualTo(17);
        assertThat(block[17]).isZero();
        assertThat(DirectBlock.decode(Golden.reader(block), heap, 338)).isEqualTo(1024);
    }

    @Test
    void idsOfManagedObjects() {
        FractalHeapHeader heap = links();
        FractalHeapId.Managed id = new FractalHeapId.Managed(0xD3, 19);
        assertThat(ids(heap).holdsFor("00D30000001300")).isEqualTo(id);
        refusedId("00 00000000 0100", "found 1 bytes at heap offset 0");
        refusedId("00 00000400 0100", "managed space of 262144 bytes, found 1 bytes at heap offset 262144");
        refusedId("00 FFFF0300 0200", "found 2 bytes at heap offset 262143");
        refusedId("00 D3000000 0000", "managed object of 1 to 4096 bytes, found 0");
        refusedId("00 D3000000 0110", "managed object of 1 to 4096 bytes, found 4097");
        refusedId("40 D3000000 0100", "version 0, found 1");
        refusedId("30 D3000000 0100", "type 0 to 2, found 3");
        refusedId("26 010203040506", "tiny object of at most 6 bytes, found 7");
    }

    private static void refusedId(String dump, String message) {
        FractalHeapHeader heap = links();
        assertThatThrownBy(() -> FractalHeapId.decode(Golden.reader(dump, 0), heap))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void idsOfHugeObjects() {
        FractalHeapHeader attributes = EMPTY_ATTRIBUTES;
        assertThat(ids(attributes).holdsFor("10 03000000000000")).isEqualTo(new FractalHeapId.HugeIndirect(3));
        assertThat(ids(withIds(17, null)).holdsFor("10 0808000000000000 9C11010000000000"))
                .isEqualTo(new FractalHeapId.HugeDirect(0x808, 70_044, 0, 70_044));
        FractalHeapHeader filtered = withIds(31, new HeapFilter(0, 0, new byte[] {2, 0}));
        assertThat(ids(filtered).holdsFor("10 0808000000000000 9C00000000000000 01000000 9C11010000000000 0000"))
                .isEqualTo(new FractalHeapId.HugeDirect(0x808, 156, 1, 70_044));
        FractalHeapId direct = new FractalHeapId.HugeDirect(1, 2, 0, 2);
        assertThatThrownBy(() -> direct.encode(new FieldWriter(FieldSizes.EIGHT), attributes))
                .isInstanceOf(IllegalArgumentException.class);
        FractalHeapId indirect = new FractalHeapId.HugeIndirect(2);
        assertThatThrownBy(() -> indirect.encode(new FieldWriter(FieldSizes.EIGHT), withIds(17, null)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void idsOfTinyObjects() {
        int[][] lengths = {{7, 6}, {17, 16}, {18, 16}, {19, 17}, {300, 298}, {5000, 4096}};
        for (int[] each : lengths) {
            FractalHeapHeader heap = withIds(each[0], null);
            assertThat(heap.maxTinySize()).as("IDs of %d bytes", each[0]).isEqualTo(each[1]);
            for (int size : new int[] {1, each[1]}) {
                byte[] data = new byte[size];
                Arrays.fill(data, (byte) 0xAB);
                FractalHeapId id = new FractalHeapId.Tiny(data);
                FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
                id.encode(out, heap);
                assertThat(out.position()).isEqualTo(each[0]);
                assertThat(FractalHeapId.decode(Golden.reader(out.toByteArray()), heap))
                        .usingRecursiveComparison()
                        .isEqualTo(id);
            }
            FractalHeapId tooLong = new FractalHeapId.Tiny(new byte[each[1] + 1]);
            assertThatThrownBy(() -> tooLong.encode(new FieldWriter(FieldSizes.EIGHT), heap))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(ids(withIds(25, null)).holdsFor("20 10" + "AB".repeat(17) + "00".repeat(6)))
                .isInstanceOf(FractalHeapId.Tiny.class);
        assertThat(ids(links()).holdsFor("22 010203 000000"))
                .usingRecursiveComparison()
                .isEqualTo(new FractalHeapId.Tiny(new byte[] {1, 2, 3}));
    }

    @Test
    void aPatchedHeaderIsAnEncodedOne() {
        FractalHeapHeader from = links();
        FractalHeapHeader to = from.withRoot(
                        new FractalHeapHeader.Root(4_711, 2, 4_096, 1_024, 1_536, 17), 123, Addresses.UNDEFINED)
                .withHuge(new FractalHeapHeader.Huge(5, 9_000, 60_000, 3), true)
                .withTiny(40, 8);
        for (FieldSizes sizes : new FieldSizes[] {FieldSizes.EIGHT, new FieldSizes(4, 8), new FieldSizes(8, 4)}) {
            byte[] image = encoded(from, sizes);
            to.patch(image, sizes);
            byte[] expected = encoded(to, sizes);
            int beforeChecksum = expected.length - 4;
            assertThat(Arrays.copyOf(image, beforeChecksum)).isEqualTo(Arrays.copyOf(expected, beforeChecksum));
        }
    }

    private static byte[] encoded(FractalHeapHeader header, FieldSizes sizes) {
        FieldWriter out = new FieldWriter(sizes);
        header.encode(out);
        return out.toByteArray();
    }
}
