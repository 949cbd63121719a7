package dev.fallow.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.CreateOptions;
import dev.fallow.Group;
import dev.fallow.Types;
import dev.fallow.WrongTypeException;
import dev.fallow.type.BitField;
import dev.fallow.type.Datatype;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A frame with the members and attributes that pandas writes. Files of pandas itself are in the integration tests. */
class PandasFrameTest {
    private static final int ROWS = 40_000;

    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
    private final Group group = file.root().createGroup("frame");

    @AfterEach
    void close() {
        file.close();
    }

    @BeforeEach
    void store() {
        Map<String, Datatype> members = new LinkedHashMap<>();
        members.put("index", Types.integer(8));
        members.put("values_block_0", Types.array(Types.floatingPoint(8), 3));
        members.put("values_block_1", Types.array(Types.string(4), 1));
        members.put("values_block_2", Types.array(new BitField(1, 1, ByteOrder.LITTLE_ENDIAN, false, false, 0, 8), 1));
        members.put("day", Types.integer(8));
        members.put("kind", Types.integer(1));
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(Map.of(
                    "index",
                    10L * i,
                    "values_block_0",
                    new double[] {i, i / 2.0, -i},
                    "values_block_1",
                    new String[] {i == 1 ? "nan" : "t" + i % 10},
                    "values_block_2",
                    new short[] {(short) (i % 2)},
                    "day",
                    i == 2 ? Long.MIN_VALUE : 1500L * i - 1500,
                    "kind",
                    i % 3 - 1));
        }
        group.createDataset(
                "table", Types.compound(members), new long[] {ROWS}, rows, dev.fallow.DatasetOptions.defaults());
        mark(group, "frame_table");
        attribute("values_block_0_kind", "(lp0\nVb\np1\naVa\np2\na.");
        attribute("values_block_0_dtype", "float64");
        attribute("values_block_1_kind", "(lp0\nVtext\np1\na.");
        attribute("values_block_1_dtype", "bytes32");
        attribute("values_block_2_kind", "(lp0\nVgood\np1\na.");
        attribute("values_block_2_dtype", "bool");
        attribute("day_kind", "(lp0\nVday\np1\na.");
        attribute("day_dtype", "datetime64[ms]");
        attribute("index_kind", "integer");
        attribute("kind_kind", "(lp0\nVkind\np1\na.");
        attribute("kind_dtype", "int8");
        attribute("kind_meta", "category");
        group.createAttribute("non_index_axes", "(lp0\n(I1\n(lp1\nVa\np2\naVtext\np3\naVb\np4\natp5\na.", 0);
        Group categories = group.createGroups("meta/kind/meta");
        mark(categories, "series_table");
        record Category(long index, String values) {}
        categories.createDataset("table", List.of(new Category(0, "red"), new Category(1, "nan")));
    }

    private static void mark(Group group, String type) {
        group.createAttribute("pandas_type", type, 0);
        group.createAttribute("nan_rep", "nan", 0);
    }

    private void attribute(String name, String value) {
        group.dataset("table").createAttribute(name, value, 0);
    }

    @Test
    void columnsHaveTheNamesAndTheOrderOfTheFrame() {
        PandasFrame frame = PandasFrame.of(group);
        assertThat(frame.columns())
                .extracting(PandasFrame.Column::name)
                .containsExactly("index", "values_block_0_2", "good", "day", "kind", "a", "text", "b");
        assertThat(frame.rows()).isEqualTo(ROWS);
        PandasFrame.Column a = frame.columns().get(5);
        assertThat(a.datatype()).isEqualTo(Types.floatingPoint(8));
        assertThat(a.dtype()).isEqualTo("float64");
        assertThat(a.index()).isEqualTo(1);
        assertThat(frame.columns().get(0).dtype()).isEqualTo("integer");
    }

    @Test
    void eachColumnIsReadAsItsType() {
        PandasFrame frame = PandasFrame.of(group);
        assertThat(frame.read("a", double[].class))
                .isEqualTo(IntStream.range(0, ROWS).mapToDouble(i -> i / 2.0).toArray());
        assertThat(frame.read("b", int[].class))
                .isEqualTo(IntStream.range(0, ROWS).toArray());
        assertThat(((long[]) frame.read("index"))[3]).isEqualTo(30);
        assertThat(frame.read("text", String[].class)).hasSize(ROWS).startsWith("t0", null, "t2");
        assertThat(frame.read("good", boolean[].class)).hasSize(ROWS).startsWith(false, true, false);
        assertThat(frame.read("good")).isInstanceOf(boolean[].class);
        assertThat(frame.read("day", Instant[].class))
                .hasSize(ROWS)
                .startsWith(Instant.parse("1969-12-31T23:59:58.500Z"), Instant.EPOCH, null);
        assertThat(frame.read("day", long[].class)).startsWith(-1500, 0, Long.MIN_VALUE);
        assertThat(frame.read("kind", String[].class)).hasSize(ROWS).startsWith(null, "red", "nan", null);
        assertThat(frame.read("kind")).isInstanceOf(String[].class);
    }

    /** pandas 3 stores a pickled None for its default, which is the text nan. */
    @Test
    void missingStrings() {
        group.putAttribute("nan_rep", "N.", 0);
        assertThat(PandasFrame.of(group).read("text", String[].class)).startsWith("t0", null, "t2");
        group.putAttribute("nan_rep", "t2", 0);
        assertThat(PandasFrame.of(group).read("text", String[].class)).startsWith("t0", "nan", null);
    }

    @Test
    void whatCannotBeReadIsNamed() {
        PandasFrame frame = PandasFrame.of(group);
        assertThatThrownBy(() -> frame.read("c"))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("/frame")
                .hasMessageContaining("there is no column c; the columns are [index, values_block_0_2, good,");
        assertThatThrownBy(() -> frame.read("a", String[].class))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("the column a is read as double[], not as String[]");
        assertThatThrownBy(() -> frame.read("kind", int[].class))
                .hasMessageContaining("the column kind is read as String[], not as int[]");
        assertThatThrownBy(() -> frame.read("a", int[].class))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("0.5 is not exactly representable as int32");
        assertThatThrownBy(() -> PandasFrame.of(file.root()))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining(
                        "expected a frame that pandas has stored with format=\"table\", found no attribute");
        group.putAttribute("pandas_type", "frame");
        assertThatThrownBy(() -> PandasFrame.of(group)).hasMessageContaining("found the type frame");
    }

    @Test
    void damagedCategoriesAreNamed() {
        file.delete("/frame/meta/kind/meta/table");
        file.group("/frame/meta/kind/meta").createDataset("table", List.of(new Lonely(0)));
        assertThatThrownBy(() -> PandasFrame.of(group).read("kind"))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("row 2 of kind: expected a code of 1 categories, found 1");
        file.delete("/frame/meta");
        assertThatThrownBy(() -> PandasFrame.of(group).read("kind"))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("expected a table of the categories of kind in meta/kind/meta, found none");
    }

    private record Lonely(long values) {}

    @Test
    void aFrameWithoutRows() {
        file.delete("/frame/table");
        record Row(long index, double x, String text) {}
        group.createDataset("table", Types.of(Row.class), 0);
        PandasFrame frame = PandasFrame.of(group);
        assertThat(frame.read("x", double[].class)).isEmpty();
        assertThat(frame.read("text", String[].class)).isEmpty();
        group.delete("table");
        group.createDataset("table", Types.compound(Map.of("v", Types.array(Types.integer(2), 2))), 0);
        assertThat((short[]) PandasFrame.of(group).read("v_1")).isEmpty();
    }
}
