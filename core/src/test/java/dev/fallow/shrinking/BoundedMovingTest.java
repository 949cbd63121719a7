package dev.fallow.shrinking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.Durability;
import dev.fallow.FileFormat;
import dev.fallow.OpenOptions;
import dev.fallow.ShrinkPolicy;
import dev.fallow.filter.Filters;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Both inequalities of the theorem in docs/explanation/shrinking.md, after every commit: the length of the file, and the bytes copied for the
 * bytes released.
 */
class BoundedMovingTest {
    private static final double E = 0.1;
    /** The superblock, its extension, and the lists of free space: blocks that cannot move, or that a commit places after all others. */
    private static final long SLACK = 600;

    @TempDir
    private Path folder;

    /** What the objects are made of. */
    private enum Kind {
        CONTIGUOUS,
        CHUNKS,
        METADATA;

        void create(ContainerFile file, String name, int size, int seed) {
            byte[] bytes = new byte[size];
            new Random(seed).nextBytes(bytes);
            switch (this) {
                case CONTIGUOUS -> file.root().createDataset(name, bytes);
                case CHUNKS ->
                    file.root()
                            .createDataset(
                                    name,
                                    bytes,
                                    DatasetOptions.defaults()
                                            .withChunks(Math.max(1, size / 3))
                                            .withFilters(Filters.deflate(1)));
                default -> {
                    file.root().createGroup(name);
                    for (int i = 0; i < size / 2_000; i++) {
                        file.group(name).putAttribute("a" + i, new byte[500]);
                    }
                }
            }
        }
    }

    /** A sequence of changes, with a commit after each. */
    private record Work(String name, Consumer<Run> changes) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** What is known of a run. */
    private final class Run {
        private Path path = folder.resolve("bounded.h5");
        private final Kind kind;
        private final ShrinkPolicy policy;
        private final List<String> names = new ArrayList<>();
        private final Random random = new Random(7);
        private ContainerFile file;
        private int next;
        private long live;
        private long released;
        private long moved;
        private long movedBefore;
        private long mostReleased;

        Run(Kind kind, FileFormat format, ShrinkPolicy policy) {
            this.kind = kind;
            this.policy = policy;
            file = ContainerFile.create(
                    path,
                    CreateOptions.defaults()
                            .withFormat(format)
                            .withDurability(Durability.NEVER)
                            .withShrinking(policy));
            commit();
        }

        void create(int size) {
            String name = "o" + next++;
            names.add(name);
            kind.create(file, name, size, next);
        }

        void delete(int index) {
            file.delete(names.remove(index));
        }

        /** Commits changes that only allocate, or only release. */
        void commit() {
            file.flush();
            check(file.space(), file.writeStatistics().movedBytes());
        }

        private void check(SpaceReport space, long movedNow) {
            assertThat(space.findings()).isEmpty();
            assertThat(space.untrackedBytes()).isZero();
            long gone = Math.max(0, live - space.liveBytes());
            released += gone;
            mostReleased = Math.max(mostReleased, gone);
            live = space.liveBytes();
            moved = movedBefore + movedNow;
            double bound = policy.bytesPerCommit() == Long.MAX_VALUE
                    ? (1 + E) * live
                    : (1 + E) * (1 + 2 * E) * live + (1 + 2 * E) * mostReleased;
            assertThat((double) space.fileBytes())
                    .as("length after %d objects, %d released, %d moved", next, released, moved)
                    .isLessThanOrEqualTo(bound + SLACK);
            assertThat((double) moved)
                    .as("moved, with %d released", released)
                    .isLessThanOrEqualTo(2 / E * (released + SLACK));
        }

        /** As if the process had been killed after its last commit: what is in the folder then is opened. */
        void kill() {
            Path killed = folder.resolve("killed" + next);
            movedBefore = moved;
            try {
                Files.createDirectory(killed);
                try (Stream<Path> files = Files.list(path.getParent())) {
                    for (Path each : files.filter(Files::isRegularFile).toList()) {
                        Files.copy(each, killed.resolve(each.getFileName()));
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            file.close();
            path = killed.resolve(path.getFileName());
            file = ContainerFile.open(
                    path,
                    OpenOptions.defaults().withDurability(Durability.NEVER).withShrinking(policy));
            check(file.space(), 0);
        }

        void reopen() {
            file.close();
            movedBefore += file.writeStatistics().movedBytes();
            file = ContainerFile.open(
                    path,
                    OpenOptions.defaults().withDurability(Durability.NEVER).withShrinking(policy));
            check(file.space(), 0);
        }
    }

    private static List<Work> works() {
        return List.of(
                new Work("random", run -> {
                    for (int i = 0; i < 60; i++) {
                        if (run.names.size() < 8 || run.random.nextInt(5) > 1) {
                            run.create(200 + run.random.nextInt(12_000));
                        } else {
                            run.delete(run.random.nextInt(run.names.size()));
                        }
                        run.commit();
                        if (i % 25 == 24) {
                            run.reopen();
                        }
                    }
                }),
                new Work("logger", run -> {
                    for (int i = 0; i < 40; i++) {
                        run.create(1_000 + run.random.nextInt(8_000));
                        run.commit();
                        if (run.names.size() > 8) {
                            run.delete(0);
                            run.commit();
                        }
                        if (i % 13 == 12) {
                            run.kill();
                        }
                    }
                }),
                new Work("churn", run -> {
                    for (int i = 0; i < 10; i++) {
                        run.create(4_000);
                    }
                    run.commit();
                    for (int i = 0; i < 30; i++) {
                        run.delete(run.random.nextInt(run.names.size()));
                        run.commit();
                        run.create(3_000 + 40 * i);
                        run.commit();
                    }
                }),
                new Work("comb", run -> {
                    for (int i = 0; i < 40; i++) {
                        run.create(2_500);
                    }
                    run.commit();
                    for (int i = 38; i >= 0; i -= 2) {
                        run.delete(i);
                        run.commit();
                    }
                }),
                new Work(
                        "pinhole",
                        run -> { // each hole is smaller than what is allocated next
                            for (int round = 1; round < 12; round++) {
                                for (int i = 0; i < 4; i++) {
                                    run.create(900 * round);
                                }
                                run.commit();
                                for (int i = run.names.size() - 2; i > 0; i -= 3) {
                                    run.delete(i);
                                }
                                run.commit();
                            }
                        }),
                new Work(
                        "robson",
                        run -> { // sizes double, and of each size every second is kept
                            for (int size = 500; size <= 16_000; size *= 2) {
                                for (int i = 0; i < 32_000 / size; i++) {
                                    run.create(size);
                                }
                                run.commit();
                                for (int i = run.names.size() - 1; i > 0; i -= 2) {
                                    run.delete(i);
                                }
                                run.commit();
                            }
                        }));
    }

    static List<Arguments> cases() {
        List<Arguments> cases = new ArrayList<>();
        for (Work work : works()) {
            for (Kind kind : Kind.values()) {
                for (FileFormat format : List.of(FileFormat.EARLIEST, FileFormat.LATEST)) {
                    cases.add(Arguments.of(work, kind, format, Long.MAX_VALUE));
                    cases.add(Arguments.of(work, kind, format, 40_000L));
                }
            }
        }
        return cases;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void bothInequalitiesHold(Work work, Kind kind, FileFormat format, long bytesPerCommit) {
        Run run = new Run(kind, format, new ShrinkPolicy(1 + E, bytesPerCommit));
        try {
            work.changes.accept(run);
            run.reopen();
        } finally {
            run.file.close();
        }
        assertThat(run.released).isPositive();
        assertThat(run.moved).isPositive();
    }
}
