package dev.fallow.type;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.type.FloatingPoint.Normalization;
import dev.fallow.type.FloatingPoint.Order;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The names of datatypes in messages and listings. */
class DatatypeNameTest {
    private static final Datatype VLEN = VariableLength.sequence(FixedPoint.INT32);
    private static final Datatype UTF8 = VariableLength.string(CharacterSet.UTF_8);

    static Stream<Arguments> names() {
        return Stream.of(
                Arguments.of(FixedPoint.INT8, "int8"),
                Arguments.of(FixedPoint.INT32, "int32"),
                Arguments.of(FixedPoint.UINT8, "uint8"),
                Arguments.of(FixedPoint.UINT64, "uint64"),
                Arguments.of(FixedPoint.of(3, true, ByteOrder.LITTLE_ENDIAN), "int24"),
                Arguments.of(FixedPoint.of(1, true, ByteOrder.BIG_ENDIAN), "int8"),
                Arguments.of(FixedPoint.of(2, false, ByteOrder.BIG_ENDIAN), "uint16 big-endian"),
                Arguments.of(integer(2, ByteOrder.LITTLE_ENDIAN, 0, 12), "int16 (12 bits)"),
                Arguments.of(integer(2, ByteOrder.BIG_ENDIAN, 2, 13), "int16 big-endian (13 bits from bit 2)"),
                Arguments.of(FloatingPoint.FLOAT16, "float16"),
                Arguments.of(FloatingPoint.FLOAT32, "float32"),
                Arguments.of(FloatingPoint.FLOAT64, "float64"),
                Arguments.of(FloatingPoint.FLOAT32_BIG_ENDIAN, "float32 big-endian"),
                Arguments.of(FloatingPoint.ieee(4, Order.VAX), "float32 VAX"),
                Arguments.of(floating(16, Order.LITTLE_ENDIAN, 128, 15, 112, 16383), "float128"),
                Arguments.of(
                        floating(2, Order.LITTLE_ENDIAN, 16, 8, 7, 127), "float16 (8-bit exponent, 7-bit mantissa)"),
                Arguments.of(floating(1, Order.LITTLE_ENDIAN, 8, 4, 3, 7), "float8 (4-bit exponent, 3-bit mantissa)"),
                Arguments.of(
                        floating(4, Order.BIG_ENDIAN, 32, 8, 23, 128),
                        "float32 big-endian (8-bit exponent, 23-bit mantissa, bias 128)"),
                Arguments.of(
                        floating(16, Order.LITTLE_ENDIAN, 80, 15, 64, 16383),
                        "float128 (80 bits, 15-bit exponent, 64-bit mantissa)"),
                Arguments.of(new Complex(5, FloatingPoint.FLOAT64), "complex128"),
                Arguments.of(new Complex(5, FloatingPoint.FLOAT32_BIG_ENDIAN), "complex64 big-endian"),
                Arguments.of(
                        new Complex(5, floating(2, Order.LITTLE_ENDIAN, 16, 8, 7, 127)),
                        "complex of float16 (8-bit exponent, 7-bit mantissa)"),
                Arguments.of(new BitField(1, 1, ByteOrder.LITTLE_ENDIAN, false, false, 0, 8), "bitfield8"),
                Arguments.of(
                        new BitField(1, 2, ByteOrder.BIG_ENDIAN, false, false, 1, 3),
                        "bitfield16 big-endian (3 bits from bit 1)"),
                Arguments.of(new Time(1, 4, ByteOrder.LITTLE_ENDIAN, 32), "time32"),
                Arguments.of(new Time(1, 8, ByteOrder.BIG_ENDIAN, 64), "time64 big-endian"),
                Arguments.of(string(10, StringPadding.NULL_PADDED, CharacterSet.ASCII), "string of 10 bytes"),
                Arguments.of(string(1, StringPadding.NULL_PADDED, CharacterSet.UTF_8), "utf8 string of 1 byte"),
                Arguments.of(
                        string(4, StringPadding.NULL_TERMINATED, CharacterSet.ASCII),
                        "null-terminated string of 4 bytes"),
                Arguments.of(
                        string(4, StringPadding.SPACE_PADDED, CharacterSet.UTF_8),
                        "space-padded utf8 string of 4 bytes"),
                Arguments.of(VariableLength.string(CharacterSet.ASCII), "string"),
                Arguments.of(UTF8, "utf8 string"),
                Arguments.of(new Opaque(1, 7, "a tag"), "opaque of 7 bytes"),
                Arguments.of(Enumeration.of(FixedPoint.INT8, numbers("RED", "GREEN")), "enum int8{RED, GREEN}"),
                Arguments.of(Enumeration.of(FixedPoint.INT8, Map.of()), "enum int8{}"),
                Arguments.of(Enumeration.of(FixedPoint.INT8, numbers("FALSE", "TRUE")), "bool"),
                Arguments.of(Enumeration.of(FixedPoint.INT16, numbers("FALSE", "TRUE")), "enum int16{FALSE, TRUE}"),
                Arguments.of(Enumeration.of(FixedPoint.INT8, numbers("TRUE", "FALSE")), "enum int8{TRUE, FALSE}"),
                Arguments.of(Array.of(Enumeration.of(FixedPoint.INT8, numbers("FALSE", "TRUE")), 2), "bool[2]"),
                Arguments.of(
                        compound("x", FloatingPoint.FLOAT32, "y", FixedPoint.INT64), "compound{x float32, y int64}"),
                Arguments.of(
                        compound("when", compound("s", FixedPoint.INT64), "name", UTF8),
                        "compound{when compound{s int64}, name utf8 string}"),
                Arguments.of(
                        new Compound(1, 24, List.of(new Compound.Member("m", 0, FixedPoint.INT32, List.of(2L, 3L)))),
                        "compound{m int32[2, 3]}"),
                Arguments.of(Array.of(FixedPoint.INT32, 3), "int32[3]"),
                Arguments.of(Array.of(FixedPoint.INT32, 2, 3), "int32[2, 3]"),
                Arguments.of(Array.of(Array.of(FixedPoint.INT32, 3), 2), "int32[2][3]"),
                Arguments.of(Array.of(FloatingPoint.FLOAT64_BIG_ENDIAN, 3), "(float64 big-endian)[3]"),
                Arguments.of(Array.of(compound("x", FixedPoint.INT8), 3), "compound{x int8}[3]"),
                Arguments.of(Array.of(VLEN, 3), "(vlen of int32)[3]"),
                Arguments.of(VLEN, "vlen of int32"),
                Arguments.of(VariableLength.sequence(Array.of(FixedPoint.INT32, 3)), "vlen of int32[3]"),
                Arguments.of(VariableLength.sequence(VLEN), "vlen of vlen of int32"),
                Arguments.of(ReferenceType.OBJECT, "object reference"),
                Arguments.of(ReferenceType.REGION, "region reference"),
                Arguments.of(ReferenceType.ANY, "reference"));
    }

