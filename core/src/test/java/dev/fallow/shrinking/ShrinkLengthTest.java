package dev.fallow.shrinking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Entry;
import dev.fallow.FileFormat;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.Group;
import dev.fallow.ObjectKind;
import dev.fallow.OpenOptions;
import dev.fallow.Progress;
import dev.fallow.Selection;
import dev.fallow.ShrinkOptions;
import dev.fallow.ShrinkPolicy;
import dev.fallow.SpaceSettings;
import dev.fallow.Types;
import dev.fallow.filter.Filters;
import dev.fallow.report.ShrinkReport;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that has been shrunk is not longer than before, whatever its strategy, and wherever shrinking ended. */
class ShrinkLengthTest {
    private static final int SEEDS = 5 * Integer.getInteger("fallow.shrink.sessions", 6);

    @TempDir
    private Path folder;

    /** Free space below the threshold is not tracked by the strategy; what is moved leaves such space behind. */
    @ParameterizedTest
    @ValueSource(longs = {8, 100, 5_000})
    void aThresholdDoesNotMakeTheFileLonger(long threshold) throws IOException {
        Path path = folder.resolve("file.h5");
        for (int seed = 0; seed < 5; seed++) {
            Files.deleteIfExists(path);
            fill(path, CreateOptions.defaults().withFormat(FileFormat.EARLIEST), new Random(seed), false);
            try (ContainerFile file = ContainerFile.open(path)) {
                file.upgrade();
                file.setPersistFreeSpace(true);
                file.reclaimUntracked();
            }
            set(path, SpaceSettings.defaults().withThreshold(threshold), true);
            Map<String, Object> content = content(path);
            long before = Files.size(path);
            try (ContainerFile file = ContainerFile.open(path)) {
                ShrinkReport report = file.shrink(ShrinkOptions.defaults());
                assertThat(report.lengthAfter()).isLessThan(before);
                assertThat(report.hindrances()).isEmpty();
            }
            assertShortEnough(path, before, content, "seed " + seed);
            try (ContainerFile file = ContainerFile.openReadOnly(path)) {
                assertThat(file.space().untrackedBytes()).isZero();
            }
        }
    }

    /** All free runs are shorter than a list of them. */
    @Test
    void aListThatDoesNotFitIsLeftOut() throws IOException {
        Path path = folder.resolve("file.h5");
        try (ContainerFile file =
                ContainerFile.create(path, CreateOptions.defaults().withPersistFreeSpace(false))) {
            for (int i = 0; i < 30; i++) {
                file.root().createDataset("d" + i, new byte[30 + i % 3]);
            }
            file.root().createDataset("large", new byte[1_000]);
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            for (int i = 0; i < 30; i += 2) {
                file.delete("/d" + i);
            }
        }
        set(path, SpaceSettings.defaults(), true);
        Map<String, Object> content = content(path);
        byte[] bytes = Files.readAllBytes(path);
        for (long most : new long[] {0, 1, 300, 2_000}) {
            Files.write(path, bytes);
            try (ContainerFile file = ContainerFile.open(path)) {
                file.shrink(ShrinkOptions.defaults().withRatio(1).withMostMoved(most));
            }
            assertShortEnough(path, bytes.length, content, "moved " + most);
        }
    }

