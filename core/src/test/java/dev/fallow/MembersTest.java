package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.type.Datatype;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One member of a compound is read by its name. */
class MembersTest {
    private static final int ROWS = 1000;

    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
    private final Group root = file.root();

    @AfterEach
    void close() {
        file.close();
    }

    private Dataset table(String name, DatasetOptions options) {
        Map<String, Datatype> members = new LinkedHashMap<>();
        members.put("id", Types.integer(4));
        members.put("text", Types.string());
        members.put("block", Types.array(Types.floatingPoint(8), 2));
        members.put("ratio", Types.floatingPoint(8));
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(Map.of("id", i, "text", "t" + i, "block", new double[] {i, -i}, "ratio", i / 2.0));
        }
        return root.createDataset(name, Types.compound(members), new long[] {ROWS}, rows, options);
    }

    @Test
    void aColumnIsRead() {
        DatasetOptions chunked = DatasetOptions.defaults().withChunks(64);
        for (Dataset table : List.of(table("contiguous", DatasetOptions.defaults()), table("chunks", chunked))) {
            int[] ids = IntStream.range(0, ROWS).toArray();
            assertThat(table.readMember("id", int[].class)).isEqualTo(ids);
            assertThat(table.readMember("id", Object.class)).isEqualTo(ids);
            assertThat(table.readMember("ratio", double[].class)[7]).isEqualTo(3.5);
            assertThat(table.readMember("text", String[].class)).hasSize(ROWS).contains("t999");
            assertThat(table.readMember("block", double[][].class)[3]).containsExactly(3, -3);
            assertThat(table.readMember(Selection.of("998:"), "id", long[].class))
                    .containsExactly(998, 999);
            assertThat(table.readMember(Selection.of("5"), "text", String.class))
                    .isEqualTo("t5");
            assertThat(table.readMember(Selection.of("0:10:5"), "ratio", double[].class))
                    .containsExactly(0, 2.5);
        }
    }

    @Test
    void oneElementOfAnArrayIsRead() {
        Dataset table = table("d", DatasetOptions.defaults().withChunks(64));
        assertThat(table.readMember(Selection.of("1:4"), "block", 1, int[].class))
                .containsExactly(-1, -2, -3);
        assertThat(table.readMember(Selection.all(), "block", 0, double[].class))
                .hasSize(ROWS)
                .contains(999);
        assertThatThrownBy(() -> table.readMember(Selection.all(), "block", 2, double[].class))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("/d, member block: there is no element 2; the member is float64[2]");
        assertThatThrownBy(() -> table.readMember(Selection.all(), "id", 0, int[].class))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("there is no element 0; the member is int32");
        assertThatThrownBy(() -> table.readMember(Selection.all(), "block", -1, int[].class))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void elementsThatWereNeverWritten() {
        Dataset table = root.createDataset(
                "d",
                Types.of(Point.class),
                new long[] {2, 3},
                DatasetOptions.defaults().withFillValue(new Point(1, 2)));
        assertThat(table.readMember("y", double[][].class)).isDeepEqualTo(new double[][] {{2, 2, 2}, {2, 2, 2}});
        assertThat(table.readMember("y", int[].class)).containsExactly(2, 2, 2, 2, 2, 2);
        Dataset nothing = root.createDataset("n", new Empty(Types.of(Point.class)));
        assertThat(nothing.readMember("y", double[].class)).isEmpty();
    }

    private record Point(double x, double y) {}

    @Test
    void whatIsNotThereIsNamed() {
        Dataset points = root.createDataset("points", List.of(new Point(1, 0.5)));
        assertThatThrownBy(() -> points.readMember("z", double[].class))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("/points: there is no member z; the members are [x, y]");
        assertThatThrownBy(() -> points.readMember("y", int[].class))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining(
                        "/points, member y: element [0]: float64 0.5 is not exactly representable as int32");
        assertThatThrownBy(() -> points.readMember("y", String[].class))
                .hasMessageContaining("/points, member y: elements of float64 cannot be read as String");
        Dataset numbers = root.createDataset("numbers", new int[3]);
        assertThatThrownBy(() -> numbers.readMember("x", int[].class))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("/numbers: there is no member x; the elements are int32");
    }
}
