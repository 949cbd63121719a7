package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.type.FixedPoint;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.nio.Buffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every integer datatype with every array of integers, against exact arithmetic: what is accepted, and what is read again. */
class IntegerPairsTest {
    /** More than two of the pieces in which numbers are converted. */
    private static final int LENGTH = 5_000;

    /** Of nested arrays: some have fewer elements than are converted at once. */
    private static final int ROWS = 500;

    private static final int[] PLACES = {0, 2_047, 2_048, LENGTH - 1};

    static Stream<FixedPoint> types() {
        List<FixedPoint> types = new ArrayList<>();
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            for (boolean signed : new boolean[] {true, false}) {
                for (int size = 1; size <= Long.BYTES; size++) {
                    types.add(FixedPoint.of(size, signed, order));
                    types.add(new FixedPoint(1, size, order, true, true, signed, 2, 8 * size - 3));
                }
            }
        }
        return types.stream();
    }

    @ParameterizedTest
    @MethodSource("types")
    void whatFitsIsStoredAndTheRestIsRefused(FixedPoint type) {
        BigInteger highest = BigInteger.ONE
                .shiftLeft(type.precision() - (type.signed() ? 1 : 0))
                .subtract(BigInteger.ONE);
        BigInteger lowest = type.signed() ? highest.not() : BigInteger.ZERO;
        try (ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults())) {
            for (Class<?> array : List.of(byte.class, short.class, int.class, long.class)) {
                check(file, type, array, lowest, highest);
            }
        }
    }

    private static void check(
            ContainerFile file, FixedPoint type, Class<?> array, BigInteger lowest, BigInteger highest) {
        int bits = array == byte.class ? 8 : array == short.class ? 16 : array == int.class ? 32 : 64;
        long floor = -1L << bits - 1;
        boolean asBits = !type.signed() && type.filled() && type.precision() == bits && (bits == 8 || bits == 64);
        long least = asBits ? floor : lowest.max(BigInteger.valueOf(floor)).longValueExact();
        long most = asBits ? ~floor : highest.min(BigInteger.valueOf(~floor)).longValueExact();
        Random random = new Random(bits + type.precision());
        Object row = Array.newInstance(array, LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            set(row, i, i == 7 ? least : i == 8 ? most : Math.min(most, least + random.nextInt(120)));
        }
        Dataset dataset =
                file.root().createDataset("d", row, DatasetOptions.defaults().withType(type));
        BigInteger[] read = dataset.read(BigInteger[].class);
        Object natural = dataset.read();
        for (int i = 0; i < LENGTH; i++) {
            BigInteger written = BigInteger.valueOf(Array.getLong(row, i));
            assertThat(read[i])
                    .isEqualTo(asBits && written.signum() < 0 ? written.add(BigInteger.ONE.shiftLeft(bits)) : written);
            assertThat(Array.getLong(natural, i)).isEqualTo(read[i].longValue());
        }
        if (!asBits) {
            checkForms(file, dataset, row);
        }
        file.delete("/d");
        List<Long> outside = new ArrayList<>();
        if (least > floor) {
            outside.add(least - 1);
        }
        if (most < ~floor) {
            outside.add(most + 1);
        }
        for (long each : outside) {
            for (int place : PLACES) {
                long before = Array.getLong(row, place);
                set(row, place, each);
                assertThatThrownBy(() -> file.root()
                                .createDataset(
                                        "d", row, DatasetOptions.defaults().withType(type)))
                        .isInstanceOf(WrongTypeException.class)
                        .hasMessageContaining("[" + place + "]");
                set(row, place, before);
            }
        }
    }

    /** The same elements written from, and read into, nested arrays, lists and buffers. */
    private static void checkForms(ContainerFile file, Dataset dataset, Object row) {
        Object nested = Array.newInstance(row.getClass().getComponentType(), ROWS, LENGTH / ROWS);
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < LENGTH; i++) {
            Object inner = Array.get(nested, i / (LENGTH / ROWS));
            set(inner, i % (LENGTH / ROWS), Array.getLong(row, i));
            list.add(Array.get(row, i));
        }
        Object read = Array.newInstance(row.getClass().getComponentType(), LENGTH);
        dataset.readInto(read);
        assertThat(read).isEqualTo(row);
        RawElements stored = dataset.read(RawElements.class);
        DatasetOptions typed = DatasetOptions.defaults().withType(dataset.datatype());
        Buffer buffer = row instanceof short[] shorts
                ? ShortBuffer.wrap(shorts)
                : row instanceof int[] ints
                        ? IntBuffer.wrap(ints)
                        : row instanceof long[] longs ? LongBuffer.wrap(longs) : null;
        for (Object form : buffer == null ? List.of(nested, list) : List.of(nested, list, buffer)) {
            Dataset other = file.root().createDataset("e", form, typed);
            assertThat(other.read(RawElements.class).bytes()).isEqualTo(stored.bytes());
            file.delete("/e");
        }
        Dataset rows = file.root().createDataset("e", nested, typed);
        Object readRows = Array.newInstance(row.getClass().getComponentType(), ROWS, LENGTH / ROWS);
        rows.readInto(readRows);
        assertThat(Arrays.deepEquals((Object[]) readRows, (Object[]) nested)).isTrue();
        file.delete("/e");
        if (buffer != null) {
            Object target = Array.newInstance(row.getClass().getComponentType(), LENGTH);
            dataset.readInto(
                    target instanceof short[] shorts
                            ? ShortBuffer.wrap(shorts)
                            : target instanceof int[] ints ? IntBuffer.wrap(ints) : LongBuffer.wrap((long[]) target));
            assertThat(target).isEqualTo(row);
        }
    }

    private static void set(Object row, int index, long value) {
        if (row instanceof byte[] bytes) {
            bytes[index] = (byte) value;
        } else if (row instanceof short[] shorts) {
            shorts[index] = (short) value;
        } else if (row instanceof int[] ints) {
            ints[index] = (int) value;
        } else {
            ((long[]) row)[index] = value;
        }
    }
}
