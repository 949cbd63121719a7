package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.type.Complex;
import dev.fallow.type.Datatype;
import dev.fallow.type.FloatingPoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Compounds written from and read as records. */
class RecordsTest {
    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
    private final Group root = file.root();

    enum Quality {
        GOOD,
        BAD
    }

    record Position(double x, double y) {}

    record Sample(int id, String name, Position position, Quality quality, boolean valid) {}

    record Track(float[] times, String[] notes) {}

    record Loose(long sampleId, String NAME) {}

    @AfterEach
    void close() {
        file.close();
    }

    private static List<Sample> samples(int count) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            samples.add(new Sample(i, "n" + i, new Position(i, i / 2.0), Quality.values()[i % 2], i % 3 == 0));
        }
        return samples;
    }

    @Test
    void theDatatypeOfARecord() {
        Map<String, Datatype> position = new LinkedHashMap<>();
        position.put("x", Types.floatingPoint(8));
        position.put("y", Types.floatingPoint(8));
        Map<String, Long> quality = new LinkedHashMap<>();
        quality.put("GOOD", 0L);
        quality.put("BAD", 1L);
        Map<String, Datatype> sample = new LinkedHashMap<>();
        sample.put("id", Types.integer(4));
        sample.put("name", Types.string());
        sample.put("position", Types.compound(position));
        sample.put("quality", Types.enumeration(quality));
        sample.put("valid", Types.bool());
        assertThat(Types.of(Sample.class)).isEqualTo(Types.compound(sample));
        record Node(int value, Node next) {}
        record Nothing() {}
        for (Class<?> other :
                List.of(Node.class, Nothing.class, Object.class, List.class, char.class, EnumValue.class)) {
            assertThatThrownBy(() -> Types.of(other))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(other.getName());
        }
    }

    @Test
    void recordsAreWrittenAndReadBack() {
        List<Sample> samples = samples(1_000);
        Dataset list = root.createDataset("list", samples);
        Dataset array = root.createDataset("array", samples.toArray(Sample[]::new));
        root.createAttribute("one", samples.get(1));
        assertThat(list.datatype()).isEqualTo(Types.of(Sample.class));
        assertThat(list.dimensions()).containsExactly(1_000);
        file.close();
        try (ContainerFile read = ContainerFile.openBytes(file.toByteArray(), OpenOptions.defaults())) {
            assertThat(read.dataset("list").readRecords(Sample.class)).isEqualTo(samples);
            assertThat(read.dataset("array").read(Sample[].class)).containsExactlyElementsOf(samples);
            assertThat(read.root().attribute("one").read(Sample.class)).isEqualTo(samples.get(1));
            Map<?, ?> first = ((Map<?, ?>[]) read.dataset("list").read())[1];
            assertThat(first.get("position")).isEqualTo(Map.of("x", 1.0, "y", 0.5));
            assertThat(first.get("quality")).isEqualTo(new EnumValue("BAD", 1));
            List<Sample> reversed = new ArrayList<>(samples);
            java.util.Collections.reverse(reversed);
            read.dataset("list").write(reversed);
            assertThat(read.dataset("list").readRecords(Sample.class)).isEqualTo(reversed);
            assertThat(read.space().findings()).isEmpty();
        }
    }

    @Test
    void arraysAsMembers() {
        Map<String, Datatype> members = new LinkedHashMap<>();
        members.put("times", Types.array(Types.floatingPoint(8), 2, 1));
        members.put("notes", Types.sequence(Types.string()));
        Dataset dataset = root.createDataset(
                "d",
                Types.compound(members),
                new long[] {1},
                new Object[] {Map.of("times", new double[][] {{1}, {2.5}}, "notes", new String[] {"a", "b", "c"})},
                DatasetOptions.defaults());
        Track track = dataset.readRecords(Track.class).get(0);
        assertThat(track.times()).containsExactly(1, 2.5f); // two dimensions as one
        assertThat(track.notes()).containsExactly("a", "b", "c");
        dataset.write(List.of(Map.of("times", List.of(List.of(1), List.of(0.1)), "notes", List.of())));
        assertThatThrownBy(() -> dataset.readRecords(Track.class))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("/d: element [0], member times, number 1 of it: float64 0.1")
                .hasMessageContaining("float32");

        Dataset derived = root.createDataset("derived", new Track[] {new Track(new float[] {1}, new String[] {"x"})});
        assertThat(derived.read(Track[].class)[0].notes()).containsExactly("x");
        assertThat(derived.datatype()).isEqualTo(Types.of(Track.class));
    }

    @Test
    void namesMayDifferInCaseAndUnderscores() {
        Map<String, Datatype> members = new LinkedHashMap<>();
        members.put("name", Types.string(4));
        members.put("sample_id", Types.integer(4));
        Dataset dataset = root.createDataset(
                "d",
                Types.compound(members),
                new long[] {2},
                new Object[] {new Loose(1, "a"), Map.of("name", "b", "sample_id", 2)},
                DatasetOptions.defaults());
        assertThat(dataset.readRecords(Loose.class)).containsExactly(new Loose(1, "a"), new Loose(2, "b"));
    }

    @Test
    void membersAndComponentsMustMatch() {
        record Point(double x, double z) {}
        record Same(double value, double VALUE) {}
        Dataset dataset = root.createDataset("d", List.of(new Position(1, 2)));
        assertThatThrownBy(() -> dataset.readRecords(Point.class))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining(
                        "/d: the compound has no member for the components [z] of the record Point; its members are [x, y]");
        assertThatThrownBy(() -> dataset.write(List.of(new Point(1, 2))))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("/d: the record Point[x, z] does not match the members [x, y] of the compound:"
                        + " members without component: [y]; components without member: [z]");
        record Half(double x) {}
        assertThatThrownBy(() -> dataset.write(List.of(new Half(1))))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("of the compound: members without component: [y]");
        assertThat(dataset.readRecords(Position.class)).containsExactly(new Position(1, 2));
        Dataset same = root.createDataset("same", List.of(new Same(1, 2)));
        assertThat(same.readRecords(Same.class)).containsExactly(new Same(1, 2));
        assertThatThrownBy(() -> root.createDataset("numbers", new int[1]).readRecords(Position.class))
                .hasMessageContaining("/numbers: elements of int32 cannot be read as Position");
    }

    @Test
    void someMembersAreReadInAnyOrder() {
        record Place(double y) {}
        record Part(Quality quality, Place position, long id) {}
        List<Sample> samples = samples(20);
        Dataset dataset = root.createDataset("d", samples);
        List<Part> parts = samples.stream()
                .map(each -> new Part(each.quality(), new Place(each.position().y()), each.id()))
                .toList();
        assertThat(dataset.readRecords(Part.class)).isEqualTo(parts);
        assertThat(dataset.readRecords(Selection.of("3:20:5"), Part.class))
                .containsExactly(parts.get(3), parts.get(8), parts.get(13), parts.get(18));
        assertThat(dataset.read(Selection.of("1:3"), Part[].class)).containsExactly(parts.get(1), parts.get(2));
        root.createAttribute("a", samples.get(1));
        assertThat(root.attribute("a").read(Part.class)).isEqualTo(parts.get(1));
        record Deep(Position z) {}
        record Wrong(Deep position) {}
        assertThatThrownBy(() -> dataset.readRecords(Wrong.class))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining(
                        "/d: the compound has no member for the components [z] of the record Deep; its members are [x, y],"
                                + " as member position");
    }

    /** The exact name is preferred, and of several others none is chosen. */
    @Test
    void membersWhoseNamesDifferInCase() {
        record Exact(int value) {}
        record Other(int vALUE) {}
        Map<String, Datatype> members = new LinkedHashMap<>();
        members.put("VALUE", Types.integer(4));
        members.put("value", Types.integer(4));
        Dataset dataset = root.createDataset(
                "d",
                Types.compound(members),
                new long[] {1},
                new Object[] {Map.of("VALUE", 1, "value", 2)},
                DatasetOptions.defaults());
        assertThat(dataset.readRecords(Exact.class)).containsExactly(new Exact(2));
        assertThatThrownBy(() -> dataset.readRecords(Other.class))
                .hasMessageContaining("no member for the components [vALUE] of the record Other");
    }

    /** Members that no value of Java holds do not matter if they are not named. */
    @Test
    void membersThatAreNotNamedAreNotConverted() {
        record Known(int a) {}
        record All(int a, double strange) {}
        FloatingPoint quadruple = new FloatingPoint(
                1,
                16,
                FloatingPoint.Order.LITTLE_ENDIAN,
                false,
                false,
                false,
                FloatingPoint.Normalization.IMPLIED,
                127,
                0,
                128,
                112,
                15,
                0,
                112,
                16383);
        Map<String, Datatype> members = new LinkedHashMap<>();
        members.put("strange", new Complex(Datatype.MAX_VERSION, quadruple));
        members.put("a", Types.integer(4));
        Dataset dataset = root.createDataset("d", Types.compound(members), 2);
        assertThatThrownBy(dataset::read).isInstanceOf(UnsupportedFeatureException.class);
        assertThatThrownBy(() -> dataset.readRecords(All.class)).isInstanceOf(UnsupportedFeatureException.class);
        assertThat(dataset.readRecords(Known.class)).containsExactly(new Known(0), new Known(0));
    }

    @Test
    void aMisfitInAMember() {
        record Whole(int x, int y) {}
        Dataset dataset = root.createDataset("d", new Position[][] {{new Position(1, 2), new Position(3, 4.5)}});
        assertThatThrownBy(() -> dataset.readRecords(Whole.class))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining(
                        "/d: element [0, 1], member y: float64 4.5 is not exactly representable as int32");
        assertThat(dataset.read(Selection.all(), Whole[].class, Conversion.ROUNDING))
                .containsExactly(new Whole(1, 2), new Whole(3, 4));
        record Name(String x, int y) {}
        assertThatThrownBy(() -> dataset.readRecords(Name.class))
                .hasMessageContaining("elements of float64 cannot be read as String")
                .hasMessageContaining("as member x");
    }

    @Test
    void aConstructorThatRefusesItsValues() {
        record Positive(double x, double y) {
            Positive {
                if (x < 0) {
                    throw new IllegalArgumentException("x is negative");
                }
            }
        }
        Dataset dataset = root.createDataset("d", List.of(new Position(-1, 2)));
        assertThatThrownBy(() -> dataset.readRecords(Positive.class))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("x is negative");
        assertThat(root.createDataset("nothing", new Empty(Types.of(Position.class)))
                        .readRecords(Position.class))
                .isEmpty();
    }
}
