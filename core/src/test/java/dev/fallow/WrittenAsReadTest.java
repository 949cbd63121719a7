package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.type.BitField;
import dev.fallow.type.Datatype;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is read as a Java type can be written as this type. */
class WrittenAsReadTest {
    private static final DatasetOptions GROWING =
            DatasetOptions.defaults().withChunks(4).withMaxDimensions(DatasetOptions.UNLIMITED);
    private static final BitField BITS = new BitField(1, 1, ByteOrder.LITTLE_ENDIAN, false, false, 0, 8);

    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());

    @AfterEach
    void close() {
        file.close();
    }

    /** A row of a table of PyTables. */
    record Row(long id, boolean good, boolean[] flags) {}

    private Dataset table() {
        Map<String, Datatype> members = new LinkedHashMap<>();
        members.put("id", Types.integer(8));
        members.put("good", BITS);
        members.put("flags", Types.array(BITS, 2));
        return file.root().createDataset("table", Types.compound(members), new long[] {2}, GROWING);
    }

    @Test
    void booleansOfRecords() {
        Dataset table = table();
        table.append(List.of(new Row(1, true, new boolean[] {false, true}), new Row(2, false, new boolean[2])));
        Row read = table.readRecords(Row.class).get(2);
        assertThat(read.good()).isTrue();
        assertThat(read.flags()).containsExactly(false, true);
        table.append(read);
        try (Appender appender = table.appender()) {
            appender.append(read);
        }
        table.write(Selection.of("0"), read);
        assertThat(table.readMember("good", boolean[].class)).containsExactly(true, false, true, false, true, true);
        assertThat(table.readMember("good", byte[].class)).containsExactly(1, 0, 1, 0, 1, 1);
    }

    @Test
    void booleansOfBitFields() {
        Dataset flags = file.root().createDataset("flags", BITS, new long[] {3}, GROWING);
        flags.write(new boolean[] {true, false, true});
        flags.append(new boolean[] {true});
        flags.append(false);
        flags.append(List.of(true, 3));
        try (Appender appender = flags.appender(Conversion.ROUNDING)) {
            appender.append(true);
        }
        flags.write(Selection.of("0"), false);
        assertThat(flags.read(byte[].class)).containsExactly(0, 0, 1, 1, 0, 1, 3, 1);
        assertThatThrownBy(() -> flags.write(Selection.of("0"), "true"))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContainingAll("/flags", "expected elements that fit bitfield8, found String");
    }

    /** Only the bits of the field change. */
    @Test
    void booleansOfAFieldOfFewBits() {
        BitField high = new BitField(1, 1, ByteOrder.LITTLE_ENDIAN, true, true, 6, 1);
        Dataset flags = file.root().createDataset("flags", high, 2);
        flags.write(new boolean[] {true, false});
        assertThat(flags.read(RawElements.class).bytes()).containsExactly(0xFF, 0xBF);
        assertThat(flags.read(boolean[].class)).containsExactly(true, false);
    }

    @Test
    void charactersOfUnsignedIntegers() {
        Dataset units = file.root().createDataset("units", Types.unsigned(2), new long[] {0}, GROWING);
        units.append(new char[] {'a', '\uffff'});
        units.append('b');
        assertThat(units.read(char[].class)).containsExactly('a', '\uffff', 'b');
        assertThat(units.read(int[].class)).containsExactly('a', 0xFFFF, 'b');
        assertThat(units.read(Character[].class)).containsExactly('a', '\uffff', 'b');
        Dataset signed = file.root().createDataset("signed", new short[1]);
        assertThatThrownBy(() -> signed.read(char[].class)).hasMessageContaining("cannot be read as char");
        assertThatThrownBy(() -> signed.write(new char[1])).hasMessageContaining("found char");
    }

    /** MATLAB's logical. */
    @Test
    void booleansOfMatlab() {
        Dataset logical = file.root().createDataset("l", Types.unsigned(1), 2, 3);
        boolean[][] truths = {{true, false, true}, {false, false, true}};
        assertThatThrownBy(() -> logical.write(truths)).hasMessageContaining("found boolean");
        logical.createAttribute("MATLAB_class", "logical", 0);
        logical.write(truths);
        logical.write(Selection.of("1, 1"), true);
        assertThat(logical.read(boolean[][].class))
                .isDeepEqualTo(new boolean[][] {{true, false, true}, {false, true, true}});
        assertThat(logical.read(boolean[].class)).containsExactly(true, false, true, false, true, true);
        assertThat(logical.read(Selection.of("0, 1"), boolean.class)).isFalse();
        assertThat(logical.read(byte[].class)).containsExactly(1, 0, 1, 0, 1, 1);
        assertThatThrownBy(() -> logical.write(new boolean[][] {{true}, null}))
                .hasMessageContaining("expected the shape [2, 3]");
    }

    @Test
    void noValue() {
        Dataset logical = file.root().createDataset("none", new Empty(Types.unsigned(1)));
        logical.createAttribute("MATLAB_class", "logical", 0);
        assertThat(logical.read(boolean[][].class)).isEmpty();
        Dataset times = file.root().createDataset("times", new Empty(Types.integer(8)));
        times.createAttribute("units", "days since 1970-01-01");
        assertThat(times.read(Instant[].class)).isEmpty();
        assertThatThrownBy(() -> times.read(Instant.class)).isInstanceOf(ContainerException.class);
        assertThatThrownBy(() -> logical.read(boolean.class)).isInstanceOf(ContainerException.class);
    }

    /** MATLAB's char: the first dimension is the fastest in MATLAB, so rows of text are columns of the dataset. */
    @Test
    void textOfMatlab() {
        Dataset text = file.root().createDataset("t", Types.unsigned(2), 3, 2);
        text.createAttribute("MATLAB_class", "char", 0);
        text.write(new String[] {"abc", "äöü"});
        assertThat(text.read(String[].class)).containsExactly("abc", "äöü");
        assertThat(text.read(char[].class)).containsExactly('a', 'ä', 'b', 'ö', 'c', 'ü');
        assertThatThrownBy(() -> text.write("abc"))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageEndingWith("/t: expected text for the dimensions [3, 2], found rows with [3] characters");
        assertThatThrownBy(() -> text.write(new String[] {"abc", "de"})).hasMessageEndingWith("[3, 2] characters");
        Dataset one = file.root().createDataset("one", Types.unsigned(2), 2, 1);
        one.createAttribute("MATLAB_class", "char", 0);
        one.write("ok");
        assertThat(one.read(String.class)).isEqualTo("ok");
    }

    @Test
    void instantsOfAGrowingAxis() {
        Dataset time = file.root().createDataset("time", Types.integer(4), new long[] {0}, GROWING);
        time.createAttribute("units", "hours since 2000-01-01");
        Instant first = Instant.parse("2000-01-01T05:00:00Z");
        Instant second = Instant.parse("1999-12-31T23:00:00Z");
        time.append(new Instant[] {first, second});
        time.append(second);
        time.append(List.of(first, second));
        try (Appender appender = time.appender()) {
            appender.append(first);
        }
        assertThat(time.read(int[].class)).containsExactly(5, -1, -1, 5, -1, 5);
        time.write(Selection.of("0:2"), new Instant[] {second, first});
        time.write(Selection.of("2"), first);
        assertThat(time.read(Selection.of("0:3"), Instant[].class)).containsExactly(second, first, first);
        assertThat(time.read(Selection.of("1"), Instant.class)).isEqualTo(first);
        assertThatThrownBy(() -> time.read(Instant.class)).isInstanceOf(WrongTypeException.class);
        assertThatThrownBy(() -> time.append(first.plusSeconds(1)))
                .hasMessageContaining("is not a whole number in the units \"hours since 2000-01-01\"");
        assertThat(time.dimensions()).containsExactly(6);
        Dataset unknown = file.root().createDataset("unknown", Types.integer(8), new long[] {0}, GROWING);
        assertThatThrownBy(() -> unknown.append(first)).hasMessageContaining("/unknown has no attribute units");
    }

    @Test
    void oneMissingInstant() {
        Dataset time = file.root().createDataset("time", new double[] {Double.NaN, 1.5});
        time.createAttribute("units", "seconds since 1970-01-01");
        assertThat(time.read(Selection.of("1"), Instant.class)).isEqualTo(Instant.ofEpochMilli(1500));
        assertThatThrownBy(() -> time.read(Selection.of("0"), Instant.class))
                .hasMessageContaining("/time: the element is NaN, a missing time; read it as Instant[]");
        Dataset one = file.root().createDataset("one", 1);
        one.createAttribute("units", "days since 1970-01-01");
        one.write(Instant.parse("1970-01-03T00:00:00Z"));
        assertThat(one.read(Instant.class)).isEqualTo(Instant.parse("1970-01-03T00:00:00Z"));
    }

    /** A member of a table that refers to a dataset, and one to a part of it. */
    record Source(Reference object, Reference.ToRegion part, Reference.ToObject same) {}

    @Test
    void references() {
        Dataset target = file.root().createDataset("target", new int[4]);
        Reference.ToObject object = target.reference();
        Reference.ToRegion region = target.reference(Selection.of("1:3"));
        Dataset table = file.root().createDataset("table", List.of(new Source(object, region, object)));
        assertThat(table.readRecords(Source.class)).containsExactly(new Source(object, region, object));
        Dataset objects = file.root().createDataset("objects", Arrays.asList(null, object));
        assertThat(objects.read(Reference.ToObject[].class)).containsExactly(null, object);
        Dataset regions = file.root().createDataset("regions", Arrays.asList(region, null));
        assertThat(regions.read(Reference.ToRegion[].class)).containsExactly(region, null);
        assertThat(regions.read(Selection.of("0"), Reference.ToRegion.class)).isEqualTo(region);
        assertThatThrownBy(() -> regions.read(Reference.ToObject[].class))
                .hasMessageContaining("cannot be read as ToObject; expected Reference");
        Dataset any = file.root()
                .createDataset(
                        "any",
                        Types.reference(),
                        new long[] {2},
                        new Reference[] {object, region},
                        DatasetOptions.defaults());
        assertThatThrownBy(() -> any.read(Reference.ToObject[].class))
                .hasMessageMatching(
                        ".*/any: element \\[1\\]: a reference to a region at address \\d+ is not a ToObject;"
                                + " read it as Reference");
    }
}
