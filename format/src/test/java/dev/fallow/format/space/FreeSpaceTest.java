package dev.fallow.format.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.fallow.format.Addresses;
import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Golden bytes were written by libhdf5. */
class FreeSpaceTest {
    private static final String HEADER = """
            46534844 00 01            # "FSHD", version 0, client 1 (file)
            7C04000000000000          # total space 1148 = 300 + 300 + 548
            0300000000000000          # sections 3
            0300000000000000          # serialized 3
            0000000000000000          # ghosts 0
            0300 5000 7800 3F00       # classes 3, shrink 80, expand 120, bits 63
            FFFFFFFFFFFFFF7F          # max section size 2^63-1
            AD02000000000000          # section list at 685
            3E00000000000000          # used 62
            3E00000000000000          # allocated 62
            75724CFC                  # checksum
            """;

    private static final String LIST = """
            46535345 00               # "FSSE", version 0
            5B02000000000000          # header at 603
            02                        # 2 sections of the next size
            2C01000000000000          # size 300
            2C09000000000000 00       # offset 2348, class 0
            840B000000000000 00       # offset 2948, class 0
            01                        # 1 section
            2402000000000000          # size 548
            DC0D000000000000 00       # offset 3548, class 0
            9D343A85                  # checksum
            """;

    /** Of a heap of links. */
    private static final String HEAP_LIST = """
            46535345 00 5907000000000000
            01 5B0100 A5000000 00                                        # 347 bytes at heap offset 0xA5
            01 EB0100 00020000 01 00000000 0000 0100 0F00                # 491 at 0x200: row 0, column 1, 15 entries
            01 200400 E04B0000 00                                        # 1056 at 0x4BE0
            C3875A18
            """;

    private static final CodecContract<FreeSpaceHeader> HEADERS = CodecContract.of(
                    FieldSizes.EIGHT,
                    FreeSpaceHeader::decode,
                    FreeSpaceHeader::encode,
                    header -> FreeSpaceHeader.length(FieldSizes.EIGHT))
            .sealed();

    private static CodecContract<SectionList> lists(FreeSpaceHeader header, long address) {
        return CodecContract.of(
                        FieldSizes.EIGHT,
                        in -> SectionList.decode(in, header, address),
                        (list, out) -> list.encode(out, header, address),
                        list -> (int) header.listUsedSize())
                .sealed();
    }

    private static FreeSpaceHeader header(long total, long sections, long used) {
        return FreeSpaceHeader.ofFile(FieldSizes.EIGHT, total, sections, 685, used);
    }

    private static SectionList decode(byte[] bytes, FreeSpaceHeader header) {
        return SectionList.decode(FieldReader.of(bytes, FieldSizes.EIGHT, SectionList.STRUCTURE, 685), header, 603);
    }

    /** Checks that the golden list with other bytes at a position and a valid checksum is refused. */
    private static void refused(int at, String replacement, String message) {
        byte[] bytes = Arrays.copyOf(Golden.bytes(LIST), 58);
        byte[] field = Golden.bytes(replacement);
        System.arraycopy(field, 0, bytes, at, field.length);
        byte[] sealed =
                new FieldWriter(FieldSizes.EIGHT).bytes(bytes).checksumFrom(0).toByteArray();
        assertThatThrownBy(() -> decode(sealed, header(1148, 3, 62)))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith(SectionList.STRUCTURE + " at address ")
                .hasMessageContaining(message);
    }

    @Test
    void headerIsWhatTheTableSays() {
        assertThat(HEADERS.holdsFor(HEADER)).isEqualTo(header(1148, 3, 62));
        assertThat(FreeSpaceHeader.length(FieldSizes.EIGHT)).isEqualTo(82);
    }

