package dev.fallow.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.fallow.ContainerFile;
import dev.fallow.Containers;
import dev.fallow.CorruptFileException;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.OpenOptions;
import dev.fallow.Selection;
import dev.fallow.StorageException;
import dev.fallow.StoredChunkInfo;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.filter.Filters;
import dev.fallow.internal.open.ContainerCreator;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.report.SpaceReport;
import dev.fallow.type.FixedPoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One call replaces all chunks of a dataset. It is committed in parts, so that the file stays short; a crash or a failure
 * between them leaves each chunk as it was or as it shall be.
 */
class SplitWriteCrashTest {
    private static final int CHUNKS = 24;
    private static final int CHUNK = 16_384;
    /** The number of chunks of a longer dataset. */
    private static final int LONG = 128;

    private static int[] all(int round) {
        return new SplittableRandom(round).ints(CHUNKS * CHUNK).toArray();
    }

    private static final int[] BEFORE = all(1);
    private static final int[] AFTER = all(2);

    private static Image created(FileFormat format) throws IOException {
        RecordedMedium medium = new RecordedMedium(Image.none());
        CreateOptions options = CreateOptions.defaults().withFormat(format).withPersistFreeSpace(true);
        try (ContainerFile file = Containers.of(
                ContainerCreator.createIn(medium.container(), medium.journal(), "created", options, false))) {
            file.root()
                    .createDataset(
                            "chunks",
                            FixedPoint.INT32,
                            new long[] {CHUNKS * CHUNK},
                            DatasetOptions.defaults().withChunks(CHUNK).withFilters(Filters.fletcher32()));
            file.dataset("chunks").write(BEFORE);
        }
        return new Image(medium.now().container(), null);
    }

    private static ContainerFile open(RecordedMedium medium, boolean split) {
        return Containers.of(ContainerOpener.openIn(
                medium.container(),
                medium.journal(),
                "split",
                OpenOptions.defaults().withSplitCommits(split)));
    }

    /** The number of new chunks; each other one must be as before, and the space must add up. */
    private static int check(Image image, String how) {
        try (ContainerFile file = open(new RecordedMedium(image), true)) {
            int count = newChunks(file, how);
            SpaceReport report = file.space();
            assertThat(report.findings()).as(how).isEmpty();
            assertThat(report.untrackedBytes()).as(how).isZero();
            return count;
        }
    }

    private static int newChunks(ContainerFile file, String how) {
        int[] read = file.dataset("/chunks").read(int[].class);
        int count = 0;
        for (int i = 0; i < CHUNKS; i++) {
            int from = i * CHUNK;
            boolean isNew = read[from] == AFTER[from];
            int[] expected = isNew ? AFTER : BEFORE;
            assertThat(Arrays.equals(read, from, from + CHUNK, expected, from, from + CHUNK))
                    .as(how + ", chunk " + i)
                    .isTrue();
            count += isNew ? 1 : 0;
        }
        return count;
    }

    /** The images of a crash while one call writes all chunks: those in which all, some, or none are new. */
    private static int[] images(FileFormat format, boolean split) throws IOException {
        RecordedMedium medium = new RecordedMedium(created(format));
        try (ContainerFile file = open(medium, split)) {
            file.dataset("chunks").write(AFTER);
        }
        int[] seen = new int[3];
        CrashImages images = new CrashImages(medium, 1, 1 << 20, 1);
        CrashImages.Check check = (image, events, how) -> {
            int count = check(image, how);
            seen[count == CHUNKS ? 0 : count > 0 ? 1 : 2]++;
        };
        images.killed(medium.count(), check);
        if (split) {
            images.wentDown(medium.count(), check);
        }
        return seen;
    }

    @ParameterizedTest
    @EnumSource
    void aCrashLeavesWholeChunks(FileFormat format) throws IOException {
        assertThat(images(format, true)).as("all, some, no chunk is new").doesNotContain(0);
        int[] one = images(format, false);
        assertThat(one[1]).as("some chunks are new, with one commit").isZero();
        assertThat(List.of(one[0], one[2])).doesNotContain(0);
    }

    /** The elements of chunks that are compressed to very different sizes. */
    private static int[] compressible(int round) {
        int[] all = new int[LONG * CHUNK];
        for (int i = 0; i < LONG; i++) {
            int[] chunk = new SplittableRandom(round * 1_000L + i)
                    .ints(CHUNK, 0, 1 << 8 + (round * 7 + i * 5) % 23)
                    .toArray();
            System.arraycopy(chunk, 0, all, i * CHUNK, CHUNK);
        }
        return all;
    }

