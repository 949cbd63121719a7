package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Selection;
import dev.fallow.Types;
import dev.fallow.VirtualMapping;
import dev.fallow.VirtualSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One dataset over many files. */
final class Virtual {
    private Virtual() {}

    public static void main(String[] arguments) throws Exception {
        // tag::virtual[]
        List<VirtualMapping> days = new ArrayList<>();
        for (int day = 0; day < 3; day++) {
            String name = "day" + day + ".h5";
            try (ContainerFile file = ContainerFile.create(Path.of(name))) {
                file.root().createDataset("t", new double[] {day, day + 0.25, day + 0.5, day + 0.75});
            }
            days.add(VirtualMapping.ofWhole(name, "/t", Selection.block(new long[] {4L * day}, new long[] {4})));
        }
        try (ContainerFile file = ContainerFile.create(Path.of("week.h5"))) {
            file.root().createVirtualDataset("t", Types.floatingPoint(8), new long[] {12}, days);
        }
        // end::virtual[]
        // tag::missing[]
        days.add(VirtualMapping.ofWhole("day3.h5", "/t", Selection.of("12:"))); // there is no such file yet
        DatasetOptions fill = DatasetOptions.defaults().withFillValue(-1.0);
        try (ContainerFile file = ContainerFile.create(Path.of("gap.h5"))) {
            Dataset all = file.root().createVirtualDataset("t", Types.floatingPoint(8), new long[] {16}, days, fill);
            for (VirtualSource source : all.virtualSources(Selection.of("8:"))) {
                System.out.println(source.file() + " is " + source.state()); // day2.h5 is PRESENT, day3.h5 is MISSING
            }
        }
        // end::missing[]
    }
}
