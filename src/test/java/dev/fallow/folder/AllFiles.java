package dev.fallow.folder;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.oracle.Corpus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Files of many kinds: made by Fallow with every strategy and format, those of the corpus, and those of the newest findings. */
final class AllFiles {
    private AllFiles() {}

    /** All of them; those of the corpus and the findings only if there are any. */
    static List<Path> in(Path folder) throws IOException {
        List<Path> all = new ArrayList<>(made(folder));
        Path findings = Corpus.repository().resolveSibling("shared").resolve("findings/second-round");
        Corpus.folder().ifPresent(corpus -> all.addAll(below(corpus)));
        if (Files.isDirectory(findings)) {
            all.addAll(below(findings));
        }
        return all;
    }

    /** The files of older findings in this folder; the test is skipped if there are none. */
    static List<Path> findings(String name) {
        Path findings =
                Corpus.repository().resolveSibling("shared").resolve("findings").resolve(name);
        assumeTrue(Files.isDirectory(findings), "no folder ../shared/findings/" + name + " beside the repository");
        return below(findings);
    }

    private static List<Path> below(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.filter(path -> path.getFileName().toString().matches(".*\\.(h5|hdf5|hdf|nc4?)"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Files with every strategy and format, with persistent free space and without; some with bytes behind their end. */
    static List<Path> made(Path folder) throws IOException {
        List<Path> made = new ArrayList<>();
        for (FileSpaceStrategy strategy : FileSpaceStrategy.values()) {
            for (FileFormat format : FileFormat.values()) {
                for (boolean persistent : new boolean[] {false, true}) {
                    Path file = folder.resolve("%s-%s-%s.h5".formatted(strategy, format, persistent));
                    make(
                            file,
                            CreateOptions.defaults()
                                    .withStrategy(strategy)
                                    .withFormat(format)
                                    .withPersistFreeSpace(persistent));
                    made.add(file);
                }
            }
        }
        Path tail = folder.resolve("bytes-behind-the-end.h5");
        Files.copy(made.get(1), tail);
        Files.write(tail, new byte[] {1, 2, 3, 4, 5, 6, 7}, StandardOpenOption.APPEND);
        made.add(tail);
        return made;
    }

    private static void make(Path file, CreateOptions options) {
        try (ContainerFile container = ContainerFile.create(file, options)) {
            fill(container);
        }
    }

    /** Groups and datasets of several kinds, with free space between them. */
    static void fill(ContainerFile container) {
        for (int i = 0; i < 30; i++) {
            container.root().createGroup("g" + i).putAttribute("number", i);
        }
        int[] numbers = new int[700];
        Arrays.setAll(numbers, i -> i * i);
        container.root().createDataset("numbers", numbers);
        container.root().createDataset("strings", new String[] {"one", "two", "three"});
        container.root().createDataset("last", numbers);
        container.flush();
        for (int i = 0; i < 30; i += 3) {
            container.delete("/g" + i);
        }
    }
}
