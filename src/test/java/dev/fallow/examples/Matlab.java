package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Reference;
import java.nio.file.Path;

/** A file of MATLAB 7.3. */
final class Matlab {
    private Matlab() {}

    public static void main(String[] arguments) throws Exception {
        // tag::read[]
        try (ContainerFile file = ContainerFile.openReadOnly(Path.of("matlab-like.mat"))) {
            double[][] matrix = file.dataset("/matrix").read(double[][].class); // transposed: MATLAB stores columns
            System.out.println("matrix(2, 1) is " + matrix[0][1]);
            StringBuilder text = new StringBuilder();
            for (int[] row : file.dataset("/text").read(int[][].class)) { // char is uint16, one for each character
                text.append((char) row[0]);
            }
            System.out.println(text);
            Reference[] cells = file.dataset("/cell").read(Reference[].class);
            Dataset first = (Dataset) file.get(cells[0]);
            System.out.println(first.read(double[].class).length + " numbers in the first cell");
        }
        // end::read[]
    }
}
