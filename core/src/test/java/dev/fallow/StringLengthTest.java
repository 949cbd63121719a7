package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The option that fixes the length of strings: of records too, and not beside a datatype. */
class StringLengthTest {
    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());

    @AfterEach
    void close() {
        file.close();
    }

    record Name(String first, String last) {}

    record Person(int id, Name name, String[] nicknames) {}

    private static final List<Person> PEOPLE = List.of(
            new Person(1, new Name("Ada", "Öz"), new String[] {"a", "bcd"}),
            new Person(2, new Name("", "Li"), new String[0]));

    private static DatasetOptions length(int bytes) {
        return DatasetOptions.defaults().withStringLength(bytes);
    }

    private static void requireSame(List<Person> found) {
        assertThat(found).usingRecursiveComparison().isEqualTo(PEOPLE);
    }

    @Test
    void stringsOfRecordsHaveTheLength() {
        Dataset dataset = file.root().createDataset("people", PEOPLE, length(8));
        assertThat(dataset.datatype())
                .isEqualTo(Types.compound(members(Types.string(8), Types.string(8), Types.string(8))));
        requireSame(dataset.readRecords(Person.class));
        assertThatThrownBy(() -> file.root().createDataset("short", PEOPLE, length(2)))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContainingAll("/, short: element [0], member name.first, Ada", "it has 3 bytes");
    }

    @Test
    void zeroIsTheLongestOfEachMember() {
        Dataset dataset = file.root().createDataset("people", PEOPLE, length(0));
        assertThat(dataset.datatype())
                .isEqualTo(Types.compound(members(Types.string(3), Types.string(3), Types.string(3))));
        requireSame(dataset.readRecords(Person.class));
        Dataset one = file.root().createDataset("one", new Name("", "abcde"), length(0));
        assertThat(((Compound) one.datatype()).members())
                .extracting(Compound.Member::type)
                .containsExactly(Types.string(1), Types.string(5));
        assertThat(one.read(Name.class)).isEqualTo(new Name("", "abcde"));
        assertThat(file.root()
                        .createDataset("none", new Name[0], length(0))
                        .datatype()
                        .size())
                .isEqualTo(2);
        file.root().createAttribute("who", new Name("x", "yz"), 4);
        assertThat(file.root().attribute("who").datatype().size()).isEqualTo(8);
        assertThatThrownBy(() -> file.root()
                        .createDataset("null", Arrays.asList(new Name(null, "")).toArray(), length(0)))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("member first, null, does not fit");
        assertThatThrownBy(() -> file.root().createDataset("null", new Name[1], length(0)))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("element [0], null, does not fit");
    }

    private static Map<String, Datatype> members(Datatype first, Datatype last, Datatype nickname) {
        Map<String, Datatype> name = new LinkedHashMap<>();
        name.put("first", first);
        name.put("last", last);
        Map<String, Datatype> members = new LinkedHashMap<>();
        members.put("id", Types.integer(4));
        members.put("name", Types.compound(name));
        members.put("nicknames", Types.sequence(nickname));
        return members;
    }

    @Test
    void notBesideADatatype() {
        String[] values = {"a", "b"};
        long[] two = {2};
        String message = "container in memory: /, q: stringLength 4 is for values without a datatype,"
                + " but the datatype is given: utf8 string; Types.string(n) has a length";
        assertThatThrownBy(() -> file.root().createDataset("q", Types.string(), two, values, length(4)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> file.root().createDataset("q", Types.string(), two, length(4)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThat(file.root().names()).isEmpty();
    }

    @Test
    void ascii() {
        Dataset fixed = file.root().createDataset("f", Types.ascii(3), 1);
        fixed.write(new String[] {"abc"});
        assertThat(fixed.datatype()).hasToString("string of 3 bytes");
        assertThat(fixed.read(String.class)).isEqualTo("abc");
        Dataset variable = file.root().createDataset("v", Types.ascii(), 1);
        variable.write(new String[] {"abcd"});
        assertThat(variable.datatype()).hasToString("string");
        assertThat(variable.read(String.class)).isEqualTo("abcd");
    }
}
