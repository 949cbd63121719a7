package dev.fallow.format.superblock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.Golden;
import org.junit.jupiter.api.Test;

class DriverInfoBlockTest {
    /** As written by the family driver of libhdf5. */
    private static final String FAMILY = """
            00 000000                 # version, reserved
            08000000                  # 8 bytes of driver information
            4E43534166616D69          # NCSAfami
            0000010000000000          # members of 65,536 bytes
            """;

    private static final CodecContract<DriverInfoBlock> CONTRACT = CodecContract.of(
            FieldSizes.EIGHT, DriverInfoBlock::decode, DriverInfoBlock::encode, DriverInfoBlock::encodedLength);

    @Test
    void isWhatTheTableSays() {
        DriverInfoBlock block = CONTRACT.holdsFor(FAMILY);
        assertThat(block)
                .usingRecursiveComparison()
                .isEqualTo(new DriverInfoBlock("NCSAfami", Golden.bytes("0000010000000000")));
        assertThat(block.encodedLength()).isEqualTo(24);
        assertThat(DriverInfoBlock.encodedLength(Golden.reader(FAMILY, 96))).isEqualTo(24);
    }

    @Test
    void aNameHasEightBytes() {
        assertThatIllegalArgumentException().isThrownBy(() -> new DriverInfoBlock("NCSA", new byte[0]));
    }
}
