package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.type.BitField;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Booleans as PyTables and pandas store them, in bit fields of one byte. */
class TruthsInBitFieldsTest {
    private static final Datatype BITS = new BitField(1, 1, ByteOrder.LITTLE_ENDIAN, false, false, 0, 8);

    record Row(long time, boolean valid) {}

    @Test
    void arraysAreWrittenAsTheyAreRead() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Dataset dataset = file.root()
                    .createDataset(
                            "bits", BITS, new long[] {3}, new boolean[] {true, false, true}, DatasetOptions.defaults());
            assertThat((short[]) dataset.read()).containsExactly((short) 1, (short) 0, (short) 1);
            dataset.write(List.of(false, true, false));
            assertThat(dataset.read(boolean[].class)).containsExactly(false, true, false);
            dataset.write(new byte[] {-1, 0, 2});
            assertThat((short[]) dataset.read()).containsExactly((short) 255, (short) 0, (short) 2);
            dataset.write(new Boolean[] {true, true, false});
            assertThat(dataset.read(boolean[].class)).containsExactly(true, true, false);
            assertThatThrownBy(() -> dataset.write(new Boolean[] {true, null, false}))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("element [1], null, does not fit");
            file.root().putAttribute("flag", BITS, new long[0], true);
            assertThat(file.root().attribute("flag").read(boolean.class)).isTrue();
        }
    }

    @Test
    void recordsAreAppendedAsTheyAreRead() {
        Map<String, Datatype> members = new LinkedHashMap<>();
        members.put("time", FixedPoint.INT64);
        members.put("valid", BITS);
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Dataset table = file.root()
                    .createDataset(
                            "table",
                            Types.compound(members),
                            new long[] {0},
                            DatasetOptions.defaults().withChunks(4).withMaxDimensions(DatasetOptions.UNLIMITED));
            table.append(List.of(new Row(1, true), new Row(2, false)));
            table.append(new Row[] {table.readRecords(Row.class).get(0)});
            assertThat(table.readRecords(Row.class))
                    .containsExactly(new Row(1, true), new Row(2, false), new Row(1, true));
        }
    }

    /** Other integers are no booleans. */
    @Test
    void otherIntegersRefuseBooleans() {
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Dataset bytes = file.root().createDataset("bytes", Types.unsigned(1), 2);
            assertThatThrownBy(() -> bytes.write(new boolean[2])).isInstanceOf(WrongTypeException.class);
        }
    }
}
