package dev.fallow.fuzz.input;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Entry;
import dev.fallow.ObjectKind;
import dev.fallow.OpenOptions;
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
    /** Bytes of elements. */
    private static final long LARGEST_READ = 1 << 20;

    private KeptSeeds() {}

    /** Returns the small files of the corpus, none if there is no corpus. */
    public static List<Seed> ofCorpus() throws IOException {
        Optional<Path> folder = Corpus.folder();
        return folder.isEmpty() ? List.of() : of(folder.get(), "corpus: ", Integer.MAX_VALUE);
    }

    /**
     * Returns the small files that reproduce findings of independent checks, none if there are no such files. Those that declare
     * many elements are left out: reading all of them makes a large result.
     */
    public static List<Seed> ofFindings() throws IOException {
        Optional<Path> folder = Corpus.findings();
        List<Seed> seeds = folder.isEmpty() ? List.of() : of(folder.get(), "finding: ", Integer.MAX_VALUE);
        return seeds.stream().filter(seed -> isReadQuickly(seed.bytes())).toList();
    }

    private static boolean isReadQuickly(byte[] bytes) {
        long[] declared = {0};
        try (ContainerFile file =
                ContainerFile.openBytes(bytes, OpenOptions.defaults().withReadOnly(true))) {
            for (Entry entry : file.root().listRecursively()) {
                if (entry.kind() == ObjectKind.DATASET) {
                    declared[0] +=
                            Math.min(LARGEST_READ, file.dataset(entry.path()).logicalSize());
                }
            }
        } catch (ContainerException e) {
            return true; // what is damaged is a good seed
        }
        return declared[0] < LARGEST_READ;
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