    @ParameterizedTest
    @MethodSource("names")
    void areThoseOfNumpy(Datatype type, String name) {
        assertThat(type).hasToString(name);
    }

    @Test
    void membersAreCountedFromSomeLengthOn() {
        Map<String, Datatype> members = new LinkedHashMap<>();
        IntStream.range(0, 10_000).forEach(i -> members.put("member" + i, FixedPoint.INT32));
        assertThat(Compound.packed(members).toString())
                .startsWith("compound{member0 int32, member1 int32, ")
                .endsWith(", member10 int32, ... 9989 more}");
        assertThat(Enumeration.of(FixedPoint.INT32, numbers(members.keySet().toArray(String[]::new)))
                        .toString())
                .startsWith("enum int32{member0, member1, ")
                .endsWith(", ... 9984 more}");
    }

    @Test
    void namesOfMembersAreShortenedAndSafeToPrint() {
        assertThat(compound("a\n\u202e\u001b[2J", FixedPoint.INT8)).hasToString("compound{a\\n\\u202e\\x1b[2J int8}");
        assertThat(compound("n".repeat(40), FixedPoint.INT8)).hasToString("compound{" + "n".repeat(40) + " int8}");
        assertThat(compound("n".repeat(60_000), FixedPoint.INT8))
                .hasToString("compound{" + "n".repeat(37) + "... int8}");
        String pairs = "n" + "\uD83D\uDE00".repeat(100);
        assertThat(compound("n" + pairs, FixedPoint.INT8).toString()).doesNotContain("\\u");
        assertThat(compound(pairs, FixedPoint.INT8).toString()).doesNotContain("\\u");
    }

    @Test
    void noTypeHasALongName() {
        Datatype deep = FixedPoint.INT8;
        Datatype deepSequence = FixedPoint.INT8;
        Datatype deepArray = FixedPoint.INT8;
        for (int i = 0; i < 50_000; i++) {
            deepSequence = VariableLength.sequence(deepSequence);
        }
        for (int i = 0; i < 1_000; i++) {
            deep = compound("inner", deep, "other", FixedPoint.INT8);
            deepArray = Array.of(deepArray, 1, 1);
        }
        List<Datatype> types = new ArrayList<>(List.of(deep, deepSequence, deepArray));
        types.add(compound("\u001b".repeat(40), Array.of(deepArray, 2), "\u001b".repeat(39), deep));
        types.add(Array.of(compound("\uD83D\uDE00".repeat(20), deep), 2));
        for (Datatype type : types) {
            assertThat(type.toString()).hasSizeLessThanOrEqualTo(DatatypeName.LONGEST);
            assertThat(type.toString()).contains("...");
        }
    }

    private static FixedPoint integer(int size, ByteOrder order, int bitOffset, int precision) {
        return new FixedPoint(1, size, order, false, false, true, bitOffset, precision);
    }

    /** Sign, exponent and mantissa one after the other, the mantissa lowest. */
    private static FloatingPoint floating(
            int size, Order order, int precision, int exponentSize, int mantissaSize, long bias) {
        int sign = exponentSize + mantissaSize;
        return new FloatingPoint(
                1,
                size,
                order,
                false,
                false,
                false,
                precision == 80 ? Normalization.NONE : Normalization.IMPLIED,
                sign,
                0,
                precision,
                mantissaSize,
                exponentSize,
                0,
                mantissaSize,
                bias);
    }

    private static FixedString string(int size, StringPadding padding, CharacterSet characters) {
        return FixedString.of(size, padding, characters);
    }

    private static Map<String, Long> numbers(String... names) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        for (String name : names) {
            numbers.put(name, (long) numbers.size());
        }
        return numbers;
    }

    private static Compound compound(Object... namesAndTypes) {
        Map<String, Datatype> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndTypes.length; i += 2) {
            members.put((String) namesAndTypes[i], (Datatype) namesAndTypes[i + 1]);
        }
        return Compound.packed(members);
    }
}
