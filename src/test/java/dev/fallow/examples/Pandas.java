package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.table.PandasFrame;
import java.nio.file.Path;

/** Tables of pandas. */
final class Pandas {
    private Pandas() {}

    public static void main(String[] arguments) throws Exception {
        // tag::read[]
        try (ContainerFile file = ContainerFile.openReadOnly(Path.of("pandas.h5"))) {
            PandasFrame frame = PandasFrame.of(file.group("/table"));
            long[] a = frame.read("a", long[].class);
            String[] c = frame.read("c", String[].class);
            System.out.println(a.length + " rows, the second has a = " + a[1] + " and c = " + c[1]);
        }
        // end::read[]
        // tag::fixed[]
        try (ContainerFile file = ContainerFile.openReadOnly(Path.of("pandas.h5"))) {
            Dataset names = file.dataset("/fixed/block0_items"); // the columns of a block
            long[][] values = file.dataset("/fixed/block0_values").read(long[][].class); // its rows
            System.out.println(names.read(String[].class)[0] + " of row 0 is " + values[0][0]);
        }
        // end::fixed[]
    }
}
