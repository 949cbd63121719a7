package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.Group;
import dev.fallow.StoredObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Files of AnnData. */
final class AnnData {
    private AnnData() {}

    public static void main(String[] arguments) throws Exception {
        // tag::read[]
        try (ContainerFile file = ContainerFile.openReadOnly(Path.of("anndata-like.h5ad"))) {
            float[] data = file.dataset("/X/data").read(float[].class);
            int[] columns = file.dataset("/X/indices").read(int[].class);
            int[] rows = file.dataset("/X/indptr").read(int[].class);
            for (int i = rows[0]; i < rows[1]; i++) { // the first cell
                System.out.println("gene " + columns[i] + ": " + data[i]);
            }
            String[] kinds = file.dataset("/obs/kind/categories").read(String[].class);
            int[] codes = file.dataset("/obs/kind/codes").read(int[].class); // -1: no category
            System.out.println("the first cell is " + kinds[codes[0]]);
        }
        // end::read[]
        make();
        // tag::add[]
        try (ContainerFile file = ContainerFile.open(Path.of("cells.h5ad"))) {
            Group obs = file.group("/obs");
            encode(obs.createDataset("total", new double[] {9, 6, 12}), "array", "0.2.0");

            Group kind = encode(obs.createGroup("kind"), "categorical", "0.2.0");
            kind.createAttribute("ordered", false);
            encode(kind.createDataset("categories", new String[] {"B", "T"}), "string-array", "0.2.0");
            encode(kind.createDataset("codes", new byte[] {0, 1, -1}), "array", "0.2.0"); // -1: no category

            obs.putAttribute("column-order", List.of("total", "kind")); // all columns of obs, in their order
        }
        // end::add[]
    }

    // tag::encode[]
    /** Every object has these two attributes: how it is to be understood. */
    static <T extends StoredObject> T encode(T object, String type, String version) {
        object.putAttributes(Map.of("encoding-type", type, "encoding-version", version));
        return object;
    }
    // end::encode[]

    private static void make() {
        // tag::make[]
        try (ContainerFile file = ContainerFile.create(Path.of("cells.h5ad"))) {
            Group root = encode(file.root(), "anndata", "0.1.0");
            encode(root.createDataset("X", new float[][] {{1, 8}, {4, 2}, {5, 7}}), "array", "0.2.0");
            for (String axis : List.of("obs", "var")) { // the cells, and the genes
                Group frame = encode(root.createGroup(axis), "dataframe", "0.2.0");
                List<String> names = axis.equals("obs") ? List.of("c1", "c2", "c3") : List.of("g1", "g2");
                encode(frame.createDataset("_index", names), "string-array", "0.2.0");
                frame.createAttribute("_index", "_index"); // which dataset has the names of the rows
                frame.createAttribute("column-order", new String[0]);
            }
        }
        // end::make[]
    }
}
