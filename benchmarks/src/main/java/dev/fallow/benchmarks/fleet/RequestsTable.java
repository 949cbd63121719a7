package dev.fallow.benchmarks.fleet;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.SpaceSettings;
import dev.fallow.http.HttpSource;
import dev.fallow.research.report.MarkdownTable;
import dev.fallow.source.SourceStatistics;
import dev.fallow.type.FloatingPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What it costs to list a file of 10 GiB on a web server, and to read one attribute, by the layout of the file. */
final class RequestsTable {
    private static final long BYTES = 10L << 30;
    private static final List<Integer> DATASETS = List.of(8, 100, 1_000);
    private static final List<Integer> PAGES = List.of(4_096, 16_384, 65_536);

    private final Path path;
    private final MarkdownTable table = new MarkdownTable()
            .text("written by")
            .text("layout")
            .number("datasets")
            .number("requests")
            .number("KiB");

    RequestsTable(Path folder) {
        path = folder.resolve("large.h5");
    }

    /** @param python null to leave out h5py */
    MarkdownTable measure(FleetPython python) throws IOException, InterruptedException {
        for (int datasets : DATASETS) {
            write(CreateOptions.defaults(), datasets);
            add("Fallow", "default", datasets);
            for (int page : PAGES) {
                write(
                        CreateOptions.defaults()
                                .withSpace(SpaceSettings.defaults()
                                        .withStrategy(FileSpaceStrategy.PAGE)
                                        .withPageSize(page)),
                        datasets);
                add("Fallow", pages(page), datasets);
            }
            if (python != null) {
                for (String format : List.of("earliest", "latest")) {
                    python.make(path, format, datasets, BYTES);
                    add("h5py", format, datasets);
                }
                for (int page : PAGES) {
                    python.make(path, Integer.toString(page), datasets, BYTES);
                    add("h5py", pages(page), datasets);
                }
            }
        }
        Files.deleteIfExists(path);
        return table;
    }

    private static String pages(int page) {
        return "pages of " + page / 1_024 + " KiB";
    }

    private void write(CreateOptions options, int datasets) {
        try (ContainerFile file = ContainerFile.create(path, options.withOverwrite(true))) {
            for (int i = 0; i < datasets; i++) {
                file.root()
                        .createDataset(
                                "big" + i,
                                FloatingPoint.FLOAT64,
                                new long[] {BYTES / datasets / Double.BYTES},
                                DatasetOptions.defaults().withFillNever(true)); // which allocates it now
                file.root().createGroup("run" + i).createAttribute("temperature", i + 0.5);
            }
        }
    }

    private void add(String writer, String layout, int datasets) throws IOException {
        if (Files.size(path) < BYTES) {
            throw new IllegalStateException("a file of " + Files.size(path) + " bytes");
        }
        try (RangeServer server = new RangeServer(path);
                HttpSource source = HttpSource.open(server.uri());
                ContainerFile file = ContainerFile.openReadOnly(source)) {
            int last = datasets - 1;
            double value =
                    (double) file.group("run" + last).attribute("temperature").read();
            if (file.root().listRecursively().size() != 2 * datasets || value != last + 0.5) {
                throw new IllegalStateException("wrong objects were listed");
            }
            SourceStatistics cost = source.statistics();
            table.row(
                    writer,
                    layout,
                    Integer.toString(datasets),
                    Long.toString(cost.requests()),
                    ThreadsTable.number("%,.0f", cost.bytes() / 1024.0));
        }
    }
}
