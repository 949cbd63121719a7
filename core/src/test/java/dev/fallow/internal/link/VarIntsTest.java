package dev.fallow.internal.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.internal.link.SortedLinks.VarInts;
import java.nio.ByteBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VarIntsTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, Integer.MAX_VALUE, (1L << 35) - 1})
    void whatIsPutIsGot(long number) {
        ByteBuffer buffer = ByteBuffer.allocate(10).position(3);
        VarInts.put(buffer, number);
        assertThat(buffer.position()).isEqualTo(3 + VarInts.width(number)).isLessThanOrEqualTo(3 + VarInts.LONGEST);
        assertThat(VarInts.get(buffer.array(), 3)).isEqualTo(number);
        assertThat(VarInts.get(buffer.position(3))).isEqualTo(number);
        assertThat(buffer.position()).isEqualTo(3 + VarInts.width(number));
    }
}
