package dev.fallow.format.superblock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.Addresses;
import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import dev.fallow.format.group.SymbolTableEntry;
import org.junit.jupiter.api.Test;

/** Golden bytes were written by libhdf5. */
class SuperblockV0Test {
    private static final String VERSION_0 = """
            89 48 44 46 0D 0A 1A 0A   # signature
            00 00 00 00 00            # versions of superblock, free space, root entry; reserved; shared messages
            08 08 00                  # O 8, L 8, reserved
            0400 1000 00000000        # group leaf K 4, group internal K 16, flags
            0000000000000000          # base address
            FFFFFFFFFFFFFFFF          # no free space
            680F000000000000          # end of file 3944
            FFFFFFFFFFFFFFFF          # no driver information
            0000000000000000          # root: name offset 0
            6000000000000000          # object header at 96
            01000000 00000000         # a group is cached
            8800000000000000          # B-tree at 136
            A802000000000000          # local heap at 680
            """;

    /** After a user block of 512 bytes, with non-default K values. */
    private static final String VERSION_1 = """
            89 48 44 46 0D 0A 1A 0A
            01 00 00 00 00 08 08 00
            0300 0900 00000000
            0700 0000                 # chunk K 7
            0002000000000000          # base address 512
            FFFFFFFFFFFFFFFF
            1C07000000000000          # end of file 1820
            FFFFFFFFFFFFFFFF
            0000000000000000 6400000000000000 01000000 00000000 8C00000000000000 CC01000000000000
            """;

    private static final String NARROW = """
            89 48 44 46 0D 0A 1A 0A
            00 00 00 00 00 04 04 00
            0400 1000 00000000
            00000000 FFFFFFFF 00180000 FFFFFFFF
            00000000 48000000 01000000 00000000 70000000 84010000 00000000 00000000
            """;

    private static final CodecContract<SuperblockV0> CONTRACT =
            CodecContract.of(FieldSizes.EIGHT, SuperblockV0::decode, SuperblockV0::encode, SuperblockV0::encodedLength);

    private static SuperblockV0 golden() {
        return SuperblockV0.decode(Golden.reader(Golden.bytes(VERSION_0)));
    }

    @Test
    void version0IsWhatTheTableSays() {
        SuperblockV0 superblock = CONTRACT.holdsFor(VERSION_0);
        assertThat(superblock)
                .isEqualTo(SuperblockV0.of(FieldSizes.EIGHT, 0, 3944, SymbolTableEntry.group(0, 96, 136, 680)));
        assertThat(superblock.encodedLength()).isEqualTo(96);
        assertThat(superblock.rootAddress()).isEqualTo(96);
        assertThat(Superblock.versionOf(Golden.bytes(VERSION_0))).isZero();
    }

    @Test
    void version1IsWhatTheTableSays() {
        SuperblockV0 superblock = CONTRACT.holdsFor(VERSION_1);
        assertThat(superblock)
                .isEqualTo(new SuperblockV0(
                        1,
                        FieldSizes.EIGHT,
                        3,
                        9,
                        7,
                        0,
                        512,
                        1820,
                        Addresses.UNDEFINED,
                        SymbolTableEntry.group(0, 100, 140, 460)));
        assertThat(superblock.encodedLength()).isEqualTo(SuperblockV0.MAX_LENGTH);
        assertThat(superblock.endOfAllocation()).isEqualTo(1308);
        assertThat(superblock.foundAt(1024).foundAt(512)).isEqualTo(superblock);
        assertThat(superblock.foundAt(0).endOfFile()).isEqualTo(1308);
    }

    @Test
    void everyWidthOfAddresses() {
        assertThat(CONTRACT.holdsFor(NARROW))
                .isEqualTo(SuperblockV0.of(new FieldSizes(4, 4), 0, 0x1800, SymbolTableEntry.group(0, 72, 112, 0x184)));
        for (int offsets : new int[] {2, 4, 8}) {
            for (int lengths : new int[] {2, 4, 8}) {
                SuperblockV0 superblock =
                        SuperblockV0.of(new FieldSizes(offsets, lengths), 1, 20_000, SymbolTableEntry.hardLink(0, 96));
                FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
                superblock.encode(out);
                assertThat(CONTRACT.holdsFor(out.toByteArray())).isEqualTo(superblock);
            }
        }
    }

    @Test
    void fieldsOutOfRangeAreRefused() {
        refused(8, "02", "expected version 0 to 1, found 2");
        refused(9, "01", "expected version 0, found 1");
        refused(10, "01", "expected version 0, found 1");
        refused(12, "01", "expected version 0, found 1");
        refused(13, "03", "size of offsets");
        refused(16, "0000", "group leaf 0, group internal 16, chunk 32");
        refused(18, "0000", "group leaf 4, group internal 0, chunk 32");
        refused(20, "00010000", "consistency flags");
        refused(32, "0000000000000000", "no free-space address in version 0");
        refused(40, "0000000000000000", "base address");
        refused(64, "680F000000000000", "root address between 0 and the end of allocation 3944, found 3944");
        refused(64, "FFFFFFFFFFFFFFFF", "root address");
        refused(72, "03000000", "cache type of at most 2, found 3");
        assertThatThrownBy(() -> golden().withEndOfAllocation(96)).isInstanceOf(IllegalArgumentException.class);
    }

    private static void refused(int at, String replacement, String message) {
        byte[] bytes = Golden.bytes(VERSION_0);
        byte[] field = Golden.bytes(replacement);
        System.arraycopy(field, 0, bytes, at, field.length);
        assertThatThrownBy(() -> SuperblockV0.decode(Golden.reader(bytes)))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void changesOneFieldAtATime() {
        SymbolTableEntry root = SymbolTableEntry.group(0, 200, 300, 400);
        AnySuperblock changed = golden().withFlags(Superblock.OPEN_FOR_WRITE)
                .withEndOfAllocation(7000)
                .withRoot(root);
        assertThat(changed).isEqualTo(SuperblockV0.of(FieldSizes.EIGHT, 1, 7000, root));
    }

    /** In versions 0 and 1 libhdf5 up to 1.6 left flags 1 and 2; otherwise flag 1, 4 or 8 marks a file. */
    @Test
    void whichFlagsAreAMark() {
        for (int flags = 0; flags < 16; flags++) {
            boolean mark = (flags & 13) != 0;
            boolean left = (flags & 2) != 0 && (flags & 8) == 0;
            assertThat(AnySuperblock.isMark(0, flags))
                    .as("version 0, flags " + flags)
                    .isEqualTo(mark && !left);
            assertThat(AnySuperblock.isMark(1, flags))
                    .as("version 1, flags " + flags)
                    .isEqualTo(mark && !left);
            assertThat(AnySuperblock.isMark(2, flags))
                    .as("version 2, flags " + flags)
                    .isEqualTo(mark);
            assertThat(AnySuperblock.isMark(3, flags))
                    .as("version 3, flags " + flags)
                    .isEqualTo(mark);
        }
        assertThat(golden().isMarkedOpen()).isFalse();
        assertThat(golden().withFlags(9).isMarkedOpen()).isTrue();
    }
}
