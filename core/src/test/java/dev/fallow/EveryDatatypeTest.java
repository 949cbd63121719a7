package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.report.SpaceReport;
import dev.fallow.type.Array;
import dev.fallow.type.BitField;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FixedString;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.Opaque;
import dev.fallow.type.StringPadding;
import dev.fallow.type.Time;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of every datatype class, in datasets of each layout and in attributes: created, read, replaced, deleted. */
class EveryDatatypeTest {
    private static final FloatingPoint BFLOAT16 = floating(2, 15, 7, 8, 0, 7, 127);
    private static final FloatingPoint X87 = new FloatingPoint(
            1,
            16,
            FloatingPoint.Order.LITTLE_ENDIAN,
            false,
            false,
            false,
            FloatingPoint.Normalization.NONE,
            79,
            0,
            80,
            64,
            15,
            0,
            64,
            16383);

    private static FloatingPoint floating(
            int size, int sign, int exponentAt, int exponentSize, int mantissaAt, int mantissaSize, long bias) {
        return new FloatingPoint(
                1,
                size,
                FloatingPoint.Order.BIG_ENDIAN,
                false,
                false,
                false,
                FloatingPoint.Normalization.IMPLIED,
                sign,
                0,
                8 * size,
                exponentAt,
                exponentSize,
                mantissaAt,
                mantissaSize,
                bias);
    }

    private static FixedPoint integer(int size, boolean signed, ByteOrder order, int offset, int precision) {
        return new FixedPoint(1, size, order, true, true, signed, offset, precision);
    }

    /**
     * Three elements of a type.
     *
     * @param values an array of the Java type in which elements are returned
     */
    record Example(Datatype type, Object values) {
        @Override
        public String toString() {
            return type.getClass().getSimpleName() + " of " + type.size() + " bytes as "
                    + values.getClass().getComponentType().getSimpleName();
        }

        Object first() {
            return java.lang.reflect.Array.get(values, 0);
        }

        Object reversed() {
            Object reversed =
                    java.lang.reflect.Array.newInstance(values.getClass().getComponentType(), 3);
            for (int i = 0; i < 3; i++) {
                java.lang.reflect.Array.set(reversed, i, java.lang.reflect.Array.get(values, 2 - i));
            }
            return reversed;
        }
    }

    private static Map<String, Object> members(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }

