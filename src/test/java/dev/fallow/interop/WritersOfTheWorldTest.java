package dev.fallow.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Empty;
import dev.fallow.Entry;
import dev.fallow.ObjectKind;
import dev.fallow.RawElements;
import dev.fallow.Selection;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.internal.filter.FilterRegistry;
import dev.fallow.internal.slice.RandomSelections;
import dev.fallow.internal.slice.SelectionModel;
import dev.fallow.interop.Installed.Outcome;
import dev.fallow.oracle.Corpus;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files as h5py, pandas, PyTables, netCDF4, AnnData, Keras and MATLAB write them: every dataset equals what h5py read, by
 * a checksum. The files are in the resources; and they are written anew by the Python that is installed, as far as it
 * has the packages.
 */
class WritersOfTheWorldTest {
    private static final Pattern FILTER = Pattern.compile("filter (\\d+) ");

    private static final int SELECTIONS = 10;

    @TempDir
    private Path folder;

    /** Filters without which a dataset could not be read, by its path. */
    private final Map<String, Integer> refused = new TreeMap<>();

    private static Path resources() {
        return Corpus.repository().resolve("src/test/resources/writers");
    }

    /**
     * A dataset as h5py read it.
     *
     * @param kind fixed, strings, sequences or null
     * @param shape empty for a scalar
     */
    record Line(String file, String path, String kind, String shape, long crc) {
        static Line of(String text) {
            String[] fields = text.split("\t", -1);
            return new Line(fields[0], fields[1], fields[2], fields[3], Long.parseLong(fields[4], 16));
        }
    }

    private static Map<String, List<Line>> manifest(Path folder) throws IOException {
        return Files.readAllLines(folder.resolve("manifest.txt")).stream()
                .map(Line::of)
                .collect(Collectors.groupingBy(Line::file, TreeMap::new, Collectors.toList()));
    }

    static Set<String> files() throws IOException {
        return manifest(resources()).keySet();
    }

    @ParameterizedTest
    @MethodSource("files")
    void keptFilesAreRead(String file) throws IOException {
        compare(resources().resolve(file), manifest(resources()).get(file));
    }

    @Test
    void theKeptFilesAreThoseOfEightWriters() throws IOException {
        Map<String, List<Line>> kept = manifest(resources());
        assertThat(kept).hasSize(8);
        assertThat(kept.values().stream().mapToInt(List::size).sum()).isGreaterThanOrEqualTo(50);
        long bytes = 0;
        for (String file : kept.keySet()) {
            assertThat(Files.size(resources().resolve(file))).as(file).isLessThan(40_000);
            bytes += Files.size(resources().resolve(file));
        }
        assertThat(bytes).isLessThan(400_000);
    }

    @Test
    void filesOfTheInstalledPackagesAreRead() throws IOException, InterruptedException {
        Outcome made =
                Installed.pythonWithH5py().run(resources().resolve("make.py").toString(), folder.toString(), "large");
        assertThat(made.status()).as(made.output()).isZero();
        Map<String, List<Line>> files = manifest(folder);
        assertThat(files)
                .containsKeys(
                        "h5py.h5", "anndata-like.h5ad", "keras-like.weights.h5", "matlab-like.mat", "large-raw.h5");
        for (Map.Entry<String, List<Line>> file : files.entrySet()) {
            compare(folder.resolve(file.getKey()), file.getValue());
        }
        String missing = made.output()
                .lines()
                .filter(line -> line.startsWith("missing: "))
                .collect(Collectors.joining(", "));
        assumeTrue(missing.isEmpty(), "the others were read, but " + missing);
    }

