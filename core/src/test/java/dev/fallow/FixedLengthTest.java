package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.type.Datatype;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Components of records of fixed length. */
class FixedLengthTest {
    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());

    @AfterEach
    void close() {
        file.close();
    }

    record Inner(@FixedLength(2) short[] pair) {}

    record Event(
            long time,
            @FixedLength(3) float[] v,
            @FixedLength({2, 2}) double[][] matrix,
            @FixedLength(2) int[][] rows,
            @FixedLength(2) Inner[] inner,
            @FixedLength(8) String name) {}

    private static Event event(float... v) {
        Inner[] inner = {new Inner(new short[] {1, 2}), new Inner(new short[] {3, 4})};
        return new Event(7, v, new double[][] {{1, 2}, {3, 4}}, new int[][] {{1}, {2, 3}}, inner, "grün");
    }

    @Test
    void theyAreInTheRecord() {
        Map<String, Datatype> members = new LinkedHashMap<>();
        members.put("time", Types.integer(8));
        members.put("v", Types.array(Types.floatingPoint(4), 3));
        members.put("matrix", Types.array(Types.floatingPoint(8), 2, 2));
        members.put("rows", Types.array(Types.sequence(Types.integer(4)), 2));
        members.put("inner", Types.array(Types.compound(Map.of("pair", Types.array(Types.integer(2), 2))), 2));
        members.put("name", Types.string(8));
        assertThat(Types.of(Event.class)).isEqualTo(Types.compound(members));

        Dataset events = file.root().createDataset("events", List.of(event(1, 2, 3), event(4, 5, 6)));
        assertThat(events.datatype()).isEqualTo(Types.compound(members));
        assertThat(events.readRecords(Event.class))
                .usingRecursiveComparison()
                .isEqualTo(List.of(event(1, 2, 3), event(4, 5, 6)));
        assertThat(events.readMember("v", float[][].class)[1]).containsExactly(4, 5, 6);
        file.root().createAttribute("one", event(1, 2, 3));
        assertThat(file.root().attribute("one").read(Event.class))
                .usingRecursiveComparison()
                .isEqualTo(event(1, 2, 3));
    }

    @Test
    void anotherLengthIsRefused() {
        Dataset events = file.root().createDataset("events", new Event[] {event(1, 2, 3)}, growing());
        for (Event wrong : List.of(event(1, 2), event(), event(1, 2, 3, 4))) {
            String found = "[" + wrong.v().length + "]";
            assertThatThrownBy(() -> events.append(List.of(event(1, 2, 3), wrong)))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContainingAll(
                            "container in memory: /events: element [1], member v, ",
                            "expected the shape [3], found " + found);
            assertThatThrownBy(() -> file.root().createDataset("no", wrong))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContainingAll("member v", "expected the shape [3], found " + found);
        }
        assertThatThrownBy(() -> events.append(new Event(1, null, null, null, null, null)))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContainingAll("member v, null");
        Event ragged = new Event(1, new float[3], new double[][] {{1, 2}, {3}}, null, null, null);
        assertThatThrownBy(() -> events.append(ragged))
                .hasMessageContainingAll("member matrix", "expected the shape [2, 2], found 1 elements in row [1]");
        assertThat(events.dimensions()).containsExactly(1);
        assertThat(file.root().names()).containsExactly("events");
    }

    private static DatasetOptions growing() {
        return DatasetOptions.defaults().withMaxDimensions(DatasetOptions.UNLIMITED);
    }

    record Words(
            @FixedLength(2) String[] words,
            String[] any,
            @FixedLength(4) String fixed) {}

    /** The option for strings concerns those without a length of their own, in arrays of fixed length, too. */
    @Test
    void stringsInsideMayGetALength() {
        Words words = new Words(new String[] {"a", "bcd"}, new String[] {"x"}, "y");
        Dataset dataset =
                file.root().createDataset("w", words, DatasetOptions.defaults().withStringLength(0));
        Map<String, Datatype> members = new LinkedHashMap<>();
        members.put("words", Types.array(Types.string(3), 2));
        members.put("any", Types.sequence(Types.string(1)));
        members.put("fixed", Types.string(4));
        assertThat(dataset.datatype()).isEqualTo(Types.compound(members));
        assertThat(dataset.read(Words.class)).usingRecursiveComparison().isEqualTo(words);
    }

    record NoArray(@FixedLength(3) int n) {}

    record TooMany(@FixedLength({3, 4}) int[] n) {}

    record None(@FixedLength({}) int[] n) {}

    record Zero(@FixedLength(0) String n) {}

    record TwoForText(@FixedLength({1, 2}) String n) {}

    @Test
    void lengthsThatDoNotFitTheComponentAreRefused() {
        for (Class<?> type : List.of(NoArray.class, TooMany.class, None.class, Zero.class, TwoForText.class)) {
            assertThatThrownBy(() -> Types.of(type))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("component n of the record " + type.getName(), "@FixedLength");
        }
    }

    record TooLong(@FixedLength(Integer.MAX_VALUE) double[] n) {}

    @Test
    void anArrayThatIsTooLongForADatatypeIsRefused() {
        assertThatThrownBy(() -> Types.of(TooLong.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("array of float64: expected dimensions of at least 1, of at most 4294967295 bytes,"
                        + " found [2147483647]");
    }

    /** A zero byte inside a text is kept; at its end it would be lost, and is refused. */
    @Test
    void zeroBytesOfTextAreKeptOrRefused() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Dataset dataset = file.root().createDataset("d", List.of(new Text("a\0b")));
            assertThat(dataset.readRecords(Text.class)).containsExactly(new Text("a\0b"));
            assertThatThrownBy(() -> dataset.write(List.of(new Text("ab\0"))))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("it ends with what would be taken for padding");
        }
    }

    record Text(@FixedLength(4) String text) {}
}