    /** Chunks that refer to what is moved are compressed again, by a filter that now compresses nothing: they fit nowhere. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFileThatWouldBecomeLongerStaysAsItIs(boolean byItself) throws IOException {
        Path path = folder.resolve("file.h5");
        try (ContainerFile file =
                ContainerFile.create(path, CreateOptions.defaults().withFormat(FileFormat.EARLIEST))) {
            file.root().createDataset("hole", new byte[9_000]);
            DatasetOptions chunks = DatasetOptions.defaults()
                    .withChunks(500)
                    .withVariableStrings()
                    .withFilters(Filters.deflate(9));
            Dataset strings = file.root().createDataset("strings", Types.string(), new long[] {10_000}, chunks);
            for (int i = 0; i < 20; i++) { // one string in each chunk, all in one collection of the global heap
                strings.write(Selection.block(new long[] {500L * i}, new long[] {1}), new String[] {"x"});
            }
        }
        byte[] bytes = Files.readAllBytes(path);
        bytes[levelAt(bytes)] = 0;
        Files.write(path, bytes);
        try (ContainerFile file =
                ContainerFile.open(path, OpenOptions.defaults().withRepacking(false))) {
            file.delete("/hole");
        }
        Map<String, Object> content = content(path);
        byte[] before = Files.readAllBytes(path);
        ShrinkPolicy policy = byItself ? new ShrinkPolicy(1.01, Long.MAX_VALUE) : ShrinkPolicy.NONE;
        try (ContainerFile file =
                ContainerFile.open(path, OpenOptions.defaults().withShrinking(policy))) {
            Dataset strings = file.dataset("/strings");
            long address = strings.address();
            if (byItself) {
                file.reclaimUntracked(); // so that free space is known
                file.flush();
            } else {
                ShrinkReport report = file.shrink(ShrinkOptions.defaults());
                assertThat(report.movedBytes()).isPositive();
                assertThat(report.returnedBytes()).isZero();
                assertThat(report.freeBytes()).isGreaterThan(8_000);
                assertThat(report.hindrances())
                        .containsExactly(
                                "the blocks do not fit closer together: the file would have become longer, and is as it was");
            }
            assertThat(strings.address()).isEqualTo(address);
            assertThat((Object[]) strings.read()).hasSize(10_000);
        }
        assertShortEnough(path, before.length, content, "taken back");
        if (!byItself) {
            assertThat(Files.readAllBytes(path)).isEqualTo(before);
        }
        assertThat(folder.toFile().list()).containsExactly("file.h5");
    }

    /** The position of the level 9 of deflate, in a pipeline message of version 1. */
    private static int levelAt(byte[] bytes) {
        byte[] start = {1, 1, 0, 0, 0, 0, 0, 0, 1, 0}; // version, number of filters, deflate
        for (int at = 0; ; at++) {
            if (Arrays.equals(bytes, at, at + start.length, start, 0, start.length)
                    && bytes[at + 14] == 1 // value
                    && bytes[at + 16 + bytes[at + 10]] == 9) { // behind the name
                return at + 16 + bytes[at + 10];
            }
        }
    }

