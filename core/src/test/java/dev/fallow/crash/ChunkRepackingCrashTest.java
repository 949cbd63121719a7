package dev.fallow.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Containers;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.OpenOptions;
import dev.fallow.filter.Filters;
import dev.fallow.internal.open.ContainerCreator;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.report.SpaceReport;
import dev.fallow.report.WriteStatistics;
import dev.fallow.type.FixedPoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Crashes while chunks, and the index, move on close; and what that costs. All compressed chunks of a dataset have been
 * rewritten with data of other compressed sizes, in some rounds.
 */
class ChunkRepackingCrashTest {
    private static final int CHUNKS = 36;
    private static final int CHUNK = 256;
    private static final int ROUNDS = 14;
    /** The number of rounds with sliding chunks whose crash images are opened. */
    private static final int INTERRUPTED = 2;
    /** Closing commits that often only if chunks slide. */
    private static final int SLIDING_COMMITS = 4;
    /** Of the length of a closed file to its live bytes. */
    private static final double MOST_CLOSED = 1.1;
    /** The bytes of chunks that are copied on close for each byte of chunks that the session has freed. */
    private static final int FACTOR = 4;

    /** Of a chunk, or of a block of an index. */
    private static final int LARGEST_BLOCK = 4_096;

    /** One for the session, one for the mark, and one for each pass. */
    private static final int MOST_COMMITS = 18;

    private enum Sizes {
        CHANGING,
        GROWING,
        SHRINKING;

        private int bits(int round, int chunk) {
            return switch (this) {
                case CHANGING -> 2 + (round * 7 + chunk * 5) % 23;
                case GROWING -> 4 + round + (chunk + round) % 4;
                case SHRINKING -> 4 + ROUNDS - round + chunk % 3;
            };
        }

        private int[] all(int round) {
            int[] all = new int[CHUNKS * CHUNK];
            for (int i = 0; i < CHUNKS; i++) {
                int[] chunk = new SplittableRandom(round * 1_000L + i)
                        .ints(CHUNK, 0, 1 << bits(round, i))
                        .toArray();
                System.arraycopy(chunk, 0, all, i * CHUNK, CHUNK);
            }
            return all;
        }
    }

    private enum Index {
        FIXED_ARRAY,
        EXTENSIBLE_ARRAY,
        B_TREE_V1,
        B_TREE_V2;

        private CreateOptions options() {
            return CreateOptions.defaults().withFormat(this == B_TREE_V1 ? FileFormat.EARLIEST : FileFormat.LATEST);
        }

        private long[] dimensions() {
            return this == B_TREE_V2 ? new long[] {6, CHUNKS / 6 * CHUNK} : new long[] {CHUNKS * CHUNK};
        }

        private DatasetOptions dataset() {
            DatasetOptions chunked = this == B_TREE_V2
                    ? DatasetOptions.defaults().withChunks(1, CHUNK)
                    : DatasetOptions.defaults().withChunks(CHUNK);
            long[] most = new long[dimensions().length];
            Arrays.fill(most, DatasetOptions.UNLIMITED);
            return (this == FIXED_ARRAY ? chunked : chunked.withMaxDimensions(most))
                    .withFilters(Filters.shuffle(), Filters.deflate(6));
        }

        private Object shaped(int[] all) {
            if (this != B_TREE_V2) {
                return all;
            }
            int[][] rows = new int[6][];
            for (int i = 0; i < rows.length; i++) {
                rows[i] = Arrays.copyOfRange(all, i * all.length / 6, (i + 1) * all.length / 6);
            }
            return rows;
        }
    }

    static List<Arguments> cases() {
        List<Arguments> cases = new ArrayList<>();
        for (Index index : Index.values()) {
            for (Sizes sizes : Sizes.values()) {
                cases.add(Arguments.of(index, sizes));
            }
        }
        return cases;
    }

    private static Image created(Index index) throws IOException {
        RecordedMedium medium = new RecordedMedium(Image.none());
        try (ContainerFile file = Containers.of(
                ContainerCreator.createIn(medium.container(), medium.journal(), "created", index.options(), false))) {
            file.root().createDataset("chunks", FixedPoint.INT32, index.dimensions(), index.dataset());
        }
        return new Image(medium.now().container(), null);
    }

    private static ContainerFile open(RecordedMedium medium) {
        return Containers.of(
                ContainerOpener.openIn(medium.container(), medium.journal(), "churned", OpenOptions.defaults()));
    }