    @Test
    void headersOfNarrowFiles() {
        for (int offsets : new int[] {2, 4, 8}) {
            for (int lengths : new int[] {2, 4, 8}) {
                FieldSizes sizes = new FieldSizes(offsets, lengths);
                FreeSpaceHeader header = FreeSpaceHeader.ofFile(sizes, 1000, 2, Addresses.UNDEFINED, 0);
                FieldWriter out = new FieldWriter(sizes);
                header.encode(out);
                assertThat(CodecContract.of(
                                        sizes,
                                        FreeSpaceHeader::decode,
                                        FreeSpaceHeader::encode,
                                        any -> FreeSpaceHeader.length(sizes))
                                .sealed()
                                .holdsFor(out.toByteArray()))
                        .isEqualTo(header);
            }
        }
    }

    @Test
    void headersOutOfRangeAreRefused() {
        String[][] cases = {
            {"5", "02", "client"},
            {"38", "0400", "section classes"},
            {"44", "4100", "64 bits, found 65"},
            {"44", "0000", "64 bits, found 0"},
            {"46", "0000000000000000", "largest section"},
            {"62", "3F00000000000000", "allocated 62 bytes, found 63"},
        };
        for (String[] each : cases) {
            byte[] bytes = Arrays.copyOf(Golden.bytes(HEADER), 78);
            byte[] field = Golden.bytes(each[1]);
            System.arraycopy(field, 0, bytes, Integer.parseInt(each[0]), field.length);
            byte[] sealed = new FieldWriter(FieldSizes.EIGHT)
                    .bytes(bytes)
                    .checksumFrom(0)
                    .toByteArray();
            assertThatThrownBy(() -> FreeSpaceHeader.decode(Golden.reader(sealed)))
                    .isInstanceOf(FormatException.class)
                    .hasMessageContaining(each[2]);
        }
    }

    @Test
    void listIsWhatTheTableSays() {
        SectionList list = lists(header(1148, 3, 62), 603).holdsFor(LIST);
        assertThat(list)
                .usingRecursiveComparison()
                .isEqualTo(new SectionList(
                        new long[] {2348, 2948, 3548}, new long[] {300, 300, 548}, new byte[] {0, 0, 0}));
        assertThat(list.totalSize()).isEqualTo(1148);
        assertThat(list.distinctSizes()).isEqualTo(2);
        assertThat(SectionList.usedSize(FieldSizes.EIGHT, 2, 3)).isEqualTo(62);
        assertThat(list.extra(0)).isEmpty();
    }

    @Test
    void classesOfPagedFiles() {
        SectionList list = lists(header(5088, 3, 0x35), 603).holdsFor("""
                46535345 00 5B02000000000000
                03 A006000000000000
                6019000000000000 01  6039000000000000 01  6059000000000000 01
                7CF2F3D9
                """);
        assertThat(list.sectionClass(2)).isEqualTo(SectionList.FILE_SMALL);
        assertThat(SectionList.usedSize(FieldSizes.EIGHT, 1, 3)).isEqualTo(0x35);
    }

    @Test
    void listOfAHeap() {
        FreeSpaceHeader header =
                new FreeSpaceHeader(FreeSpaceHeader.FRACTAL_HEAP, 5415, 6, 3, 3, 4, 80, 120, 32, 65_536, 1963, 54, 54);
        SectionList list = lists(header, 1881).holdsFor(HEAP_LIST);
        assertThat(list.count()).isEqualTo(3);
        assertThat(list.address(1)).isEqualTo(0x200);
        assertThat(list.size(1)).isEqualTo(491);
        assertThat(list.sectionClass(1)).isEqualTo(SectionList.HEAP_FIRST_ROW);
        assertThat(list.extra(1)).isEqualTo(Golden.bytes("00000000 0000 0100 0F00"));
        assertThat(list.extra(2)).isEmpty();
        assertThat(SectionList.usedSize(FieldSizes.EIGHT, header, 3, 10)).isEqualTo(Golden.bytes(HEAP_LIST).length);
    }

