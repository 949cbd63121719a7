package dev.fallow.format.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Compares the layout tables of fixed and extensible arrays with bytes. */
class ArraysTest {
    private static final long HEADER = 1_000;

    private static FieldReader sealed(String dump) {
        byte[] bytes = HexFormat.of().parseHex(dump.replaceAll("#.*|\\s", ""));
        FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
        out.bytes(bytes).checksumFrom(0);
        return FieldReader.of(out.toByteArray(), FieldSizes.EIGHT, "test", HEADER);
    }

    private static FixedArray fixed(int client, int elementSize, int pageBits, int elements) {
        return FixedArray.decode(sealed("""
                46414844 00     # FAHD, version 0
                %02X %02X %02X  # client, element size, page bits
                %02X00000000000000 0700000000000000
                """.formatted(client, elementSize, pageBits, elements)));
    }

    @Test
    void fixedArrayHeader() {
        FixedArray array = fixed(0, 8, 10, 3);
        assertThat(array).isEqualTo(new FixedArray(0, 8, 10, 3, 7));
        assertThat(FixedArray.headerLength(FieldSizes.EIGHT)).isEqualTo(28);
        assertThat(array.paged()).isFalse();
        assertThat(array.blockLength(FieldSizes.EIGHT)).isEqualTo(14 + 3 * 8 + 4);
    }

    @Test
    void fixedArrayBlock() {
        List<ChunkElement> found = new ArrayList<>();
        FixedArray array = fixed(1, 14, 10, 2);
        FieldReader block = sealed("""
                46414442 00 01 E803000000000000  # FADB, version 0, filtered, header at 1,000
                0A00000000000000 6400 00000000   # 100 bytes at 10, all filters
                FFFFFFFFFFFFFFFF 0000 00000000   # no chunk
                """);
        array.decodeBlock(block, HEADER, found::add);
        assertThat(found).containsExactly(new ChunkElement(10, 100), new ChunkElement(Addresses.UNDEFINED, 0));
        assertThat(block.remaining()).isZero();
        assertThat(array.blockLength(FieldSizes.EIGHT)).isEqualTo(block.position());
    }

    @Test
    void pagedFixedArrayBlock() {
        FixedArray array = fixed(0, 8, 1, 5);
        assertThat(array.pages()).isEqualTo(3);
        assertThat(array.prefixLength(FieldSizes.EIGHT)).isEqualTo(14 + 1 + 4);
        assertThat(array.pageLength(0)).isEqualTo(20);
        assertThat(array.pageLength(2)).isEqualTo(12);
        assertThat(array.blockLength(FieldSizes.EIGHT)).isEqualTo(19 + 20 + 20 + 12);
        byte[] bitmap = array.decodePagedPrefix(sealed("46414442 00 00 E803000000000000 A0"), HEADER);
        assertThat(FixedArray.inUse(bitmap, 0)).isTrue();
        assertThat(FixedArray.inUse(bitmap, 1)).isFalse();
        assertThat(FixedArray.inUse(bitmap, 2)).isTrue();
        List<ChunkElement> found = new ArrayList<>();
        array.decodePage(sealed("0900000000000000"), 2, found::add);
        assertThat(found).containsExactly(new ChunkElement(9, 0));
    }

    private static ExtensibleArray extensible() {
        return ExtensibleArray.decode(sealed("""
                45414844 00 00 08       # EAHD, version 0, plain, elements of 8 bytes
                20 04 10 04 0A          # 32 bits, 4 in the index block, 16, 4, pages of 1,024
                %s
                0700000000000000
                """.formatted("00".repeat(48))));
    }

    /** The numbers are those of libhdf5's defaults. */
    @Test
    void extensibleArrayHeader() {
        ExtensibleArray array = extensible();
        assertThat(ExtensibleArray.headerLength(FieldSizes.EIGHT)).isEqualTo(72);
        assertThat(array.indexAddress()).isEqualTo(7);
        assertThat(array.superBlocks()).isEqualTo(29);
        assertThat(array.indexLength(FieldSizes.EIGHT)).isEqualTo(298);
        assertThat(array.dataBlocks(5)).isEqualTo(4);
        assertThat(array.elements(5)).isEqualTo(128);
        assertThat(array.pages(11)).isZero();
        assertThat(array.pages(13)).isEqualTo(2);
        assertThat(array.blockLength(FieldSizes.EIGHT, 0)).isEqualTo(18 + 16 * 8 + 4);
        assertThat(array.blockLength(FieldSizes.EIGHT, 13)).isEqualTo(18 + 4 + 2048 * 8 + 2 * 4);
        assertThat(array.superLength(FieldSizes.EIGHT, 4)).isEqualTo(18 + 4 * 8 + 4);
        assertThat(array.superLength(FieldSizes.EIGHT, 13)).isEqualTo(18 + 64 * (1 + 8) + 4);
    }

    @Test
    void extensibleArrayIndexBlock() {
        List<ChunkElement> elements = new ArrayList<>();
        List<String> blocks = new ArrayList<>();
        String none = "FFFFFFFFFFFFFFFF";
        FieldReader index = sealed("45414942 00 00 E803000000000000 0A00000000000000" + none.repeat(3)
                + "1400000000000000" + none + none + "1E00000000000000" + none + none + none + "2800000000000000"
                + none.repeat(23));
        extensible()
                .decodeIndex(
                        index,
                        HEADER,
                        elements::add,
                        (address, superBlock, pages) -> blocks.add(superBlock + ": " + address),
                        (address, superBlock) -> blocks.add("super " + superBlock + ": " + address));
        assertThat(elements).hasSize(4).contains(new ChunkElement(10, 0));
        assertThat(blocks).containsExactly("0: 20", "2: 30", "super 5: 40");
        assertThat(index.remaining()).isZero();
    }

