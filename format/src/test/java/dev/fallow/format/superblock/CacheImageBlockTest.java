package dev.fallow.format.superblock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;

class CacheImageBlockTest {
    private static final String PREFIX = """
            4D444349                  # MDCI
            00 00                     # version 0, flags 0
            5E00000000000000          # 94 bytes
            02000000                  # 2 entries
            """;

    private static final String ENTRIES = """
            01 05 01 02               # a kind, differs and has children, ring 1, age 2
            0100 0000 0000 FFFFFFFF   # 1 child, which does not differ, no parents, no rank
            6000000000000000          # at 96
            0300000000000000          # 3 bytes
            AABBCC
            04 0A 01 00               # another kind, has a rank and parents
            0000 0000 0100 07000000   # no children, 1 parent, rank 7
            8000000000000000          # at 128
            0100000000000000          # 1 byte
            6000000000000000          # its parent
            DD
            """;

    private static final CodecContract<CacheImageBlock> CONTRACT =
            CodecContract.reading(FieldSizes.EIGHT, CacheImageBlock::decode).sealed();

    private static final CacheImageBlock IMAGE = new CacheImageBlock(List.of(
            new CacheImageBlock.Entry(1, 5, 1, 2, 1, 0, -1, 96, new long[0], Golden.bytes("AABBCC")),
            new CacheImageBlock.Entry(4, 10, 1, 0, 0, 0, 7, 128, new long[] {96}, Golden.bytes("DD"))));

    private static String sealed(String dump) {
        FieldWriter out =
                new FieldWriter(FieldSizes.EIGHT).bytes(Golden.bytes(dump)).checksumFrom(0);
        StringBuilder hex = new StringBuilder();
        for (byte each : out.toByteArray()) {
            hex.append("%02X".formatted(each));
        }
        return hex.toString();
    }

    @Test
    void isWhatTheTableSays() {
        assertThat(CONTRACT.holdsFor(sealed(PREFIX + ENTRIES)))
                .usingRecursiveComparison()
                .isEqualTo(IMAGE);
    }

    @Test
    void lengthsAreChecked() {
        assertRefused(PREFIX.replace("5E00", "5D00") + ENTRIES, "expected an image of 94 bytes, found 93");
        assertRefused("4D444349 00 00 1600000000000000 00000000", "at least 1 entry");
        assertRefused(PREFIX.replace("02000000", "01000000") + ENTRIES, "checksum");
        assertRefused(
                PREFIX + ENTRIES.replace("0100000000000000          # 1", "0000000000000000          # 0"),
                "at least 1 byte");
    }

    private static void assertRefused(String dump, String message) {
        assertThatThrownBy(() -> CacheImageBlock.decode(Golden.reader(Golden.bytes(sealed(dump)))))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message);
    }
}
