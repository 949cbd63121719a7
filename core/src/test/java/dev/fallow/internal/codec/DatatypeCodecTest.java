package dev.fallow.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.format.CodecContract;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.FormatException;
import dev.fallow.format.Golden;
import dev.fallow.type.Array;
import dev.fallow.type.BitField;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Complex;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FixedString;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.Opaque;
import dev.fallow.type.ReferenceType;
import dev.fallow.type.StringPadding;
import dev.fallow.type.Time;
import dev.fallow.type.VariableLength;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Golden bytes were written by libhdf5 unless a test says otherwise. */
class DatatypeCodecTest {
    private static final CodecContract<Datatype> CONTRACT =
            CodecContract.of(FieldSizes.EIGHT, DatatypeCodec::decode, DatatypeCodec::encode, DatatypeCodecTest::length);

    private static final String INT32 = "10 080000 04000000 0000 2000 ";
    private static final String FLOAT64 = "11 203F00 08000000 0000 4000 34 0B 00 34 FF030000 ";
    private static final String STRING3 = "13 010000 03000000 ";

    private static int length(Datatype type) {
        FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
        DatatypeCodec.encode(type, out);
        return out.position();
    }

    private static Datatype decode(String dump) {
        return DatatypeCodec.decode(Golden.reader(dump, 4096));
    }

    private static void refused(String dump, String message) {
        assertThatThrownBy(() -> decode(dump))
                .as(dump)
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith("test at address ")
                .hasMessageContaining(message);
    }

    @Test
    void fixedPoint() {
        assertThat(CONTRACT.holdsFor(INT32)).isEqualTo(FixedPoint.INT32);
        assertThat(CONTRACT.holdsFor("10 010000 02000000 0000 1000"))
                .isEqualTo(FixedPoint.of(2, false, ByteOrder.BIG_ENDIAN));
        // made by hand: 13 bits from bit 2 on, unused bits set, version 3
        FixedPoint odd = (FixedPoint) CONTRACT.holdsFor("30 060000 02000000 0200 0D00");
        assertThat(odd).isEqualTo(new FixedPoint(3, 2, ByteOrder.LITTLE_ENDIAN, true, true, false, 2, 13));
        assertThat(odd.filled()).isFalse();
        assertThat(FixedPoint.INT32.filled()).isTrue();
        refused("10 080000 04000000 0100 2000", "within 32 bits, found 32 bits at 1");
        refused("10 080000 04000000 0000 0000", "found 0 bits");
    }

    @Test
    void floatingPoint() {
        assertThat(CONTRACT.holdsFor(FLOAT64)).isEqualTo(FloatingPoint.FLOAT64);
        assertThat(CONTRACT.holdsFor("11 201F00 04000000 0000 2000 17 08 00 17 7F000000"))
                .isEqualTo(FloatingPoint.FLOAT32);
        assertThat(CONTRACT.holdsFor("11 200F00 02000000 0000 1000 0A 05 00 0A 0F000000"))
                .isEqualTo(FloatingPoint.FLOAT16);
        assertThat(CONTRACT.holdsFor("11 213F00 08000000 0000 4000 34 0B 00 34 FF030000"))
                .isEqualTo(FloatingPoint.FLOAT64_BIG_ENDIAN);
        FloatingPoint odd = (FloatingPoint) CONTRACT.holdsFor("11 201A00 05000000 0700 1400 14 06 07 0D 7F000000");
        assertThat(odd.signPosition()).isEqualTo(26);
        assertThat(odd.bitOffset()).isEqualTo(7);
        assertThat(odd.exponentPosition()).isEqualTo(20);
        assertThat(odd.mantissaSize()).isEqualTo(13);
        // made by hand
        FloatingPoint vax = (FloatingPoint) CONTRACT.holdsFor("11 611F00 04000000 0000 2000 17 08 00 17 81000000");
        assertThat(vax.order()).isEqualTo(FloatingPoint.Order.VAX);
        refused("11 601F00 04000000 0000 2000 17 08 00 17 7F000000", "byte order");
        refused("11 301F00 04000000 0000 2000 17 08 00 17 7F000000", "normalisation");
        refused("11 202000 04000000 0000 2000 17 08 00 17 7F000000", "sign");
        refused("11 201F00 04000000 0000 2000 19 08 00 17 7F000000", "exponent");
        refused("11 201F00 04000000 0000 2000 17 08 0A 17 7F000000", "mantissa");
    }

