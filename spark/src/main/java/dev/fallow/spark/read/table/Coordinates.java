package dev.fallow.spark.read.table;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Group;
import dev.fallow.Link;
import dev.fallow.StoredObject;
import dev.fallow.spark.read.element.BoxElements;
import dev.fallow.spark.read.element.CoordinateReader;
import dev.fallow.spark.read.element.PackedNumbers;
import dev.fallow.spark.read.element.SparkTypes;
import dev.fallow.spark.read.element.Vectors;
import dev.fallow.value.Reference;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.spark.sql.types.DataType;

/**
 * The dimension scales of a dataset that have values, as netCDF-4 and h5py attach them: the attribute {@code DIMENSION_LIST}
 * refers to them. Each is a column; its name is that of the link to the scale. A dimension of netCDF-4 without a variable has
 * no values.
 */
final class Coordinates {
    private static final String LIST = "DIMENSION_LIST";
    private static final String NO_VARIABLE = "This is a netCDF dimension but not a netCDF variable";

    private final ContainerFile container;
    private final Dataset dataset;
    private final boolean decodeCf;

    Coordinates(ContainerFile container, Dataset dataset, boolean decodeCf) {
        this.decodeCf = decodeCf;
        this.container = container;
        this.dataset = dataset;
    }

    /**
     * The columns.
     *
     * @param dimensions the first ones, of which scales are wanted
     * @param taken names that columns have already; a scale of such a name gets the suffix {@code _scale}
     */
    List<TableColumn> columns(int dimensions, Predicate<String> taken) {
        List<TableColumn> columns = new ArrayList<>();
        if (!dataset.hasAttribute(LIST)) {
            return columns;
        }
        Object lists = dataset.attribute(LIST).value();
        Set<String> names = new HashSet<>();
        for (int d = 0; d < dimensions && lists != null && d < Array.getLength(lists); d++) {
            Object list = Array.get(lists, d);
            int length = list == null ? 0 : Array.getLength(list);
            for (int i = 0; i < length; i++) {
                Dataset scale = scale(Array.get(list, i));
                DataType type = scale == null ? null : SparkTypes.of(scale.datatype());
                if (scale != null && Vectors.isPlain(type)) {
                    String name = name(scale);
                    while (taken.test(name) || !names.add(name)) {
                        name += "_scale";
                    }
                    columns.add(column(name, type, d, scale));
                }
            }
        }
        return columns;
    }

    private TableColumn column(String name, DataType type, int dimension, Dataset scale) {
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
                || scale.dimensions() == null
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
        String folder = dataset.path();
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
        return link.address() == scale.address();
    }
}
