package dev.fallow.format.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import org.junit.jupiter.api.Test;

class JournalBlockTest {
    private static final String GOLDEN = """
            0010000000000000   # at 4096
            40000000           # 64 bytes
            """;

    @Test
    void isWhatTheTableSays() {
        JournalBlock block = CodecContract.of(
                        FieldSizes.EIGHT, JournalBlock::decode, JournalBlock::encode, any -> JournalBlock.LENGTH)
                .holdsFor(GOLDEN);
        assertThat(block).isEqualTo(new JournalBlock(4096, 64));
        assertThat(block.end()).isEqualTo(4160);
    }

    @Test
    void whatIsNoRunOfBytesIsRefused() {
        for (String bytes : new String[] {
            "0010000000000000 00000000",
            "0010000000000000 00000080",
            "FFFFFFFFFFFFFFFF 01000000",
            "FFFFFFFFFFFFFF7F 01000000"
        }) {
            assertThatThrownBy(() -> JournalBlock.decode(Golden.reader(Golden.bytes(bytes))))
                    .isInstanceOf(FormatException.class)
                    .hasMessageContaining("a run of");
        }
        assertThatThrownBy(() -> new JournalBlock(0, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
