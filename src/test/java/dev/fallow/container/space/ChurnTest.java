package dev.fallow.container.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.AllocationTime;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Durability;
import dev.fallow.Group;
import dev.fallow.OpenOptions;
import dev.fallow.Selection;
import dev.fallow.Types;
import dev.fallow.container.session.NewFile;
import dev.fallow.container.session.SpaceChecks;
import dev.fallow.filter.Filters;
import dev.fallow.oracle.FileSpaceStrategy;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.type.FixedPoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Repeated creation and deletion does not let the file grow without bound: after the last round the file is no longer
 * than after the third, and every byte is accounted for.
 *
 * <p>The build runs {@value #FEW} rounds; {@code -Dfallow.rounds=100} runs the complete test:
 *
 * <pre>mvn -pl src/test -am verify -Dtest=ChurnTest -Dsurefire.failIfNoSpecifiedTests=false -Dfallow.rounds=100</pre>
 */
@NeedsReference
class ChurnTest {
    private static final int FEW = 10;
    private static final int ROUNDS = Integer.getInteger("fallow.rounds", FEW);
    private static final int OBJECTS = 20;

    /**
     * Writes the same bytes in the same order, without thousands of calls to force, which would dominate the running
     * time.
     */
    private static final OpenOptions UNFORCED = OpenOptions.defaults().withDurability(Durability.NEVER);

    @TempDir
    private Path folder;

    /** The objects to create and delete; the index starts at 0. */
    enum Work {
        /** Sibling groups. */
        GROUPS {
            @Override
            void create(Group parent, int index, int round) {
                parent.createGroup("g" + index);
            }

            @Override
            void delete(Group parent, int index) {
                parent.delete("g" + index);
            }
        },
        /** Nested groups, of which the outermost is deleted. */
        NESTED_GROUPS {
            @Override
            void create(Group parent, int index, int round) {
                Group at = index % 5 == 0 ? parent : parent.group("n/".repeat(index % 5));
                at.createGroup("n").createAttribute("depth", index);
            }

            @Override
            void delete(Group parent, int index) {
                if (index % 5 == 0) {
                    parent.delete("n");
                }
            }

            @Override
            int most() {
                return 5;
            }
        },
        /** Datasets of several sizes. */
        DATASETS {
            @Override
            void create(Group parent, int index, int round) {
                parent.createDataset("d" + index, new int[40 + 13 * index + round % 3]);
            }

            @Override
            void delete(Group parent, int index) {
                parent.delete("d" + index);
            }
        },
        /** Variable-length strings, stored in the global heap. */
        VARIABLE_STRINGS {
            @Override
            void create(Group parent, int index, int round) {
                String[] strings = new String[1 + index];
                Arrays.setAll(strings, i -> "text ".repeat(1 + (i * 7 + round) % 40));
                parent.createDataset(
                        "s" + index, strings, DatasetOptions.defaults().withVariableStrings());
            }

            @Override
            void delete(Group parent, int index) {
                parent.delete("s" + index);
            }
        },
        /** Variable-length attributes, overwritten several times before they are deleted. */
        REPLACED_SEQUENCES {
            @Override
            void create(Group parent, int index, int round) {
                for (int length = 1; length < 400; length *= 3) {
                    parent.putAttribute("v" + index, Types.sequence(Types.string()), new long[] {1}, new String[][] {
                        {"x".repeat(length + round % 3), "", "y".repeat(index)}
                    });
                }
            }

            @Override
            void delete(Group parent, int index) {
                parent.deleteAttribute("v" + index);
            }
        },
        /** Chunked datasets of all indexes, which grow, shrink and are overwritten before they are deleted. */
        CHUNKED_DATASETS {
            @Override
            void create(Group parent, int index, int round) {
                long rows = 4 + index % 5;
                Dataset dataset =
                        parent.createDataset("c" + index, FixedPoint.INT32, new long[] {rows, 6}, chunks(index, rows));
                dataset.write(numbers((int) rows, round));
                if (index % 5 >= 2) {
                    dataset.append(numbers(30, round + 1));
                    dataset.resize(11 + round % 3, 6);
                }
                dataset.write(Selection.block(new long[] {1, 0}, new long[] {3, 6}), numbers(3, round + 2));
            }

            @Override
            void delete(Group parent, int index) {
                parent.delete("c" + index);
            }
        },
        /** Attributes of the parent group. */
        ATTRIBUTES {
            @Override
            void create(Group parent, int index, int round) {
                parent.createAttribute("a" + index, new long[1 + index + round % 3]);
            }

            @Override
            void delete(Group parent, int index) {
                parent.deleteAttribute("a" + index);
            }
        };

        /** The chunks of a dataset with 6 columns: a single one, and in files of the latest format all other indexes. */
        private static DatasetOptions chunks(int index, long rows) {
            DatasetOptions options = switch (index % 5) {
                case 0 -> DatasetOptions.defaults().withChunks(rows, 6).withMaxDimensions(rows, 6);
                case 1 ->
                    DatasetOptions.defaults()
                            .withChunks(2, 4)
                            .withMaxDimensions(rows + 3, 6)
                            .withAllocation(AllocationTime.EARLY);
                case 2 -> DatasetOptions.defaults().withChunks(2, 4).withMaxDimensions(50, 6);
                case 3 -> DatasetOptions.defaults().withChunks(1, 3).withMaxDimensions(DatasetOptions.UNLIMITED, 6);
                default ->
                    DatasetOptions.defaults()
                            .withChunks(1, 3)
                            .withMaxDimensions(DatasetOptions.UNLIMITED, DatasetOptions.UNLIMITED);
            };
            return index % 2 == 0 && index % 5 != 1
                    ? options.withFilters(Filters.deflate(6), Filters.fletcher32())
                    : options;
        }

        private static int[][] numbers(int rows, int round) {
            int[][] numbers = new int[rows][6];
            for (int i = 0; i < rows; i++) {
                Arrays.setAll(numbers[i], j -> j * round * 1_000_003 >> round % 5 * 6);
            }
            return numbers;
        }

        abstract void create(Group parent, int index, int round);

        abstract void delete(Group parent, int index);

        int most() {
            return OBJECTS;
        }
    }

    static List<Arguments> works() {
        List<Arguments> works = new ArrayList<>();
        for (NewFile kind : NewFile.persistent()) {
            for (Work work : Work.values()) {
                works.add(Arguments.of(kind, false, work));
                works.add(Arguments.of(kind, true, work));
            }
        }
        return works;
    }

    @ParameterizedTest
    @MethodSource("works")
    void overReopening(NewFile kind, boolean ours, Work work) {
        Path path = folder.resolve("churn.h5");
        kind.create(path, ours);
        try (ContainerFile file = ContainerFile.open(path, UNFORCED)) {
            file.root().createGroup("stays");
        }
        long afterThree = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            try (ContainerFile file = ContainerFile.open(path, UNFORCED)) {
                create(file, work, round);
            }
            try (ContainerFile file = ContainerFile.open(path, UNFORCED)) {
                delete(file, work);
            }
            SpaceChecks.check(path, "round " + round);
            if (round == 3) {
                afterThree = SpaceChecks.size(path);
            }
        }
        assertThat(SpaceChecks.size(path))
                .as("after round " + ROUNDS)
                .isLessThanOrEqualTo(afterThree + slack(kind, work));
        assertThat(Snapshot.of(path)).containsOnlyKeys("/", "/stays");
    }

    @ParameterizedTest
    @MethodSource("works")
    void inOneSession(NewFile kind, boolean ours, Work work) {
        Path path = folder.resolve("churn.h5");
        kind.create(path, ours);
        try (ContainerFile file = ContainerFile.open(path, UNFORCED)) {
            file.root().createGroup("stays");
            long afterThree = 0;
            for (int round = 1; round <= ROUNDS; round++) {
                create(file, work, round);
                delete(file, work);
                if (round == 3) {
                    afterThree = file.allocatedBytes();
                }
            }
            assertThat(file.allocatedBytes()).as("after round " + ROUNDS).isLessThanOrEqualTo(afterThree);
        }
        assertThat(SpaceChecks.check(path, "closed").untrackedBytes()).isZero();
        assertThat(Snapshot.of(path)).containsOnlyKeys("/", "/stays");
    }

    /** With pages, files with many kinds of blocks reach their final length later, one page longer. */
    private static long slack(NewFile kind, Work work) {
        return kind.strategy() == FileSpaceStrategy.PAGE && work == Work.CHUNKED_DATASETS ? kind.pageSize() : 0;
    }

    private static void create(ContainerFile file, Work work, int round) {
        Group group = file.group("stays");
        for (int i = 0; i < work.most(); i++) {
            work.create(group, i, round);
        }
    }

    /** Deletes the objects in another order than that of their creation. */
    private static void delete(ContainerFile file, Work work) {
        Group group = file.group("stays");
        for (int i = 0; i < work.most(); i++) {
            work.delete(group, i * 7 % work.most());
        }
    }
}
