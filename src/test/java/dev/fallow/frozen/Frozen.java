package dev.fallow.frozen;

import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.SpaceSettings;
import dev.fallow.check.PlantedFiles;
import dev.fallow.filter.FilterSetting;
import dev.fallow.fuzz.input.FallowSeeds;
import dev.fallow.fuzz.input.Seed;
import dev.fallow.oracle.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The runs whose records are kept, by the name of the resource that keeps them. */
enum Frozen {
    /** Random sessions: each kind of file with each seed; of few seeds, with every second one. */
    SESSIONS {
        @Override
        List<Run> runs(long[] seeds) {
            List<Run> runs = new ArrayList<>();
            List<Kind> kinds = Kind.all();
            for (int i = 0; i < kinds.size(); i++) {
                Kind kind = kinds.get(i);
                for (long seed : seeds) {
                    if (seeds.length < FEW && seeds.length > 1 && (i + seed) % 2 == 0) {
                        continue;
                    }
                    runs.add(new Run(
                            kind + ", seed " + seed, (record, path) -> new RandomRun(kind, seed, record).run(path)));
                }
            }
            return runs;
        }
    },

    /** Every chunk index with sets of filters, in every format and strategy; with few seeds a fifth of them. */
    CHUNKS {
        @Override
        List<Run> runs(long[] seeds) {
            List<Run> runs = new ArrayList<>();
            for (FileFormat format : FileFormat.values()) {
                for (FileSpaceStrategy strategy : FileSpaceStrategy.values()) {
                    for (Map.Entry<String, List<FilterSetting>> filters :
                            ChunkScript.filterSets().entrySet()) {
                        boolean tracks = strategy == FileSpaceStrategy.FSM_AGGR || strategy == FileSpaceStrategy.PAGE;
                        if (!tracks && filters.getValue().size() == 1) {
                            continue;
                        }
                        CreateOptions options = Endings.CREATE
                                .withFormat(format)
                                .withSpace(SpaceSettings.defaults().withStrategy(strategy));
                        runs.add(new Run(
                                "%s %s, %s".formatted(format, strategy, filters.getKey()),
                                (record, path) -> ChunkScript.run(options, filters.getValue(), record, path)));
                    }
                }
            }
            int step = seeds.length < FEW ? SHARE : 1;
            return IntStream.range(0, runs.size())
                    .filter(i -> i % step == 0)
                    .mapToObj(runs::get)
                    .toList();
        }
    },

    /** Files of other programs, of Fallow with each kind of structure, and damaged ones. */
    FILES {
        @Override
        List<Run> runs(long[] seeds) throws IOException {
            List<Run> runs = new ArrayList<>();
            for (Seed seed : FallowSeeds.all()) {
                runs.add(of(seed.name(), seed.bytes()));
            }
            for (String folder : FOLDERS) {
                for (Path path : files(Corpus.repository().resolve(folder))) {
                    runs.add(of(folder + "/" + path.getFileName(), Files.readAllBytes(path)));
                }
            }
            return runs;
        }
    },

    /** Planted defects. */
    DEFECTS {
        @Override
        List<Run> runs(long[] seeds) throws IOException {
            List<Run> runs = new ArrayList<>();
            PlantedFiles.all()
                    .forEach((name, bytes) -> runs.add(new Run(name, (record, path) -> {
                        record.look(Looks.ofPath(bytes, path));
                        Endings.ofDamaged(bytes, record);
                    })));
            return runs;
        }
    };

    private static final int FEW = 10;
    private static final int SHARE = 5;

    private static final List<String> FOLDERS = List.of(
            "src/test/resources/writers",
            "src/test/resources/frozen",
            "src/test/resources/fuzz",
            "core/src/test/resources/chunked");

    /** What a run does. */
    interface Action {
        /** @param path for what needs a file */
        void on(RunRecord record, Path path) throws IOException;
    }

    /** A run, and its key in the records. */
    record Run(String key, Action action) {
        RunRecord record(Path path) throws IOException {
            RunRecord record = new RunRecord(key, false);
            action.on(record, path);
            return record;
        }
    }

    /** The runs, in the order of the records. */
    abstract List<Run> runs(long[] seeds) throws IOException;

    /** The name of the resource. */
    String resource() {
        return name().toLowerCase(java.util.Locale.ROOT) + ".txt";
    }

    private static Run of(String key, byte[] bytes) {
        return new Run(key, (record, path) -> {
            record.commit(bytes, "as it is");
            record.look(Looks.ofPath(bytes, path));
            Endings.of(bytes, record, path, !key.contains("/writers/"));
        });
    }

    private static List<Path> files(Path folder) throws IOException {
        Predicate<Path> hdf5 = path -> path.getFileName().toString().matches(".*\\.(h5|h5ad|nc|mat)");
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.filter(hdf5).sorted().toList();
        }
    }
}
