package dev.fallow.container.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Group;
import dev.fallow.container.session.NewFile;
import dev.fallow.container.session.SpaceChecks;
import dev.fallow.options.DatasetOptions;
import dev.fallow.options.Durability;
import dev.fallow.options.OpenOptions;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.value.Types;
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
    private static final OpenOptions UNFORCED = OpenOptions.edit().withDurability(Durability.NEVER);

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
                        "s" + index, strings, DatasetOptions.contiguous().withVariableStrings());
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
        assertThat(SpaceChecks.size(path)).as("after round " + ROUNDS).isLessThanOrEqualTo(afterThree);
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
