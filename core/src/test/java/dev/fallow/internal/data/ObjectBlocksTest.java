package dev.fallow.internal.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fallow.Conversion;
import dev.fallow.EnumValue;
import dev.fallow.format.FieldSizes;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FixedString;
import dev.fallow.type.StringPadding;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks of strings and of enumeration values: they are written and read as their elements are one by one. */
class ObjectBlocksTest {
    private static final ElementContext CONTEXT = ElementContext.of("test", new FieldSizes(8, 8));
    /** More than a piece. */
    private static final int LENGTH = 5_000;

    private static final int MARGIN = 3;

    enum Sky {
        CLEAR,
        CLOUDY,
        RAIN,
        UNKNOWN
    }

    static Stream<Arguments> strings() {
        List<Arguments> strings = new ArrayList<>();
        for (StringPadding padding : StringPadding.values()) {
            for (int size : new int[] {4, 8, 13, 32, 70_000}) {
                for (int different : new int[] {3, 400, LENGTH}) {
                    strings.add(Arguments.of(padding, size, different));
                }
            }
        }
        return strings.stream();
    }

    @ParameterizedTest
    @MethodSource("strings")
    void stringsAreWrittenAndReadAsSingleOnes(StringPadding padding, int size, int different) throws IOException {
        ElementCodec codec = Codecs.of(FixedString.of(size, padding, CharacterSet.UTF_8), CONTEXT);
        int count = size > 1000 ? 300 : LENGTH;
        String[] row = new String[count + 2 * MARGIN];
        Random random = new Random(size);
        for (int i = 0; i < row.length; i++) {
            row[i] = text(random.nextInt(different), size);
        }
        assertThat(codec.firstMisfit(row)).isEqualTo(-1);
        check(codec, row, codec, new String[row.length], count);
    }

