package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Group;
import dev.fallow.Reference;
import dev.fallow.Selection;
import java.nio.file.Path;

/** References to objects and regions. */
final class References {
    private References() {}

    public static void main(String[] arguments) throws Exception {
        // tag::references[]
        try (ContainerFile file = ContainerFile.create(Path.of("references.h5"))) {
            Group root = file.root();
            Dataset image = root.createDataset("image", new int[10][10]);
            root.createDataset("objects", new Reference[] {image.reference()});
            Reference spot = image.reference(Selection.of("2:5, 2:5"));
            root.createDataset("regions", new Reference[] {spot});

            Reference.ToRegion[] regions = file.dataset("/regions").read(Reference.ToRegion[].class);
            Dataset target = (Dataset) file.get(regions[0]);
            int[][] values = target.read(regions[0].selection(), int[][].class);
            System.out.println(values.length + " rows of the region");
        }
        // end::references[]
    }
}
