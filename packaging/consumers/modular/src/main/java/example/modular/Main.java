package example.modular;

import dev.fallow.ContainerFile;
import dev.fallow.DatasetOptions;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Writes records, and reads them again; needs the codecs of fallow-filters. */
public final class Main {
    /** Of each library that fallow-filters needs. */
    private static final List<FilterSetting> FILTERS = List.of(Filters.lz4(), Filters.zstd(3), Filters.bzip2(9));

    private Main() {}

    /** The program. */
    public static void main(String[] arguments) {
        Station[] stations = {new Station("Ushuaia", 23.5), new Station("Lhasa", 3650)};
        try (ContainerFile file = ContainerFile.create(Path.of("run.h5"))) {
            file.root().createDataset("stations", stations);
            for (FilterSetting filter : FILTERS) {
                DatasetOptions options = DatasetOptions.defaults().withChunks(100).withFilters(filter);
                file.root().createDataset(Filters.name(filter.id()), new double[1_000], options);
            }
        }
        try (ContainerFile file = ContainerFile.openReadOnly(Path.of("run.h5"))) {
            Station[] read = file.dataset("/stations").read(Station[].class);
            if (!Arrays.equals(stations, read)) {
                throw new IllegalStateException("expected " + List.of(stations) + ", found " + List.of(read));
            }
            for (FilterSetting filter : FILTERS) {
                double[] zeros = file.dataset(Filters.name(filter.id())).read(double[].class);
                if (!Arrays.equals(zeros, new double[1_000])) {
                    throw new IllegalStateException("other elements with " + filter);
                }
            }
        }
        if (!Main.class.getModule().isNamed()) {
            throw new IllegalStateException("this is not the module path");
        }
    }
}
