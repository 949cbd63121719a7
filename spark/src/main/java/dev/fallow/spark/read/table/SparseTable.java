package dev.fallow.spark.read.table;

import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.Dataset;
import dev.fallow.Group;
import dev.fallow.NameText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * A sparse matrix as AnnData stores it: a group with the attribute {@code encoding-type} {@code csr_matrix} or {@code csc_matrix}, and the datasets
 * {@code data}, {@code indices} and {@code indptr}. A row is a stored element: {@code i0}, {@code i1} and {@code value}; of {@code X} and the layers also {@code obs} and
 * {@code var}, the names of row and column.
 */
final class SparseTable extends FileTable {
    private static final String ENCODING = "encoding-type";
    private static final String VALUE = "value";

    private final ContainerFile container;
    private final BoxElements data;
    private final BoxElements indices;
    private final Dataset starts;
    /** The axis along which elements lie together: 0 for rows, 1 for columns. */
    private final int major;

    private final long[] shape;
    private final long length;

    SparseTable(String file, ContainerFile container, Group group) {
        super(file, group.path());
        this.container = container;
        major = TextAttributes.text(group, ENCODING, "").equals("csr_matrix") ? 0 : 1;
        data = new BoxElements(group.dataset("data"));
        indices = new BoxElements(group.dataset("indices"));
        starts = group.dataset("indptr");
        shape = group.attribute("shape").read(long[].class);
        long[] found = dimensions(file, data.dataset());
        if (shape.length != 2 || found.length != 1) {
            throw fail("a matrix of two dimensions", Arrays.toString(shape));
        }
        length = found[0];
        check(indices.dataset(), length);
        check(starts, shape[major] + 1);
    }

    private void check(Dataset dataset, long expected) {
        long[] found = dimensions(file, dataset);
        if (found.length != 1 || found[0] != expected) {
            throw fail(file, dataset.path(), expected + " elements", Arrays.toString(found));
        }
    }

    static boolean isIn(Group group) {
        return TextAttributes.text(group, ENCODING, "").matches("cs[rc]_matrix");
    }

    @Override
    public long[] dimensions() {
        return new long[] {length};
    }

    @Override
    public List<TableColumn> columns() {
        List<TableColumn> columns = new ArrayList<>(List.of(index(0), index(1)));
        for (int axis = 0; axis < 2; axis++) {
            TableColumn names = names(axis);
            if (names != null) {
                columns.add(names);
            }
        }
        columns.add(value());
        return columns;
    }

    private TableColumn value() {
        Dataset dataset = data.dataset();
        return TableColumn.parts(VALUE, SparkTypes.of(dataset.datatype()), data, ElementPart.whole(dataset.datatype()));
    }

    private TableColumn index(int axis) {
        return TableColumn.of("i" + axis, DataTypes.LongType, axis == major ? data : indices, target -> numbers(axis));
    }

    private ColumnReader numbers(int axis) {
        if (axis == major) {
            return new MajorReader();
        }
        ColumnReader stored = ElementReader.of(indices, DataTypes.LongType);
        return (box, first, count, target) -> {
            stored.put(box, first, count, target);
            for (int i = 0; i < count; i++) {
                long number = target.getLong(i);
                if (number < 0 || number >= shape[axis]) {
                    throw damaged(indices.dataset(), "an index below " + shape[axis], number);
                }
            }
        };
    }

    /** Finds the row of each element (of columns, the column): the one in whose range its number is. */
    private final class MajorReader implements ColumnReader {
        private long[] from;

        @Override
        public void put(Box box, int first, int count, WritableColumnVector target) {
            if (from == null) {
                from = starts();
            }
            long at = box.start()[0] + first;
            int line = Arrays.binarySearch(from, at);
            line = line < 0 ? -line - 2 : line;
            for (int i = 0; i < count; i++) {
                while (from[line + 1] <= at + i) {
                    line++;
                }
                target.putLong(i, line);
            }
        }
    }

    private long[] starts() {
        long[] from = starts.read(long[].class);
        boolean ordered = from[0] == 0 && from[from.length - 1] == length;
        for (int i = 1; i < from.length && ordered; i++) {
            ordered = from[i - 1] <= from[i];
        }
        if (!ordered) {
            throw damaged(starts, "numbers in order from 0 to " + length, "others");
        }
        return from;
    }

    private CorruptFileException damaged(Dataset dataset, String expected, Object found) {
        return new CorruptFileException(
                "%s: %s: expected %s, found %s".formatted(file, NameText.printable(dataset.path()), expected, found));
    }

    /** The names along an axis, once for each element; null if there are none. */
    private TableColumn names(int axis) {
        Dataset names =
                AnnotatedNames.isMatrix(container, path()) ? AnnotatedNames.of(container, axis, shape[axis]) : null;
        if (names == null) {
            return null;
        }
        DataType type = SparkTypes.of(names.datatype());
        return TableColumn.of(AnnotatedNames.AXES[axis], type, axis == major ? data : indices, target -> {
            ColumnReader all = ElementReader.of(new BoxElements(names), type);
            ColumnReaders.Other numbers = new ColumnReaders.Other(numbers(axis), DataTypes.LongType);
            WritableColumnVector[] read = {null};
            Vectors.Put copy = Vectors.copying(type);
            return (box, first, count, rows) -> {
                if (read[0] == null) {
                    int most = Math.toIntExact(shape[axis]);
                    read[0] = new OnHeapColumnVector(Math.max(1, most), type);
                    all.put(new Box(new long[1], new long[] {most}), 0, most, read[0]);
                }
                WritableColumnVector at = numbers.rows(box, first, count);
                for (int i = 0; i < count; i++) {
                    copy.put(read[0], (int) at.getLong(i), rows, i);
                }
            };
        });
    }

    @Override
    public TableColumn column(String name) {
        return named(name, columns());
    }
}
