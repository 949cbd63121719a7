package dev.fallow.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.filter.ElementTraits;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.testing.FilteredChunk;
import dev.fallow.type.Array;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FixedString;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.Opaque;
import dev.fallow.type.StringPadding;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The client data values of new datasets are those of libhdf5. */
class ValuesTest {
    private static final FixedPoint PART = new FixedPoint(1, 2, ByteOrder.BIG_ENDIAN, false, false, false, 4, 9);
    private static final Compound INNER =
            new Compound(3, 7, List.of(member("x", 1, PART), member("y", 3, FixedPoint.INT32)));

    private static final FixedPoint PART_20 = new FixedPoint(1, 4, ByteOrder.BIG_ENDIAN, false, false, false, 0, 20);

    private static Compound.Member member(String name, long offset, Datatype type) {
        return new Compound.Member(name, offset, type);
    }

    private static int[] values(FilterSetting setting, Datatype type, long elements, byte[] fill)
            throws FilterException {
        return Pipeline.describe(
                        2, List.of(setting), new ElementTraits(type, List.of(elements), Optional.ofNullable(fill)))
                .filters()
                .get(0)
                .clientData();
    }

    private static int[] ofLibhdf5(String chunk) throws IOException {
        return FilteredChunk.read(ValuesTest.class, "/filters/chunks.txt").stream()
                .filter(each -> each.name().equals(chunk))
                .findFirst()
                .orElseThrow()
                .values()
                .get(0);
    }

    private static Datatype part(int size, ByteOrder order, boolean signed, int offset, int precision) {
        return new FixedPoint(1, size, order, false, false, signed, offset, precision);
    }

    @Test
    void nbit() throws Exception {
        assertThat(values(Filters.nbit(), part(2, ByteOrder.BIG_ENDIAN, true, 1, 15), 29, null))
                .isEqualTo(ofLibhdf5("nbit i16be 15 bits from 1, 29"));
        assertThat(values(Filters.nbit(), FixedPoint.UINT8, 16, null))
                .isEqualTo(ofLibhdf5("nbit u8 8 bits from 0, 16"));
        Datatype eleven = part(2, ByteOrder.LITTLE_ENDIAN, true, 3, 11);
        assertThat(values(Filters.nbit(), new Array(3, List.of(2L, 3L), eleven), 5, null))
                .isEqualTo(ofLibhdf5("nbit array"));
        assertThat(values(Filters.nbit(), new Array(3, List.of(3L, 2L), INNER), 9, null))
                .isEqualTo(ofLibhdf5("nbit array of compounds"));
        assertThat(values(Filters.nbit(), text(3), 3, null)).isEqualTo(ofLibhdf5("nbit text"));
    }

    private static Datatype text(int length) {
        return FixedString.of(length, StringPadding.NULL_PADDED, CharacterSet.ASCII);
    }

    @Test
    void nbitOfACompound() throws Exception {
        Datatype six = part(1, ByteOrder.LITTLE_ENDIAN, false, 1, 6);
        Compound outer = new Compound(
                3,
                40,
                List.of(
                        member("a", 0, part(4, ByteOrder.LITTLE_ENDIAN, true, 7, 17)),
                        member("b", 6, text(3)),
                        member("d", 10, FloatingPoint.FLOAT32_BIG_ENDIAN),
                        member("e", 15, INNER),
                        member("f", 22, new Array(3, List.of(2L, 2L), six)),
                        member("c", 26, new Array(3, List.of(2L), INNER))));
        assertThat(values(Filters.nbit(), outer, 9, null)).isEqualTo(ofLibhdf5("nbit compound"));
    }