    /** The largest length of the file in each round in which one call replaces all chunks, divided by the live bytes after it. */
    private static double peak(FileFormat format, boolean split) throws IOException {
        RecordedMedium created = new RecordedMedium(Image.none());
        try (ContainerFile file = Containers.of(ContainerCreator.createIn(
                created.container(),
                created.journal(),
                "created",
                CreateOptions.defaults().withFormat(format),
                false))) {
            file.root()
                    .createDataset(
                            "chunks",
                            compressible(0),
                            DatasetOptions.defaults()
                                    .withChunks(CHUNK)
                                    .withFilters(Filters.shuffle(), Filters.deflate(1)));
        }
        Image now = created.now();
        double most = 0;
        for (int round = 1; round <= 2; round++) {
            RecordedMedium medium = new RecordedMedium(now);
            long live;
            try (ContainerFile file = open(medium, split)) {
                file.dataset("chunks").write(compressible(round));
                live = file.space().liveBytes();
                assertThat(file.dataset("chunks").read(int[].class)).isEqualTo(compressible(round));
            }
            long length = 0;
            for (RecordedMedium.Event event : medium.events()) {
                if (event instanceof RecordedMedium.Write write && write.file() == RecordedMedium.File.CONTAINER) {
                    length = Math.max(length, write.position() + write.bytes().length);
                }
            }
            most = Math.max(most, (double) length / live);
            now = new Image(medium.now().container(), null);
        }
        return most;
    }

    @ParameterizedTest
    @EnumSource
    void theFileStaysShort(FileFormat format) throws IOException {
        assertThat(peak(format, true)).isLessThanOrEqualTo(1.3);
        assertThat(peak(format, false)).isGreaterThan(1.9);
    }

    /** Every third call of the medium fails once. Then the write is repeated. */
    @Test
    void aFailureLeavesWholeChunks() throws IOException {
        Image start = created(FileFormat.LATEST);
        int partial = 0;
        boolean passed = false;
        for (int failing = 0; !passed; failing += 3) {
            String where = "call " + failing;
            RecordedMedium medium = new RecordedMedium(start);
            FaultyMedium faulty = new FaultyMedium(medium, failing, false, true);
            try (ContainerFile file = Containers.of(
                    ContainerOpener.openIn(faulty.container(), faulty.journal(), "split", OpenOptions.defaults()))) {
                try {
                    file.dataset("chunks").write(AFTER);
                } catch (StorageException e) {
                    faulty.repair();
                    int count = newChunks(file, where);
                    if (e.getMessage().contains(" written and committed")) {
                        partial++;
                        assertThat(count).as(where).isBetween(1, CHUNKS - 1);
                        assertThat(e).as(where).hasMessageEndingWith(committed(count));
                        file.dataset("chunks").write(AFTER);
                        count = newChunks(file, where);
                        assertThat(count).as(where).isEqualTo(CHUNKS);
                    }
                }
            } catch (StorageException e) {
                assertThat(faulty.failed()).as(where).isNotNull(); // opening, a commit, or closing
            }
            passed = faulty.failed() == null;
            check(medium.now(), where);
        }
        assertThat(partial).isGreaterThan(CHUNKS / 4);
    }

    /** What a failure says of the first chunks, which are new. */
    private static String committed(int count) {
        return "; of the selected chunks, those before [%d] are written and committed, the others are not"
                .formatted(count);
    }

    /** A filter refuses a chunk behind those that are committed. */
    @Test
    void aFilterThatFailsLeavesTheChunksBefore() throws IOException {
        int[] after = new int[CHUNKS * CHUNK];
        Arrays.fill(after, 1);
        int refused = CHUNKS - 1;
        after[refused * CHUNK] = PickyFilter.REFUSED;
        RecordedMedium medium = new RecordedMedium(created(FileFormat.LATEST));
        try (ContainerFile file = open(medium, true)) {
            Dataset dataset = file.root()
                    .createDataset(
                            "filtered",
                            new int[CHUNKS * CHUNK],
                            DatasetOptions.defaults().withChunks(CHUNK).withFilters(PickyFilter.SETTING));
            file.flush();
            Throwable failure = catchThrowable(() -> dataset.write(after));
            int count = Arrays.stream(dataset.read(int[].class)).sum() / CHUNK;
            assertThat(count).isBetween(1, refused);
            assertThat(failure)
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessage("split: /filtered, chunk [" + refused + "]: filter 300 (picky): not this chunk"
                            + committed(count));
        }
    }

    /** A chunk that has to be read is damaged: the write is refused before anything is written. */
    @Test
    void aRefusedWriteChangesNothing() throws IOException {
        Image start = created(FileFormat.LATEST);
        long last;
        try (ContainerFile file = open(new RecordedMedium(start), true)) {
            List<StoredChunkInfo> chunks = new ArrayList<>();
            file.dataset("chunks").forEachChunk(chunks::add);
            last = chunks.get(chunks.size() - 1).address();
        }
        byte[] damaged = start.container().clone();
        Arrays.fill(damaged, (int) last, (int) last + 64, (byte) 0xa5);
        RecordedMedium medium = new RecordedMedium(new Image(damaged, null));
        try (ContainerFile file = open(medium, true)) {
            int count = CHUNKS * CHUNK - 1;
            assertThatThrownBy(() -> file.dataset("chunks")
                            .write(Selection.block(new long[] {0}, new long[] {count}), Arrays.copyOf(AFTER, count)))
                    .isInstanceOf(CorruptFileException.class);
        }
        try (ContainerFile file = open(new RecordedMedium(medium.now()), true)) {
            for (int i = 0; i < CHUNKS - 1; i++) {
                int from = i * CHUNK;
                int[] read = file.dataset("chunks")
                        .read(Selection.block(new long[] {from}, new long[] {CHUNK}), int[].class);
                assertThat(read)
                        .isEqualTo(IntStream.range(from, from + CHUNK)
                                .map(j -> BEFORE[j])
                                .toArray());
            }
        }
    }
}
