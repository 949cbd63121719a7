package dev.fallow.spark.read.table;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Group;
import dev.fallow.Link;
import dev.fallow.Reference;
import dev.fallow.StoredObject;
import dev.fallow.type.Datatype;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.types.DataType;

/**
 * A dataset. Its columns are the index in each dimension over which the rows are, {@code i0}, {@code i1} and so on; the
 * values of the dimension scales of these; and {@code value}: the element, or an array of the further dimensions.
 *
 * <p>Scales are those that have values, as netCDF-4 and h5py attach them: the attribute {@code DIMENSION_LIST} refers to them. The name
 * of the column is that of the link to the scale. A dimension of netCDF-4 without a variable has no values.
 */
final class DatasetTable extends FileTable {
    static final String VALUE = "value";
    private static final String INDEX = "i";
    private static final String LIST = "DIMENSION_LIST";
    private static final String NO_VARIABLE = "This is a netCDF dimension but not a netCDF variable";

    private final BoxElements elements;
    private final long[] all;
    private final int rank;
    private final boolean decodeCf;
    private final ContainerFile container;

    DatasetTable(
            String file, ContainerFile container, Dataset dataset, TableOptions.RowLayout layout, boolean decodeCf) {
        super(file, dataset.path());
        this.decodeCf = decodeCf;
        elements = new BoxElements(dataset);
        all = dimensions(file, dataset);
        rank = layout == TableOptions.RowLayout.ROWS ? Math.min(1, all.length) : all.length;
        this.container = container;
    }

    @Override
    public long[] dimensions() {
        return Arrays.copyOf(all, rank);
    }

    private long[] inRow() {
        return Arrays.copyOfRange(all, rank, all.length);
    }

    @Override
    public List<TableColumn> columns() {
        List<TableColumn> columns = new ArrayList<>();
        for (int d = 0; d < rank; d++) {
            columns.add(TableColumn.index(INDEX + d, d));
        }
        columns.addAll(coordinates());
        columns.add(value());
        return columns;
    }

    private TableColumn value() {
        Datatype datatype = elements.dataset().datatype();
        ElementPart whole = ElementPart.whole(datatype);
        boolean single = rank == all.length;
        DataType type = TextAttributes.type(elements.dataset(), datatype, "", decodeCf && single);
        return single
                ? TableColumn.decoded(VALUE, type, elements, whole, "", decodeCf)
                : TableColumn.of(
                        VALUE,
                        SparkTypes.arrayOf(type, all.length - rank),
                        elements,
                        target -> new ElementReader(elements, whole, inRow(), target));
    }

    /** The dimension whose index has this name; -1 if there is none. */
    private int index(String name) {
        for (int d = 0; d < rank; d++) {
            if (name.equals(INDEX + d)) {
                return d;
            }
        }
        return -1;
    }

    @Override
    public TableColumn column(String name) {
        if (name.equals(VALUE)) {
            return value();
        }
        int dimension = index(name);
        if (dimension >= 0) {
            return TableColumn.index(name, dimension);
        }
        return named(name, coordinates());
    }

    @Override
    public long rowBytes(List<TableColumn> columns) {
        return Box.product(super.rowBytes(columns), Math.max(1, Box.product(inRow())));
    }

    /** The dimension scales that have values. A scale whose name another column has gets the suffix {@code _scale}. */
    private List<TableColumn> coordinates() {
        List<TableColumn> columns = new ArrayList<>();
        Dataset dataset = elements.dataset();
        if (!dataset.hasAttribute(LIST)) {
            return AnnotatedNames.isMatrix(container, path()) && all.length == 2 ? annotations() : columns;
        }
        Object lists = TextAttributes.value(dataset, LIST);
        Set<String> names = new HashSet<>();
        for (int d = 0; d < rank && lists != null && d < Array.getLength(lists); d++) {
            Object list = Array.get(lists, d);
            int length = list == null ? 0 : Array.getLength(list);
            for (int i = 0; i < length; i++) {
                Dataset scale = scale(Array.get(list, i));
                DataType type = scale == null ? null : SparkTypes.of(scale.datatype());
                if (scale != null && Vectors.isPlain(type)) {
                    String name = name(scale);
                    while (name.equals(VALUE) || index(name) >= 0 || !names.add(name)) {
                        name += "_scale";
                    }
                    columns.add(coordinate(name, type, d, scale));
                }
            }
        }
        return columns;
    }

    /** The names of rows and columns of AnnData. */
    private List<TableColumn> annotations() {
        List<TableColumn> columns = new ArrayList<>();
        for (int axis = 0; axis < rank; axis++) {
            Dataset names = AnnotatedNames.of(container, axis, all[axis]);
            if (names != null) {
                columns.add(coordinate(AnnotatedNames.AXES[axis], SparkTypes.of(names.datatype()), axis, names));
            }
        }
        return columns;
    }

    private TableColumn coordinate(String name, DataType type, int dimension, Dataset scale) {
        PackedNumbers packing = decodeCf ? TextAttributes.packing(scale, type, "") : null;
        BoxElements values = new BoxElements(scale);
        return new TableColumn(
                name,
                packing == null ? type : packing.type(),
                dimension,
                List.of(),
                target -> new CoordinateReader(dimension, values, target, packing));
    }

    /** The dataset that a reference leads to, if it has values in one dimension; else null. */
    private Dataset scale(Object reference) {
        StoredObject object = reference instanceof Reference to ? container.get(to) : null;
        if (!(object instanceof Dataset scale)
                || scale.dimensions().length != 1
                || ownName(scale).startsWith(NO_VARIABLE)) {
            return null;
        }
        return scale;
    }

    private static String ownName(Dataset scale) {
        return TextAttributes.text(scale, "NAME", "");
    }

    /** The name of a link to the scale, in the group of the dataset or one above it; else the scale's own. */
    private String name(Dataset scale) {
        String own = ownName(scale);
        String folder = elements.dataset().path();
        do {
            folder = folder.substring(0, Math.max(0, folder.lastIndexOf('/')));
            Group group = container.group(folder.isEmpty() ? "/" : folder);
            if (!own.isEmpty() && !own.contains("/") && group.exists(own) && leadsTo(group.link(own), scale)) {
                return own;
            }
            for (Link link : group.links()) {
                if (leadsTo(link, scale)) {
                    return link.name();
                }
            }
        } while (!folder.isEmpty());
        return own.isEmpty() ? "scale" : own;
    }

    private static boolean leadsTo(Link link, Dataset scale) {
        return link instanceof Link.Hard hard && hard.address() == scale.address();
    }
}