    @Test
    void whatIsNoArrayIsRefused() {
        assertThatThrownBy(() -> fixed(2, 8, 10, 1)).isInstanceOf(FormatException.class);
        assertThatThrownBy(() -> fixed(0, 9, 10, 1))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("9");
        assertThatThrownBy(() -> fixed(1, 21, 10, 1)).isInstanceOf(FormatException.class);
        assertThatThrownBy(() -> fixed(0, 8, 31, 1)).isInstanceOf(FormatException.class);
        assertThatThrownBy(() -> fixed(0, 8, 10, 1)
                        .decodeBlock(sealed("46414442 00 00 E703000000000000 0900000000000000"), HEADER, one -> {}))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("999");
    }

    private static FieldReader written(Consumer<FieldWriter> encoder) {
        FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
        encoder.accept(out);
        return FieldReader.of(out.toByteArray(), FieldSizes.EIGHT, "test", HEADER);
    }

    /** The header that libhdf5 writes for three chunks without filters. */
    @Test
    void fixedArrayHeaderIsWritten() {
        FixedArray array = new FixedArray(0, 8, 10, 3, Addresses.UNDEFINED).at(475);
        byte[] expected = HexFormat.of()
                .parseHex("46414844 00 00 08 0A 0300000000000000 DB01000000000000 B8D18C83".replace(" ", ""));
        assertThat(written(array::encode).bytes(28)).isEqualTo(expected);
    }

    @Test
    void fixedArrayBlocksAreWritten() {
        for (int elements : new int[] {0, 1, 4, 5, 9}) {
            for (int client = 0; client <= 1; client++) {
                FixedArray array = new FixedArray(client, client == 0 ? 8 : 14, 2, elements, 7);
                FieldReader block = written(out -> array.encodeEmptyBlock(out, HEADER));
                if (!array.paged()) {
                    List<ChunkElement> found = new ArrayList<>();
                    array.decodeBlock(block, HEADER, found::add);
                    assertThat(found).hasSize(elements).allMatch(each -> each.address() == Addresses.UNDEFINED);
                    assertThat(block.position()).isEqualTo((int) array.blockLength(FieldSizes.EIGHT));
                    continue;
                }
                assertThat(array.decodePagedPrefix(block, HEADER)).containsOnly(0);
                assertThat(block.position()).isEqualTo((int) array.prefixLength(FieldSizes.EIGHT));
                for (long page = 0; page < array.pages(); page++) {
                    List<ChunkElement> found = new ArrayList<>();
                    long number = page;
                    FieldReader in = written(out -> array.encodeEmptyPage(out, number));
                    array.decodePage(in, page, found::add);
                    assertThat(found).hasSize((int) array.elementsOn(page)).containsOnly(found.get(0));
                    assertThat(in.position()).isEqualTo((int) array.pageLength(page));
                }
            }
        }
    }

    @Test
    void extensibleArrayBlocksAreWritten() {
        ExtensibleArray array = ExtensibleArray.create(1, 14, 32, 4, 4, 16, 10);
        FieldReader header = written(array::encodeEmptyHeader);
        ExtensibleArray again = ExtensibleArray.decode(header);
        assertThat(header.position()).isEqualTo(ExtensibleArray.headerLength(FieldSizes.EIGHT));
        assertThat(again.indexAddress()).isEqualTo(Addresses.UNDEFINED);
        assertThat(again.limit()).isZero();
        assertThat(again.superBlocks()).isEqualTo(29);
        FieldReader index = written(out -> array.encodeEmptyIndex(out, HEADER));
        List<ChunkElement> elements = new ArrayList<>();
        array.decodeIndex(
                index, HEADER, elements::add, (at, u, pages) -> elements.clear(), (at, u) -> elements.clear());
        assertThat(elements).hasSize(4);
        assertThat(index.position()).isEqualTo((int) array.indexLength(FieldSizes.EIGHT));
        for (int u : new int[] {4, 5, 12, 13, 14}) {
            FieldReader block = written(out -> array.encodeEmptySuper(out, HEADER, u));
            array.decodeSuper(block, HEADER, u, (at, number, pages) -> elements.clear());
            assertThat(block.position()).isEqualTo((int) array.superLength(FieldSizes.EIGHT, u));
        }
        assertThat(elements).hasSize(4);
        FieldReader page = written(array::encodeEmptyPage);
        array.decodePage(page, elements::add);
        assertThat(elements).hasSize(4 + 1_024);
        assertThat(page.position()).isEqualTo((int) array.pageLength());
    }

    /** The offsets in the data blocks that libhdf5 writes. */
    @Test
    void offsetsOfDataBlocks() {
        ExtensibleArray array = ExtensibleArray.create(0, 8, 32, 4, 4, 16, 10);
        List<Long> offsets = new ArrayList<>();
        for (int u = 0; u < 5; u++) {
            for (long block = 0; block < array.dataBlocks(u); block++) {
                int superBlock = u;
                long number = block;
                FieldReader in = written(out -> array.encodeEmptyBlock(out, HEADER, superBlock, number));
                assertThat(in.remaining()).isEqualTo((int) array.blockLength(FieldSizes.EIGHT, u));
                in.skip(14);
                offsets.add(in.u32());
            }
        }
        assertThat(offsets).containsExactly(0L, 48L, 112L, 144L, 368L, 432L, 240L, 304L, 368L, 432L);
    }

    @Test
    void impossibleExtensibleArraysAreRefused() {
        assertThatThrownBy(() -> ExtensibleArray.create(0, 8, 32, 4, 3, 16, 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("powers of two");
        assertThatThrownBy(() -> ExtensibleArray.create(0, 8, 63, 4, 4, 16, 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("found 63 and 10");
    }
}
