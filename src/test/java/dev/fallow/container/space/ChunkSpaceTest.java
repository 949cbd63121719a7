package dev.fallow.container.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.oracle.FileSpaceStrategy;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.SpaceReport;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Chunk indexes of every type are traversed: every byte of files with chunked datasets is accounted for, and the space
 * of deleted datasets is released.
 */
@NeedsReference
class ChunkSpaceTest {
    private static final long UNLIMITED = -1;

    @TempDir
    private Path folder;

    static Stream<ReferenceOptions> options() {
        return Stream.of(FormatBound.EARLIEST, FormatBound.V110, FormatBound.LATEST)
                .flatMap(bound -> Stream.of(FileSpaceStrategy.FSM_AGGR, FileSpaceStrategy.PAGE)
                        .map(strategy -> ReferenceOptions.persistent()
                                .bounds(bound, FormatBound.LATEST)
                                .strategy(strategy)));
    }

    private static int[] numbers(int count) {
        int[] numbers = new int[count];
        Arrays.setAll(numbers, i -> i * 31);
        return numbers;
    }

    /**
     * Creates datasets whose indexes are single chunks, implicit, fixed and extensible arrays, paged or not, and
     * B-trees; returns the element counts, by path.
     */
    private static Map<String, Integer> fill(ReferenceFile file) {
        Map<String, Integer> made = new TreeMap<>();
        for (boolean filtered : new boolean[] {false, true}) {
            String suffix = filtered ? "-filtered" : "";
            made.put("/single" + suffix, create(file, "/single" + suffix, 500, 500, 500, filtered, false));
            made.put("/fixed" + suffix, create(file, "/fixed" + suffix, 900, 900, 7, filtered, false));
            made.put("/paged" + suffix, create(file, "/paged" + suffix, 9_000, 9_000, 4, filtered, false));
            made.put("/growing" + suffix, create(file, "/growing" + suffix, 900, UNLIMITED, 7, filtered, false));
            made.put("/large" + suffix, create(file, "/large" + suffix, 20_000, UNLIMITED, 3, filtered, false));
            long[] square = {60, 60};
            file.createChunkedDataset(
                    "/square" + suffix,
                    ReferenceType.int32(),
                    square,
                    new long[] {UNLIMITED, UNLIMITED},
                    new long[] {4, 3},
                    filtered,
                    false,
                    numbers(3_600));
            made.put("/square" + suffix, 3_600);
        }
        made.put("/implicit", create(file, "/implicit", 333, 333, 10, false, true));
        file.createChunkedDataset(
                "/unwritten",
                ReferenceType.int32(),
                new long[] {99},
                new long[] {99},
                new long[] {9},
                false,
                false,
                null);
        return made;
    }

    private static int create(
            ReferenceFile file, String name, int count, long most, int chunk, boolean filtered, boolean early) {
        file.createChunkedDataset(
                name,
                ReferenceType.int32(),
                new long[] {count},
                new long[] {most},
                new long[] {chunk},
                filtered,
                early,
                numbers(count));
        return count;
    }

    private static SpaceReport report(Path path) {
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            return file.space();
        }
    }

    @ParameterizedTest
    @MethodSource("options")
    void theSpaceOfChunksAddsUp(ReferenceOptions options) {
        Path path = folder.resolve("chunks.h5");
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            fill(file);
        }
        SpaceReport report = report(path);
        assertThat(report.findings()).as("" + options).isEmpty();
        assertThat(report.untrackedBytes()).as("" + options).isZero();
    }

    @ParameterizedTest
    @MethodSource("options")
    void whatLiesBetweenChunksIsTakenBack(ReferenceOptions options) {
        Path path = folder.resolve("holes.h5");
        Map<String, Integer> made;
        try (ReferenceFile file = ReferenceFile.create(path, options.persist(false))) {
            file.createGroup("/small");
            create(file, "/gone1", 3_000, UNLIMITED, 5, false, false);
            made = fill(file);
            create(file, "/gone2", 3_000, 3_000, 5, true, false);
            create(file, "/last", 10, 10, 5, false, false);
        }
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            file.delete("/gone1");
            file.delete("/gone2");
        }
        assertThat(report(path).untrackedBytes()).as("" + options).isGreaterThan(20_000);
        try (ContainerFile file = ContainerFile.open(path)) {
            if (options.toString().contains("EARLIEST..") && !options.toString().contains("PAGE")) {
                file.reclaimUntracked(); // its superblock version cannot store free space
            } else {
                file.setPersistFreeSpace(true);
                file.reclaimUntracked();
            }
            file.root().createDataset("small/new", numbers(2_000));
        }
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            file.createDataset("/theirs", ReferenceType.int32(), new long[] {2_500}, numbers(2_500));
            made.forEach((name, count) ->
                    assertThat(file.read(name)).as(options + name).isEqualTo(numbers(count)));
            assertThat(file.read("/small/new")).isEqualTo(numbers(2_000));
        }
        assertThat(report(path).findings()).as("" + options).isEmpty();
    }
}