    /** Of at most 4 bytes, or at most 13: with a question mark, another character, or a byte that is not UTF-8. */
    private static String text(int number, int size) {
        String digits = Integer.toString(number, 36);
        String[] ends = {"", "?", "\u00e9", "\uDC80"};
        String end = size == 4 && digits.length() > 2 ? "" : ends[number % 4];
        return (size >= 13 ? "no. " : "") + digits + end;
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 400})
    void equalElementsShareAString(int different) throws IOException {
        ElementCodec codec = Codecs.of(FixedString.of(8, StringPadding.NULL_PADDED, CharacterSet.UTF_8), CONTEXT);
        String[] row = new String[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            row[i] = "t" + i % different;
        }
        ByteBuffer stored = ByteBuffer.allocate(LENGTH * 8);
        codec.write(stored, row, 0, LENGTH);
        String[] read = new String[LENGTH];
        codec.read(stored.rewind(), read, 0, LENGTH);
        assertThat(read).isEqualTo(row);
        assertThat(read[different]).isSameAs(read[0]);
        String[] later = new String[LENGTH];
        codec.read(stored.rewind(), later, 0, LENGTH);
        assertThat(later[different]).isSameAs(read[0]);
    }

    /** A string that was read is written as such, and not as the element that it was read from. */
    @Test
    void whatFollowsATerminatorIsNotWritten() throws IOException {
        int size = 8;
        for (int first = 0;
                first < 20_000;
                first += 400) { // so many that some have one place among the recent ones both ways
            ElementCodec codec =
                    Codecs.of(FixedString.of(size, StringPadding.NULL_TERMINATED, CharacterSet.UTF_8), CONTEXT);
            byte[] stored = new byte[400 * size];
            byte[] expected = new byte[400 * size];
            java.util.Arrays.fill(stored, (byte) 'x');
            for (int i = 0; i < 400; i++) {
                byte[] text = Integer.toString(first + i).getBytes(StandardCharsets.US_ASCII);
                System.arraycopy(text, 0, stored, i * size, text.length);
                System.arraycopy(text, 0, expected, i * size, text.length);
                stored[i * size + text.length] = 0;
            }
            String[] read = new String[400];
            codec.read(ByteBuffer.wrap(stored), read, 0, 400);
            ByteBuffer out = ByteBuffer.allocate(stored.length);
            codec.write(out, read, 0, 400);
            assertThat(out.array()).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theFirstStringThatDoesNotFitIsFoundAtEveryPlace(StringPadding padding) {
        ElementCodec codec = Codecs.of(FixedString.of(4, padding, CharacterSet.UTF_8), CONTEXT);
        String end = padding == StringPadding.SPACE_PADDED ? "a " : "a\0";
        for (int different : new int[] {3, LENGTH}) {
            Object[] row = new Object[LENGTH];
            for (int i = 0; i < LENGTH; i++) {
                row[i] = text(i % different, 4);
            }
            for (int place : new int[] {0, 1, 255, 600, 2_048, LENGTH - 1}) {
                for (Object wrong : new Object[] {null, 7, "abcde", "ab\u00e9\u00e9", "\uD800", end}) {
                    Object before = row[place];
                    row[place] = wrong;
                    assertThat(codec.firstMisfit(row)).isEqualTo(place);
                    row[LENGTH - 1] = wrong;
                    assertThat(codec.firstMisfit(row)).isEqualTo(place);
                    row[LENGTH - 1] = "";
                    row[place] = before;
                    assertThat(codec.firstMisfit(row)).isEqualTo(-1);
                }
            }
        }
    }

    static Stream<FixedPoint> bases() {
        List<FixedPoint> bases = new ArrayList<>();
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            for (boolean signed : new boolean[] {true, false}) {
                for (int size : new int[] {1, 2, 3, 4, 8}) {
                    bases.add(FixedPoint.of(size, signed, order));
                }
            }
        }
        return bases.stream();
    }

    /** The largest number of the base, a number of more than a byte if it has such, and a small one. */
    private static Enumeration enumeration(FixedPoint base) {
        long highest = -1L >>> Long.SIZE - base.precision() + (base.signed() || base.size() == 8 ? 1 : 0);
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("CLEAR", highest);
        numbers.put("CLOUDY", 1L);
        numbers.put("RAIN", Math.min(300, highest - 1));
        return Enumeration.of(base, numbers);
    }

    @ParameterizedTest
    @MethodSource("bases")
    void constantsNamesAndValuesAreWrittenAndReadAsSingleOnes(FixedPoint base) throws IOException {
        Enumeration type = enumeration(base);
        ElementCodec codec = Codecs.of(type, CONTEXT);
        int length = LENGTH + 2 * MARGIN;
        Sky[] constants = new Sky[length];
        String[] names = new String[length];
        for (int i = 0; i < length; i++) {
            constants[i] = Sky.values()[i % 3];
            names[i] = constants[i].name();
        }
        byte[] stored = check(codec, constants, as(type, Sky.class), new Sky[length], LENGTH);
        assertThat(check(codec, names, as(type, String.class), new String[length], LENGTH))
                .isEqualTo(stored);
        EnumValue[] values = new EnumValue[LENGTH];
        codec.read(ByteBuffer.wrap(stored), values, 0, LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            assertThat(values[i].name()).contains(names[i + MARGIN]);
        }
        assertThat(codec.firstMisfit(values)).isEqualTo(-1);
        ByteBuffer again = ByteBuffer.allocate(stored.length);
        codec.write(again, values, 0, LENGTH);
        assertThat(again.array()).isEqualTo(stored);
    }

    @ParameterizedTest
    @MethodSource("bases")
    void theFirstElementWithoutANumberOrConstantIsFound(FixedPoint base) throws IOException {
        Enumeration type = enumeration(base);
        ElementCodec codec = Codecs.of(type, CONTEXT);
        ElementCodec reading = as(type, Sky.class);
        int size = codec.size();
        for (int place : new int[] {0, 1, 255, 2_047, 2_048, LENGTH - 1}) {
            Sky[] constants = new Sky[LENGTH];
            java.util.Arrays.fill(constants, Sky.RAIN);
            ByteBuffer out = ByteBuffer.allocate(LENGTH * size);
            codec.write(out, constants, 0, LENGTH);
            codec.write(out.position(place * size), new long[] {2}, 0, 1); // a number without a name
            for (Sky wrong : new Sky[] {Sky.UNKNOWN, null}) {
                constants[place] = wrong;
                constants[LENGTH - 1] = wrong;
                assertThat(codec.firstMisfit(constants)).isEqualTo(place);
            }
            Sky[] read = new Sky[LENGTH + MARGIN];
            MisfitException misfit =
                    catchThrowableOfType(MisfitException.class, () -> reading.read(out.rewind(), read, MARGIN, LENGTH));
            assertThat(misfit.index()).isEqualTo(MARGIN + place);
            assertThat(misfit.row()).isSameAs(read);
            assertThat(misfit).hasMessageContaining("number 2");
        }
    }

    private static ElementCodec as(Datatype type, Class<?> wanted) {
        return Codecs.of(type, wanted, Conversion.LOSSLESS, CONTEXT);
    }

    /** Writes and reads a block, and each of its elements; returns what is stored. */
    private static byte[] check(ElementCodec writing, Object[] row, ElementCodec reading, Object[] read, int count)
            throws IOException {
        int size = writing.size();
        ByteBuffer block = ByteBuffer.allocate(count * size);
        writing.write(block, row, MARGIN, count);
        assertThat(block.position()).isEqualTo(block.limit());
        ByteBuffer single = ByteBuffer.allocate(count * size);
        for (int i = 0; i < count; i++) {
            writing.write(single, row, MARGIN + i, 1);
        }
        assertThat(block.array()).isEqualTo(single.array());
        reading.read(block.rewind(), read, MARGIN, count);
        assertThat(block.position()).isEqualTo(block.limit());
        Object[] one = (Object[]) Array.newInstance(read.getClass().getComponentType(), 1);
        for (int i = 0; i < read.length; i++) {
            if (i < MARGIN || i >= MARGIN + count) {
                assertThat(read[i]).isNull();
            } else {
                reading.read(single.position((i - MARGIN) * size), one, 0, 1);
                assertThat(read[i]).isEqualTo(row[i]).isEqualTo(one[0]);
            }
        }
        return block.array();
    }
}
