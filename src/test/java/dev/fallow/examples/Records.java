package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Selection;
import dev.fallow.Types;
import java.nio.file.Path;
import java.util.List;

/** Tables of records. */
final class Records {
    // tag::record[]
    enum Kind {
        CALM,
        STORM
    }

    record Event(long time, double energy, Kind kind) {}
    // end::record[]

    // tag::some[]
    record Energy(double energy) {}
    // end::some[]

    private Records() {}

    public static void main(String[] arguments) throws Exception {
        // tag::write[]
        try (ContainerFile file = ContainerFile.create(Path.of("events.h5"))) {
            Dataset events = file.root()
                    .createDataset(
                            "events",
                            Types.of(Event.class),
                            new long[] {0},
                            DatasetOptions.defaults().withChunks(1000).withMaxDimensions(DatasetOptions.UNLIMITED));
            events.append(List.of(new Event(1, 0.5, Kind.CALM), new Event(2, 7.25, Kind.STORM)));
            List<Event> all = events.readRecords(Event.class);
            System.out.println(all.get(1).kind());
        }
        // end::write[]
        // tag::read[]
        try (ContainerFile file = ContainerFile.openReadOnly(Path.of("events.h5"))) {
            for (Energy each : file.dataset("events").readRecords(Selection.of("1:"), Energy.class)) {
                System.out.println(each.energy());
            }
        }
        // end::read[]
    }
}
