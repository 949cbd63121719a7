package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import java.nio.file.Path;
import java.util.Map;

/** Attributes of objects. */
final class Attributes {
    private Attributes() {}

    public static void main(String[] arguments) throws Exception {
        // tag::attributes[]
        try (ContainerFile file = ContainerFile.create(Path.of("attributes.h5"))) {
            Dataset data = file.root().createDataset("data", new double[10]);
            data.createAttribute("unit", "K");
            data.putAttribute("unit", "°C"); // replaces it, or creates it
            data.putAttributes(Map.of("gains", new double[] {1, 2.5}, "channel", 3)); // all of them, or none
            double[] gains = data.attribute("gains").read(double[].class);
            Map<String, Object> all = data.attributeValues();
            data.deleteAttribute("gains");
        }
        // end::attributes[]
    }
}
