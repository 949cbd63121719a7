package dev.fallow.examples;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.FixedLength;
import dev.fallow.Selection;
import dev.fallow.Types;
import dev.fallow.filter.Filters;
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

    // tag::place[]
    record Place(
            long time,
            @FixedLength(3) float[] position, // always three numbers
            @FixedLength(8) String name) {} // at most 8 bytes
    // end::place[]

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
        // tag::fixed[]
        try (ContainerFile file = ContainerFile.create(Path.of("places.h5"))) {
            DatasetOptions options = DatasetOptions.defaults()
                    .withMaxDimensions(DatasetOptions.UNLIMITED)
                    .withFilters(Filters.deflate(4));
            List<Place> first = List.of(new Place(1, new float[] {1, 2, 3}, "here"));
            Dataset places = file.root().createDataset("places", first, options);
            places.append(List.of(new Place(2, new float[] {4, 5, 6}, "there")));
        }
        // end::fixed[]
    }
}
