package dev.fallow.cli.look;

import dev.fallow.ContainerException;
import dev.fallow.Dataset;
import dev.fallow.Reference;
import dev.fallow.cli.shell.ObjectNames;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The names of the dimensions of a dataset, as the HDF5 Dimension Scale Specification says: the label in the attribute {@code
 * DIMENSION_LABELS}, otherwise the name of the first scale that {@code DIMENSION_LIST} refers to. The dimension of a dataset of the class
 * {@code DIMENSION_SCALE} has the dataset's own name, as in netCDF-4.
 *
 * <p>{@link Dataset#dims()} is for programs that work with scales: it opens each of them, knows the paths of those nearby, and fails if
 * attributes are damaged. A listing only has names to print, reads each attribute once, finds scales by paths that it knows anyway, and goes on.
 */
final class DimensionNames {
    private static final String LABELS = "DIMENSION_LABELS";
    private static final String LIST = "DIMENSION_LIST";
    private static final String CLASS = "CLASS";

    private DimensionNames() {}

    /**
     * The names, one for each dimension; an empty one for a dimension without a name. Empty if none has one. Attributes of another
     * form than the specification's name nothing.
     *
     * @param path of the dataset
     */
    static List<String> of(Dataset dataset, String path, ObjectNames objects) {
        long[] shape = dataset.dimensions();
        if (shape.length == 0) {
            return List.of();
        }
        List<String> attributes = dataset.attributeNames();
        if (!attributes.contains(LABELS) && !attributes.contains(LIST) && !attributes.contains(CLASS)) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        Object[] labels =
                attributes.contains(LABELS) ? elements(dataset, LABELS, shape.length) : new Object[shape.length];
        Object[] scales = attributes.contains(LIST) ? elements(dataset, LIST, shape.length) : new Object[shape.length];
        for (int i = 0; i < shape.length; i++) {
            String label = Objects.toString(labels[i], "");
            names.add(label.isEmpty() ? scale(scales[i], objects) : label);
        }
        if (shape.length == 1 && names.get(0).isEmpty() && isScale(dataset, attributes)) {
            names.set(0, last(path));
        }
        return names.stream().allMatch(String::isEmpty) ? List.of() : names;
    }

    private static boolean isScale(Dataset dataset, List<String> attributes) {
        return attributes.contains(CLASS) && "DIMENSION_SCALE".equals(value(dataset, CLASS));
    }

    /** The elements of an attribute that has one for each dimension. */
    private static Object[] elements(Dataset dataset, String attribute, int rank) {
        return value(dataset, attribute) instanceof Object[] elements && elements.length == rank
                ? elements
                : new Object[rank];
    }

    /** Null if it cannot be read: attr ls and check say why. */
    private static Object value(Dataset dataset, String attribute) {
        try {
            return dataset.attribute(attribute).read();
        } catch (ContainerException e) {
            return null;
        }
    }

    private static String scale(Object references, ObjectNames objects) {
        boolean some = references != null && references.getClass().isArray() && Array.getLength(references) > 0;
        Object first = some ? Array.get(references, 0) : null;
        return first instanceof Reference reference ? last(objects.path(reference.address())) : "";
    }

    private static String last(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
