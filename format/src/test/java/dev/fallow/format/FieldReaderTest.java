package dev.fallow.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class FieldReaderTest {
    private static final byte[] SOURCE = Golden.bytes("AA 01 0203 04050607 08090A0B0C0D0E0F BB");

    private static FieldReader middle() {
        return FieldReader.of(SOURCE, 1, SOURCE.length - 1, FieldSizes.EIGHT, "thing", 100);
    }

    @Test
    void integersAreLittleEndianAndUnsigned() {
        FieldReader in = middle();
        assertThat(in.u8()).isEqualTo(1);
        assertThat(in.u16()).isEqualTo(0x0302);
        assertThat(in.u32()).isEqualTo(0x07060504);
        assertThat(in.i64()).isEqualTo(0x0F0E0D0C0B0A0908L);
        assertThat(in.remaining()).isZero();
        FieldReader ones = Golden.reader(Golden.bytes("FF FFFF FFFFFFFF FFFFFF"));
        assertThat(ones.u8()).isEqualTo(0xFF);
        assertThat(ones.u16()).isEqualTo(0xFFFF);
        assertThat(ones.u32()).isEqualTo(0xFFFFFFFFL);
        assertThat(ones.unsigned(3)).isEqualTo(0xFFFFFF);
    }

    @Test
    void nothingIsReadPastTheEndAlthoughTheArrayGoesOn() {
        List<Consumer<FieldReader>> reads = List.of(
                in -> in.u8(),
                in -> in.u16(),
                in -> in.u32(),
                in -> in.i64(),
                in -> in.unsigned(3),
                in -> in.offset(),
                in -> in.length(),
                in -> in.bytes(1),
                in -> in.bytes(Long.MAX_VALUE),
                in -> in.bytes(-1),
                in -> in.text(1),
                in -> in.skip(1),
                in -> in.inner(1, "inner"),
                in -> in.zeroTerminatedText(),
                in -> in.signature("OHDR"),
                in -> in.checksumFrom(1));
        for (Consumer<FieldReader> read : reads) {
            FieldReader in = middle();
            in.skip(in.remaining());
            assertThatThrownBy(() -> read.accept(in))
                    .isInstanceOf(FormatException.class)
                    .hasMessageStartingWith("thing at address 115: ");
        }
    }

    @Test
    void innerReaderEndsBeforeTheOuterOneDoes() {
        FieldReader in = middle();
        FieldReader inner = in.inner(3, "part");
        assertThat(in.u8()).isEqualTo(4);
        inner.skip(2);
        assertThat(inner.address()).isEqualTo(102);
        assertThatThrownBy(inner::u16)
                .isInstanceOf(FormatException.class)
                .hasMessage("part at address 102: expected 2 more bytes, found 1");
    }

    @Test
    void allOnesIsUndefinedInEveryWidth() {
        for (int width : new int[] {2, 4, 8}) {
            FieldSizes sizes = new FieldSizes(width, width);
            byte[] ones = Golden.bytes("FF".repeat(width) + "FE" + "FF".repeat(width - 2) + "7F");
            FieldReader in = FieldReader.of(ones, sizes, "thing", 0);
            assertThat(in.offset()).isEqualTo(Addresses.UNDEFINED);
            assertThat(in.offset()).isEqualTo((1L << 8 * width - 1) - 2);
            assertThatThrownBy(() -> FieldReader.of(ones, sizes, "thing", 0).definedOffset())
                    .isInstanceOf(FormatException.class);
            assertThat(FieldReader.of(ones, sizes, "thing", 0).lengthOrUnlimited())
                    .isEqualTo(-1);
        }
    }

    @Test
    void numbersPastSixtyThreeBitsAreRefused() {
        byte[] bytes = Golden.bytes("0000000000000080");
        assertThatThrownBy(() -> Golden.reader(bytes).offset()).isInstanceOf(FormatException.class);
        assertThatThrownBy(() -> Golden.reader(bytes).length()).isInstanceOf(FormatException.class);
        assertThatThrownBy(() -> Golden.reader(bytes).unsigned(9)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anAddressLowerThanTheIndexInTheArrayIsKept() {
        FieldReader in = FieldReader.of(SOURCE, 8, SOURCE.length, FieldSizes.EIGHT, "thing", 0);
        in.skip(3);
        assertThat(in.address()).isEqualTo(3);
        assertThat(in.fail("wrong", 1).address()).isEqualTo(2);
        assertThat(Golden.reader(SOURCE).address()).isEqualTo(-1);
    }

    @Test
    void checksumsAndSignaturesNameBothValues() {
        byte[] bytes =
                new FieldWriter(FieldSizes.EIGHT).text("ABCD").checksumFrom(0).toByteArray();
        FieldReader in = Golden.reader(bytes);
        in.signature("ABCD");
        in.checksumFrom(0);
        bytes[0] ^= 1;
        assertThatThrownBy(() -> Golden.reader(bytes).signature("ABCD"))
                .hasMessageContaining("ABCD")
                .hasMessageContaining("@BCD");
        FieldReader damaged = Golden.reader(bytes);
        damaged.skip(4);
        assertThatThrownBy(() -> damaged.checksumFrom(0)).hasMessageContaining("stored 0x");
    }

    @Test
    void aReaderMustLieInsideItsArray() {
        assertThatThrownBy(() -> FieldReader.of(SOURCE, 2, SOURCE.length + 1, FieldSizes.EIGHT, "thing", 0))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }
}