    private static Map<String, Datatype> types(Object... keysAndTypes) {
        Map<String, Datatype> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndTypes.length; i += 2) {
            map.put((String) keysAndTypes[i], (Datatype) keysAndTypes[i + 1]);
        }
        return map;
    }

    static Stream<Example> examples() {
        BigInteger huge = BigInteger.ONE.shiftLeft(100).negate();
        Map<String, Long> colours = new LinkedHashMap<>();
        colours.put("RED", -1L);
        colours.put("GREEN", 70_000L);
        Datatype nested = Types.sequence(Types.sequence(Types.string()));
        Datatype record = Types.compound(types(
                "x", Types.floatingPoint(8),
                "name", Types.string(),
                "tags", Types.sequence(Types.unsigned(2)),
                "grid", Types.array(Types.integer(4), 2, 2),
                "flag", Types.bool()));
        return Stream.of(
                new Example(FixedPoint.INT8, new byte[] {1, -2, 3}),
                new Example(FixedPoint.UINT8, new short[] {1, 255, 3}),
                new Example(FixedPoint.of(2, true, ByteOrder.BIG_ENDIAN), new short[] {1, -2, 3}),
                new Example(FixedPoint.UINT32, new long[] {1, 0xFFFF_FFFFL, 3}),
                new Example(FixedPoint.UINT64, new long[] {1, -1, Long.MIN_VALUE}),
                new Example(FixedPoint.of(3, true, ByteOrder.BIG_ENDIAN), new int[] {-1, 0x7FFFFF, -0x800000}),
                new Example(FixedPoint.of(3, false, ByteOrder.LITTLE_ENDIAN), new int[] {1, 0xFFFFFF, 0}),
                new Example(FixedPoint.of(7, true, ByteOrder.LITTLE_ENDIAN), new long[] {-1, 1L << 54, 0}),
                new Example(integer(4, true, ByteOrder.BIG_ENDIAN, 5, 20), new int[] {-1, 524_287, -524_288}),
                new Example(integer(8, false, ByteOrder.LITTLE_ENDIAN, 1, 63), new long[] {0, 1, Long.MAX_VALUE}),
                new Example(
                        integer(20, true, ByteOrder.BIG_ENDIAN, 3, 110),
                        new BigInteger[] {huge, BigInteger.ZERO, huge.negate()}),
                new Example(
                        FixedPoint.of(16, false, ByteOrder.LITTLE_ENDIAN),
                        new BigInteger[] {BigInteger.ONE, huge.negate(), BigInteger.ZERO}),
                new Example(FloatingPoint.FLOAT16, new float[] {1.5f, Float.NEGATIVE_INFINITY, Float.NaN}),
                new Example(FloatingPoint.FLOAT32_BIG_ENDIAN, new float[] {1.5f, Float.MIN_VALUE, -0f}),
                new Example(FloatingPoint.FLOAT64, new double[] {1.5, Double.MAX_VALUE, Double.NaN}),
                new Example(BFLOAT16, new float[] {1.5f, Float.POSITIVE_INFINITY, Math.scalb(1f, -133)}),
                new Example(X87, new Number[] {
                    new BigDecimal(BigInteger.ONE.shiftLeft(16383)),
                    new BigDecimal("-1.0000000000000000001084202172485504434007452800869941711425781250"),
                    Double.POSITIVE_INFINITY
                }),
                new Example(
                        FixedString.of(6, StringPadding.SPACE_PADDED, CharacterSet.UTF_8),
                        new String[] {"abc", "", "größe".substring(0, 4)}),
                new Example(Types.string(), new String[] {"", null, "a longer one, ünïcode"}),
                new Example(new BitField(1, 2, ByteOrder.BIG_ENDIAN, false, true, 2, 9), new int[] {0, 511, 5}),
                new Example(new Time(1, 4, ByteOrder.LITTLE_ENDIAN, 32), new int[] {0, -1, 1_700_000_000}),
                new Example(Types.opaque(3, "a tag"), new byte[][] {{1, 2, 3}, {-1, 0, 0}, {0, 0, 0}}),
                new Example(Types.enumeration(colours), new EnumValue[] {
                    new EnumValue("GREEN", 70_000), new EnumValue("RED", -1), new EnumValue(Optional.empty(), 5)
                }),
                new Example(Types.bool(), new boolean[] {true, false, true}),
                new Example(Types.array(FixedPoint.INT16, 2, 3), new short[][][] {
                    {{1, 2, 3}, {4, 5, 6}}, {{0, 0, 0}, {0, 0, 1}}, {{7, 8, 9}, {7, 8, 9}}
                }),
                new Example(Types.sequence(FixedPoint.INT32), new int[][] {{1, 2, 3}, {}, {4}}),
                new Example(nested, new String[][][] {{{"a", null}, {}}, {}, {{"b"}, {"c", "", "ddd"}, {}}}),
                new Example(Types.complex(4), new ComplexNumber[] {
                    new ComplexNumber(1, -1), new ComplexNumber(0.5, 0), new ComplexNumber(0, 1e10f)
                }),
                new Example(record, new Map<?, ?>[] {
                    members(
                            "x",
                            1.5,
                            "name",
                            "first",
                            "tags",
                            new int[] {1, 65_535},
                            "grid",
                            new int[][] {{1, 2}, {3, 4}},
                            "flag",
                            true),
                    members("x", -0.0, "name", null, "tags", new int[0], "grid", new int[2][2], "flag", false),
                    members(
                            "x",
                            Double.NaN,
                            "name",
                            "",
                            "tags",
                            new int[] {7},
                            "grid",
                            new int[][] {{-1, -2}, {-3, -4}},
                            "flag",
                            true)
                }),
                new Example(
                        Types.objectReference(),
                        new Reference[] {new Reference.ToObject(48), null, new Reference.ToObject(48)}),
                new Example(Types.regionReference(), new Reference[] {
                    new Reference.ToRegion(48, Selection.points(new long[] {1, 2}, new long[] {3, 4})),
                    null,
                    new Reference.ToRegion(48, new Selection.All(Selection.UNKNOWN_RANK))
                }),
                new Example(Types.reference(), new Reference[] {
                    new Reference.ToObject(48),
                    new Reference.ToAttribute(Optional.of("another file"), 48, "größe"),
                    new Reference.ToRegion(48, new Selection.All(2))
                }));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void isReadAsItWasWritten(Example example) {
        ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults());
        Group root = container.root();
        long[] three = {3};
        root.createDataset("contiguous", example.type, three, example.values, DatasetOptions.defaults());
        root.createDataset(
                "compact",
                example.type,
                three,
                example.values,
                DatasetOptions.defaults().withLayout(StorageLayout.COMPACT));
        root.createDataset("scalar", example.type, new long[0], example.first(), DatasetOptions.defaults());
        root.createDataset("null", new Empty(example.type));
        root.createDataset("written later", example.type, 3);
        root.createAttribute("attribute", example.type, three, example.values);
        root.createAttribute("scalar", example.type, new long[0], example.first());
        root.createAttribute("null", new Empty(example.type));
        root.createAttribute(
                "none",
                example.type,
                new long[] {2, 0},
                java.lang.reflect.Array.newInstance(example.values.getClass().getComponentType(), 2, 0));
        root.dataset("written later").write(example.values);
        compare(container, example, example.values, example.first());
        container.close();
        try (ContainerFile read = ContainerFile.openBytes(
                container.toByteArray(), OpenOptions.defaults().withReadOnly(true))) {
            compare(read, example, example.values, example.first());
        }
    }

    private static void compare(ContainerFile container, Example example, Object values, Object scalar) {
        Group root = container.root();
        for (String name : List.of("contiguous", "compact", "written later")) {
            assertThat(root.dataset(name).datatype()).isEqualTo(example.type);
            assertThat(equalForm(root.dataset(name).read())).isEqualTo(equalForm(values));
        }
        assertThat(equalForm(root.dataset("scalar").read())).isEqualTo(equalForm(scalar));
        assertThat(root.dataset("null").read()).isEqualTo(new Empty(example.type));
        assertThat(root.dataset("null").isNull()).isTrue();
        assertThat(equalForm(root.attribute("attribute").read())).isEqualTo(equalForm(values));
        assertThat(root.attribute("attribute").dimensions()).containsExactly(3);
        assertThat(root.attribute("attribute").read(RawElements.class).bytes())
                .hasSize((int) (3 * example.type.size()));
        assertThat(equalForm(root.attribute("scalar").read())).isEqualTo(equalForm(scalar));
        assertThat(root.attribute("null").read()).isEqualTo(new Empty(example.type));
        assertThat(root.attribute("none").isNull()).isFalse();
        assertThat(root.attribute("none").dimensions()).containsExactly(2, 0);
        SpaceReport space = container.space();
        assertThat(space.findings()).isEmpty();
        assertThat(space.untrackedBytes()).isZero();
    }

    /** A form in which arrays inside maps are compared by content, and decimal fractions by value. */
    static Object equalForm(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> lists = new LinkedHashMap<>();
            map.forEach((key, element) -> lists.put(key, equalForm(element)));
            return lists;
        } else if (value != null && value.getClass().isArray()) {
            return java.util.stream.IntStream.range(0, java.lang.reflect.Array.getLength(value))
                    .mapToObj(i -> equalForm(java.lang.reflect.Array.get(value, i)))
                    .collect(java.util.stream.Collectors.toList());
        } else if (value instanceof BigDecimal decimal) {
            return decimal.stripTrailingZeros();
        }
        return value;
    }

    @ParameterizedTest
    @MethodSource("examples")
    void whatIsReplacedOrDeletedIsGivenBack(Example example) {
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Group root = container.root();
            long[] three = {3};
            long before = container.space().liveBytes();
            root.createDataset("contiguous", example.type, three, example.values, DatasetOptions.defaults());
            root.createDataset(
                    "compact",
                    example.type,
                    three,
                    example.values,
                    DatasetOptions.defaults().withLayout(StorageLayout.COMPACT));
            root.createAttribute("attribute", example.type, three, example.values);
            long live = container.space().liveBytes();
            for (int i = 0; i < 5; i++) {
                root.dataset("contiguous").write(example.reversed());
                root.dataset("compact").write(example.reversed());
                root.putAttribute("attribute", example.type, three, example.reversed());
                root.dataset("contiguous").write(example.values);
                root.putAttribute("attribute", example.type, three, example.values);
            }
            assertThat(equalForm(root.dataset("contiguous").read())).isEqualTo(equalForm(example.values));
            assertThat(equalForm(root.dataset("compact").read())).isEqualTo(equalForm(example.reversed()));
            assertThat(equalForm(root.attribute("attribute").read())).isEqualTo(equalForm(example.values));
            assertThat(container.space().findings()).isEmpty();
            assertThat(container.space().liveBytes()).isEqualTo(live);
            container.delete("contiguous");
            container.delete("compact");
            root.deleteAttribute("attribute");
            assertThat(container.space().findings()).isEmpty();
            assertThat(container.space().liveBytes()).isEqualTo(before);
        }
    }

    @Test
    void typesAreInferredFromTruthValuesToo() {
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Group root = container.root();
            root.createAttribute("scalar", true);
            root.createDataset("matrix", new boolean[][] {{true, false}, {false, true}});
            root.createDataset(
                    "strings",
                    new String[] {"a", null, ""},
                    DatasetOptions.defaults().withVariableStrings());
            root.createDataset("default", new String[] {"a", null, ""});
            assertThat(root.dataset("default").datatype()).isEqualTo(Types.string());
            assertThat(root.attribute("scalar").datatype()).isEqualTo(Types.bool());
            assertThat(root.attribute("scalar").read()).isEqualTo(true);
            assertThat(root.dataset("matrix").read()).isEqualTo(new boolean[][] {{true, false}, {false, true}});
            assertThat(root.dataset("strings").read()).isEqualTo(new String[] {"a", null, ""});
            assertThat(root.dataset("strings").datatype()).isEqualTo(Types.string());
        }
    }

    @Test
    void elementsInOtherJavaTypesThatTheyHold() {
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Group root = container.root();
            Datatype colours = Types.enumeration(Map.of("RED", 1L));
            root.createAttribute("a", Types.unsigned(8), new long[] {2}, new Object[] {
                BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE), 7
            });
            root.createAttribute("b", Types.floatingPoint(4), new long[] {2}, new Object[] {1, new BigDecimal("0.5")});
            root.createAttribute("c", colours, new long[] {3}, new Object[] {"RED", 1, (byte) 2});
            root.createAttribute("d", Types.bool(), new long[] {3}, new Object[] {true, "FALSE", 1});
            root.createAttribute("e", BFLOAT16, new long[] {2}, new double[] {0.5, Double.NaN});
            root.createAttribute(
                    "f", Types.sequence(Types.integer(2)), new long[] {2}, new Object[] {new byte[] {1}, null});
            assertThat(root.attribute("a").read()).isEqualTo(new long[] {-1, 7});
            assertThat(root.attribute("b").read()).isEqualTo(new float[] {1, 0.5f});
            assertThat(root.attribute("c").read()).isEqualTo(new EnumValue[] {
                new EnumValue("RED", 1), new EnumValue("RED", 1), new EnumValue(Optional.empty(), 2)
            });
            assertThat(root.attribute("d").read()).isEqualTo(new boolean[] {true, false, true});
            assertThat(root.attribute("e").read()).isEqualTo(new float[] {0.5f, Float.NaN});
            assertThat(root.attribute("f").read()).isEqualTo(new short[][] {{1}, {}});
        }
    }

    /** The text of a record, as in {@code Point[x=1]}; the name of no datatype, and of no public value, in a message. */
    private static final Pattern PRINTED_RECORD = Pattern.compile("\\w\\[\\w+=");

    record Misfit(Datatype type, long[] dimensions, Object value) {}

    static Stream<Misfit> misfits() {
        long[] scalar = {};
        long[] two = {2};
        return Stream.of(
                new Misfit(Types.integer(1), scalar, 128),
                new Misfit(Types.unsigned(1), scalar, -1),
                new Misfit(Types.unsigned(8), scalar, BigInteger.ONE.negate()),
                new Misfit(Types.integer(8), scalar, BigInteger.ONE.shiftLeft(63)),
                new Misfit(Types.integer(4), scalar, 1.5),
                new Misfit(FixedPoint.of(16, false, ByteOrder.LITTLE_ENDIAN), scalar, -1),
                new Misfit(Types.floatingPoint(4), scalar, 0.1),
                new Misfit(Types.floatingPoint(8), scalar, new BigDecimal("0.1")),
                new Misfit(Types.floatingPoint(2), scalar, 65_536f),
                new Misfit(BFLOAT16, scalar, 1.0039062f),
                new Misfit(X87, scalar, new BigDecimal("0.1")),
                new Misfit(X87, scalar, new BigDecimal(BigInteger.ONE.shiftLeft(16384))),
                new Misfit(Types.string(3), scalar, "four"),
                new Misfit(Types.string(), scalar, "a\0b"),
                new Misfit(Types.string(), scalar, 5),
                new Misfit(Types.opaque(3, ""), scalar, new byte[2]),
                new Misfit(Types.enumeration(Map.of("RED", 1L)), scalar, "GREEN"),
                new Misfit(Types.enumeration(Map.of("RED", 1L)), scalar, new EnumValue("RED", 2)),
                new Misfit(Types.bool(), scalar, "MAYBE"),
                new Misfit(Types.array(Types.integer(4), 2), scalar, new int[3]),
                new Misfit(Types.array(Types.integer(4), 2, 2), scalar, new int[2][3]),
                new Misfit(Types.sequence(Types.integer(1)), scalar, new int[] {1, 1000}),
                new Misfit(Types.sequence(Types.integer(1)), scalar, "no array"),
                new Misfit(Types.compound(types("a", Types.integer(4))), scalar, Map.of("b", 1)),
                new Misfit(Types.compound(types("a", Types.integer(4))), scalar, Map.of("a", 1, "b", 1)),
                new Misfit(Types.compound(types("a", Types.integer(4))), scalar, Map.of("a", 1L << 40)),
                new Misfit(Types.objectReference(), scalar, new Reference.ToObject(Optional.of("another file"), 48)),
                new Misfit(Types.objectReference(), scalar, new Reference.ToAttribute(48, "a")),
                new Misfit(Types.regionReference(), scalar, new Reference.ToObject(48)),
                new Misfit(Types.reference(), scalar, new Reference.ToRegion(48, new Selection.All(-1))),
                new Misfit(Types.complex(4), scalar, new ComplexNumber(0.1, 0)),
                new Misfit(Types.integer(4), two, new int[3]),
                new Misfit(Types.integer(4), two, 5),
                new Misfit(Types.integer(4), scalar, new int[1]),
                new Misfit(Types.integer(4), two, new int[2][2]),
                new Misfit(Types.string(), two, new String[] {"only one"}),
                new Misfit(Types.integer(4), scalar, null),
                new Misfit(Types.integer(4), two, new RawElements(new byte[7])),
                new Misfit(Types.string(), scalar, new RawElements(new byte[16])));
    }

    @ParameterizedTest
    @MethodSource("misfits")
    void whatDoesNotFitIsRefusedAndChangesNothing(Misfit misfit) {
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Group root = container.root();
            SpaceReport before = container.space();
            assertThatThrownBy(() -> root.createDataset(
                            "d", misfit.type, misfit.dimensions, misfit.value, DatasetOptions.defaults()))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("d")
                    .message()
                    .doesNotContainPattern(PRINTED_RECORD);
            assertThatThrownBy(() -> root.createAttribute("a", misfit.type, misfit.dimensions, misfit.value))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("a");
            assertThat(root.names()).isEmpty();
            assertThat(root.attributeNames()).isEmpty();
            assertThat(container.space()).isEqualTo(before);
        }
    }

    record Complaint(Datatype type, long[] dimensions, Object value, String words) {}

    static Stream<Complaint> complaints() {
        long[] scalar = {};
        long[] one = {1};
        Datatype point = Types.compound(types("x", Types.floatingPoint(4)));
        Datatype colour = Types.enumeration(Map.of("RED", 1L));
        return Stream.of(
                new Complaint(Types.integer(1), scalar, 128, "the value, 128, does not fit int8"),
                new Complaint(
                        Types.floatingPoint(8), one, new String[] {"a"}, "elements that fit float64, found String"),
                new Complaint(point, scalar, Map.of("y", 1), "{y=1}, does not fit compound{x float32}"),
                new Complaint(colour, scalar, "GREEN", "GREEN, does not fit enum int32{RED}"),
                new Complaint(
                        colour, scalar, new EnumValue("RED", 2), ", RED with number 2, does not fit enum int32{RED}"),
                new Complaint(
                        Types.array(Types.integer(4), 2),
                        scalar,
                        new int[3],
                        ", int[] of length 3, does not fit int32[2]: expected the shape [2], found [3]"),
                new Complaint(
                        Types.complex(4), scalar, new ComplexNumber(0.1, 0), ", 0.1 + 0.0i, does not fit complex64"),
                new Complaint(
                        Types.objectReference(),
                        scalar,
                        new Reference.ToObject(Optional.of("x.h5"), 48),
                        ", a reference to the object at address 48 of x.h5, does not fit object reference"),
                new Complaint(
                        Types.string(),
                        scalar,
                        new RawElements(new byte[16]),
                        "raw elements of utf8 string would be addresses"));
    }

    @ParameterizedTest
    @MethodSource("complaints")
    void messagesNameDatatypesAsNumpyDoes(Complaint complaint) {
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Group root = container.root();
            assertThatThrownBy(() -> root.createDataset(
                            "d", complaint.type, complaint.dimensions, complaint.value, DatasetOptions.defaults()))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageEndingWith(complaint.words);
        }
    }

    @Test
    void unsupportedElementsAreNamed() {
        Datatype wide = new Opaque(1, 1L << 29, "");
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Dataset dataset = container.root().createDataset("d", wide, 0);
            assertThatThrownBy(dataset::read)
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageEndingWith(
                            "elements of opaque of 536870912 bytes are not supported: 536870912 bytes are more than 268435456");
        }
    }

    @Test
    void anAttributeIsPrintedWithItsNameAndDatatype() {
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Group root = container.root();
            root.createAttribute("unit\n", new int[] {1});
            assertThat(root.attribute("unit\n")).hasToString("attribute unit\\n, int32 [1]");
        }
    }

    @Test
    void rawElementsAreTheBytesOfTheFile() {
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Group root = container.root();
            byte[] bytes = {1, 2, 3, 4, 5, 6};
            Datatype type = FixedPoint.of(2, true, ByteOrder.BIG_ENDIAN);
            Dataset dataset =
                    root.createDataset("d", type, new long[] {3}, new RawElements(bytes), DatasetOptions.defaults());
            root.createAttribute("a", type, new long[] {3}, new RawElements(bytes));
            assertThat(dataset.read()).isEqualTo(new short[] {0x102, 0x304, 0x506});
            assertThat(dataset.read(RawElements.class).bytes()).isEqualTo(bytes);
            assertThat(root.attribute("a").read(RawElements.class).bytes()).isEqualTo(bytes);
            dataset.write(new RawElements(new byte[6]));
            assertThat(dataset.read()).isEqualTo(new short[3]);
            assertThat(root.createDataset("unwritten", Types.string(), 2).read())
                    .isEqualTo(new String[2]);
            assertThat(root.dataset("unwritten").read(RawElements.class).bytes())
                    .isEqualTo(new byte[32]);
        }
    }

    @Test
    void referencesAreFollowed() {
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Group root = container.root();
            Dataset dataset = root.createGroup("g").createDataset("d", new int[] {1, 2, 3});
            root.createAttribute(
                    "group",
                    Types.objectReference(),
                    new long[0],
                    root.group("g").reference());
            root.createAttribute(
                    "region",
                    Types.regionReference(),
                    new long[0],
                    dataset.reference(Selection.block(new long[] {1}, new long[] {2})));
            Reference group = (Reference) root.attribute("group").read();
            Reference region = (Reference) root.attribute("region").read();
            assertThat(((Group) container.get(group)).names()).containsExactly("d");
            assertThat(((Dataset) container.get(region)).read()).isEqualTo(new int[] {1, 2, 3});
            assertThat(((Group) container.get(group)).dataset("d").path()).contains("/d");
            assertThatThrownBy(() -> container.get(new Reference.ToObject(Optional.of("x.h5"), 48)))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("x.h5");
            assertThatThrownBy(() -> container.get(new Reference.ToObject(7)))
                    .isInstanceOf(NoSuchObjectException.class);
        }
    }

    /** Members with legacy dimensions, in version 1 compounds. */
    @Test
    void compoundsOfTheFirstVersion() {
        Datatype type = new Compound(
                1,
                20,
                List.of(
                        new Compound.Member("grid", 0, FixedPoint.INT16, List.of(2L, 3L)),
                        new Compound.Member(
                                "name", 12, FixedString.of(8, StringPadding.NULL_PADDED, CharacterSet.ASCII))));
        try (ContainerFile container = ContainerFile.createInMemory(CreateOptions.defaults())) {
            Object value = members("grid", new short[][] {{1, 2, 3}, {4, 5, 6}}, "name", "n");
            container.root().createAttribute("a", type, new long[0], value);
            assertThat(equalForm(container.root().attribute("a").read())).isEqualTo(equalForm(value));
        }
    }

    @Test
    void enumerationsAreMadeFromNumbersThatFit() {
        assertThatThrownBy(() -> Enumeration.of(FixedPoint.INT8, Map.of("LARGE", 128L)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("128");
        assertThat(Enumeration.of(FixedPoint.of(2, false, ByteOrder.BIG_ENDIAN), Map.of("A", 65_535L))
                        .values())
                .containsExactly(-1, -1);
        assertThat(Array.of(FixedPoint.INT8, 2, 3).version()).isEqualTo(3);
    }
}
