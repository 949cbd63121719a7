package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Group;
import dev.fallow.Reference;
import dev.fallow.StoredObject;
import dev.fallow.Types;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedString;
import dev.fallow.type.StringPadding;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Files of MATLAB 7.3. */
final class Matlab {
    private Matlab() {}

    public static void main(String[] arguments) throws Exception {
        // tag::read[]
        try (ContainerFile file = ContainerFile.openReadOnly(Path.of("matlab-like.mat"))) {
            double[][] stored = file.dataset("/matrix").read(double[][].class); // MATLAB's columns are the rows here
            System.out.println("matrix(2, 1) is " + transposed(stored)[1][0]);
            System.out.println(file.dataset("/text").read(String.class)); // a char array of one row; String[] for more
            Reference[] cells = file.dataset("/cell").read(Reference[].class);
            Dataset first = (Dataset) file.get(cells[0]);
            System.out.println(first.read(double[].class).length + " numbers in the first cell");
        }
        // end::read[]
        // tag::make[]
        CreateOptions options = CreateOptions.defaults().withUserBlock(512); // MATLAB looks there first
        try (ContainerFile file = ContainerFile.create(Path.of("made.mat"), options)) {
            String header = "%-124s".formatted("MATLAB 7.3 MAT-file") + "\0\2IM"; // the version, and the order of bytes
            file.writeUserBlock(header.getBytes(StandardCharsets.US_ASCII));

            Group root = file.root();
            matrix(root, "a", new double[][] {{1, 2, 3}, {4, 5, 6}});
            text(root, "title", "Grüße");

            Group refs = root.createGroup("#refs#"); // the contents of cells are here
            Reference[][] cells = { // a cell array of 1 x 2
                {matrix(refs, "a", new double[][] {{7}}).reference()},
                {text(refs, "b", "hi").reference()}
            };
            matlabClass(root.createDataset("cell", cells), "cell");

            Group struct = matlabClass(root.createGroup("struct"), "struct"); // its fields are in it
            matrix(struct, "x", new double[][] {{42}});
        }
        // end::make[]
    }

    // tag::values[]
    static Dataset matrix(Group group, String name, double[][] rows) {
        return matlabClass(group.createDataset(name, transposed(rows)), "double");
    }

    static Dataset text(Group group, String name, String text) {
        int[][] characters = text.chars().mapToObj(each -> new int[] {each}).toArray(int[][]::new);
        Dataset stored =
                group.createDataset(name, characters, DatasetOptions.defaults().withType(Types.unsigned(2)));
        stored.createAttribute("MATLAB_int_decode", 2);
        return matlabClass(stored, "char");
    }

    static <T extends StoredObject> T matlabClass(T object, String name) {
        // exactly as MATLAB writes it: other programs compare it byte by byte
        Datatype type = FixedString.of(name.length(), StringPadding.NULL_TERMINATED, CharacterSet.ASCII);
        object.createAttribute("MATLAB_class", type, new long[0], name);
        return object;
    }

    static double[][] transposed(double[][] matrix) {
        double[][] result = new double[matrix[0].length][matrix.length];
        for (int r = 0; r < matrix.length; r++) {
            for (int c = 0; c < matrix[r].length; c++) {
                result[c][r] = matrix[r][c];
            }
        }
        return result;
    }
    // end::values[]
}
