package dev.fallow.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChecksumTest {
    @ParameterizedTest
    @CsvSource({
        "'', DEADBEEF",
        "a, 58D68708",
        "abc, 0E397631",
        "Four score and seven years ago, 17770551",
        "link000, C5F05995"
    })
    void ofText(String text, String expected) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        assertThat("%08X".formatted(Checksum.of(bytes, 0, bytes.length))).isEqualTo(expected);
    }

    @Test
    void ofZeros() {
        assertThat(Checksum.of(new byte[12], 0, 12)).isEqualTo(0x1B68E557);
        assertThat(Checksum.of(new byte[13], 0, 13)).isEqualTo(0x4310AC3E);
    }

    @Test
    void doesNotDependOnWhatLiesAround() {
        byte[] name = "link000".getBytes(StandardCharsets.US_ASCII);
        for (int from = 0; from < 16; from++) {
            byte[] bytes = new byte[from + name.length + 5];
            Arrays.fill(bytes, (byte) 0x5A);
            System.arraycopy(name, 0, bytes, from, name.length);
            assertThat(Checksum.of(bytes, from, name.length)).isEqualTo(0xC5F05995);
        }
    }

    @Test
    void staysInsideItsArray() {
        assertThatThrownBy(() -> Checksum.of(new byte[8], 4, 5)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Checksum.of(new byte[8], -1, 5)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
