package dev.fallow.spark.read.table;

import dev.fallow.Dataset;
import dev.fallow.Group;
import dev.fallow.NameText;
import dev.fallow.table.PickledNames;
import dev.fallow.type.BitField;
import dev.fallow.type.FixedString;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * A frame or series that pandas has stored with {@code format="fixed"}, which is what {@code to_hdf} does by default: columns of one type are one
 * dataset {@code blockN_values}, whose names are in {@code blockN_items}; {@code axis0} has the order of all columns, and {@code axis1} the index. Of
 * a series there are {@code values} and {@code index}. Times are timestamps without a time zone, in UTC if pandas has a zone.
 *
 * <p>Columns of Python objects, which strings are before pandas 3, are pickled, and refused by name: to read them would be to run what is in
 * the file.
 */
final class PandasFixedTable extends FileTable {
    private static final String FRAME = "frame";
    private static final String SERIES = "series";
    private static final String INDEX = "index";
    private static final String VALUES = "values";
    private static final String MISSING = "nan";

    private final Group group;
    private final List<String> wanted;
    private final boolean series;
    private final Dataset index;
    private final long length;
    private final List<Block> blocks = new ArrayList<>();

    /** Columns that are stored together. */
    private record Block(BoxElements elements, List<String> names) {}

    /** @param wanted the names of the columns; empty for all */
    PandasFixedTable(String file, Group group, List<String> wanted) {
        super(file, group.path());
        this.group = group;
        this.wanted = wanted;
        series = type(group).equals(SERIES);
        String axis = series ? INDEX : "axis1";
        refuseLevels(axis);
        index = group.dataset(axis);
        length = length(index);
        if (series) {
            String name = name(group, VALUES);
            blocks.add(new Block(checked(group.dataset(VALUES), 1), List.of(name)));
            return;
        }
        refuseLevels("axis0");
        for (int i = 0; group.exists("block" + i + "_values"); i++) {
            List<String> names = names(group.dataset("block" + i + "_items"));
            blocks.add(new Block(checked(group.dataset("block" + i + "_values"), names.size()), names));
        }
    }

    static boolean isIn(Group group) {
        return type(group).equals(FRAME) || type(group).equals(SERIES);
    }

    private static String type(Group group) {
        return TextAttributes.text(group, "pandas_type", "");
    }

    private void refuseLevels(String axis) {
        String variety = TextAttributes.text(group, axis + "_variety", "regular");
        if (!variety.equals("regular")) {
            throw fail(axis + " of one level (reset_index makes columns of others)", NameText.printable(variety));
        }
    }

    /** The number of elements. What is empty has one, and its true shape in an attribute. */
    private long length(Dataset dataset) {
        long[] dimensions = dimensions(file, dataset);
        return dataset.hasAttribute("shape") || dimensions.length == 0 ? 0 : dimensions[0];
    }

    /** Requires a row for each element of the index. Pickled objects are one element. */
    private BoxElements checked(Dataset dataset, int items) {
        long[] found = dimensions(file, dataset);
        boolean fits = found.length == 1 && items == 1 || found.length == 2 && found[1] == items;
        if (!isPickled(dataset) && length > 0 && !(fits && found[0] == length)) {
            throw fail(
                    file,
                    dataset.path(),
                    "%d rows of %d elements".formatted(length, items),
                    java.util.Arrays.toString(found));
        }
        return new BoxElements(dataset);
    }

    private static boolean isPickled(Dataset dataset) {
        return TextAttributes.text(dataset, "PSEUDOATOM", "").equals("object");
    }

    private static List<String> names(Dataset dataset) {
        List<String> names = new ArrayList<>();
        for (Object each : dataset.read(Object[].class)) {
            names.add(String.valueOf(each));
        }
        return names;
    }

    /** The name of an axis or series; the other one if it has none. */
    private static String name(dev.fallow.StoredObject object, String otherwise) {
        String text = TextAttributes.text(object, "name", "");
        return text.isEmpty() || PickledNames.read(text).isPresent() ? otherwise : text;
    }

    @Override
    public long[] dimensions() {
        return new long[] {length};
    }

    @Override
    public List<TableColumn> columns() {
        List<String> names = new ArrayList<>(wanted);
        if (wanted.isEmpty()) {
            names.add(name(index, INDEX));
            names.addAll(series ? blocks.get(0).names() : names(group.dataset("axis0")));
        }
        List<TableColumn> columns = new ArrayList<>();
        for (String name : names) {
            TableColumn column = column(name);
            if (column == null) {
                throw fail("a column named " + NameText.printable(name), "none");
            }
            columns.add(column);
        }
        return columns;
    }

    @Override
    public TableColumn column(String name) {
        for (Block block : blocks) {
            int item = block.names().indexOf(name);
            if (item >= 0) {
                String times = TextAttributes.text(block.elements().dataset(), "value_type", "");
                return column(name, block.elements(), block.names().size(), item, times);
            }
        }
        return name.equals(name(index, INDEX))
                ? column(name, new BoxElements(index), 1, 0, TextAttributes.text(index, "kind", ""))
                : null;
    }

    private TableColumn column(String name, BoxElements elements, int items, int item, String kind) {
        Dataset dataset = elements.dataset();
        if (isPickled(dataset)) {
            throw fail(
                    file,
                    dataset.path(),
                    "a column " + NameText.printable(name) + " of numbers, times or fixed strings",
                    "pickled Python objects (to_hdf with format=\"table\" stores strings; the option columns selects others)");
        }
        DataType stored = SparkTypes.of(dataset.datatype());
        boolean single = dataset.dimensions().length == 1;
        Function<DataType, ColumnReader> readers =
                target -> single ? ElementReader.of(elements, target) : new BlockReader(elements, items, item, target);
        Matcher times = PandasTable.TIMES.matcher(kind);
        if (times.matches() && stored.equals(DataTypes.LongType)) {
            String unit = times.group(1) == null ? "ns" : times.group(1);
            return TableColumn.of(
                    name,
                    DataTypes.TimestampNTZType,
                    elements,
                    target -> ColumnReaders.instants(readers.apply(DataTypes.LongType), unit));
        } else if (dataset.datatype() instanceof BitField field && field.size() == 1) {
            stored = DataTypes.BooleanType;
        } else if (dataset.datatype() instanceof FixedString) {
            return TableColumn.of(
                    name, stored, elements, target -> ColumnReaders.texts(readers.apply(target), MISSING));
        }
        return TableColumn.of(name, stored, elements, readers);
    }

    /** With all columns of the blocks that are read. */
    @Override
    public long rowBytes(List<TableColumn> columns) {
        return Math.max(
                1,
                columns.stream()
                        .flatMap(each -> each.elements().stream())
                        .distinct()
                        .mapToLong(each -> each.dataset().datatype().size()
                                * (each.dataset().dimensions().length < 2
                                        ? 1
                                        : each.dataset().dimensions()[1]))
                        .sum());
    }
}
