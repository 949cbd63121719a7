package dev.fallow.oracle;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The optional corpus of HDF5 files that other software wrote: the folder in the system property {@code fallow.corpus},
 * by default {@code ../shared/corpus} relative to the repository. Tests that need it are skipped with a message if it
 * does not exist.
 */
public final class Corpus {
    /** The name of the system property for the folder. */
    public static final String PROPERTY = "fallow.corpus";

    private Corpus() {}

    /**
     * Returns the folder, if it exists.
     *
     * @throws IllegalStateException if the system property is set to a path that is not a folder
     */
    public static Optional<Path> folder() {
        String named = System.getProperty(PROPERTY);
        if (named != null) {
            Path folder = Path.of(named);
            if (!Files.isDirectory(folder)) {
                throw new IllegalStateException(PROPERTY + " names " + folder.toAbsolutePath() + ", not a folder");
            }
            return Optional.of(folder);
        }
        return Optional.of(repository().resolveSibling("shared").resolve("corpus"))
                .filter(Files::isDirectory);
    }

    /** Returns the folder of files that reproduce findings of independent checks, beside the corpus, if it exists. */
    public static Optional<Path> findings() {
        return folder().map(corpus -> corpus.resolveSibling("findings")).filter(Files::isDirectory);
    }

    /**
     * Returns a file that reproduces a finding; skips the test if it does not exist.
     *
     * @param name relative to the folder {@code findings} beside the corpus, such as {@code second-round/oom-space.h5}
     */
    public static Path finding(String name) {
        Optional<Path> file = findings().map(folder -> folder.resolve(name)).filter(Files::isRegularFile);
        assumeTrue(file.isPresent(), "no file " + name + " in the folder findings beside the corpus");
        return file.get();
    }

    /** Returns all HDF5 files of the corpus, sorted; skips the test if there is no corpus. */
    public static List<Path> files() {
        Optional<Path> folder = folder();
        assumeTrue(
                folder.isPresent(),
                "no corpus: neither the system property " + PROPERTY + " nor ../shared/corpus beside the repository");
        try (Stream<Path> paths = Files.walk(folder.get())) {
            return paths.filter(path -> path.getFileName().toString().matches(".*\\.(h5|hdf5|hdf|nc4?)"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the file, or if its status flags mark it as open, a copy with cleared flags in the folder, because
     * libhdf5 refuses to open such a file.
     */
    public static Path openable(Path file, Path folder) throws IOException {
        try {
            ReferenceFile.open(file, false).close();
            return file;
        } catch (ReferenceException e) {
            if (!e.getMessage().contains("file is already open for write")) {
                throw e;
            }
        }
        Path copy = Files.write(folder.resolve(file.getFileName()), Files.readAllBytes(file));
        ReferenceFile.open(copy, true, ReferenceOptions.defaults().clearStatusFlags(true))
                .close();
        return copy;
    }

    /** Returns the root of the repository: the nearest ancestor folder that contains the modules. */
    public static Path repository() {
        Path start = Path.of(System.getProperty("basedir", "")).toAbsolutePath().normalize();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.isRegularFile(folder.resolve("src/test/pom.xml"))
                    && Files.isRegularFile(folder.resolve("freespace/pom.xml"))) {
                return folder;
            }
        }
        throw new IllegalStateException("not inside the repository: " + start);
    }
}
