package dev.fallow.container.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.oracle.type.ReferenceType.ArrayType;
import dev.fallow.oracle.type.ReferenceType.Compound;
import dev.fallow.oracle.type.ReferenceType.Enumeration;
import dev.fallow.oracle.type.ReferenceType.Member;
import dev.fallow.oracle.type.ReferenceType.VariableLength;
import dev.fallow.oracle.type.ReferenceType.VariableString;
import dev.fallow.oracle.type.StringPadding;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Strings, lists, records and enum constants between Fallow and libhdf5. */
@NeedsReference
class ValuesByReferenceTest {
    enum Kind {
        FIRST,
        SECOND
    }

    record Point(float x, float y) {}

    record Sample(int id, String name, Point at, Kind kind, boolean valid, double[] times) {}

    /** As libhdf5 has it: the members in another order and spelling, and of other types. */
    record Reading(double[] times, Kind kind, String sensorName, long id) {}

    private static final List<Sample> SAMPLES = List.of(
            new Sample(1, "größer", new Point(0.5f, -1), Kind.SECOND, true, new double[] {1, 2.5}),
            new Sample(-2, "", new Point(3, 4), Kind.FIRST, false, new double[0]));

    @TempDir
    private Path folder;

    private static void assertUtf8(ReferenceType type) {
        assertThat(type)
                .isInstanceOfSatisfying(
                        VariableString.class,
                        string -> assertThat(string.utf8()).isTrue());
    }

    @Test
    void stringsAreUtf8OfVariableLength() {
        Path path = folder.resolve("strings.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            file.root().createDataset("scalar", "grüße, 世界");
            file.root().createDataset("array", new String[] {"a", "", "größer"});
            file.root().createDataset("list", List.of(List.of("a"), List.of("b")));
            file.root().createAttribute("ascii", "text");
            file.root().createAttribute("several", new String[] {"ä", "b"});
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            for (String dataset : List.of("/scalar", "/array", "/list")) {
                assertUtf8(file.type(dataset));
            }
            assertThat(file.read("/scalar")).isEqualTo(new String[] {"grüße, 世界"});
            assertThat(file.read("/array")).isEqualTo(new String[] {"a", "", "größer"});
            assertThat(file.read("/list")).isEqualTo(new String[] {"a", "b"});
            assertThat(file.dimensions("/list")).containsExactly(2, 1);
            assertThat(file.attributes("/").read("ascii")).isEqualTo(new String[] {"text"});
            assertThat(file.attributes("/").read("several")).isEqualTo(new String[] {"ä", "b"});
        }
    }

    @Test
    void libhdf5ReadsRecords() {
        Path path = folder.resolve("records.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            file.root().createDataset("samples", SAMPLES);
            file.root().createDataset("kinds", new Kind[] {Kind.SECOND, Kind.FIRST});
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            Map<?, ?> first = (Map<?, ?>) ((Object[]) file.read("/samples"))[0];
            assertThat(first.get("id")).isEqualTo(1L);
            assertThat(first.get("name")).isEqualTo("größer");
            assertThat(first.get("at")).isEqualTo(Map.of("x", 0.5, "y", -1.0));
            assertThat(first.get("kind")).isEqualTo(1L);
            assertThat(first.get("valid")).isEqualTo(1L);
            assertThat(first.get("times")).isEqualTo(List.of(1.0, 2.5));
            assertThat(((Enumeration) file.type("/kinds")).values()).isEqualTo(Map.of("FIRST", 0L, "SECOND", 1L));
            assertThat((Object[]) file.read("/kinds")).containsExactly(1L, 0L);
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            List<Sample> read = file.dataset("samples").readRecords(Sample.class);
            assertThat(read).usingRecursiveComparison().isEqualTo(SAMPLES);
        }
    }

    @Test
    void recordsOfWhatLibhdf5Wrote() {
        VariableString text = new VariableString(StringPadding.NULL_TERMINATED, true);
        Map<String, Long> kinds = new LinkedHashMap<>();
        kinds.put("first", 10L);
        kinds.put("SECOND", 20L);
        Compound type = new Compound(
                60,
                List.of(
                        new Member("id", 4, ReferenceType.int16()),
                        new Member("sensor_name", 8, text),
                        new Member("kind", 24, new Enumeration(ReferenceType.int8(), kinds)),
                        new Member("times", 28, ArrayType.of(ReferenceType.float32(), 3))));
        Map<String, Object> element = new LinkedHashMap<>();
        element.put("id", -7);
        element.put("sensor_name", "grün");
        element.put("kind", 20L);
        element.put("times", List.of(1.0, 2.0, 3.5));
        Path path = folder.resolve("theirs.h5");
        try (ReferenceFile file = ReferenceFile.create(path, ReferenceOptions.defaults())) {
            file.createDataset("/d", type, new long[] {1}, List.of(element));
            file.createDataset(
                    "/ragged",
                    new VariableLength(ReferenceType.int16()),
                    new long[] {2},
                    List.of(List.of(1L, 2L), List.of(3L)));
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            Dataset dataset = file.dataset("d");
            Reading reading = dataset.readRecords(Reading.class).get(0);
            assertThat(reading.id()).isEqualTo(-7);
            assertThat(reading.sensorName()).isEqualTo("grün");
            assertThat(reading.kind()).isEqualTo(Kind.SECOND);
            assertThat(reading.times()).containsExactly(1, 2, 3.5);
            assertThat(file.dataset("ragged").read(double[][].class)).isEqualTo(new double[][] {{1, 2}, {3}});
        }
    }
}