    static long[] seeds() {
        return Seeds.range(1, SEEDS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void neverLonger(long seed) throws IOException {
        Random random = new Random(seed);
        Path path = folder.resolve("file.h5");
        FileFormat format = FileFormat.values()[random.nextInt(FileFormat.values().length)];
        FileSpaceStrategy strategy = FileSpaceStrategy.values()[random.nextInt(4)];
        SpaceSettings settings = SpaceSettings.defaults()
                .withStrategy(strategy)
                .withPageSize(random.nextBoolean() ? 512 : 4_096)
                .withThreshold(new long[] {1, 8, 100, 5_000}[random.nextInt(4)]);
        boolean persistent = random.nextInt(3) > 0;
        CreateOptions options = CreateOptions.defaults().withFormat(format).withPersistFreeSpace(persistent);
        if (format == FileFormat.EARLIEST || random.nextBoolean()) {
            fill(path, options, random, true);
            try (ContainerFile file = ContainerFile.open(path)) {
                file.upgrade();
            }
            if (strategy != FileSpaceStrategy.PAGE) {
                set(path, settings, persistent && strategy.tracks());
            }
        } else {
            fill(path, options.withSpace(settings), random, true);
        }
        Map<String, Object> content = content(path);
        byte[] bytes = Files.readAllBytes(path);
        for (int i = 0; i < 6; i++) {
            ShrinkOptions limits = limits(random, bytes.length);
            Files.write(path, bytes);
            try (ContainerFile file = ContainerFile.open(path)) {
                Group root = file.root();
                try {
                    ShrinkReport report = file.shrink(limits);
                    assertThat(report.lengthAfter()).isEqualTo(Files.size(path));
                } catch (CancellationException e) {
                    assertThat(limits.progress()).isNotSameAs(Progress.NONE);
                }
                assertThat(root.links()).as(Seeds.name(seed)).isNotEmpty(); // the handle has followed
            }
            assertShortEnough(path, bytes.length, content, Seeds.name(seed) + " " + settings + " " + limits);
        }
    }

    private static ShrinkOptions limits(Random random, int length) {
        int[] passes = {random.nextInt(6)};
        ShrinkOptions options = ShrinkOptions.defaults()
                .withRatio(new double[] {1, 1.005, 1.1, 1.5}[random.nextInt(4)])
                .withPassBytes(new long[] {300, 5_000, Long.MAX_VALUE}[random.nextInt(3)]);
        return switch (random.nextInt(4)) {
            case 0 -> options;
            case 1 -> options.withMostMoved(random.nextInt(2 * length));
            case 2 -> options.withMostTime(Duration.ZERO);
            default -> options.withProgress((done, all) -> passes[0]-- > 0);
        };
    }

    /** With the policy, a commit does not make the file longer than without. */
    @ParameterizedTest
    @MethodSource("seeds")
    void norByItself(long seed) throws IOException {
        Random random = new Random(seed);
        Path path = folder.resolve("file.h5");
        SpaceSettings settings = SpaceSettings.defaults()
                .withStrategy(random.nextBoolean() ? FileSpaceStrategy.PAGE : FileSpaceStrategy.FSM_AGGR)
                .withPageSize(512)
                .withThreshold(random.nextBoolean() ? 1 : 100);
        fill(path, CreateOptions.defaults().withPersistFreeSpace(true).withSpace(settings), random, true);
        byte[] bytes = Files.readAllBytes(path);
        long plain = lengthAfterDeleting(path, ShrinkPolicy.NONE, seed);
        Map<String, Object> content = content(path);
        for (long most : new long[] {1, 2_000, Long.MAX_VALUE}) {
            Files.write(path, bytes);
            assertThat(lengthAfterDeleting(path, new ShrinkPolicy(1.05, most), seed))
                    .as(Seeds.name(seed))
                    .isLessThanOrEqualTo(plain);
            assertThat(ContainerFile.check(path).isSound()).isTrue();
            assertThat(content(path)).isEqualTo(content);
        }
    }

    private static long lengthAfterDeleting(Path path, ShrinkPolicy policy, long seed) throws IOException {
        Random random = new Random(seed);
        try (ContainerFile file =
                ContainerFile.open(path, OpenOptions.defaults().withShrinking(policy))) {
            for (Entry each : file.root().list()) {
                if (random.nextInt(3) == 0) {
                    file.delete(each.path());
                }
            }
            file.flush();
            return Files.size(path);
        }
    }

    // ---- the files ---------------------------------------------------------------------------------------------

    /** Strings, numbers and groups, of which some are deleted in a second session. */
    private static void fill(Path path, CreateOptions options, Random random, boolean mixed) {
        int count = 2 + random.nextInt(25);
        try (ContainerFile file = ContainerFile.create(path, options.withOverwrite(true))) {
            for (int i = 0; i < count; i++) {
                create(file.root(), "d" + i, mixed ? random.nextInt(5) : 0, random);
            }
            file.root().createGroup("stays").createAttribute("text", "a text");
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            int part = 1 + random.nextInt(3);
            for (int i = 0; i < count; i++) {
                if (random.nextInt(4) < part) {
                    file.delete("/d" + i);
                }
            }
        }
    }

    private static void create(Group root, String name, int kind, Random random) {
        String[] strings = new String[1 + random.nextInt(8)];
        for (int i = 0; i < strings.length; i++) {
            strings[i] = "x".repeat(1 + random.nextInt(random.nextBoolean() ? 60 : 400));
        }
        switch (kind) {
            case 0, 1 ->
                root.createDataset(name, strings, DatasetOptions.defaults().withVariableStrings());
            case 2 ->
                root.createDataset(name, random.doubles(random.nextInt(300)).toArray());
            case 3 ->
                root.createDataset(
                        name,
                        strings,
                        DatasetOptions.defaults()
                                .withChunks(1 + random.nextInt(Math.min(4, strings.length)))
                                .withVariableStrings()
                                .withFilters(Filters.deflate(random.nextInt(10))));
            default -> {
                Group group = root.createGroup(name);
                for (int i = random.nextInt(12); i > 0; i--) {
                    group.createGroup("g" + i);
                }
                group.createAttribute("numbers", new int[random.nextInt(20)]);
            }
        }
    }

    private static void set(Path path, SpaceSettings settings, boolean persistent) {
        try (ContainerFile file = ContainerFile.open(path)) {
            file.setSpaceSettings(settings);
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.setPersistFreeSpace(persistent);
        }
    }

    private static Map<String, Object> content(Path path) {
        Map<String, Object> content = new TreeMap<>();
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            for (Entry each : file.root().listRecursively()) {
                content.put(each.path(), each.kind());
                if (each.kind() == ObjectKind.DATASET) {
                    Dataset dataset = file.dataset(each.path());
                    content.put(each.path(), Arrays.deepToString(new Object[] {dataset.read()}));
                }
            }
        }
        return content;
    }

    private static void assertShortEnough(Path path, long before, Map<String, Object> content, String what)
            throws IOException {
        assertThat(Files.size(path)).as(what).isLessThanOrEqualTo(before);
        assertThat(ContainerFile.check(path).isSound()).as(what).isTrue();
        assertThat(content(path)).as(what).isEqualTo(content);
    }
}
