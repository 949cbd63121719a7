package dev.fallow.shrinking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.Appender;
import dev.fallow.Attribute;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.FileFormat;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.Group;
import dev.fallow.Model;
import dev.fallow.OpenOptions;
import dev.fallow.RandomSession;
import dev.fallow.ShrinkOptions;
import dev.fallow.SpaceSettings;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.report.FreeSection;
import dev.fallow.report.ShrinkReport;
import dev.fallow.report.SpaceReport;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link ContainerFile#shrink}: what it gives back, what it keeps, and where it stops. */
class ShrinkTest {
    private static final int DATASETS = 40;
    private static final int ELEMENTS = 1000;

    @TempDir
    private Path folder;

    /** A file with a hole before every dataset but the first, in a folder of its own. */
    private Path withHoles(FileFormat format) {
        Path path = folder.resolve("holes.h5");
        try (ContainerFile file = ContainerFile.create(
                path, CreateOptions.defaults().withFormat(format).withPersistFreeSpace(true))) {
            for (int i = 0; i < DATASETS; i++) {
                Group group = file.root().createGroup("g" + i);
                group.createDataset("d", numbers(i));
                group.createAttribute("number", i);
                group.createDataset("hole", numbers(-1));
            }
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            for (int i = 0; i < DATASETS; i++) {
                file.delete("/g" + i + "/hole");
            }
        }
        return path;
    }

    private static int[] numbers(int first) {
        return IntStream.range(first, first + ELEMENTS).toArray();
    }

    private static void assertContent(ContainerFile file) {
        for (int i = 0; i < DATASETS; i++) {
            assertThat(file.dataset("/g" + i + "/d").read()).isEqualTo(numbers(i));
            assertThat(file.group("/g" + i).attribute("number").read()).isEqualTo(i);
        }
    }

    private static void assertShort(ContainerFile file) {
        SpaceReport space = file.space();
        assertThat(space.findings()).isEmpty();
        assertThat(space.untrackedBytes()).isZero();
        assertThat(space.fileBytes()).isLessThanOrEqualTo(space.liveBytes() + space.liveBytes() / 50);
    }

