package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values of every supported type and shape are read back unchanged, also after reopening. */
class ValuesTest {
    private static final List<Object> VALUES = List.of(
            (byte) -7,
            (short) -300,
            -70_000,
            -5_000_000_000L,
            1.5f,
            -2.25e300,
            "text",
            "",
            "grüße, 世界",
            new byte[] {1, -2, 3},
            new short[] {1, -2, 3},
            new int[] {1, -2, Integer.MIN_VALUE},
            new long[] {1, -2, Long.MAX_VALUE},
            new float[] {1, -2, Float.NaN},
            new double[] {1, -2, Double.NEGATIVE_INFINITY},
            new String[] {"a", "", "longer than the others"},
            new int[][] {{1, 2, 3}, {4, 5, 6}},
            new double[2][3][4],
            new String[][] {{"a", "b"}, {"c", "ddd"}},
            new int[0],
            new int[3][0],
            new short[1][1][1][1][1]);

    @Test
    void datasetsOfEachLayoutAndAttributes() {
        ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults());
        for (int i = 0; i < VALUES.size(); i++) {
            Group group = container.root().createGroup("g" + i);
            group.createDataset("contiguous", VALUES.get(i));
            group.createDataset(
                    "compact", VALUES.get(i), DatasetOptions.defaults().withLayout(StorageLayout.COMPACT));
            group.createAttribute("attribute", VALUES.get(i));
        }
        compare(container);
        container.close();
        try (ContainerFile read = ContainerFile.openBytes(
                container.toByteArray(), OpenOptions.defaults().withReadOnly(true))) {
            compare(read);
        }
    }

    @Test
    void filtersAreThoseThatAreStored() {
        ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults());
        DatasetOptions options = DatasetOptions.defaults()
                .withChunks(10)
                .withFilters(Filters.shuffle(), Filters.deflate(4), Filters.fletcher32());
        Dataset filtered = container.root().createDataset("filtered", new int[100], options);
        assertThat(filtered.filters())
                .containsExactly(
                        new FilterSetting(Filters.SHUFFLE, true, Integer.BYTES),
                        new FilterSetting(Filters.DEFLATE, true, 4),
                        new FilterSetting(Filters.FLETCHER32, false));
        assertThat(container
                        .root()
                        .createDataset(
                                "chunked",
                                new int[100],
                                DatasetOptions.defaults().withChunks(10))
                        .filters())
                .isEmpty();
        assertThat(container.root().createDataset("contiguous", new int[100]).filters())
                .isEmpty();
        container.close();
    }

    private static void compare(ContainerFile container) {
        for (int i = 0; i < VALUES.size(); i++) {
            Group group = container.group("g" + i);
            assertThat(group.dataset("contiguous").read()).isEqualTo(VALUES.get(i));
            assertThat(group.dataset("compact").read()).isEqualTo(VALUES.get(i));
            assertThat(group.attribute("attribute").read()).isEqualTo(VALUES.get(i));
        }
    }

    @Test
    void everyIntegerTypeHoldsItsExtremes() {
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            for (int size : new int[] {1, 2, 4, 8}) {
                for (boolean signed : new boolean[] {true, false}) {
                    int bits = 8 * size;
                    long highest = signed || bits == 64 ? Long.MAX_VALUE >>> 64 - bits : (1L << bits) - 1;
                    long lowest = signed ? -highest - 1 : 0;
                    assertHolds(FixedPoint.of(size, signed, order), new long[] {lowest, 0, 1, highest});
                }
            }
        }
    }

    @Test
    void partsOfAnElement() {
        FixedPoint twelveBits = new FixedPoint(1, 2, ByteOrder.LITTLE_ENDIAN, false, false, true, 3, 12);
        assertHolds(twelveBits, new long[] {-2048, -1, 0, 2047});
    }

    private static void assertHolds(FixedPoint type, long[] values) {
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Dataset dataset = container.root().createDataset("d", type, values.length);
            dataset.write(values);
            Object read = dataset.read();
            for (int i = 0; i < values.length; i++) {
                assertThat(java.lang.reflect.Array.getLong(read, i))
                        .as(type + " " + i)
                        .isEqualTo(values[i]);
            }
        }
    }

    @Test
    void floatsOfTwoBytes() {
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            for (FloatingPoint.Order order :
                    List.of(FloatingPoint.Order.LITTLE_ENDIAN, FloatingPoint.Order.BIG_ENDIAN)) {
                Dataset dataset = container.root().createDataset("d" + order, FloatingPoint.ieee(2, order), 7);
                float[] values = {0, -0f, 1, -65504, 0x1p-24f, 0x1.ff8p-15f, Float.POSITIVE_INFINITY};
                dataset.write(values);
                assertThat((float[]) dataset.read()).isEqualTo(values);
            }
        }
    }

    @Test
    void whatWasNeverWrittenReadsAsZerosPastTheEndOfTheFile() {
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Dataset dataset = container.root().createDataset("d", FixedPoint.INT32, 2, 3);
            assertThat(dataset.read()).isEqualTo(new int[2][3]);
            assertThat(dataset.layout()).isEqualTo(StorageLayout.CONTIGUOUS);
            assertThat(dataset.dimensions()).containsExactly(2, 3);
            assertThat(dataset.logicalSize()).isEqualTo(24);
            container.flush();
            assertThat(dataset.read()).isEqualTo(new int[2][3]);
        }
    }

    @Test
    void replacedAttributesMayChangeTypeAndShape() {
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Group root = container.root();
            root.createAttribute("a", 1);
            root.createAttribute("b", 2);
            root.putAttribute("a", new double[50]);
            root.putAttribute("a", "short");
            assertThat(root.attribute("a").read()).isEqualTo("short");
            assertThat(root.attribute("b").read()).isEqualTo(2);
            assertThat(root.attributeNames()).containsExactly("a", "b");
            root.deleteAttribute("a");
            root.deleteAttribute("b");
            assertThat(root.attributeNames()).isEmpty();
            assertThat(container.space().findings()).isEmpty();
        }
    }
}
