package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Selection;
import dev.fallow.Types;
import java.nio.file.Path;

/** The first hour: elements are read, written and added. */
final class TutorialEdit {
    private TutorialEdit() {}

    public static void main(String[] arguments) throws Exception {
        // tag::slice[]
        try (ContainerFile file = ContainerFile.open(Path.of("tour.h5"))) {
            Dataset image = file.dataset("/run1/image");
            Selection corner =
                    Selection.block(new long[] {0, 0}, new long[] {2, 3}); // first element, number of elements
            image.write(corner, new double[][] {{1, 2, 3}, {4, 5, 6}});
            double[][] values = image.read(corner, double[][].class);
            System.out.println(values[1][2]);
        }
        // end::slice[]
        // tag::append[]
        try (ContainerFile file = ContainerFile.open(Path.of("tour.h5"))) {
            DatasetOptions options =
                    DatasetOptions.defaults().withChunks(100, 2).withMaxDimensions(DatasetOptions.UNLIMITED, 2);
            Dataset log = file.root().createDataset("log", Types.floatingPoint(8), new long[] {0, 2}, options);
            log.append(new double[][] {{0, 20.5}, {1, 20.75}});
        }
        // end::append[]
    }
}
