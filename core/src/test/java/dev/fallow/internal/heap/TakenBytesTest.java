package dev.fallow.internal.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TakenBytesTest {
    private static final int END = 200_000;

    @Test
    void isASetOfOffsets() {
        Random random = new Random(5);
        TakenBytes taken = new TakenBytes();
        BitSet expected = new BitSet();
        for (int i = 0; i < 20_000; i++) {
            int offset = random.nextInt(END);
            int length = 1 + random.nextInt(i % 50 == 0 ? 70_000 : 30);
            int first = expected.nextSetBit(offset);
            boolean free = first < 0 || first >= offset + length;
            assertThat(taken.add(offset, length)).isEqualTo(free ? -1 : first);
            if (free) {
                expected.set(offset, offset + length);
            }
        }
    }

    @Test
    void offsetsMayBeLarge() {
        TakenBytes taken = new TakenBytes();
        assertThat(taken.add((1L << 62) - 10, 20)).isEqualTo(-1);
        assertThat(taken.add((1L << 62) + 9, 5)).isEqualTo((1L << 62) + 9);
        assertThat(taken.add((1L << 62) + 10, 5)).isEqualTo(-1);
    }
}
