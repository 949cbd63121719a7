package dev.fallow.format.superblock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.Addresses;
import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SuperblockTest {
    /** Written by libhdf5. */
    private static final String GOLDEN = """
            89 48 44 46 0D 0A 1A 0A   # signature
            02 08 08 00               # version 2, O 8, L 8, flags 0
            0000000000000000          # base address
            3000000000000000          # extension at 0x30
            2C19000000000000          # end of file 6444
            CC00000000000000          # root group header at 0xCC
            8C69CC83                  # checksum
            """;

    private static final CodecContract<Superblock> CONTRACT = CodecContract.of(
                    FieldSizes.EIGHT, Superblock::decode, Superblock::encode, Superblock::encodedLength)
            .sealed();

    private static Superblock golden() {
        return Superblock.decode(Golden.reader(Golden.bytes(GOLDEN)));
    }

    private static void refused(Superblock valid, int at, String replacement, String message) {
        FieldWriter out = new FieldWriter(valid.sizes());
        valid.encode(out);
        byte[] bytes = Arrays.copyOf(out.toByteArray(), valid.encodedLength() - 4);
        byte[] field = Golden.bytes(replacement);
        System.arraycopy(field, 0, bytes, at, field.length);
        byte[] sealed = out.clear().bytes(bytes).checksumFrom(0).toByteArray();
        assertThatThrownBy(() -> Superblock.decode(Golden.reader(sealed)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void isWhatTheTableSays() {
        assertThat(CONTRACT.holdsFor(GOLDEN)).isEqualTo(new Superblock(2, FieldSizes.EIGHT, 0, 0, 0x30, 6444, 0xCC));
        assertThat(Golden.bytes(GOLDEN)).hasSize(Superblock.LENGTH);
    }

    @Test
    void everyWidthOfAddresses() {
        for (int offsets : new int[] {2, 4, 8}) {
            for (int lengths : new int[] {2, 4, 8}) {
                Superblock superblock =
                        new Superblock(3, new FieldSizes(offsets, lengths), 5, 512, Addresses.UNDEFINED, 20_000, 96);
                FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
                superblock.encode(out);
                assertThat(CONTRACT.holdsFor(out.toByteArray())).isEqualTo(superblock);
            }
        }
    }

    @Test
    void versionsAreRecognisedBeforeTheyAreSupported() {
        byte[] first = Arrays.copyOf(Golden.bytes(GOLDEN), 9);
        for (int version : new int[] {0, 1, 2, 3, 4, 255}) {
            first[8] = (byte) version;
            assertThat(Superblock.versionOf(first)).isEqualTo(version);
        }
        first[3] = 0;
        assertThat(Superblock.versionOf(first)).isEqualTo(-1);
        assertThat(Superblock.versionOf(new byte[0])).isEqualTo(-1);
        assertThat(Superblock.versionOf(Arrays.copyOf(Golden.bytes(GOLDEN), 8))).isEqualTo(-1);
        refused(golden(), 8, "00", "expected version 2 to 3, found 0");
        refused(golden(), 8, "04", "expected version 2 to 3, found 4");
    }

    @Test
    void fieldsOutOfRangeAreRefused() {
        refused(golden(), 9, "03", "size of offsets");
        refused(golden(), 10, "10", "size of lengths");
        refused(golden(), 11, "10", "consistency flags");
        refused(golden(), 12, "2C19000000000000", "base address");
        refused(golden(), 20, "2C19000000000000", "extension address");
        refused(golden(), 28, "0000000000000000", "base address");
        refused(golden(), 36, "0000000000000000", "root address");
        refused(golden(), 36, "2C19000000000000", "root address");
        refused(golden(), 36, "FFFFFFFFFFFFFFFF", "2^63-1");
        assertThatThrownBy(() -> golden().withEndOfAllocation(0xCC)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aUserBlockMovesBaseAndEnd() {
        Superblock moved = golden().foundAt(512);
        assertThat(moved.baseAddress()).isEqualTo(512);
        assertThat(moved.endOfFile()).isEqualTo(6444 + 512);
        assertThat(moved.endOfAllocation()).isEqualTo(6444);
        assertThat(moved.foundAt(0)).isEqualTo(golden());
        Superblock huge = golden().withEndOfAllocation(Long.MAX_VALUE);
        assertThatThrownBy(() -> huge.foundAt(512)).isInstanceOf(FormatException.class);
    }

    @Test
    void isLookedForAtDoublingPositions() {
        long position = 0;
        for (long expected : new long[] {512, 1024, 2048, 4096}) {
            position = Superblock.nextCandidate(position);
            assertThat(position).isEqualTo(expected);
        }
    }

    @Test
    void changesOneFieldAtATime() {
        Superblock changed = golden().withFlags(Superblock.OPEN_FOR_WRITE)
                .withEndOfAllocation(6600)
                .withExtension(Addresses.UNDEFINED, 7000);
        assertThat(changed).isEqualTo(new Superblock(2, FieldSizes.EIGHT, 1, 0, Addresses.UNDEFINED, 7000, 0xCC));
    }
}
