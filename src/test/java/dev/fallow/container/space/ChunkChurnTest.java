package dev.fallow.container.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Durability;
import dev.fallow.MaintenanceOptions;
import dev.fallow.OpenOptions;
import dev.fallow.Selection;
import dev.fallow.container.session.NewFile;
import dev.fallow.container.session.SpaceChecks;
import dev.fallow.filter.Filters;
import dev.fallow.oracle.FileSpaceStrategy;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.report.SpaceReport;
import dev.fallow.type.FixedPoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All compressed chunks of a dataset are rewritten again and again with data of other compressed sizes. A round needs the
 * space of the old and the new chunks, because the last commit refers to the old ones; after it the file is hardly longer
 * than what it has.
 */
@NeedsReference
class ChunkChurnTest {
    private static final int ROUNDS = 20;
    private static final int CHUNKS = 60;
    private static final int CHUNK = 700;
    /** Of the length of a closed file to its live bytes. */
    private static final double MOST_CLOSED = 1.1;
    /** Of the length of an open file to the most live bytes that it has had. */
    private static final double MOST_OPEN = 2.2;

    private static final OpenOptions UNFORCED = OpenOptions.defaults().withDurability(Durability.NEVER);

    @TempDir
    private Path folder;

    private long mostLive;

    /** How the compressed sizes change from round to round. */
    enum Sizes {
        /** Each chunk is larger in some rounds and smaller in others. */
        CHANGING {
            @Override
            int bits(int round, int chunk) {
                return 2 + (round * 7 + chunk * 5) % 23;
            }
        },
        /** All chunks grow. */
        GROWING {
            @Override
            int bits(int round, int chunk) {
                return 4 + round + chunk % 3;
            }
        },
        /** All chunks shrink. */
        SHRINKING {
            @Override
            int bits(int round, int chunk) {
                return 28 - round - chunk % 3;
            }
        };

        /** Returns how many bits of each number of a chunk are random. */
        abstract int bits(int round, int chunk);

        int[] chunk(int round, int chunk) {
            return new SplittableRandom(round * 1_000L + chunk)
                    .ints(CHUNK, 0, 1 << bits(round, chunk))
                    .toArray();
        }

        int[] all(int round) {
            int[] all = new int[CHUNKS * CHUNK];
            for (int i = 0; i < CHUNKS; i++) {
                System.arraycopy(chunk(round, i), 0, all, i * CHUNK, CHUNK);
            }
            return all;
        }
    }

    static List<Arguments> inOneSession() {
        return overReopening();
    }

    static List<Arguments> overReopening() {
        List<Arguments> cases = new ArrayList<>();
        for (NewFile kind : NewFile.persistent()) {
            if (kind.strategy() == FileSpaceStrategy.FSM_AGGR) {
                for (Sizes sizes : Sizes.values()) {
                    cases.add(Arguments.of(kind, sizes));
                }
            }
        }
        return cases;
    }

    private Path create(NewFile kind) {
        Path path = folder.resolve("churn.h5");
        kind.create(path, true);
        try (ContainerFile file = ContainerFile.open(path, UNFORCED)) {
            file.root()
                    .createDataset(
                            "chunks",
                            FixedPoint.INT32,
                            new long[] {(long) CHUNKS * CHUNK},
                            DatasetOptions.defaults()
                                    .withChunks(CHUNK)
                                    .withMaxDimensions(DatasetOptions.UNLIMITED)
                                    .withFilters(Filters.shuffle(), Filters.deflate(6)));
        }
        return path;
    }

    /** Each round is one write and one commit. Of shrinking chunks, the first index is far behind the last chunks. */
    @ParameterizedTest
    @MethodSource
    void inOneSession(NewFile kind, Sizes sizes) {
        Path path = create(kind);
        try (ContainerFile file = ContainerFile.open(path, UNFORCED)) {
            for (int round = 0; round < ROUNDS; round++) {
                file.dataset("/chunks").write(sizes.all(round));
                checkOpen(file, "round " + round);
                file.flush();
            }
        }
        checkClosed(path, sizes, ROUNDS - 1);
    }

    /** Each round is a session, which writes chunk after chunk. */
    @ParameterizedTest
    @MethodSource
    void overReopening(NewFile kind, Sizes sizes) {
        Path path = create(kind);
        for (int round = 0; round < ROUNDS; round++) {
            try (ContainerFile file = ContainerFile.open(path, UNFORCED)) {
                Dataset dataset = file.dataset("/chunks");
                for (int i = 0; i < CHUNKS; i++) {
                    int chunk = i * 7 % CHUNKS; // in another order than that of their creation
                    dataset.write(
                            Selection.block(new long[] {(long) chunk * CHUNK}, new long[] {CHUNK}),
                            sizes.chunk(round, chunk));
                }
                checkOpen(file, "round " + round);
            }
            checkClosed(path, sizes, round);
        }
    }

    private void checkOpen(ContainerFile file, String where) {
        mostLive = Math.max(mostLive, file.space().liveBytes());
        assertThat((double) file.allocatedBytes()).as(where + ", open").isLessThanOrEqualTo(MOST_OPEN * mostLive);
    }

    private static void checkClosed(Path path, Sizes sizes, int round) {
        int[] elements = sizes.all(round);
        String where = "round " + round;
        SpaceReport report = SpaceChecks.check(path, where);
        assertThat(report.untrackedBytes()).as(where).isZero();
        assertThat((double) report.fileBytes())
                .as(where + ", closed, " + report.liveBytes() + " live bytes")
                .isLessThanOrEqualTo(report.liveBytes() * MOST_CLOSED);
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.reclaimUntracked(MaintenanceOptions.defaults().withDryRun(true)))
                    .as(where)
                    .isEmpty();
            assertThat((int[]) file.dataset("/chunks").read()).as(where).isEqualTo(elements);
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat((int[]) file.read("/chunks")).as(where).isEqualTo(elements);
        }
    }
}