    /** Each round is a session. The last ones, and those in which chunks slide, are interrupted. */
    @ParameterizedTest
    @MethodSource("cases")
    void eachRoundIsASession(Index index, Sizes sizes) throws IOException {
        Image now = created(index);
        long freed = 0;
        int interrupted = 0;
        for (int round = 0; round < ROUNDS; round++) {
            RecordedMedium medium = new RecordedMedium(now);
            ContainerFile file = open(medium);
            file.dataset("/chunks").write(index.shaped(sizes.all(round)));
            long commits = file.writeStatistics().commits();
            file.close();
            now = new Image(medium.now().container(), null);
            commits = checkCost(file.writeStatistics(), commits, freed, "round " + round);
            freed = checkClosed(now, "round " + round);
            boolean slides = commits >= SLIDING_COMMITS && interrupted < INTERRUPTED;
            if (round == ROUNDS - 1 || slides) {
                checkImages(medium, index, round == 0 ? null : sizes.all(round - 1), sizes.all(round));
                interrupted++;
            }
        }
        if (sizes == Sizes.GROWING) { // into gaps that are too small
            assertThat(interrupted)
                    .as("sessions in which chunks slide, and the last one")
                    .isGreaterThan(1);
        }
    }

    /** All rounds are one session, with a commit in each. */
    @ParameterizedTest
    @MethodSource("cases")
    void allRoundsAreOneSession(Index index, Sizes sizes) throws IOException {
        RecordedMedium session = new RecordedMedium(created(index));
        ContainerFile file = open(session);
        long freed = 0;
        for (int round = 0; round < ROUNDS; round++) {
            freed += file.space().liveBytes();
            file.dataset("/chunks").write(index.shaped(sizes.all(round)));
            file.flush();
        }
        int closing = session.count();
        long commits = file.writeStatistics().commits();
        file.close();
        checkCost(file.writeStatistics(), commits, freed, "closing");
        checkClosed(new Image(session.now().container(), null), "closing");
        int[] last = sizes.all(ROUNDS - 1);
        CrashImages images = new CrashImages(session, 1, 4096, 8);
        CrashImages.Check check = (image, events, how) -> {
            if (events > closing) {
                check(image, index, last, last, how);
            }
        };
        images.killed(session.count(), check);
        images.wentDown(session.count(), check);
    }

    /** Checks what closing costs; returns its commits. */
    private static long checkCost(WriteStatistics closed, long commits, long freed, String where) {
        assertThat(closed.movedBytes()).as(where).isLessThanOrEqualTo(FACTOR * freed + LARGEST_BLOCK);
        assertThat(closed.unmovedDatasets()).as(where).isZero();
        assertThat(closed.commits() - commits).as(where).isLessThanOrEqualTo(MOST_COMMITS);
        return closed.commits() - commits;
    }

    private static long checkClosed(Image image, String where) {
        try (ContainerFile file = open(new RecordedMedium(image))) {
            SpaceReport report = file.space();
            assertThat(report.findings()).as(where).isEmpty();
            assertThat(report.untrackedBytes()).as(where).isZero();
            assertThat((double) report.fileBytes())
                    .as(where + ", " + report.liveBytes() + " live bytes")
                    .isLessThanOrEqualTo(report.liveBytes() * MOST_CLOSED);
            return report.liveBytes();
        }
    }

    private static void checkImages(RecordedMedium medium, Index index, int[] before, int[] after) {
        int[] seen = new int[2];
        CrashImages images = new CrashImages(medium, 1, 4096, 8);
        CrashImages.Check check = (image, events, how) -> seen[check(image, index, before, after, how) ? 1 : 0]++;
        images.killed(medium.count(), check);
        images.wentDown(medium.count(), check);
        assertThat(seen[0]).as("images before the commit").isPositive();
        assertThat(seen[1]).as("images after it").isPositive();
    }

    /** Whether an image has the elements of the last round; otherwise it must have those of the one before. */
    private static boolean check(Image image, Index index, int[] before, int[] after, String how) {
        try (ContainerFile file = open(new RecordedMedium(image))) {
            Object read = file.dataset("/chunks").read();
            boolean done = Arrays.deepEquals(new Object[] {read}, new Object[] {index.shaped(after)});
            if (!done) {
                assertThat(read).as(how).isEqualTo(index.shaped(before));
            }
            SpaceReport report = file.space();
            assertThat(report.findings()).as(how).isEmpty();
            assertThat(report.untrackedBytes()).as(how).isZero();
            return done;
        }
    }
}
