package example;

import dev.fallow.ContainerFile;
import dev.fallow.DatasetOptions;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.report.CodecReport;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** Writes and reads with filters of the bundle fallow-filters, and codecs of fallow-natives where native access is granted. */
public final class Application implements BundleActivator {
    private static final List<FilterSetting> FILTERS = List.of(Filters.lz4(), Filters.zstd(3), Filters.bzip2(9));

    @Override
    public void start(BundleContext context) {
        double[] values = new double[100_000];
        Arrays.setAll(values, i -> i % 1_000);
        try (ContainerFile file = ContainerFile.create(Path.of("run.h5"))) {
            for (FilterSetting filter : FILTERS) {
                DatasetOptions options = DatasetOptions.defaults().withChunks(10_000).withFilters(filter);
                file.root().createDataset(Filters.name(filter.id()), values, options);
            }
        }
        try (ContainerFile file = ContainerFile.openReadOnly(Path.of("run.h5"))) {
            for (FilterSetting filter : FILTERS) {
                double[] read = file.dataset(Filters.name(filter.id())).read(double[].class);
                if (!Arrays.equals(read, values)) {
                    throw new IllegalStateException("other elements with " + filter);
                }
            }
        }
        for (String library : List.of("lz4-java", "zstd-jni")) {
            CodecReport found = ContainerFile.codecs().stream()
                    .filter(each -> each.isNative() && each.library().startsWith(library))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("not found: " + library));
            if (!found.isUsed() && !found.note().contains("--enable-native-access=ALL-UNNAMED")) {
                throw new IllegalStateException("not used: " + found);
            }
        }
    }

    @Override
    public void stop(BundleContext context) {
        // nothing is kept
    }
}
