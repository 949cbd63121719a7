package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.type.Array;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedString;
import dev.fallow.type.StringPadding;
import dev.fallow.type.VariableLength;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Strings that fill their element, and which part of a value the refusal of another one names. */
class FixedStringsTest {
    private static final Datatype THREE = string(3);

    record Name(String first, String last) {}

    record Person(int id, Name name, String[] nicknames) {}

    private ContainerFile container;

    @BeforeEach
    void create() {
        container = ContainerFile.createInMemory(CreateOptions.defaults());
    }

    @AfterEach
    void close() {
        container.close();
    }

    private static Datatype string(int bytes) {
        return FixedString.of(bytes, StringPadding.NULL_TERMINATED, CharacterSet.UTF_8);
    }

    private static Datatype compound(Object... namesAndTypes) {
        Map<String, Datatype> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndTypes.length; i += 2) {
            members.put((String) namesAndTypes[i], (Datatype) namesAndTypes[i + 1]);
        }
        return Types.compound(members);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @EnumSource(StringPadding.class)
    void aStringMayFillItsElement(StringPadding padding) {
        Datatype type = FixedString.of(3, padding, CharacterSet.UTF_8);
        Dataset dataset = container
                .root()
                .createDataset(
                        "d", type, new long[] {4}, new RawElements(bytes("abcüx  a   ")), DatasetOptions.defaults());
        String[] read = dataset.read(String[].class);
        assertThat(read[0]).isEqualTo("abc");
        assertThat(read[1]).isEqualTo("üx");
        byte[] stored = dataset.read(RawElements.class).bytes();
        dataset.write(dataset.read());
        assertThat(dataset.read(RawElements.class).bytes()).isEqualTo(stored);
        dataset.createAttribute("a", type, new long[] {4}, read);
        assertThat(dataset.attribute("a").read()).isEqualTo(read);
        for (String refused : new String[] {"abcd", "üü"}) {
            assertThatThrownBy(() -> dataset.write(new String[] {"a", refused, "", ""}))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContainingAll("/d: element [1], " + refused, "does not fit", "string of 3 bytes");
            assertThatThrownBy(() -> dataset.putAttribute("a", type, new long[] {1}, new String[] {refused}))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContainingAll("/d, attribute a: element [0], " + refused, "string of 3 bytes");
        }
        assertThat(dataset.read(RawElements.class).bytes()).isEqualTo(stored);
        assertThat(dataset.attribute("a").read()).isEqualTo(read);
    }

    /** What would be read as another string is refused. */
    @Test
    void aStringWithATerminatorInsideIsRefused() {
        Dataset dataset = container.root().createDataset("d", THREE, new long[] {2, 2});
        for (String refused : new String[] {"a\0b", "ab\0", "\0"}) {
            assertThatThrownBy(() -> dataset.write(new String[][] {{"a", "b"}, {"c", refused}}))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("/d: element [1, 1], ");
            assertThatThrownBy(() -> dataset.write(new String[] {"a", "b", refused, "d"}))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("/d: element [1, 0], ");
        }
    }

    /** As the character variables of netCDF-4: one byte each. */
    @Test
    void stringsOfOneByte() {
        Dataset dataset = container
                .root()
                .createDataset(
                        "c",
                        string(1),
                        new long[] {0, 2},
                        DatasetOptions.defaults()
                                .withChunks(4, 2)
                                .withMaxDimensions(DatasetOptions.UNLIMITED, 2)
                                .withFillValue("x"));
        dataset.append(new String[][] {{"a", ""}, {"b", "c"}});
        dataset.write(dataset.read());
        dataset.resize(3, 2);
        assertThat((String[][]) dataset.read()).isDeepEqualTo(new String[][] {{"a", ""}, {"b", "c"}, {"x", "x"}});
        assertThat(dataset.read(RawElements.class).bytes()).isEqualTo(bytes("a\0bcxx"));
    }