    @Test
    void shortClasses() {
        assertThat(CONTRACT.holdsFor("12 000000 04000000 2000")).isEqualTo(new Time(1, 4, ByteOrder.LITTLE_ENDIAN, 32));
        assertThat(CONTRACT.holdsFor("13 010000 05000000"))
                .isEqualTo(FixedString.of(5, StringPadding.NULL_PADDED, CharacterSet.ASCII));
        assertThat(CONTRACT.holdsFor("13 110000 0A000000"))
                .isEqualTo(FixedString.of(10, StringPadding.NULL_PADDED, CharacterSet.UTF_8));
        assertThat(CONTRACT.holdsFor("14 000000 02000000 0000 1000"))
                .isEqualTo(new BitField(1, 2, ByteOrder.LITTLE_ENDIAN, false, false, 0, 16));
        assertThat(CONTRACT.holdsFor("15 000000 06000000")).isEqualTo(new Opaque(1, 6, ""));
        assertThat(CONTRACT.holdsFor("15 080000 06000000 6569676874206368")).isEqualTo(new Opaque(1, 6, "eight ch"));
        assertThat(CONTRACT.holdsFor("17 000000 08000000"))
                .isEqualTo(new ReferenceType(1, 8, ReferenceType.Kind.OBJECT, 0));
        assertThat(CONTRACT.holdsFor("17 010000 0C000000"))
                .isEqualTo(new ReferenceType(1, 12, ReferenceType.Kind.REGION, 0));
        refused("13 030000 05000000", "string padding");
        refused("13 210000 05000000", "character set");
        refused("15 090000 06000000 656967687420636800", "multiple of 8");
        refused("17 050000 08000000", "reference kind");
        refused("12 000000 04000000 2100", "33 bits");
    }

    @Test
    void compoundOfEachVersion() {
        Datatype latest = CONTRACT.holdsFor(
                "56 020000 2C010000" // size 300: offsets of two bytes
                        + "6100 0000 10 080000 02000000 0000 1000"
                        + "62636465666768696A00 0800" + FLOAT64);
        assertThat(latest)
                .isEqualTo(new Compound(
                        5,
                        300,
                        List.of(
                                new Compound.Member("a", 0, FixedPoint.INT16),
                                new Compound.Member("bcdefghij", 8, FloatingPoint.FLOAT64))));
        Datatype withArray = CONTRACT.holdsFor("26 020000 1B000000"
                + "7800000000000000 00000000"
                + "2A 000000 18000000 02 000000 02000000 03000000 00000000 01000000" + INT32
                + "7900000000000000 18000000" + STRING3);
        assertThat(withArray)
                .isEqualTo(new Compound(
                        2,
                        27,
                        List.of(
                                new Compound.Member("x", 0, new Array(2, List.of(2L, 3L), FixedPoint.INT32)),
                                new Compound.Member(
                                        "y", 24, FixedString.of(3, StringPadding.NULL_PADDED, CharacterSet.ASCII)))));
        Datatype oldest = CONTRACT.holdsFor("16 020000 2C010000"
                + "6100000000000000 00000000" + "00".repeat(28) + "10 080000 02000000 0000 1000"
                + "62636465666768696A00000000000000 08000000" + "00".repeat(28) + FLOAT64);
        assertThat(oldest.size()).isEqualTo(300);
        // made by hand: an array member of version 1
        Compound old = (Compound) CONTRACT.holdsFor("16 010000 18000000"
                + "6100000000000000 00000000 02 000000 00000000 00000000 02000000 03000000 0000000000000000" + INT32);
        assertThat(old.members().get(0).size()).isEqualTo(24);
        assertThat(old.members().get(0).legacyDimensions()).containsExactly(2L, 3L);
    }

    /** As stored by early versions of PyTables; the specification defines arrays from version 2 on. */
    @Test
    void arrayOfVersion1() {
        String array = "1A 000000 18000000 02 000000 02000000 03000000 00000000 01000000" + INT32;
        assertThat(CONTRACT.holdsFor(array)).isEqualTo(new Array(1, List.of(2L, 3L), FixedPoint.INT32));
        assertThat(DatatypeForms.earliest(CONTRACT.holdsFor(array)))
                .isEqualTo(new Array(2, List.of(2L, 3L), FixedPoint.INT32));
        Compound compound = (Compound)
                CONTRACT.holdsFor("16 010000 18000000" + "6100000000000000 00000000" + "00".repeat(28) + array);
        assertThat(compound.members().get(0).type().size()).isEqualTo(24);
        refused("1A 000000 18000000 00 000000" + INT32, "rank 1 to 32");
    }

