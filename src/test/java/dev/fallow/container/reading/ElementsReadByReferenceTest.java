package dev.fallow.container.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.CommittedDatatype;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Empty;
import dev.fallow.EnumValue;
import dev.fallow.FileFormat;
import dev.fallow.Group;
import dev.fallow.Reference;
import dev.fallow.Selection;
import dev.fallow.StorageLayout;
import dev.fallow.Types;
import dev.fallow.container.OurSnapshot;
import dev.fallow.container.session.Differences;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.snapshot.ObjectSnapshot;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.report.SpaceReport;
import dev.fallow.type.BitField;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FixedString;
import dev.fallow.type.FloatingPoint;
import dev.fallow.type.StringPadding;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** libhdf5 reads the elements that Fallow writes, of every datatype class, and can edit the file afterwards. */
@NeedsReference
class ElementsReadByReferenceTest {
    @TempDir
    private Path folder;

    private static FloatingPoint floating(
            int size, FloatingPoint.Order order, int exponentSize, int mantissaSize, long bias) {
        int bits = 1 + exponentSize + mantissaSize;
        return new FloatingPoint(
                1,
                size,
                order,
                false,
                false,
                false,
                FloatingPoint.Normalization.IMPLIED,
                bits - 1,
                0,
                bits,
                mantissaSize,
                exponentSize,
                0,
                mantissaSize,
                bias);
    }

    private static Map<String, Object> record(double x, String name, int... tags) {
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("x", x);
        record.put("name", name);
        record.put("tags", tags);
        record.put("grid", new int[][] {{1, 2}, {3, 4}});
        record.put("flag", x > 0);
        return record;
    }

    private static Datatype recordType() {
        Map<String, Datatype> members = new LinkedHashMap<>();
        members.put("x", Types.floatingPoint(8));
        members.put("name", Types.string());
        members.put("tags", Types.sequence(Types.unsigned(2)));
        members.put("grid", Types.array(Types.integer(4), 2, 2));
        members.put("flag", Types.bool());
        return Types.compound(members);
    }

    /** Maps each datatype to two elements. */
    private static Map<Datatype, Object[]> examples() {
        Map<String, Long> colours = new LinkedHashMap<>();
        colours.put("RED", -1L);
        colours.put("GREEN", 70_000L);
        Map<Datatype, Object[]> examples = new LinkedHashMap<>();
        examples.put(FixedPoint.UINT8, new Object[] {255, 0});
        examples.put(FixedPoint.UINT64, new Object[] {-1L, 1L});
        examples.put(FixedPoint.of(3, true, ByteOrder.BIG_ENDIAN), new Object[] {-1, 0x7FFFFF});
        examples.put(
                new FixedPoint(1, 4, ByteOrder.BIG_ENDIAN, true, true, true, 3, 25), new Object[] {-5, 16_777_215});
        examples.put(FloatingPoint.FLOAT16, new Object[] {1.5f, -0.25f});
        examples.put(floating(2, FloatingPoint.Order.LITTLE_ENDIAN, 8, 7, 127), new Object[] {1.5f, -3.0f});
        examples.put(floating(4, FloatingPoint.Order.BIG_ENDIAN, 6, 20, 31), new Object[] {0.125, -1000.5});
        examples.put(FixedString.of(5, StringPadding.SPACE_PADDED, CharacterSet.ASCII), new Object[] {"abc", "defgh"});
        examples.put(Types.string(), new Object[] {"größe, 世界", ""});
        examples.put(new BitField(1, 2, ByteOrder.LITTLE_ENDIAN, false, false, 1, 14), new Object[] {16_383, 5});
        examples.put(Types.opaque(3, "a tag"), new Object[] {new byte[] {1, 2, 3}, new byte[] {-1, 0, 0}});
        examples.put(
                Types.enumeration(colours), new Object[] {new EnumValue("GREEN", 70_000), new EnumValue("RED", -1)});
        examples.put(Types.bool(), new Object[] {true, false});
        examples.put(Types.array(FixedPoint.INT16, 2, 3), new Object[] {
            new short[][] {{1, 2, 3}, {4, 5, 6}}, new short[2][3]
        });
        examples.put(Types.sequence(FixedPoint.INT32), new Object[] {new int[] {1, 2, 3}, new int[0]});
        examples.put(Types.sequence(Types.sequence(Types.string())), new Object[] {
            new String[][] {{"a", "bb"}, {}, {"ccc"}}, new String[0][]
        });
        examples.put(recordType(), new Object[] {record(1.5, "first", 1, 65_535), record(-1, "")});
        return examples;
    }

    private static Object array(Object... elements) {
        return elements;
    }

