package dev.fallow.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.ContainerFile;
import dev.fallow.FileFormat;
import dev.fallow.interop.ChunkedFiles.ChunkedFile;
import dev.fallow.interop.ChunkedFiles.Kind;
import dev.fallow.interop.Installed.Outcome;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.chunk.ChunkFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Other programs read every chunk index with every filter as Fallow wrote it, and edit the files. With
 * {@code -Dfallow.keep=FOLDER}, the folder receives the files.
 */
class ChunkedFilesTest {
    private static final Path SWEEP = Path.of("interop", "sweep.py");

    @TempDir
    private static Path folder;

    private static List<ChunkedFile> files;

    @BeforeAll
    static void write() throws IOException {
        files = ChunkedFiles.write(folder);
        String keep = System.getProperty("fallow.keep");
        if (keep != null) {
            Path kept = Files.createDirectories(Path.of(keep));
            for (ChunkedFile file : files) {
                Files.copy(file.path(), kept.resolve(file.path().getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    @Test
    void fallowReadsEveryElement() throws IOException {
        for (ChunkedFile written : files) {
            try (ContainerFile file = ContainerFile.openReadOnly(written.path())) {
                written.values()
                        .forEach((path, values) -> assertThat(file.dataset(path).read(double[].class))
                                .as(written.path().getFileName() + path)
                                .isEqualTo(values));
                assertThat(file.space().findings()).isEmpty();
                assertThat(file.space().untrackedBytes()).isZero();
            }
        }
    }

    @Test
    void jhdfReadsAllButTheListedDatasets() {
        JhdfReads.verify(files);
    }

    @Test
    @NeedsReference
    void libhdf5ReadsEveryElement() throws IOException {
        for (FileFormat format : FileFormat.values()) {
            Set<Integer> indexes = new TreeSet<>();
            for (ChunkedFile written : files) {
                if (written.format() != format || written.kind() != Kind.CORE) {
                    continue;
                }
                try (ReferenceFile file = ReferenceFile.open(written.path(), false)) {
                    written.values().forEach((path, values) -> {
                        indexes.add(file.chunkIndex(path));
                        if (!path.startsWith("/szip") || ChunkFilter.SZIP.isAvailable()) {
                            assertThat(file.readDoubles(path))
                                    .as(written.path().getFileName() + path)
                                    .isEqualTo(values);
                        }
                    });
                }
            }
            // the numbers of libhdf5: the B-tree of version 1, single, implicit, fixed, extensible, B-tree of version 2
            assertThat(indexes)
                    .as("%s: kinds of indexes", format)
                    .isEqualTo(format == FileFormat.EARLIEST ? Set.of(0, 3, 4, 5) : Set.of(1, 2, 3, 4, 5));
        }
    }

    @Test
    @NeedsReference
    void h5pyReadsAndEditsThem() throws IOException, InterruptedException {
        Installed python = Installed.pythonWithH5py();
        boolean plugins = python.run("-c", "import hdf5plugin").status() == 0;
        List<ChunkedFile> readable = files.stream()
                .filter(file -> plugins || file.kind() != Kind.PLUGINS)
                .toList();
        Path edited = folder.resolve("edited");
        List<String> arguments =
                new ArrayList<>(List.of(SWEEP.toString(), "--verbose", "--edits", "20", "--out", edited.toString()));
        readable.forEach(file -> arguments.add(file.path().toString()));
        Outcome outcome = python.run(arguments.toArray(new String[0]));
        assertThat(outcome.status()).as(outcome.output()).isZero();
        int datasets = readable.stream().mapToInt(file -> file.values().size()).sum();
        assertThat(outcome.output())
                .contains(readable.size() + " files")
                .contains(datasets + " datasets equal to what was written");
        for (ChunkedFile file : readable) {
            SweptFilesTest.verifyAndEdit(edited.resolve(file.path().getFileName()));
        }
        assumeTrue(plugins, "the Python has no hdf5plugin: the files with registered filters were not read");
    }
}
