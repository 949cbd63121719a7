package dev.fallow.spark.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.ComplexNumber;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.EnumValue;
import dev.fallow.ObjectKind;
import dev.fallow.Reference;
import dev.fallow.spark.hadoop.FileEntry;
import dev.fallow.spark.hadoop.FileVersion;
import dev.fallow.spark.read.table.TableOptions;
import java.io.IOException;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.junit.jupiter.api.Test;

/** Every dataset of the corpus: its cells are the elements that Fallow reads as Java values. */
class CorpusTest {
    private static final long MOST_ELEMENTS = 2_000;

    private static final int MOST_DATASETS = 24;

    private int datasets;
    private int refused;

    @Test
    void cellsAreTheElements() throws IOException {
        String named = System.getProperty("fallow.corpus");
        Path folder = named != null ? Path.of(named) : Path.of("../../shared/corpus");
        assumeTrue(
                Files.isDirectory(folder),
                "no corpus: neither the system property fallow.corpus nor ../shared/corpus beside the repository");
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(path -> path.getFileName().toString().matches(".*\\.(h5|hdf5|hdf|nc4?)"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            compare(file);
        }
        assertThat(datasets).as("%d refused", refused).isGreaterThan(300);
        assertThat(refused).isLessThan(datasets / 10);
    }

    private void compare(Path file) throws IOException {
        List<String> paths = new ArrayList<>();
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            for (Entry entry : container.root().walk(Integer.MAX_VALUE)) {
                if (entry.kind() == ObjectKind.DATASET && entry.problem().isEmpty()) {
                    paths.add(entry.path());
                }
            }
            for (String path : paths.subList(0, Math.min(MOST_DATASETS, paths.size()))) {
                compare(file, container.dataset(path));
            }
        } catch (ContainerException e) {
            refused++;
        }
    }

    private void compare(Path file, Dataset dataset) throws IOException {
        Object[] expected;
        try {
            if (dataset.dimensions() == null
                    || Arrays.stream(dataset.dimensions()).reduce(1, (a, b) -> a * b) > MOST_ELEMENTS) {
                return;
            }
            expected = dataset.read(Object[].class);
        } catch (ContainerException e) {
            return; // not readable by Fallow
        }
        ReadOptions options = new ReadOptions(
                List.of(file.toString()),
                new TableOptions(dataset.path(), TableOptions.RowLayout.CELLS, List.of(), false),
                ReadOptions.ReadMode.FAILFAST,
                "_corrupt",
                false,
                null,
                null,
                true,
                0,
                1_000);
        String[] found = new String[expected.length];
        try {
            read(options, dataset.dimensions(), found);
        } catch (ContainerException | IOException e) {
            refused++; // elements of a virtual dataset, or in external files: not from a byte source
            return;
        }
        datasets++;
        for (int i = 0; i < found.length; i++) {
            assertThat(found[i])
                    .as("%s %s element %d", file, dataset.path(), i)
                    .isEqualTo(types.get(0).text(expected[i]));
        }
    }

    private record Typed(DataType type) {
        String text(Object value) {
            return CorpusTest.text(value, type);
        }
    }

    private final List<Typed> types = new ArrayList<>(List.of(new Typed(null)));

    private void read(ReadOptions options, long[] dimensions, String[] found) throws IOException {
        Configuration configuration = new Configuration();
        List<FileEntry> files = options.list(configuration);
        StructType schema = TableSchema.infer(options, files, configuration).schema();
        types.set(0, new Typed(schema.apply("value").dataType()));
        FileEntry file = files.get(0);
        assertThat(file.version()).isInstanceOf(FileVersion.class);
        ReadPlan plan =
                new ReadPlan(options, schema, FolderColumns.NONE, dimensions.length, false, schema, List.of(), -1);
        int value = schema.fieldIndex("value");
        try (Hdf5PartitionReader reader = new Hdf5PartitionReader(
                new Hdf5Partition(List.of(Hdf5Partition.FilePart.whole(file))), plan, configuration)) {
            while (reader.next()) {
                ColumnarBatch batch = reader.get();
                for (int row = 0; row < batch.numRows(); row++) {
                    InternalRow cells = batch.getRow(row);
                    int at = 0;
                    for (int d = 0; d < dimensions.length; d++) {
                        at = (int) (at * dimensions[d] + cells.getLong(d));
                    }
                    assertThat(found[at]).isNull();
                    found[at] = sparkText(
                            cells.isNullAt(value) ? null : cells.get(value, schema.fields()[value].dataType()),
                            schema.fields()[value].dataType());
                }
            }
        }
    }

    /** A value of Spark as text. */
    private static String sparkText(Object value, DataType type) {
        if (value == null) {
            return "null";
        } else if (type instanceof StructType struct) {
            List<String> members = new ArrayList<>();
            for (int i = 0; i < struct.size(); i++) {
                DataType member = struct.fields()[i].dataType();
                InternalRow row = (InternalRow) value;
                members.add(sparkText(row.isNullAt(i) ? null : row.get(i, member), member));
            }
            return members.toString();
        } else if (type instanceof ArrayType array) {
            List<String> elements = new ArrayList<>();
            ArrayData data = (ArrayData) value;
            for (int i = 0; i < data.numElements(); i++) {
                elements.add(
                        sparkText(data.isNullAt(i) ? null : data.get(i, array.elementType()), array.elementType()));
            }
            return elements.toString();
        } else if (value instanceof Decimal number) {
            return number.toJavaBigDecimal().toPlainString();
        }
        return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : number(value);
    }

    private static String number(Object value) {
        return value instanceof Float || value instanceof Double
                ? Double.toString(((Number) value).doubleValue())
                : value.toString();
    }

    /** A Java value of Fallow as the same text. */
    private static String text(Object value, DataType type) {
        if (value == null) {
            return "null";
        } else if (value instanceof Map<?, ?> || value instanceof ComplexNumber) {
            List<String> members = new ArrayList<>();
            for (StructField field : ((StructType) type).fields()) {
                Object member = value instanceof Map<?, ?> map
                        ? map.get(field.name())
                        : field.name().startsWith("r")
                                ? (Object) ((ComplexNumber) value).real()
                                : ((ComplexNumber) value).imaginary();
                members.add(text(member, field.dataType()));
            }
            return members.toString();
        } else if (type instanceof ArrayType array) {
            List<String> elements = new ArrayList<>();
            for (int i = 0; i < Array.getLength(value); i++) {
                elements.add(text(Array.get(value, i), array.elementType()));
            }
            return elements.toString();
        } else if (value instanceof EnumValue constant) {
            return constant.toString();
        } else if (value instanceof Reference reference) {
            return Long.toString(reference.address());
        } else if (type instanceof DecimalType && value instanceof Long number) {
            return Long.toUnsignedString(number);
        } else if (value instanceof BigDecimal || type.equals(DataTypes.DoubleType)) {
            return Double.toString(((Number) value).doubleValue());
        }
        return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : number(value);
    }
}
