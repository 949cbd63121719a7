package dev.fallow.fuzz.input;

import dev.fallow.oracle.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Seeds from folders: the files of other software, and the inputs kept from earlier runs. */
public final class KeptSeeds {
    private static final int LARGEST = 64 << 10;

    private KeptSeeds() {}

    /** Returns the small files of the corpus, none if there is no corpus. */
    public static List<Seed> ofCorpus() throws IOException {
        Optional<Path> folder = Corpus.folder();
        return folder.isEmpty() ? List.of() : of(folder.get(), "corpus: ", Integer.MAX_VALUE);
    }

    /** Returns at most the given number of containers of a folder and its subfolders, sorted by name. */
    public static List<Seed> of(Path folder, String prefix, int most) throws IOException {
        List<Path> files;
        try (Stream<Path> paths = Files.walk(folder)) {
            files = paths.filter(path -> path.getFileName().toString().matches(".*\\.(h5|hdf5|hdf|nc4?)"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        }
        List<Seed> seeds = new ArrayList<>();
        for (Path path : files) {
            if (seeds.size() < most && Files.size(path) <= LARGEST) {
                byte[] bytes = Files.readAllBytes(path);
                if (Anatomy.isContainer(bytes)) {
                    seeds.add(new Seed(prefix + path.getFileName(), bytes));
                }
            }
        }
        return seeds;
    }
}
