package dev.fallow.examples;

import dev.fallow.ContainerFile;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Threads that read beside one that edits. */
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
    }
}
