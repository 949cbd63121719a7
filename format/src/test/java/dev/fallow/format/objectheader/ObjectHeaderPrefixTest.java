package dev.fallow.format.objectheader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import org.junit.jupiter.api.Test;

class ObjectHeaderPrefixTest {
    /** A superblock extension, written by libhdf5. */
    static final String EXTENSION = """
            4F484452 02 20                              # "OHDR", version 2, flags: times, 1-byte size
            9E3F016B 9E3F016B 9E3F016B 9E3F016B         # access, modification, change, birth
            81                                          # message area 129 = 4 + 125
            """;

    private static final CodecContract<ObjectHeaderPrefix> CONTRACT = CodecContract.of(
            FieldSizes.EIGHT, ObjectHeaderPrefix::decode, ObjectHeaderPrefix::encode, ObjectHeaderPrefix::prefixLength);

    @Test
    void isWhatTheTableSays() {
        ObjectHeaderPrefix prefix = CONTRACT.holdsFor(EXTENSION);
        assertThat(prefix).isEqualTo(ObjectHeaderPrefix.of(129, ObjectTimes.of(0x6B013F9EL), null, false, false));
        assertThat(prefix.prefixLength()).isEqualTo(23);
        assertThat(prefix.sizeFieldOffset()).isEqualTo(22);
        assertThat(prefix.chunkLength()).isEqualTo(0xCC - 0x30);
        assertThat(prefix.messageHeaderLength()).isEqualTo(4);
        assertThat(prefix.effectivePhaseChange()).isEqualTo(AttributePhaseChange.DEFAULT);
    }

    @Test
    void everyCombinationOfFlags() {
        long[] sizes = {0, 6, 255, 256, 65_535, 65_536, 0xFFFF_FFFFL, 1L << 32};
        for (long size : sizes) {
            for (int choice = 0; choice < 16; choice++) {
                ObjectHeaderPrefix prefix = ObjectHeaderPrefix.of(
                        size,
                        (choice & 1) != 0 ? new ObjectTimes(1, 2, 3, 0xFFFF_FFFFL) : null,
                        (choice & 2) != 0 ? new AttributePhaseChange(9, 3) : null,
                        (choice & 4) != 0,
                        (choice & 8) != 0);
                FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
                prefix.encode(out);
                assertThat(CONTRACT.holdsFor(out.toByteArray())).isEqualTo(prefix);
                assertThat(prefix.creationOrderTracked()).isEqualTo((choice & 4) != 0);
                assertThat(prefix.creationOrderIndexed()).isEqualTo((choice & 8) != 0);
                assertThat(prefix.messageHeaderLength()).isEqualTo((choice & 4) != 0 ? 6 : 4);
            }
        }
    }

    @Test
    void theSizeFieldGrowsAndNeverShrinks() {
        ObjectHeaderPrefix prefix = ObjectHeaderPrefix.of(255, null, null, false, false);
        assertThat(prefix.sizeFieldWidth()).isEqualTo(1);
        ObjectHeaderPrefix wider = prefix.withMessageAreaSize(256);
        assertThat(wider.sizeFieldWidth()).isEqualTo(2);
        assertThat(wider.withMessageAreaSize(10).sizeFieldWidth()).isEqualTo(2);
        assertThat(wider.withMessageAreaSize(70_000).sizeFieldWidth()).isEqualTo(4);
        assertThatThrownBy(() -> new ObjectHeaderPrefix(0, null, null, 256))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ObjectHeaderPrefix(0x20, null, null, 9))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void fieldsOutOfRangeAreRefused() {
        refused("4F484453 02 00 00", "signature");
        refused("4F484452 01 00 00", "version");
        refused("4F484452 02 40 00", "flags");
        refused("4F484452 02 10 0600 0700 00", "min dense at most 6, found 7");
        refused("4F484452 02 00 03", "at least 4 bytes, found 3");
        refused("4F484452 02 04 05", "at least 6 bytes, found 5");
        refused("4F484452 02 03 FFFFFFFFFFFFFF7F", "message area");
    }

    private static void refused(String dump, String message) {
        assertThatThrownBy(() -> ObjectHeaderPrefix.decode(Golden.reader(dump, 64)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("at address")
                .hasMessageContaining(message);
    }

    @Test
    void versionsAreTold() {
        assertThat(ObjectHeaderPrefix.versionOf(Golden.bytes("00 4F484452 02"), 1, 0))
                .isEqualTo(2);
        assertThat(ObjectHeaderPrefix.versionOf(Golden.bytes("01 00 0100"), 0, 0))
                .isEqualTo(1);
        assertThatThrownBy(() -> ObjectHeaderPrefix.versionOf(Golden.bytes("02"), 0, 77))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("at address 77");
        assertThatThrownBy(() -> ObjectHeaderPrefix.versionOf(new byte[0], 0, 77))
                .isInstanceOf(FormatException.class);
    }

    @Test
    void theChecksumCoversTheWholeChunk() {
        byte[] chunk = Golden.bytes(ObjectHeaderChunkTest.EXTENSION_CHUNK);
        for (int damaged = -1; damaged < chunk.length; damaged++) {
            byte[] image = chunk.clone();
            FieldReader in = FieldReader.of(image, FieldSizes.EIGHT, ObjectHeaderPrefix.STRUCTURE, 0x30);
            ObjectHeaderPrefix prefix = ObjectHeaderPrefix.decode(in);
            FieldReader again = FieldReader.of(image, FieldSizes.EIGHT, ObjectHeaderPrefix.STRUCTURE, 0x30);
            if (damaged < 0) {
                prefix.verifyChecksum(again);
                assertThat(again.remaining()).isZero();
            } else {
                image[damaged] ^= 0x10;
                assertThatThrownBy(() -> prefix.verifyChecksum(again))
                        .as("byte %d", damaged)
                        .isInstanceOf(FormatException.class)
                        .hasMessageContaining("checksum");
            }
        }
    }
}
