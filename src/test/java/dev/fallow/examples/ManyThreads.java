package dev.fallow.examples;

import dev.fallow.ChunkSink;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.filter.Filters;
import dev.fallow.type.FixedPoint;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Threads that read beside one that edits, and threads that write. */
final class ManyThreads {
    private ManyThreads() {}

    public static void main(String[] arguments) throws Exception {
        try (ContainerFile file = ContainerFile.create(Path.of("threads.h5"))) {
            for (int n = 0; n < 8; n++) {
                file.root().createDataset("part" + n, new double[] {n, n});
            }
        }
        // tag::read[]
        try (ContainerFile file = ContainerFile.openReadOnly(Path.of("threads.h5"))) {
            double sum = IntStream.range(0, 8)
                    .parallel() // no lock is between the threads
                    .mapToDouble(n -> file.dataset("/part" + n).read(double[].class)[0])
                    .sum();
            System.out.println(sum);
        }
        // end::read[]
        // tag::snapshot[]
        try (ContainerFile file = ContainerFile.open(Path.of("threads.h5"));
                ContainerFile before = file.snapshot()) { // the last commit, for any number of threads
            file.delete("/part0");
            List<String> names = before.root().names();
            System.out.println(names.contains("part0"));
        }
        // end::snapshot[]
        // tag::sink[]
        DatasetOptions chunks = DatasetOptions.defaults().withChunks(1, 1000).withFilters(Filters.deflate(6));
        try (ContainerFile file = ContainerFile.create(Path.of("frames.h5"));
                ChunkSink sink = file.chunkSink()) {
            Dataset frames = file.root().createDataset("frames", FixedPoint.INT32, new long[] {50, 1000}, chunks);
            IntStream.range(0, 50)
                    .parallel() // each thread compresses its chunk, and then waits for its turn
                    .forEach(n -> sink.write(frames, new long[] {n, 0}, frame(n)));
        }
        // end::sink[]
    }

    private static int[][] frame(int number) {
        return new int[][] {IntStream.range(0, 1000).map(i -> i * number).toArray()};
    }
}
