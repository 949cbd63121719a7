package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Selection;
import dev.fallow.Types;
import dev.fallow.filter.Filters;
import java.nio.file.Path;

/** Images that arrive one by one. */
final class ImageStack {
    private static final int HEIGHT = 64;
    private static final int WIDTH = 48;

    private static int[][] camera(int n) {
        int[][] image = new int[HEIGHT][WIDTH];
        image[n][n] = 1000 + n;
        return image;
    }

    private ImageStack() {}

    public static void main(String[] arguments) throws Exception {
        // tag::write[]
        try (ContainerFile file = ContainerFile.create(Path.of("stack.h5"))) {
            DatasetOptions options = DatasetOptions.defaults()
                    .withChunks(1, HEIGHT, WIDTH) // a chunk is an image
                    .withMaxDimensions(DatasetOptions.UNLIMITED, HEIGHT, WIDTH)
                    .withFilters(Filters.shuffle(), Filters.deflate(4));
            Dataset stack =
                    file.root().createDataset("stack", Types.unsigned(2), new long[] {0, HEIGHT, WIDTH}, options);
            stack.createAttribute("exposure", 0.02);
            for (int n = 0; n < 10; n++) {
                stack.append(new int[][][] {camera(n)});
            }
        }
        // end::write[]
        // tag::read[]
        try (ContainerFile file = ContainerFile.openReadOnly(Path.of("stack.h5"))) {
            Dataset stack = file.dataset("/stack");
            int[][] last = stack.read(Selection.index(-1), int[][].class); // -1 is the last one
            int[][] corner = stack.read(Selection.of("7, :16, :16"), int[][].class);
            System.out.println(last[9][9] + ", " + corner[7][7]);
        }
        // end::read[]
    }
}
