package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.type.Datatype;
import dev.fallow.type.ElementType;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A datatype in the options: the value determines the shape alone. */
class GivenTypeTest {
    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
    private final Group root = file.root();

    @AfterEach
    void close() {
        file.close();
    }

    private static DatasetOptions of(ElementType type) {
        return DatasetOptions.defaults().withType(type);
    }

    private void stored(Datatype type, Object value, long... dimensions) {
        Dataset dataset = root.createDataset("d", value, of(type));
        assertThat(dataset.datatype()).isEqualTo(type);
        assertThat(dataset.dimensions()).isEqualTo(dimensions);
        root.delete("d");
    }

    @Test
    void theShapeIsThatOfTheValue() {
        stored(Types.floatingPoint(2), 1.5);
        stored(Types.unsigned(2), new int[][] {{1, 2, 3}, {4, 5, 6}}, 2, 3);
        stored(Types.unsigned(2), List.of(List.of(1, 2, 3), List.of(4, 5, 6)), 2, 3);
        stored(Types.unsigned(2), new char[][] {{'a'}, {'b'}}, 2, 1);
        stored(Types.floatingPoint(8), FloatBuffer.wrap(new float[] {1, 2}), 2);
        stored(Types.integer(4), new int[0][7], 0, 0);
        stored(Types.integer(4), List.of(), 0);
        stored(Types.string(8), new String[] {"a", "b"}, 2);
        stored(Types.objectReference(), new Reference[] {null, root.reference()}, 2);
        stored(Types.compound(Map.of("x", Types.integer(4))), List.of(Map.of("x", 1), Map.of("x", 2)), 2);
    }

    @Test
    void theDimensionsOfTheElementsAreNotPartOfIt() {
        stored(Types.array(Types.integer(4), 2, 3), new int[4][2][3], 4);
        stored(Types.array(Types.integer(4), 2), new int[] {1, 2});
        stored(Types.sequence(Types.integer(4)), new int[][] {{1}, {}, {1, 2}}, 3);
        stored(Types.sequence(Types.integer(4)), new int[][] {null, {1}}, 2);
        stored(Types.opaque(2, "tag"), new byte[][] {{1, 2}}, 1);
    }

    @Test
    void theOtherOptionsApply() {
        Dataset half = root.createDataset(
                "half",
                new double[] {0.1, 0.2},
                of(Types.floatingPoint(2))
                        .withConversion(Conversion.ROUNDING)
                        .withMaxDimensions(DatasetOptions.UNLIMITED));
        assertThat(half.read(double[].class)).containsExactly(0.0999755859375, 0.199951171875);
        assertThat(half.maxDimensions()).containsExactly(DatasetOptions.UNLIMITED);
        assertThatThrownBy(() -> root.createDataset("no", new double[] {0.1}, of(Types.floatingPoint(2))))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("Conversion.ROUNDING");
        CommittedDatatype committed = root.commitDatatype("type", Types.integer(8));
        Dataset refers = root.createDataset("refers", new int[] {1, 2}, of(committed));
        assertThat(refers.datatype()).isEqualTo(Types.integer(8));
        assertThat(committed.linkCount()).isEqualTo(2);
        Dataset none = root.createDataset("none", new Empty(Types.integer(4)), of(Types.integer(8)));
        assertThat(none.isNull()).isTrue();
        assertThat(none.datatype()).isEqualTo(Types.integer(8));
    }

    private void refused(Object value, Datatype type, String message) {
        assertThatThrownBy(() -> root.createDataset("d", value, of(type)))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContainingAll("container in memory: /, d: ", message);
        assertThat(root.names()).doesNotContain("d");
    }

    @Test
    void valuesWithoutTheShapeAreRefused() {
        refused(null, Types.integer(4), "found null");
        refused(1, Types.sequence(Types.integer(4)), "found Integer");
        refused(new RawElements(new byte[8]), Types.integer(4), "found RawElements");
        refused(new int[][] {{1, 2}, {3}}, Types.integer(4), "expected the shape [2, 2], found 1 elements in row [1]");
        refused(new Object[] {1, "a"}, Types.integer(4), "element [1], a, does not fit int32");
    }

    /** The type would be ignored, or contradict the one that is given. */
    @Test
    void callsWithATypeRefuseIt() {
        DatasetOptions options = of(Types.integer(8));
        for (Runnable call : List.<Runnable>of(
                () -> root.createDataset("d", Types.integer(4), new long[] {1}, options),
                () -> root.createDataset("d", Types.integer(4), new long[] {1}, new int[1], options),
                () -> root.createVirtualDataset("d", Types.integer(4), new long[] {1}, List.of(), options),
                () -> root.createDataset("other", 1).copyTo(root, "d", options),
                () -> root.createDataset("d", "text", options.withStringLength(4)))) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageMatching(
                            "container in memory: /, d: .*(given twice: int32, and int64|stringLength 4).*");
        }
        assertThat(root.exists("d")).isFalse();
    }
}
