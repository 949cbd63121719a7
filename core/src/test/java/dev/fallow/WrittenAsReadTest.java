package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.type.BitField;
import dev.fallow.type.Datatype;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is read as a Java type can be written as this type. */
class WrittenAsReadTest {
    private static final DatasetOptions GROWING =
            DatasetOptions.defaults().withChunks(4).withMaxDimensions(DatasetOptions.UNLIMITED);
    private static final BitField BITS = new BitField(1, 1, ByteOrder.LITTLE_ENDIAN, false, false, 0, 8);

    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());

    @AfterEach
    void close() {
        file.close();
    }

    /** A row of a table of PyTables. */
    record Row(long id, boolean good, boolean[] flags) {}

    private Dataset table() {
        Map<String, Datatype> members = new LinkedHashMap<>();
        members.put("id", Types.integer(8));
        members.put("good", BITS);
        members.put("flags", Types.array(BITS, 2));
        return file.root().createDataset("table", Types.compound(members), new long[] {2}, GROWING);
    }

    @Test
    void booleansOfRecords() {
        Dataset table = table();
        table.append(List.of(new Row(1, true, new boolean[] {false, true}), new Row(2, false, new boolean[2])));
        Row read = table.readRecords(Row.class).get(2);
        assertThat(read.good()).isTrue();
        assertThat(read.flags()).containsExactly(false, true);
        table.append(read);
        try (Appender appender = table.appender()) {
            appender.append(read);
        }
        table.write(Selection.of("0"), read);
        assertThat(table.readMember("good", boolean[].class)).containsExactly(true, false, true, false, true, true);
        assertThat(table.readMember("good", byte[].class)).containsExactly(1, 0, 1, 0, 1, 1);
    }

    @Test
    void booleansOfBitFields() {
        Dataset flags = file.root().createDataset("flags", BITS, new long[] {3}, GROWING);
        flags.write(new boolean[] {true, false, true});
        flags.append(new boolean[] {true});
        flags.append(false);
        flags.append(List.of(true, 3));
        try (Appender appender = flags.appender(Conversion.ROUNDING)) {
            appender.append(true);
        }
        flags.write(Selection.of("0"), false);
        assertThat(flags.read(byte[].class)).containsExactly(0, 0, 1, 1, 0, 1, 3, 1);
        assertThatThrownBy(() -> flags.write(Selection.of("0"), "true"))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContainingAll("/flags", "expected elements that fit bitfield8, found String");
    }

    /** Only the bits of the field change. */
    @Test
    void booleansOfAFieldOfFewBits() {
        BitField high = new BitField(1, 1, ByteOrder.LITTLE_ENDIAN, true, true, 6, 1);
        Dataset flags = file.root().createDataset("flags", high, 2);
        flags.write(new boolean[] {true, false});
        assertThat(flags.read(RawElements.class).bytes()).containsExactly(0xFF, 0xBF);
        assertThat(flags.read(boolean[].class)).containsExactly(true, false);
    }

    @Test
    void charactersOfUnsignedIntegers() {
        Dataset units = file.root().createDataset("units", Types.unsigned(2), new long[] {0}, GROWING);
        units.append(new char[] {'a', '\uffff'});
        units.append('b');
        assertThat(units.read(char[].class)).containsExactly('a', '\uffff', 'b');
        assertThat(units.read(int[].class)).containsExactly('a', 0xFFFF, 'b');
        assertThat(units.read(Character[].class)).containsExactly('a', '\uffff', 'b');
        Dataset signed = file.root().createDataset("signed", new short[1]);
        assertThatThrownBy(() -> signed.read(char[].class)).hasMessageContaining("cannot be read as char");
        assertThatThrownBy(() -> signed.write(new char[1])).hasMessageContaining("found char");
    }
}