    /** libhdf5 would lose the second member, without an error. */
    @Test
    void nbitRefusesAMemberAfterAnArrayOfCompounds() {
        Compound outer = new Compound(
                3, 40, List.of(member("c", 0, new Array(3, List.of(2L), INNER)), member("d", 20, FixedPoint.INT8)));
        assertThatThrownBy(() -> values(Filters.nbit(), outer, 9, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("libhdf5 loses the members of a compound after an array of compounds or arrays");
    }

    @Test
    void scaleOffset() throws Exception {
        assertThat(values(Filters.scaleOffset(0), FixedPoint.of(2, true, ByteOrder.BIG_ENDIAN), 37, new byte[] {0, 5}))
                .isEqualTo(ofLibhdf5("scaleoffset >i2 wide fill 5"));
        assertThat(values(Filters.scaleOffset(0), FixedPoint.UINT64, 37, new byte[0]))
                .isEqualTo(ofLibhdf5("scaleoffset <u8 wide fill None"));
        assertThat(values(Filters.scaleOffset(3), FloatingPoint.FLOAT64_BIG_ENDIAN, 41, new byte[] {
                    0x3F, (byte) 0xF4, 0, 0, 0, 0, 0, 0
                }))
                .isEqualTo(ofLibhdf5("scaleoffset >f8 3 digits fill 1.25"));
        int[] undefined = values(Filters.scaleOffset(0), FixedPoint.INT8, 3, null);
        assertThat(undefined).startsWith(2, 0, 3, 0, 1, 1, 0, 0, 0).hasSize(20);
    }

    @Test
    void scaleOffsetRefusesOtherTypes() {
        assertThatThrownBy(() -> values(Filters.scaleOffset(0), new Opaque(1, 4, ""), 3, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected integers of 1, 2, 4 or 8 bytes");
        assertThatThrownBy(() -> values(Filters.scaleOffset(9), FixedPoint.INT8, 3, null))
                .hasMessage("scaleoffset: expected 0 to 8 bits, found 9");
        assertThatThrownBy(() -> values(Filters.scaleOffset(0), FixedPoint.INT16, 3, new byte[1]))
                .hasMessage("scaleoffset: expected a fill value of 2 bytes, found 1");
    }

    @Test
    void szip() throws Exception {
        FilterSetting neighbour = Filters.szip(Filters.SzipCoding.NEAREST_NEIGHBOUR, 8);
        assertThat(values(neighbour, FixedPoint.INT16, 9001, null)).isEqualTo(ofLibhdf5("szip 161 long scanline"));
        assertThat(values(Filters.szip(Filters.SzipCoding.ENTROPY, 8), PART_20, 500, null))
                .isEqualTo(ofLibhdf5("szip 133 20 bits, big-endian"));
        FilterSetting large = Filters.szip(Filters.SzipCoding.ENTROPY, 32);
        for (long row : new long[] {3, 35, 140}) {
            assertThat(Pipeline.describe(
                                    2,
                                    List.of(large),
                                    new ElementTraits(FloatingPoint.FLOAT64, List.of(40L, row), Optional.empty()))
                            .filters()
                            .get(0)
                            .clientData())
                    .containsExactly(141, 32, 64, row == 3 ? 120 : (int) row);
        }
        assertThatThrownBy(() -> values(large, FixedPoint.INT8, 31, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected at least 32 elements in a chunk");
        assertThatThrownBy(() -> values(large, text(4), 64, null))
                .hasMessageStartingWith("szip: expected integers or floating-point numbers");
    }

    @Test
    void lzf() throws Exception {
        assertThat(values(Filters.lzf(), FixedPoint.INT32, 100, null)).containsExactly(4, 261, 400);
    }

    @Test
    void shuffle() throws Exception {
        assertThat(values(Filters.shuffle(), INNER, 9, null)).containsExactly(7);
    }

    @Test
    void deflate() throws Exception {
        assertThat(values(Filters.deflate(9), FixedPoint.INT32, 100, null)).containsExactly(9);
        assertThatThrownBy(() -> Filters.deflate(10)).hasMessage("deflate level: expected 0 to 9, found 10");
        assertThatThrownBy(() -> values(new FilterSetting(Filters.DEFLATE, true), FixedPoint.INT8, 1, null))
                .hasMessage("expected one value, a level of 0 to 9, found []");
    }

    @Test
    void aChunkOf4GiBIsRefused() {
        ElementTraits traits = new ElementTraits(FixedPoint.INT64, List.of(1L << 20, 1L << 20), Optional.empty());
        assertThatThrownBy(traits::elements)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("chunk [1048576, 1048576]: expected at most 2147483647 elements");
    }
}
