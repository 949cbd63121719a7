package dev.fallow.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class Utf8Test {
    @Test
    void textIsUtf8() {
        for (String text : new String[] {"", "name", "grüße", "日本", "𝄞 clef", "\uFFFD"}) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assertThat(Utf8.decode(bytes, 0, bytes.length)).isEqualTo(text);
            assertThat(Utf8.encode(text)).isEqualTo(bytes);
            assertThat(Utf8.length(text)).isEqualTo(bytes.length);
        }
    }

    @Test
    void asciiIsEncodedIntoABuffer() {
        byte[] buffer = "xxxxx".getBytes(StandardCharsets.US_ASCII);
        assertThat(Utf8.encodeAscii("name\u007F", buffer)).isTrue();
        assertThat(buffer).containsExactly('n', 'a', 'm', 'e', 0x7F);
        assertThat(Utf8.encodeAscii("", buffer)).isTrue();
        for (String other : new String[] {"longer", "n\u0080", "nä", "\u0100", "\uDCEF", "𝄞"}) {
            assertThat(Utf8.encodeAscii(other, buffer)).as(other).isFalse();
        }
    }

    @Test
    void asciiIsTold() {
        assertThat(Utf8.isAscii("")).isTrue();
        assertThat(Utf8.isAscii("a?\u007f")).isTrue();
        assertThat(Utf8.isAscii("a\u0080")).isFalse();
        assertThat(Utf8.isAscii("\uDC80b")).as("a byte that is not UTF-8").isFalse();
    }

    @Test
    void bytesThatAreNotUtf8AreEscapedOneByOne() {
        byte[] latin1 = {'n', 'a', (byte) 0xEF, 'v', 'e'};
        assertThat(Utf8.decode(latin1, 0, 5)).isEqualTo("na\uDCEFve");
        assertThat(Utf8.encode("na\uDCEFve")).isEqualTo(latin1);
        assertThat(Utf8.length("na\uDCEFve")).isEqualTo(5);
    }

    @Test
    void anyBytesComeBack() {
        for (int two = 0; two < 1 << 16; two++) {
            comesBack(new byte[] {(byte) two, (byte) (two >> 8)}, two);
        }
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 100_000; round++) {
            byte[] bytes = new byte[random.nextInt(9)];
            for (int i = 0; i < bytes.length; i++) {
                // lead and continuation bytes are more frequent than in random bytes
                bytes[i] = (byte) (random.nextBoolean() ? 0x80 + random.nextInt(64) : random.nextInt(256));
            }
            comesBack(bytes, round);
        }
    }

    private static void comesBack(byte[] bytes, int round) {
        String text = Utf8.decode(bytes, 0, bytes.length);
        if (!Arrays.equals(Utf8.encode(text), bytes) || Utf8.length(text) != bytes.length) {
            fail("seed 1, round %d: %s".formatted(round, Arrays.toString(bytes)));
        }
    }

    @Test
    void otherLoneSurrogatesAreRefused() {
        for (String text : new String[] {"\uD800", "a\uDC00", "\uDD00b", "\uDC7F"}) {
            assertThatThrownBy(() -> Utf8.encode(text)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void loneSurrogatesAreFound() {
        for (String text : new String[] {"", "name", "\uD834\uDD1E", "\uDC80", "x\uDCFF\uD834\uDD1E"}) {
            assertThat(Utf8.firstLoneSurrogate(text)).as(text).isEqualTo(-1);
        }
        assertThat(Utf8.firstLoneSurrogate("\uD800")).isZero();
        assertThat(Utf8.firstLoneSurrogate("x\uDC7F")).isEqualTo(1);
        assertThat(Utf8.firstLoneSurrogate("\uD834\uDD1E\uDD1E")).isEqualTo(2);
        assertThat(Utf8.firstLoneSurrogate("\uD834\uD834\uDD1E")).isZero();
    }
}
