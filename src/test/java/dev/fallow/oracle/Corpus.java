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
 * The optional corpus: HDF5 files that other software wrote. It is the folder that the system property
 * {@code fallow.corpus} names, or else {@code ../shared/corpus} beside the repository; tests that need it are skipped,
 * and say so, where there is none.
 */
public final class Corpus {
    /** The system property that names the folder. */
    public static final String PROPERTY = "fallow.corpus";

    private Corpus() {}

    /**
     * The folder, if there is one.
     *
     * @throws IllegalStateException if the system property names something that is no folder
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

    /** All HDF5 files of the corpus, sorted; skips the test where there is no corpus. */
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
     * The file itself; or where its writer left it flagged as open, a copy in a folder with the flags cleared, because
     * libhdf5 refuses to open it otherwise.
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

    /** The root of the repository: the nearest folder upwards that has the modules. */
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
