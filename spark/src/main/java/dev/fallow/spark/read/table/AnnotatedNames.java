package dev.fallow.spark.read.table;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Group;

/** The names of the rows and columns of the matrices of AnnData: {@code X}, and those in {@code layers}. */
final class AnnotatedNames {
    /** The names of the columns of a table, and of the groups with the names. */
    static final String[] AXES = {"obs", "var"};

    private AnnotatedNames() {}

    /** Whether an object is such a matrix, by its path and the marks of the container. */
    static boolean isMatrix(ContainerFile container, String path) {
        String name = path.startsWith("/") ? path.substring(1) : path;
        return TextAttributes.text(container.root(), "encoding-type", "").equals("anndata")
                && (name.equals("X") || name.matches("layers/[^/]+"));
    }

    /**
     * The dataset with the names along an axis.
     *
     * @param axis 0 or 1
     * @param length the number of names
     * @return null if there is none of this length
     */
    static Dataset of(ContainerFile container, int axis, long length) {
        if (!container.root().exists(AXES[axis])
                || !(container.root().get(AXES[axis]) instanceof Group frame)
                || !DataFrameTable.isIn(frame)) {
            return null;
        }
        String index = TextAttributes.text(frame, DataFrameTable.INDEX, DataFrameTable.INDEX);
        return frame.exists(index)
                        && frame.get(index) instanceof Dataset names
                        && names.dimensions().length == 1
                        && names.dimensions()[0] == length
                ? names
                : null;
    }
}