    @Test
    void spareBytesAreZeroAndChecked() {
        SectionList list = decode(Golden.bytes(LIST), header(1148, 3, 62));
        FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
        list.encode(out, header(1148, 3, 80), 603);
        assertThat(out.position()).isEqualTo(80);
        assertThat(Arrays.copyOfRange(out.toByteArray(), 58, 76)).containsOnly(0);
        assertThat(decode(out.toByteArray(), header(1148, 3, 80)))
                .usingRecursiveComparison()
                .isEqualTo(list);
        assertThatThrownBy(() -> list.encode(out, header(1148, 3, 61), 603))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("62")
                .hasMessageContaining("61");
        assertThatThrownBy(() -> list.encode(out, header(1148, 4, 80), 603))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void fieldsOutOfRangeAreRefused() {
        refused(5, "5A02000000000000", "header's address 603, found 602");
        refused(13, "00", "1 to 3 sections of a size, found 0");
        refused(13, "04", "1 to 3 sections of a size, found 4");
        refused(14, "0000000000000000", "found 0");
        refused(22, "FFFFFFFFFFFFFF7F", "less than 2^63 - ");
        refused(30, "03", "section class below 3, found 3");
        assertThatThrownBy(() -> decode(Golden.bytes(LIST), header(0, 1L << 40, 62)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("sections, found 45 bytes");
        assertThatThrownBy(() -> decode(Golden.bytes(LIST), header(1148, 3, 16)))
                .isInstanceOf(FormatException.class);
        assertThatThrownBy(() -> decode(Golden.bytes(LIST), header(1148, 3, 1L << 40)))
                .isInstanceOf(FormatException.class);
    }

    @Test
    void listsOfAnySizeAreWrittenBySizeThenAddress() {
        for (int count : new int[] {1, 255, 256, 3_000, 65_535, 65_536}) {
            SplittableRandom random = new SplittableRandom(count);
            long[] addresses = new long[count];
            long[] sizes = new long[count];
            byte[] classes = new byte[count];
            TreeSet<Long> distinct = new TreeSet<>();
            long end = 0;
            for (int i = 0; i < count; i++) {
                sizes[i] = 1 + random.nextInt(50);
                addresses[i] = end + 1;
                end = addresses[i] + sizes[i];
                classes[i] = (byte) random.nextInt(3);
                distinct.add(sizes[i]);
            }
            long used = SectionList.usedSize(FieldSizes.EIGHT, distinct.size(), count);
            FreeSpaceHeader header = header(0, count, used);
            SectionList ordered = new SectionList(addresses, sizes, classes);
            byte[] bytes = encoded(ordered, header);
            assertThat(bytes).hasSize((int) used);

            SectionList decoded = decode(bytes, header);
            assertThat(decoded.totalSize()).isEqualTo(Arrays.stream(sizes).sum());
            for (int i = 1; i < count; i++) {
                boolean sameSize = decoded.size(i) == decoded.size(i - 1);
                if (sameSize ? decoded.address(i) <= decoded.address(i - 1) : decoded.size(i) < decoded.size(i - 1)) {
                    fail("seed %d: section %d is out of order".formatted(count, i));
                }
            }
            // the decoded list is not in address order, and is written with the same bytes nevertheless
            assertThat(encoded(decoded, header)).isEqualTo(bytes);
        }
    }

    private static byte[] encoded(SectionList list, FreeSpaceHeader header) {
        FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
        list.encode(out, header, 603);
        return out.toByteArray();
    }

    @Test
    void sectionsThatAreNoneAreRefused() {
        byte[] one = {0};
        assertThatThrownBy(() -> new SectionList(new long[1], new long[1], one))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SectionList(new long[] {2}, new long[] {Long.MAX_VALUE - 1}, one))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SectionList(new long[2], new long[] {1}, one))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void givesSectionsInTheOrderOfTheirAddresses() {
        long[] addresses = {50, 10, 50, 70, 10, 0};
        SectionList list = new SectionList(addresses, new long[] {1, 2, 3, 4, 5, 6}, new byte[6]);

        assertThat(list.byAddress()).containsExactly(5, 1, 4, 0, 2, 3);
        assertThat(new SectionList(new long[0], new long[0], new byte[0]).byAddress())
                .isEmpty();
    }
}
