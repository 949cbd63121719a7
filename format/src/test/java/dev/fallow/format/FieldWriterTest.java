package dev.fallow.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FieldWriterTest {
    private final FieldWriter out = new FieldWriter(FieldSizes.EIGHT);

    @Test
    void writesWhatTheReaderReads() {
        out.u8(1).u16(0x0302).u32(0x07060504L).i64(0x0F0E0D0C0B0A0908L).unsigned(0x121110, 3);
        out.offset(Addresses.UNDEFINED).length(5).text("ü").zeros(2);
        assertThat(out.toByteArray())
                .isEqualTo(Golden.bytes(
                        "01 0203 04050607 08090A0B0C0D0E0F 101112" + "FFFFFFFFFFFFFFFF 0500000000000000 C3BC 0000"));
    }

    @Test
    void growsAndStartsAgain() {
        out.zeros(100_000).u8(7);
        assertThat(out.position()).isEqualTo(100_001);
        assertThat(out.toByteArray()[100_000]).isEqualTo((byte) 7);
        assertThat(out.clear().u8(9).toByteArray()).containsExactly(9);
        byte[] target = {1, 2, 3};
        out.copyTo(target, 1);
        assertThat(target).containsExactly(1, 9, 3);
    }

    @Test
    void nothingIsCutOff() {
        FieldWriter narrow = new FieldWriter(new FieldSizes(4, 2));
        assertThatThrownBy(() -> out.u8(256)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> out.u8(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> out.u16(65_536)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> out.u32(1L << 32)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> out.unsigned(1 << 24, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> out.offset(-2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> out.length(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> narrow.offset(0xFFFF_FFFFL))
                .as("would be read as undefined")
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> narrow.length(65_536)).isInstanceOf(IllegalArgumentException.class);
        assertThat(out.position()).isZero();
    }
}
