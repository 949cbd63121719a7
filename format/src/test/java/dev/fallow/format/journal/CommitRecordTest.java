package dev.fallow.format.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CommitRecordTest {
    private static final String GOLDEN = """
            46 41 4C 4C 4F 57 4A 0A   # signature
            01 01                     # version 1, forced
            0300                      # superblock images of 3 bytes
            02000000                  # 2 blocks
            0700000000000000          # the seventh commit
            0020000000000000          # body at 8192
            2A00000000000000          # of 42 bytes
            78563412                  # its checksum
            00000000                  # reserved
            0002000000000000          # superblock at 512
            0010000000000000          # the file has 4096 bytes
            1100000000000000          # inode of the container
            1200000000000000          # inode of the journal
            EFCDAB8967452301          # boot
            D204000000000000          # process 1234
            AABBCC                    # superblock before
            AABBDD                    # superblock after
            """;

    private static final CodecContract<CommitRecord> CONTRACT = CodecContract.of(
                    FieldSizes.EIGHT, CommitRecord::decode, CommitRecord::encode, CommitRecord::encodedLength)
            .sealed();

    private static byte[] sealed(byte[] body) {
        return new FieldWriter(FieldSizes.EIGHT).bytes(body).checksumFrom(0).toByteArray();
    }

    private static CommitRecord golden() {
        return CommitRecord.decode(Golden.reader(sealed(Golden.bytes(GOLDEN))));
    }

    @Test
    void isWhatTheTableSays() {
        CommitRecord record = CONTRACT.holdsFor(sealed(Golden.bytes(GOLDEN)));
        assertThat(record)
                .usingRecursiveComparison()
                .isEqualTo(new CommitRecord(
                        true,
                        2,
                        7,
                        8192,
                        42,
                        0x12345678,
                        512,
                        4096,
                        new CommitRecord.Origin(17, 18, 0x0123456789ABCDEFL, 1234),
                        Golden.bytes("AABBCC"),
                        Golden.bytes("AABBDD")));
        assertThat(record.position()).isEqualTo(4096);
        assertThat(record.bodyEnd()).isEqualTo(8234);
        assertThat(CommitRecord.slotOf(8)).isZero();
        assertThat(CommitRecord.mostLength()).isLessThanOrEqualTo(CommitRecord.SLOT_BYTES);
    }

    @Test
    void fieldsOutOfRangeAreRefused() {
        refused(8, "02", "version");
        refused(9, "02", "flags");
        refused(10, "0000", "superblock images");
        refused(10, "0102", "superblock images");
        refused(12, "00000000", "blocks");
        refused(12, "04000000", "blocks");
        refused(16, "0000000000000000", "sequence");
        refused(16, "FFFFFFFFFFFFFFFF", "sequence");
        refused(24, "FF1F000000000000", "body");
        refused(24, "FFFFFFFFFFFFFF7F", "body");
        refused(32, "FFFFFFFFFFFFFFFF", "body");
        refused(44, "01000000", "reserved");
        refused(48, "0010000000000000", "superblock");
        refused(48, "FFFFFFFFFFFFFFFF", "superblock");
    }

    private static void refused(int at, String replacement, String message) {
        byte[] bytes = Golden.bytes(GOLDEN);
        byte[] field = Golden.bytes(replacement);
        System.arraycopy(field, 0, bytes, at, field.length);
        assertThatThrownBy(() -> CommitRecord.decode(Golden.reader(sealed(bytes))))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void imagesOfDifferentLengthsMakeNoRecord() {
        CommitRecord record = golden();
        assertThatThrownBy(() ->
                        new CommitRecord(true, 0, 1, 8192, 0, 0, 0, 100, record.origin(), new byte[48], new byte[96]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("48 and 96");
    }

    @Test
    void itsImagesCannotBeChangedFromOutside() {
        CommitRecord record = golden();
        Arrays.fill(record.after(), (byte) 0);
        Arrays.fill(record.before(), (byte) 0);
        assertThat(record).usingRecursiveComparison().isEqualTo(golden());
    }
}