    @Test
    void compoundsThatDoNotFitAreRefused() {
        refused("36 000000 08000000", "at least 1 member");
        refused("36 010000 08000000 6100 05" + INT32, "within 8 bytes, found \"a\" of 4 bytes at 5");
        refused("36 020000 08000000 6100 00" + INT32 + "6200 02" + INT32, "do not overlap, found \"b\" at 2");
        refused("36 020000 08000000 6100 00" + INT32 + "6100 04" + INT32, "found \"a\" twice");
        refused(
                "16 010000 18000000 6100000000000000 00000000 05 000000" + "00".repeat(24) + INT32,
                "number of dimensions");
        assertThatThrownBy(() -> new Compound(
                        3,
                        8,
                        List.of(
                                new Compound.Member("a", 0, FixedPoint.INT32),
                                new Compound.Member("b", 3, FixedPoint.INT32))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void enumeration() {
        Enumeration expected =
                new Enumeration(5, FixedPoint.INT16, List.of("BLUE", "GREEN", "RED"), Golden.bytes("FEFF 0100 0000"));
        assertThat(CONTRACT.holdsFor("58 030000 02000000 10 080000 02000000 0000 1000"
                        + "424C554500 475245454E00 52454400 FEFF 0100 0000"))
                .isEqualTo(expected);
        Enumeration old = (Enumeration) CONTRACT.holdsFor("18 030000 02000000 10 080000 02000000 0000 1000"
                + "424C554500000000 475245454E000000 5245440000000000 FEFF 0100 0000");
        assertThat(old.names()).isEqualTo(expected.names());
        refused("38 000000 04000000 10 080000 02000000 0000 1000", "base type of 4 bytes, found 2");
        refused("38 000000 08000000" + FLOAT64, "integer");
        refused("38 020000 04000000" + INT32 + "6100 6100 00000000 01000000", "found \"a\" twice");
    }

    @Test
    void variableLengthArrayAndComplex() {
        assertThat(CONTRACT.holdsFor("19 000000 10000000" + INT32))
                .isEqualTo(new VariableLength(
                        1, 16, false, StringPadding.NULL_TERMINATED, CharacterSet.ASCII, FixedPoint.INT32));
        VariableLength string = (VariableLength) CONTRACT.holdsFor("19 010100 10000000 10 000000 01000000 0000 0800");
        assertThat(string.string()).isTrue();
        assertThat(string.characterSet()).isEqualTo(CharacterSet.UTF_8);
        assertThat(CONTRACT.holdsFor("3A 000000 18000000 02 02000000 03000000" + INT32))
                .isEqualTo(new Array(3, List.of(2L, 3L), FixedPoint.INT32));
        assertThat(CONTRACT.holdsFor("5B 010000 10000000" + FLOAT64)).isEqualTo(new Complex(5, FloatingPoint.FLOAT64));
        refused("19 020000 10000000" + INT32, "variable-length kind");
        refused("3A 000000 04000000 00" + INT32, "rank 1 to 32");
        refused("3A 000000 14000000 02 02000000 03000000" + INT32, "array of 20 bytes");
        refused("3A 000000 00010000 02 00000080 00000080" + INT32, "array of 256 bytes");
        refused("3B 010000 10000000" + FLOAT64, "version 5");
        refused("5B 030000 10000000" + FLOAT64, "class bits");
        refused("5B 010000 11000000" + FLOAT64, "twice 8 bytes");
    }

    @Test
    void headersOutOfRangeAreRefused() {
        refused("00 080000 04000000 0000 2000", "version 1 to 5, found 0");
        refused("60 080000 04000000 0000 2000", "version 1 to 5, found 6");
        refused("1C 080000 04000000 0000 2000", "class 0 to 11, found 12");
        refused("10 080000 00000000 0000 2000", "size of at least 1");
    }

    @Test
    void typesAreNestedToALimit() {
        String sequence = "19 000000 10000000 ";
        Datatype deepest = CONTRACT.holdsFor(sequence.repeat(Datatype.MAX_NESTING - 1) + INT32);
        assertThat(length(deepest)).isEqualTo(8 * (Datatype.MAX_NESTING - 1) + 12);
        refused(sequence.repeat(Datatype.MAX_NESTING) + INT32, "nested datatypes");
        refused(sequence.repeat(8_000), "nested datatypes");
    }

    @Test
    void knowsWhatRefersToTheGlobalHeap() {
        assertThat(decode(INT32).refersToGlobalHeap()).isFalse();
        assertThat(decode("19 000000 10000000" + INT32).refersToGlobalHeap()).isTrue();
        assertThat(decode("3A 000000 20000000 01 02000000 19 000000 10000000" + INT32)
                        .refersToGlobalHeap())
                .isTrue();
        assertThat(decode("36 010000 10000000 6100 00 19 000000 10000000" + INT32)
                        .refersToGlobalHeap())
                .isTrue();
        assertThat(decode("17 000000 08000000").refersToGlobalHeap()).isFalse();
        assertThat(decode("17 010000 0C000000").refersToGlobalHeap()).isTrue();
    }
}