    private void compare(Path path, List<Line> lines) {
        try (ContainerFile container = ContainerFile.openReadOnly(path)) {
            Set<String> datasets = new TreeSet<>();
            for (Entry entry : container.root().listRecursively()) {
                if (entry.kind() == ObjectKind.DATASET) {
                    datasets.add(entry.path());
                }
            }
            assertThat(lines.stream().map(Line::path))
                    .as(path.toString())
                    .containsExactlyInAnyOrderElementsOf(datasets);
            for (Line line : lines) {
                compare(container.dataset(line.path), line);
            }
        }
        assertThat(refused.values())
                .as("filters that are missing: %s", refused)
                .allMatch(filter -> FilterRegistry.find(filter) == null);
        assertThat(refused).as("refused of %d", lines.size()).hasSizeLessThan(lines.size() / 2 + 1);
    }

    private void compare(Dataset dataset, Line line) {
        if (line.kind.equals("null")) {
            assertThat(dataset.isNull()).as("%s", line).isTrue();
            assertThat(dataset.read()).as("%s", line).isEqualTo(new Empty(dataset.datatype()));
            return;
        }
        String shape =
                Arrays.stream(dataset.dimensions()).mapToObj(Long::toString).collect(Collectors.joining("x"));
        assertThat(shape).as("%s", line).isEqualTo(line.shape);
        CRC32 crc = new CRC32();
        try {
            switch (line.kind) {
                case "strings" -> strings(dataset.read(), crc);
                case "sequences" -> sequences(dataset.read(), crc);
                default -> crc.update(dataset.read(RawElements.class).bytes());
            }
        } catch (UnsupportedFeatureException e) {
            Matcher filter = FILTER.matcher(e.getMessage());
            assertThat(filter.find()).as("%s: %s", line, e.getMessage()).isTrue();
            refused.put(line.path, Integer.parseInt(filter.group(1)));
            return;
        }
        assertThat(crc.getValue()).as("%s", line).isEqualTo(line.crc);
        if (line.kind.equals("fixed") && dataset.dimensions().length > 0) {
            compareParts(dataset);
        }
        if (!line.kind.equals("sequences")) { // every element has a Java value
            assertThat(elements(dataset.read(), dataset.dimensions().length))
                    .as("%s", line)
                    .isEqualTo(Arrays.stream(dataset.dimensions()).reduce(1, (one, other) -> one * other));
        }
    }

    /** Random selections are those elements of the whole, which is known to be right. */
    private static void compareParts(Dataset dataset) {
        long[] extent = dataset.dimensions();
        byte[] whole = dataset.read(RawElements.class).bytes();
        int size = (int) dataset.datatype().size();
        long seed = Seeds.one(dataset.path().hashCode());
        RandomSelections selections = new RandomSelections(new Random(seed), extent);
        for (int i = 0; i < SELECTIONS; i++) {
            Selection selection = selections.any();
            List<long[]> elements = SelectionModel.elements(selection, extent);
            ByteBuffer expected = ByteBuffer.allocate(elements.size() * size);
            for (long[] element : elements) {
                expected.put(whole, (int) SelectionModel.number(element, extent) * size, size);
            }
            assertThat(Arrays.mismatch(
                            dataset.read(selection, RawElements.class).bytes(), expected.array()))
                    .as("%s, %s, selection %d", dataset.path(), Seeds.name(seed), i)
                    .isEqualTo(-1);
        }
    }

    private static long elements(Object values, int rank) {
        if (rank == 0) {
            return 1;
        }
        long elements = 0;
        for (int i = 0, length = Array.getLength(values); i < length; i++) {
            elements += elements(Array.get(values, i), rank - 1);
        }
        return elements;
    }

    private static void strings(Object values, CRC32 crc) {
        for (Object value : values instanceof Object[] array ? array : new Object[] {values}) {
            crc.update(value == null ? new byte[0] : ((String) value).getBytes(StandardCharsets.UTF_8));
            crc.update(0);
        }
    }

    private static void sequences(Object values, CRC32 crc) {
        for (int[] sequence : (int[][]) values) {
            ByteBuffer bytes = ByteBuffer.allocate(4 * sequence.length).order(ByteOrder.LITTLE_ENDIAN);
            bytes.asIntBuffer().put(sequence);
            crc.update(bytes.array());
        }
    }
}
