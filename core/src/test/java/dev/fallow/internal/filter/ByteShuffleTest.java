package dev.fallow.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.filter.ByteShuffle;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compared with the definition, for all small element sizes and lengths. */
class ByteShuffleTest {
    @Test
    void isTheDefinition() {
        Random random = new Random(2);
        int compared = 0;
        for (int size = 1; size <= 40; size++) {
            for (int length = 0; length <= 20 * size; length += length < 3 * size ? 1 : 1 + random.nextInt(2 * size)) {
                byte[] in = new byte[length + 5];
                random.nextBytes(in);
                byte[] expected = defined(in, 5, length, size);
                byte[] out = new byte[length + 9];
                ByteShuffle.shuffle(in, 5, out, 3, length, size);
                assertThat(out).as("%d bytes of %d", length, size).isEqualTo(framed(expected, 3, 6));
                byte[] back = new byte[length + 9];
                ByteShuffle.unshuffle(out, 3, back, 4, length, size);
                assertThat(back)
                        .as("%d bytes of %d", length, size)
                        .isEqualTo(framed(Arrays.copyOfRange(in, 5, 5 + length), 4, 5));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(2000);
    }

    private static byte[] defined(byte[] in, int from, int length, int size) {
        byte[] out = Arrays.copyOfRange(in, from, from + length);
        int n = length / size;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < size; j++) {
                out[j * n + i] = in[from + i * size + j];
            }
        }
        return out;
    }

    private static byte[] framed(byte[] data, int before, int after) {
        byte[] framed = new byte[before + data.length + after];
        System.arraycopy(data, 0, framed, before, data.length);
        return framed;
    }
}
