package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import java.nio.file.Path;
import java.util.List;

/** Tables of PyTables. */
final class PyTables {
    // tag::row[]
    record Particle(String name, long number, float[] position) {}
    // end::row[]

    private PyTables() {}

    public static void main(String[] arguments) throws Exception {
        // tag::edit[]
        try (ContainerFile file = ContainerFile.open(Path.of("pytables.h5"))) {
            Dataset table = file.dataset("/table");
            List<Particle> particles = table.readRecords(Particle.class);
            System.out.println(particles.get(0).name() + ", " + particles.size() + " rows");
            table.append(List.of(new Particle("new", 45, new float[] {1, 2}))); // rows, as records
            table.putAttribute("NROWS", table.dimensions()[0]); // where PyTables notes their number
        }
        // end::edit[]
    }
}