    @Test
    void aRefusalNamesTheMember() {
        Datatype name = compound("first", THREE, "last", string(5));
        Datatype person =
                compound("id", Types.integer(1), "name", name, "nicknames", new Array(3, List.of(2L, 2L), string(2)));
        Dataset table = container
                .root()
                .createDataset(
                        "table",
                        person,
                        new long[] {6},
                        DatasetOptions.defaults().withChunks(4));
        String[][] two = {{"a", "bc"}, {"", "d"}};
        Map<String, Object> fits = Map.of("id", 1, "name", Map.of("first", "abc", "last", "vwxyz"), "nicknames", two);
        Object[] rows = {fits, fits, fits, fits, fits, fits};
        table.write(rows);
        assertThat(((Map<?, ?>) ((Object[]) table.read())[5]).get("name"))
                .isEqualTo(Map.of("first", "abc", "last", "vwxyz"));
        byte[] stored = table.read(RawElements.class).bytes();

        rows[5] = Map.of("id", 1, "name", Map.of("first", "abcd", "last", ""), "nicknames", two);
        requireRefusal(table, rows, "/table: element [5], member name.first, abcd, does not fit");
        rows[5] = Map.of("id", 1, "name", Map.of("first", "abc"), "nicknames", two);
        requireRefusal(table, rows, "/table: element [5], member name, {first=abc}, does not fit compound{");
        rows[5] = Map.of("id", 128, "name", Map.of("first", "", "last", ""), "nicknames", two);
        requireRefusal(table, rows, "/table: element [5], member id, 128, does not fit int8");
        String[][] misfits = {{"a", "b"}, {"abc", "abcd"}};
        rows[5] = Map.of("id", 1, "name", Map.of("first", "", "last", ""), "nicknames", misfits);
        requireRefusal(table, rows, "/table: element [5], member nicknames, number 2 of it, abc, does not fit");
        rows[5] = Map.of("id", 1, "name", Map.of("first", "", "last", ""), "nicknames", new String[][] {{"a"}});
        requireRefusal(table, rows, "/table: element [5], member nicknames, String[][] of length 1, does not fit");
        rows[5] = Map.of("id", 1, "name", Map.of("first", "", "last", ""));
        requireRefusal(table, rows, "/table: element [5], {", "does not fit compound{id int8");
        assertThat(table.read(RawElements.class).bytes()).isEqualTo(stored);
    }

    private static void requireRefusal(Dataset dataset, Object value, String... words) {
        assertThatThrownBy(() -> dataset.write(value))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContainingAll(words);
    }

    @Test
    void arraysOfCompoundsAndSequences() {
        Compound pair = (Compound) compound("x", THREE, "y", VariableLength.sequence(string(2)));
        Datatype outer = compound("pairs", new Array(3, List.of(2L), pair));
        Map<String, Object> fits = Map.of("x", "abc", "y", List.of("ab", "c"));
        Dataset dataset = container
                .root()
                .createDataset(
                        "d",
                        outer,
                        new long[0],
                        (Object) Map.of("pairs", List.of(fits, fits)),
                        DatasetOptions.defaults());
        requireRefusal(
                dataset,
                Map.of("pairs", List.of(fits, Map.of("x", "abcd", "y", List.of()))),
                "/d: the value, member pairs, number 1 of it, member x, abcd, does not fit");
        requireRefusal(
                dataset,
                Map.of("pairs", List.of(Map.of("x", "", "y", List.of("", "", "abc")), fits)),
                "/d: the value, member pairs, number 0 of it, member y, number 2 of it, abc, does not fit");
        requireRefusal(
                dataset, Map.of("pairs", List.of(fits)), "/d: the value, member pairs, [{", "does not fit compound{");
    }

    @Test
    void records() {
        Datatype name = compound("first", THREE, "last", THREE);
        Datatype person =
                compound("id", Types.integer(1), "name", name, "nicknames", new Array(3, List.of(1L), string(2)));
        Person fits = new Person(1, new Name("abc", ""), new String[] {"ab"});
        Dataset dataset = container
                .root()
                .createDataset(
                        "d", person, new long[] {2, 1}, new Person[][] {{fits}, {fits}}, DatasetOptions.defaults());
        assertThat(dataset.readRecords(Person.class).get(1).name()).isEqualTo(new Name("abc", ""));
        Person misfit = new Person(1, new Name("", "abcd"), new String[] {"ab"});
        requireRefusal(
                dataset, new Person[][] {{fits}, {misfit}}, "/d: element [1, 0], member name.last, abcd, does not fit");
        Person other = new Person(1, new Name("", ""), new String[] {"abc"});
        requireRefusal(
                dataset,
                new Person[][] {{other}, {misfit}},
                "/d: element [0, 0], member nicknames, number 0 of it, abc, does not fit");
        dataset.createAttribute("p", person, new long[0], fits);
        assertThatThrownBy(() -> dataset.putAttribute("p", person, new long[0], misfit))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("/d, attribute p: the value, member name.last, abcd, does not fit");
    }
}
