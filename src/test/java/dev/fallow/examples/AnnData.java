package dev.fallow.examples;

import dev.fallow.ContainerFile;
import java.nio.file.Path;

/** A file of AnnData. */
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
    }
}
