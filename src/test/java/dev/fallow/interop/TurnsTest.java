package dev.fallow.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.Group;
import dev.fallow.SpaceSettings;
import dev.fallow.container.session.SpaceChecks;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Alternating sessions of libhdf5 and Fallow on one paged file with persistent free space, with the number of untracked
 * bytes after each.
 */
@NeedsReference
class TurnsTest {
    private static final int ROUNDS = 20;
    private static final int OBJECTS = 20;
    private static final long PAGE = 65_536;

    /**
     * Arguments: the file, the round. Makes edits like those of {@link #editWithFallow}, and prints the version of
     * libhdf5.
     */
    private static final String TURN = """
            import h5py, numpy, random, sys
            rng = random.Random(sys.argv[2])
            with h5py.File(sys.argv[1], "r+", libver="latest") as f:
                made = f.create_group("theirs" + sys.argv[2])
                for i in range(20):
                    made["d%d" % i] = numpy.zeros(rng.randrange(1, 10000 if i % 5 == 0 else 500))
                    made.create_group("g%d" % i).attrs["a"] = i
                for i in range(0, 20, 2):
                    del made["d%d" % i]
                names = [name for name in f if name != made.name[1:]]
                if len(names) > 4:
                    del f[rng.choice(names)]
            print(h5py.version.hdf5_version)
            """;

    @TempDir
    private Path folder;

    private interface Turn {
        void edit(Path path, int round) throws IOException, InterruptedException;
    }

    /**
     * libhdf5 leaves all large sections untracked in a session that neither allocates nor frees a large block; Fallow
     * leaves none.
     */
    @Test
    void withTheReferenceOfTheBuild() throws IOException, InterruptedException {
        assertThat(untracked(TurnsTest::editWithReference)).isPositive();
    }

    /**
     * libhdf5 1.10 stores every section list in separate pages, which the file refers to, so that no bytes become
     * untracked.
     */
    @Test
    void withTheH5pyThatIsInstalled() throws IOException, InterruptedException {
        Installed python = Installed.pythonWithH5py();
        String version = python.run("-c", "import h5py; print(h5py.version.hdf5_version)")
                .output();
        long untracked = untracked((path, round) -> {
            Installed.Outcome outcome = python.run("-c", TURN, path.toString(), "" + round);
            assertThat(outcome.status()).as(outcome.output()).isZero();
        });
        if (version.startsWith("1.10.")) {
            assertThat(untracked).as("untracked bytes, libhdf5 " + version).isZero();
        }
    }

    /**
     * Returns the number of untracked bytes after all rounds, after asserting that no session of Fallow increased it.
     */
    private long untracked(Turn other) throws IOException, InterruptedException {
        Path path = folder.resolve("turns.h5");
        ContainerFile.create(
                        path,
                        CreateOptions.defaults()
                                .withSpace(SpaceSettings.defaults()
                                        .withStrategy(FileSpaceStrategy.PAGE)
                                        .withPageSize(PAGE)))
                .close();
        long untracked = 0;
        for (int round = 0; round < ROUNDS; round++) {
            editWithFallow(path, round);
            SpaceReport ours = SpaceChecks.check(path, "round %d: edited by Fallow".formatted(round));
            assertThat(ours.untrackedBytes())
                    .as("round %d: untracked bytes after Fallow, %d before", round, untracked)
                    .isLessThanOrEqualTo(untracked);
            other.edit(path, round);
            untracked = SpaceChecks.check(path, "round %d: edited by libhdf5".formatted(round))
                    .untrackedBytes();
        }
        return untracked;
    }

    private static void editWithFallow(Path path, int round) {
        Random random = new Random(round);
        try (ContainerFile file = ContainerFile.open(path)) {
            List<String> before = file.root().names().stream()
                    .filter(name -> name.startsWith("ours"))
                    .toList();
            Group made = file.root().createGroup("ours" + round);
            for (int i = 0; i < OBJECTS; i++) {
                made.createDataset("d" + i, new double[1 + random.nextInt(i % 5 == 0 ? 10_000 : 500)]);
                made.createGroup("g" + i).createAttribute("a", i);
            }
            for (int i = 0; i < OBJECTS; i += 2) {
                made.delete("d" + i);
            }
            if (before.size() > 4) {
                file.delete(before.get(random.nextInt(before.size())));
            }
        }
    }

    private static void editWithReference(Path path, int round) {
        Random random = new Random(-round);
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            String made = "/theirs" + round;
            file.createGroup(made);
            for (int i = 0; i < OBJECTS; i++) {
                int[] value = new int[1 + random.nextInt(i % 5 == 0 ? 20_000 : 1_000)];
                file.createDataset(made + "/d" + i, ReferenceType.int32(), new long[] {value.length}, value);
                file.createGroup(made + "/g" + i);
            }
            for (int i = 0; i < OBJECTS; i += 2) {
                file.delete(made + "/d" + i);
            }
            if (round > 4) {
                file.delete("/theirs" + (round - 4));
            }
        }
    }
}
