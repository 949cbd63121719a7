package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.type.Datatype;
import dev.fallow.type.Time;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Elements of datatype class time as instants, in the form of PyTables. */
class TimesTest {
    private static final Datatype TIME64 = new Time(1, 8, ByteOrder.LITTLE_ENDIAN, 64);
    private static final Datatype TIME32 = new Time(1, 4, ByteOrder.BIG_ENDIAN, 32);

    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
    private final Group root = file.root();

    @AfterEach
    void close() {
        file.close();
    }

    /** What PyTables 3.11 stores of -1.25, -0.5, 0, 0.9999999, 1e9 + 0.1, and its first and last second. */
    private static final long[] STORED = {
        -250_000,
        4_294_467_296L,
        0,
        1_000_000,
        4_294_967_296_000_100_000L,
        -9_223_372_032_560_058_512L,
        9_223_372_032_560_308_512L
    };

    private static final Instant[] INSTANTS = {
        Instant.parse("1969-12-31T23:59:58.750Z"),
        Instant.parse("1969-12-31T23:59:59.500Z"),
        Instant.EPOCH,
        Instant.ofEpochSecond(1),
        Instant.parse("2001-09-09T01:46:40.100Z"),
        Instant.parse("1901-12-13T20:45:51.750Z"),
        Instant.parse("2038-01-19T03:14:07.500Z")
    };

    private Dataset create(Datatype type, Object value) {
        return root.createDataset("d", value, DatasetOptions.defaults().withType(type));
    }

    @Test
    void theFormOfPyTablesIsReadAndWritten() {
        Dataset dataset = create(TIME64, STORED);
        assertThat(dataset.read(Instant[].class)).isEqualTo(INSTANTS);
        assertThat(dataset.read(Selection.index(-1), Instant.class)).isEqualTo(INSTANTS[6]);
        assertThat(dataset.read(long[].class)).isEqualTo(STORED);
        dataset.write(INSTANTS);
        long[] written = STORED.clone();
        written[3] = 1L << 32; // a whole second has no microseconds
        assertThat(dataset.read()).isEqualTo(written);
        dataset.write(Selection.index(0), Instant.ofEpochSecond(-2));
        assertThat(dataset.read(long[].class)[0]).isEqualTo(-2L << 32);
        root.putAttribute("t", TIME64, new long[0], INSTANTS[4]);
        assertThat(root.attribute("t").read(Instant.class)).isEqualTo(INSTANTS[4]);
    }

    @Test
    void secondsInFourBytes() {
        Dataset dataset =
                create(TIME32, new Instant[] {Instant.ofEpochSecond(-1), Instant.ofEpochSecond(Integer.MAX_VALUE)});
        assertThat(dataset.read()).isEqualTo(new int[] {-1, Integer.MAX_VALUE});
        assertThat(dataset.read(Instant[].class)[0]).isEqualTo(Instant.ofEpochSecond(-1));
        refused(dataset, INSTANTS[0], "it has whole seconds since 1970, of 32 bits");
    }

    record Row(int id, Instant when) {}

    @Test
    void componentsOfRecords() {
        Map<String, Datatype> members = new LinkedHashMap<>();
        members.put("id", Types.integer(4));
        members.put("when", TIME64);
        Dataset table = root.createDataset(
                "table",
                Types.compound(members),
                new long[] {0},
                DatasetOptions.defaults().withMaxDimensions(DatasetOptions.UNLIMITED));
        List<Row> rows = List.of(new Row(1, INSTANTS[0]), new Row(2, INSTANTS[4]));
        table.append(rows);
        assertThat(table.readRecords(Row.class)).isEqualTo(rows);
        assertThat(table.readMember("when", Instant[].class)).containsExactly(INSTANTS[0], INSTANTS[4]);
        assertThat(table.readMember("when", long[].class)).containsExactly(STORED[0], STORED[4]);
    }

    @Test
    void whatDoesNotFitIsRefused() {
        Dataset dataset = create(TIME64, STORED);
        refused(dataset, Instant.ofEpochSecond(0, 1), "it has seconds and microseconds since 1970, of 32 bits");
        refused(dataset, Instant.ofEpochSecond(1L << 31), "does not fit time64");
        refused(dataset, Instant.MIN, "does not fit time64");
        assertThat(dataset.read()).isEqualTo(STORED);
        dataset.write(Selection.index(2), 1_700_000_000L); // seconds, of another program
        assertThatThrownBy(() -> dataset.read(Instant[].class))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContainingAll(
                        "/d: element [2]: time64 1700000000 is not in the form of PyTables", "read it as long");
    }

    private static void refused(Dataset dataset, Instant instant, String message) {
        assertThatThrownBy(() -> dataset.write(Selection.index(0), instant))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContainingAll(instant.toString(), message);
    }
}