    private static void write(Group group) {
        int number = 0;
        for (Map.Entry<Datatype, Object[]> example : examples().entrySet()) {
            Datatype type = example.getKey();
            Object both = array(example.getValue());
            String name = "type " + number++;
            group.createDataset(name, type, new long[] {2}, both, DatasetOptions.defaults())
                    .createAttribute("attribute", type, new long[] {2}, both);
            group.createDataset(
                    "compact " + name,
                    type,
                    new long[] {2},
                    both,
                    DatasetOptions.defaults().withLayout(StorageLayout.COMPACT));
            group.createDataset("scalar " + name, type, new long[0], example.getValue()[0], DatasetOptions.defaults())
                    .createAttribute("scalar", type, new long[0], example.getValue()[1]);
            group.createDataset("null " + name, new Empty(type)).createAttribute("null", new Empty(type));
            group.createDataset("unwritten " + name, type, 2, 2);
        }
    }

    private static void writeReferences(Group group) {
        Dataset dataset = group.createDataset("referred to", new int[6][7]);
        dataset.createAttribute("a", 1);
        Selection block = Selection.block(new long[] {1, 2}, new long[] {3, 4});
        Selection points = Selection.points(new long[] {0, 0}, new long[] {5, 6});
        group.createDataset(
                "objects",
                Types.objectReference(),
                new long[] {3},
                array(dataset.reference(), null, group.reference()),
                DatasetOptions.defaults());
        group.createDataset(
                "regions",
                Types.regionReference(),
                new long[] {3},
                array(dataset.reference(block), null, dataset.reference(points)),
                DatasetOptions.defaults());
        group.createAttribute("object", Types.objectReference(), new long[0], dataset.reference());
        group.createAttribute("region", Types.regionReference(), new long[0], dataset.reference(block));
        group.createAttribute(
                "any",
                Types.reference(),
                new long[] {4},
                array(
                        group.reference(),
                        dataset.reference(points),
                        new Reference.ToAttribute(dataset.address(), "a"),
                        dataset.reference(new Selection.All(2))));
    }

    /** Returns the snapshot of libhdf5, after asserting that Fallow reads the same. */
    private static SortedMap<String, ObjectSnapshot> compared(Path path) {
        SortedMap<String, ObjectSnapshot> seen = Snapshot.of(path);
        Differences.none(path.toString(), OurSnapshot.of(path), seen);
        return seen;
    }

    private static ContainerFile create(Path path, FileFormat format) {
        return ContainerFile.create(path, CreateOptions.defaults().withFormat(format));
    }

    @ParameterizedTest
    @EnumSource
    void everyClass(FileFormat format) {
        Path path = folder.resolve("elements.h5");
        try (ContainerFile file = create(path, format)) {
            write(file.root().createGroup("g"));
            writeReferences(file.root());
        }
        SortedMap<String, ObjectSnapshot> seen = compared(path);
        assertThat(String.valueOf(seen.get("/regions").values())).contains("referred to");
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            file.delete("/g");
            file.copy("/regions", "/copy");
        }
        compared(path);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsWrittenOverAndWhatIsLeft(FileFormat format) {
        Path path = folder.resolve("replaced.h5");
        try (ContainerFile file = create(path, format)) {
            write(file.root());
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            int number = 0;
            for (Map.Entry<Datatype, Object[]> example : examples().entrySet()) {
                Object swapped = array(example.getValue()[1], example.getValue()[0]);
                Dataset dataset = file.dataset("type " + number);
                dataset.write(swapped);
                dataset.putAttribute("attribute", example.getKey(), new long[] {2}, swapped);
                file.dataset("compact type " + number).write(swapped);
                file.delete("scalar type " + number);
                number++;
            }
            SpaceReport space = file.space();
            assertThat(space.findings()).isEmpty();
            assertThat(space.untrackedBytes()).isZero();
        }
        compared(path);
    }

    @ParameterizedTest
    @EnumSource
    void committedDatatypes(FileFormat format) {
        Path path = folder.resolve("committed.h5");
        Object two = array(record(1.5, "first", 1), record(-1, ""));
        try (ContainerFile file = create(path, format)) {
            Group root = file.root();
            CommittedDatatype type = root.commitDatatype("type", recordType());
            type.createAttribute("meaning", "a record");
            root.createDataset("first", type, new long[] {2}, two, DatasetOptions.defaults());
            root.createDataset(
                            "second",
                            type,
                            new long[] {2},
                            two,
                            DatasetOptions.defaults().withLayout(StorageLayout.COMPACT))
                    .createAttribute("a", type, new long[] {2}, two);
            root.createAttribute("a", type, new long[] {2}, two);
            assertThat(type.linkCount()).isEqualTo(5);
        }
        assertThat(compared(path)).containsKeys("/type", "/first", "/second");
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            assertThat(file.referenceCount("/type")).isEqualTo(5);
            file.delete("/first");
            assertThat(file.referenceCount("/type")).isEqualTo(4);
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            Object second = file.dataset("second").read();
            file.root().deleteAttribute("a");
            file.delete("type");
            assertThat(file.dataset("second").read()).usingRecursiveComparison().isEqualTo(second);
            file.delete("second");
            assertThat(file.space().findings()).isEmpty();
        }
        assertThat(compared(path)).containsOnlyKeys("/");
    }
}
