package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Selection;
import io.jhdf.HdfFile;
import java.nio.file.Path;

/** The same with jHDF and with Fallow. */
final class FromJhdf {
    private FromJhdf() {}

    public static void main(String[] arguments) throws Exception {
        try (ContainerFile file = ContainerFile.create(Path.of("jhdf.h5"))) {
            file.root().createGroup("run").createDataset("image", new double[20][30]);
            file.dataset("/run/image").createAttribute("unit", "K");
        }
        // tag::jhdf[]
        try (HdfFile file = new HdfFile(Path.of("jhdf.h5"))) {
            io.jhdf.api.Dataset image = file.getDatasetByPath("/run/image");
            double[][] all = (double[][]) image.getData();
            double[][] corner = (double[][]) image.getData(new long[] {0, 0}, new int[] {5, 5});
            String unit = (String) image.getAttribute("unit").getData();
        }
        // end::jhdf[]
        // tag::fallow[]
        try (ContainerFile file = ContainerFile.openReadOnly(Path.of("jhdf.h5"))) {
            Dataset image = file.dataset("/run/image");
            double[][] all = image.read(double[][].class);
            double[][] corner = image.read(Selection.block(new long[] {0, 0}, new long[] {5, 5}), double[][].class);
            String unit = image.attribute("unit").read(String.class);
        }
        // end::fallow[]
    }
}
