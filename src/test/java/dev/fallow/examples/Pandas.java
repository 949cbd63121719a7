package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import java.nio.file.Path;
import java.util.List;

/** Tables of pandas. */
final class Pandas {
    // tag::row[]
    record Row(long index, double[] values_block_0, String[] values_block_1, long a) {}
    // end::row[]

    private Pandas() {}

    public static void main(String[] arguments) throws Exception {
        // tag::read[]
        try (ContainerFile file = ContainerFile.openReadOnly(Path.of("pandas.h5"))) {
            List<Row> rows = file.dataset("/table/table").readRecords(Row.class);
            System.out.println(
                    rows.size() + " rows, the first has a = " + rows.get(0).a());
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