    /** The place where the file could end is inside the free run, and the last block is longer than the run on either side. */
    @Test
    void theLastBlockMovesIntoAFreeRunAcrossTheLimit() {
        Path path = folder.resolve("across.h5");
        try (ContainerFile file =
                ContainerFile.create(path, CreateOptions.defaults().withPersistFreeSpace(true))) {
            for (int bytes : new int[] {3_000, 40_000, 24_000, 22_500}) {
                file.root().createDataset("d" + bytes, new byte[bytes]);
            }
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.delete("/d3000");
            file.delete("/d24000");
            file.flush();
            ShrinkReport report = file.shrink(ShrinkOptions.defaults().withRatio(1.1));
            assertThat(report.passes()).isEqualTo(1);
            assertThat(report.movedBytes()).isBetween(22_500L, 24_000L);
            assertThat(report.lengthAfter()).isLessThan(report.lengthBefore() - 20_000);
            assertThat(file.dataset("/d22500").read()).isEqualTo(new byte[22_500]);
        }
        assertThat(ContainerFile.check(path).findings()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void aHoleInFrontIsReturned(FileFormat format) throws IOException {
        Path path = folder.resolve("hole.h5");
        int bytes = 20 << 20;
        double[] small = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        try (ContainerFile file =
                ContainerFile.create(path, CreateOptions.defaults().withFormat(format))) {
            file.root().createDataset("big", new double[bytes / Double.BYTES]);
            file.root().createDataset("small", small);
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.delete("/big");
            file.flush();
            assertThat(Files.size(path)).isGreaterThan(bytes);
            long written = file.writeStatistics().bytes();
            ShrinkReport report = file.shrink(ShrinkOptions.defaults());
            assertThat(report.returnedBytes()).isGreaterThanOrEqualTo(bytes);
            assertThat(report.complete()).isTrue();
            assertThat(report.hindrances()).isEmpty();
            assertThat(report.lengthAfter()).isEqualTo(Files.size(path)).isLessThan(8192);
            assertThat(file.writeStatistics().bytes() - written).isLessThan(64 << 10);
            assertThat(file.dataset("/small").read()).isEqualTo(small);
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.dataset("/small").read()).isEqualTo(small);
            assertThat(file.space().findings()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void shrinkingAgainDoesNothing(FileFormat format) throws IOException {
        Path path = withHoles(format);
        try (ContainerFile file = ContainerFile.open(path)) {
            ShrinkReport report = file.shrink(ShrinkOptions.defaults());
            assertThat(report.complete()).isTrue();
            assertThat(report.movedBytes()).isPositive();
            assertShort(file);
            byte[] before = Files.readAllBytes(path);
            ShrinkReport again = file.shrink(ShrinkOptions.defaults());
            assertThat(again.complete()).isTrue();
            assertThat(again.movedBytes()).isZero();
            assertThat(again.passes()).isZero();
            assertThat(again.lengthAfter()).isEqualTo(report.lengthAfter());
            assertThat(Files.readAllBytes(path)).isEqualTo(before);
            assertContent(file);
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertContent(file);
            assertShort(file);
        }
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void handlesStayValid(FileFormat format) {
        try (ContainerFile file = ContainerFile.open(withHoles(format))) {
            String last = "/g" + (DATASETS - 1);
            Group group = file.group(last);
            Dataset dataset = file.dataset(last + "/d");
            Attribute attribute = group.attribute("number");
            Group root = file.root();
            Dataset gone = file.dataset(last + "/d");
            Dataset other = file.dataset("/g3/d");
            Dataset deleted = file.dataset("/g5/d");
            file.delete("/g5/d");
            long before = dataset.address();

            assertThat(file.shrink(ShrinkOptions.defaults()).movedBytes()).isPositive();
            assertThat(dataset.address()).isNotEqualTo(before);
            assertThat(dataset.read()).isEqualTo(numbers(DATASETS - 1));
            assertThat(attribute.read()).isEqualTo(DATASETS - 1);
            assertThat(group.names()).containsExactly("d");
            assertThat(root.names()).hasSize(DATASETS);
            assertThatThrownBy(deleted::read).isInstanceOf(ContainerException.class);

            dataset.write(numbers(7));
            group.createDataset("new", 5);
            group.putAttribute("number", 77);
            file.flush();
            assertThat(file.dataset(last + "/d").read()).isEqualTo(numbers(7));
            assertThat(file.group(last).attribute("number").read()).isEqualTo(77);

            file.delete(last + "/d");
            assertThatThrownBy(gone::read).isInstanceOf(ContainerException.class);
            root.createDataset("in its place", numbers(1));
            assertThatThrownBy(dataset::read).isInstanceOf(ContainerException.class);
            file.shrink(ShrinkOptions.defaults());
            assertThatThrownBy(dataset::read).isInstanceOf(ContainerException.class);
            assertThatThrownBy(deleted::read).isInstanceOf(ContainerException.class);
            assertThat(other.read()).isEqualTo(numbers(3));
        }
    }

    @Test
    void anAppenderGoesOn() {
        Path path = folder.resolve("appended.h5");
        DatasetOptions growing = DatasetOptions.defaults().withChunks(16).withMaxDimensions(DatasetOptions.UNLIMITED);
        try (ContainerFile file = ContainerFile.create(path)) {
            file.root().createDataset("hole", new double[50_000]);
            file.root().createDataset("log", new int[0], growing);
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            try (Appender rows = file.dataset("/log").appender()) {
                for (int i = 0; i < 100; i++) {
                    rows.append(i);
                    if (i == 20) {
                        file.delete("/hole");
                    }
                    if (i % 10 == 5) {
                        file.shrink(ShrinkOptions.defaults());
                    }
                }
            }
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.dataset("/log").read())
                    .isEqualTo(IntStream.range(0, 100).toArray());
            assertThat(file.space().findings()).isEmpty();
            assertThat(file.space().fileBytes()).isLessThan(10_000);
        }
    }

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void snapshotsKeepTheirState(FileFormat format) {
        try (ContainerFile file = ContainerFile.open(withHoles(format))) {
            ContainerFile before = file.snapshot();
            Dataset handle = before.dataset("/g30/d");
            List<ContainerFile> during = new ArrayList<>();
            ShrinkReport report =
                    file.shrink(ShrinkOptions.defaults().withPassBytes(10_000).withProgress((done, total) -> {
                        assertContent(before);
                        during.add(file.snapshot());
                        return true;
                    }));
            assertThat(report.passes()).isGreaterThan(3);
            assertThat(during).hasSizeGreaterThan(3);
            file.delete("/g3/d");
            file.root().createDataset("over the old places", new double[100_000]);
            file.flush();
            assertContent(before);
            assertThat(handle.read()).isEqualTo(numbers(30));
            during.forEach(ShrinkTest::assertContent);
            assertThat(before.space().findings()).isEmpty();
            during.forEach(ContainerFile::close);
            before.close();
        }
    }

    @Test
    void stopsAtALimitAndGoesOn() throws IOException {
        Path unlimited = folder.resolve("unlimited.h5");
        Files.move(withHoles(FileFormat.LATEST), unlimited);
        long shortest;
        try (ContainerFile file = ContainerFile.open(unlimited)) {
            shortest = file.shrink(ShrinkOptions.defaults()).lengthAfter();
        }
        Path path = withHoles(FileFormat.LATEST);
        try (ContainerFile file = ContainerFile.open(path)) {
            long length = Files.size(path);
            assertStopped(file.shrink(ShrinkOptions.defaults().withMostMoved(0)), length, 0);
            assertStopped(file.shrink(ShrinkOptions.defaults().withMostTime(Duration.ZERO)), length, 0);

            long most = 3 * ELEMENTS * Integer.BYTES;
            ShrinkReport some =
                    file.shrink(ShrinkOptions.defaults().withMostMoved(most).withPassBytes(5000));
            assertThat(some.movedBytes()).isBetween(1L, most + ELEMENTS * Integer.BYTES); // one block may exceed it
            assertThat(some.complete()).isFalse();
            assertThat(some.lengthAfter()).isLessThan(length);
            assertContent(file);

            ShrinkOptions ended = ShrinkOptions.defaults().withPassBytes(5000).withProgress((done, total) -> false);
            assertThatThrownBy(() -> file.shrink(ended))
                    .isInstanceOf(CancellationException.class)
                    .hasMessageContaining("in 1 passes");
            assertContent(file);

            ShrinkReport rest = file.shrink(ShrinkOptions.defaults().withPassBytes(20_000));
            assertThat(rest.complete()).isTrue();
            assertThat(rest.passes()).isGreaterThan(1);
            assertThat(rest.lengthAfter()).isLessThanOrEqualTo(shortest + shortest / 50);
            assertContent(file);
            assertShort(file);
        }
    }

    /** One walk finds the blocks, verifies the file before its first change, and accounts for its bytes; one finds what refers to them. */
    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void twoWalksWhateverThePasses(FileFormat format) throws IOException {
        Path path = withHoles(format);
        int[] walks = {0};
        OpenOptions counting = OpenOptions.defaults().withProgress((done, total) -> {
            walks[0] += done == total ? 1 : 0;
            return true;
        });
        try (ContainerFile file = ContainerFile.open(path, counting)) {
            ShrinkReport report = file.shrink(ShrinkOptions.defaults().withPassBytes(5_000));
            assertThat(report.passes()).isGreaterThan(5);
            assertThat(walks[0]).isEqualTo(2);
            assertContent(file);
        }
    }

    private static void assertStopped(ShrinkReport report, long length, long moved) {
        assertThat(report.complete()).isFalse();
        assertThat(report.lengthAfter()).isEqualTo(length);
        assertThat(report.movedBytes()).isEqualTo(moved);
        assertThat(report.passes()).isZero();
    }

    @Test
    void isRefusedWhereNothingCanBeMoved() {
        Path path = withHoles(FileFormat.LATEST);
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThatThrownBy(() -> file.shrink(ShrinkOptions.defaults()))
                    .isInstanceOf(ContainerException.class)
                    .hasMessageContaining("read-only");
        }
        try (ContainerFile file = ContainerFile.open(path);
                ContainerFile snapshot = file.snapshot()) {
            assertThatThrownBy(() -> snapshot.shrink(ShrinkOptions.defaults()))
                    .isInstanceOf(ContainerException.class)
                    .hasMessageContaining("read-only");
        }
        OpenOptions traced = OpenOptions.defaults().withTrace(folder.resolve("trace"));
        try (ContainerFile file = ContainerFile.open(path, traced)) {
            assertThatThrownBy(() -> file.shrink(ShrinkOptions.defaults()))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("trace");
            file.delete("/g1");
        }
        ContainerFile closed = ContainerFile.open(path);
        closed.close();
        assertThatThrownBy(() -> closed.shrink(ShrinkOptions.defaults())).isInstanceOf(ContainerException.class);
    }

    @Test
    void aDamagedFileStaysAsItIs() throws IOException {
        Path path = withHoles(FileFormat.LATEST);
        long header;
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            header = file.group("/g20").address();
        }
        byte[] bytes = Files.readAllBytes(path);
        bytes[(int) header + 10] ^= 1; // a header whose checksum is wrong
        Files.write(path, bytes);
        try (ContainerFile file = ContainerFile.open(path)) {
            ShrinkReport report = file.shrink(ShrinkOptions.defaults());
            assertThat(report.refused() && report.movedBytes() == 0).isTrue();
            assertThat(report.hindrances()).isNotEmpty().allMatch(text -> text.contains("checksum"));
        }
        assertThat(Files.size(path)).isEqualTo(bytes.length);
    }

    /** A page has metadata or raw data, never both, so free space in it must stay with the manager of its kind. */
    @Test
    void freeSpaceStaysWithItsManager() {
        CreateOptions paged = CreateOptions.defaults()
                .withSpace(new SpaceSettings(FileSpaceStrategy.PAGE, 1, 512))
                .withPersistFreeSpace(false);
        try (ContainerFile file = ContainerFile.create(folder.resolve("kinds.h5"), paged)) {
            for (int i = 0; i < 40; i++) {
                file.root().createGroup("g" + i).createDataset("d", new int[30 + i]);
            }
            for (int i = 0; i < 40; i += 3) {
                file.delete("/g" + i);
            }
            file.flush();

            file.shrink(ShrinkOptions.defaults());

            List<FreeSection> sections = file.space().sections();
            assertThat(sections).anyMatch(section -> section.type() == FreeSection.Type.METADATA);
            for (FreeSection section : sections) {
                if (section.type() == FreeSection.Type.RAW_DATA) {
                    assertThat(section.address() / 512)
                            .as("page of " + section)
                            .isNotIn(sections.stream()
                                    .filter(other -> other.type() == FreeSection.Type.METADATA)
                                    .map(other -> other.address() / 512)
                                    .toList());
                }
            }
        }
    }

    /** Blocks too large for any free run slide down, for which the file becomes longer at first. */
    @Test
    void isNeverLeftLongerThanBefore() throws IOException {
        for (int most = 1; most < 12; most++) {
            Path path = folder.resolve("slide.h5");
            try (ContainerFile file =
                    ContainerFile.create(path, CreateOptions.defaults().withOverwrite(true))) {
                for (int i = 0; i < 10; i++) {
                    file.root().createDataset("small" + i, new double[700]);
                    file.root().createDataset("large" + i, new double[1_000]);
                }
            }
            try (ContainerFile file = ContainerFile.open(path)) {
                for (int i = 0; i < 10; i++) {
                    file.delete("/small" + i);
                }
                int[] left = {most};
                ShrinkOptions options = ShrinkOptions.defaults();
                long before = file.allocatedBytes();
                try {
                    file.shrink(options.withProgress((done, total) -> --left[0] > 0));
                } catch (CancellationException e) {
                    assertThat(left[0]).isNotPositive();
                }
                assertThat(file.allocatedBytes()).isLessThanOrEqualTo(before);
                ShrinkReport limited = file.shrink(options.withMostMoved(20_000L * most));
                assertThat(limited.lengthAfter()).isLessThanOrEqualTo(limited.lengthBefore());
                ShrinkReport all = file.shrink(options);
                assertThat(all.complete()).isTrue();
                assertThat(all.lengthAfter()).isLessThan(10 * 8_000 + 7_000);
            }
        }
    }

    /** The file begins to remember its free space when the hole is there already. */
    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void movesTheSuperblockExtension(FileFormat format) throws IOException {
        Path path = folder.resolve("extension.h5");
        CreateOptions forgetful = CreateOptions.defaults().withFormat(format).withPersistFreeSpace(false);
        try (ContainerFile file = ContainerFile.create(path, forgetful)) {
            file.root().createDataset("hole", new double[10_000]);
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.upgrade();
            file.setPersistFreeSpace(true);
            file.flush();
            file.root().createDataset("kept", numbers(5));
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.delete("/hole");
            ShrinkReport report = file.shrink(ShrinkOptions.defaults());
            assertThat(report.hindrances()).isEmpty();
            assertThat(report.freeBytes()).isLessThan(512);
            assertThat(report.lengthAfter()).isEqualTo(Files.size(path)).isLessThan(10_000);
            assertThat(file.dataset("/kept").read()).isEqualTo(numbers(5));
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.persistsFreeSpace()).isTrue();
            assertThat(file.space().findings()).isEmpty();
            assertThat(file.space().untrackedBytes()).isZero();
            assertThat(file.dataset("/kept").read()).isEqualTo(numbers(5));
        }
    }

    static long[] seeds() {
        return Seeds.range(1, Integer.getInteger("fallow.shrink.sessions", 6));
    }

    /** Random edits with shrinking between them, in files of all kinds; the model stays equal, the account exact. */
    @ParameterizedTest
    @MethodSource("seeds")
    void betweenRandomEdits(long seed) {
        Random random = new Random(seed);
        FileSpaceStrategy[] strategies = FileSpaceStrategy.values();
        CreateOptions options = CreateOptions.defaults()
                .withStrategy(strategies[(int) (seed % strategies.length)])
                .withFormat(FileFormat.values()[(int) (seed / strategies.length % 2)])
                .withPersistFreeSpace(seed % 3 != 2);
        Model model = new Model();
        ContainerFile file = ContainerFile.openBytes(created(options), OpenOptions.defaults());
        int name = 0;
        for (int round = 0; round < 4; round++) {
            RandomSession session = new RandomSession(file, model, seed + 1000 * round, name, dataset -> {});
            if (seed % 2 == 0) {
                session.withChunks();
            }
            String where = Seeds.name(seed) + ", round " + round;
            for (int i = 0; i < 40; i++) {
                session.step();
                if (random.nextInt(8) == 0) {
                    shrink(file, random, where);
                    model.assertEqual(file, Set.of(), where + ", shrunk");
                }
            }
            name = session.nextName();
            file.close();
            file = ContainerFile.openBytes(file.toByteArray(), OpenOptions.defaults());
            model.assertEqual(file, Set.of(), where + ", reopened");
            assertThat(file.space().findings()).as(where).isEmpty();
        }
        file.close();
    }

    private static byte[] created(CreateOptions options) {
        ContainerFile file = ContainerFile.createInMemory(options);
        file.close();
        return file.toByteArray();
    }

    private static void shrink(ContainerFile file, Random random, String where) {
        ShrinkOptions options = random.nextBoolean()
                ? ShrinkOptions.defaults().withRatio(1)
                : ShrinkOptions.defaults()
                        .withPassBytes(1 + random.nextInt(5000))
                        .withMostMoved(random.nextInt(20_000));
        ShrinkReport report = file.shrink(options);
        SpaceReport space = file.space();
        assertThat(space.findings()).as(where).isEmpty();
        assertThat(space.liveBytes() + space.freeBytes() + space.untrackedBytes())
                .as(where)
                .isEqualTo(space.fileBytes());
        assertThat(space.freeBytes() + space.untrackedBytes()).as(where).isEqualTo(report.freeBytes());
        assertThat(space.fileBytes()).as(where).isEqualTo(report.lengthAfter());
    }
}
