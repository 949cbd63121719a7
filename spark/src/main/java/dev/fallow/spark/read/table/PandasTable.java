package dev.fallow.spark.read.table;

import dev.fallow.Dataset;
import dev.fallow.Group;
import dev.fallow.NameText;
import dev.fallow.table.PandasFrame;
import dev.fallow.table.PickledNames;
import dev.fallow.type.Array;
import dev.fallow.type.Compound;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * A frame or series that pandas has stored with {@code format="table"}: a group with the attribute {@code pandas_type} and a
 * compound dataset {@code table}. A member is the index, a column, or several columns of one type as an array; the attributes
 * {@code ..._kind}, {@code ..._dtype} and {@code ..._meta} of the dataset say which. Times are timestamps without a time zone,
 * in UTC if pandas has a zone; the text for missing strings is null; a category is its value, which the table {@code
 * meta/MEMBER/meta} has, and null if its code is -1.
 */
final class PandasTable extends FileTable {
    private static final String TABLE = "table";
    static final Pattern TIMES = Pattern.compile("datetime64(?:\\[(s|ms|us|ns).*])?");

    private final Group group;
    /** Whether these are the categories of a column, of which none is missing, or has categories itself. */
    private final boolean isCategories;

    private final Dataset dataset;
    private final BoxElements elements;
    private final long[] dimensions;
    private List<TableColumn> columns;

    PandasTable(String file, Group group) {
        this(file, group, false);
    }

    private PandasTable(String file, Group group, boolean isCategories) {
        super(file, group.path());
        this.group = group;
        this.isCategories = isCategories;
        dataset = group.dataset(TABLE);
        elements = new BoxElements(dataset);
        dimensions = dimensions(file, dataset);
        if (dimensions.length != 1 || !(dataset.datatype() instanceof Compound)) {
            throw fail(file, dataset.path(), "a compound dataset of one dimension", dataset.datatype());
        }
    }

    @Override
    public long[] dimensions() {
        return dimensions.clone();
    }

    @Override
    public List<TableColumn> columns() {
        if (columns == null) {
            columns = PandasFrame.of(group).columns().stream().map(this::column).toList();
        }
        return columns;
    }

    private TableColumn column(PandasFrame.Column column) {
        Compound.Member member = column.member();
        ElementPart part = column.index() < 0
                ? ElementPart.member(member)
                : ElementPart.element(member, (Array) member.type(), column.index());
        String name = column.name();
        DataType stored =
                SparkTypes.arrayOf(SparkTypes.of(part.type()), part.dimensions().size());
        Matcher times = TIMES.matcher(column.dtype());
        if (column.category() && SparkTypes.widens(stored, DataTypes.LongType)) {
            return category(name, part, "meta/" + member.name() + "/meta");
        } else if (times.matches() && stored.equals(DataTypes.LongType)) {
            String unit = times.group(1) == null ? "ns" : times.group(1);
            return TableColumn.of(
                    name,
                    DataTypes.TimestampNTZType,
                    elements,
                    target -> ColumnReaders.instants(
                            new ElementReader(elements, part, new long[0], DataTypes.LongType), unit));
        } else if (column.dtype().equals("bool") && part.type().size() == 1 && stored.equals(DataTypes.ShortType)) {
            stored = DataTypes.BooleanType;
        } else if (stored.equals(DataTypes.StringType) && !isCategories) {
            String given = TextAttributes.text(group, "nan_rep", "nan");
            String missing = PickledNames.read(given).isPresent() ? "nan" : given; // a pickled None is the default
            return TableColumn.of(
                    name,
                    stored,
                    elements,
                    target -> ColumnReaders.texts(new ElementReader(elements, part, new long[0], target), missing));
        }
        return TableColumn.parts(name, stored, elements, part);
    }

    /** A column of codes, whose values are the last column of a table of their own. */
    private TableColumn category(String name, ElementPart codes, String path) {
        Group values = !isCategories && group.exists(path) && group.get(path) instanceof Group found ? found : null;
        if (values == null || !PandasFrame.isIn(values)) {
            throw fail(
                    "a table of the categories of " + NameText.printable(name) + " in " + NameText.printable(path),
                    "none");
        }
        PandasTable table = new PandasTable(file, values, true);
        TableColumn categories = table.columns().get(table.columns().size() - 1);
        if (!Vectors.isPlain(categories.type())) {
            throw fail(
                    "categories of " + NameText.printable(name) + " that are single values",
                    categories.type().simpleString());
        }
        return TableColumn.of(
                name,
                categories.type(),
                elements,
                target -> ColumnReaders.categories(
                        elements, codes, categories.reader(target), table.dimensions[0], target));
    }
}
