package dev.fallow.spark.read.table;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Group;
import dev.fallow.NameText;
import dev.fallow.Reference;
import dev.fallow.StoredObject;
import dev.fallow.type.Datatype;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A data frame as AnnData stores it, such as {@code obs} and {@code var}: a group whose attribute {@code encoding-type} is
 * {@code dataframe}. The attribute {@code _index} names the dataset of the index, and {@code column-order} the others. A column
 * is a dataset; a group of {@code codes} and {@code categories}; or one of {@code values} and {@code mask}. Before version
 * 0.8 a categorical column was a dataset of codes, whose attribute {@code categories} refers to the categories.
 */
final class DataFrameTable extends FileTable {
    private static final String ENCODING = "encoding-type";
    static final String INDEX = "_index";

    private final ContainerFile container;
    private final Group group;
    private final String index;
    private long length = -1;

    DataFrameTable(String file, ContainerFile container, Group group) {
        super(file, group.path());
        this.container = container;
        this.group = group;
        index = TextAttributes.text(group, INDEX, INDEX);
    }

    static boolean isIn(Group group) {
        return TextAttributes.text(group, ENCODING, "").equals("dataframe");
    }

    @Override
    public long[] dimensions() {
        if (length < 0) {
            length = dimensions(file, elements(index).dataset())[0];
        }
        return new long[] {length};
    }

    @Override
    public List<TableColumn> columns() {
        List<TableColumn> columns = new ArrayList<>();
        columns.add(required(index));
        for (String name : TextAttributes.texts(group, GroupTable.ORDER)) {
            columns.add(required(name));
        }
        return columns;
    }

    private TableColumn required(String name) {
        TableColumn column = column(name);
        if (column == null) {
            throw fail("a column named " + NameText.printable(name), "none");
        }
        return column;
    }

    @Override
    public TableColumn column(String name) {
        StoredObject object = name.isEmpty() || name.startsWith("/") || !group.exists(name) ? null : group.get(name);
        if (object instanceof Dataset dataset) {
            Dataset categories = oldCategories(dataset);
            return categories == null ? plain(name, checked(dataset)) : categorical(name, checked(dataset), categories);
        } else if (object == null) {
            return null;
        }
        Group part = group.group(name);
        String encoding = TextAttributes.text(part, ENCODING, "");
        if (encoding.equals("categorical")) {
            return categorical(name, elements(name + "/codes"), part.dataset("categories"));
        } else if (encoding.startsWith("nullable-")) {
            return nullable(name, elements(name + "/values"), elements(name + "/mask"));
        }
        throw fail(
                file,
                part.path(),
                "a column that is categorical or nullable",
                encoding.isEmpty() ? "a group" : NameText.printable(encoding));
    }

    private BoxElements elements(String path) {
        return checked(group.dataset(path));
    }

    /** Requires one dimension, of the same length as of the other columns. */
    private BoxElements checked(Dataset dataset) {
        long[] found = dimensions(file, dataset);
        if (found.length != 1 || length >= 0 && found[0] != length) {
            throw fail(
                    file,
                    dataset.path(),
                    length < 0 ? "one dimension" : length + " elements in one dimension",
                    Arrays.toString(found));
        }
        length = found[0];
        return new BoxElements(dataset);
    }

    private Dataset oldCategories(Dataset dataset) {
        return dataset.hasAttribute("categories")
                        && dataset.attribute("categories").read() instanceof Reference to
                        && container.get(to) instanceof Dataset categories
                ? categories
                : null;
    }

    private static TableColumn plain(String name, BoxElements elements) {
        Datatype type = elements.dataset().datatype();
        return TableColumn.parts(name, SparkTypes.of(type), elements, ElementPart.whole(type));
    }

    private TableColumn categorical(String name, BoxElements codes, Dataset categories) {
        if (dimensions(file, categories).length != 1) {
            throw fail(file, categories.path(), "one dimension", categories.dimensions().length);
        }
        return TableColumn.of(
                name,
                SparkTypes.of(categories.datatype()),
                codes,
                target -> ColumnReaders.categories(
                        codes,
                        ElementPart.whole(codes.dataset().datatype()),
                        ElementReader.of(new BoxElements(categories), target),
                        categories.dimensions()[0],
                        target));
    }

    private static TableColumn nullable(String name, BoxElements values, BoxElements mask) {
        return TableColumn.of(
                name,
                SparkTypes.of(values.dataset().datatype()),
                values,
                target -> ColumnReaders.masked(ElementReader.of(values, target), mask));
    }
}
