package dev.fallow.shrinking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.Group;
import dev.fallow.NoSuchObjectException;
import dev.fallow.OpenOptions;
import dev.fallow.ShrinkPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AutomaticShrinkingTest {
    private static final int KEPT = 12;
    private static final double RATIO = 1.1;

    @TempDir
    Path folder;

    private static double[] values(int run) {
        return new Random(run).doubles(20 + new Random(-run).nextInt(4_000)).toArray();
    }

    /** Adds runs, of which some are kept, and commits after each. */
    private static void log(ContainerFile file, int first, int last) {
        for (int run = first; run < last; run++) {
            Group group = file.root().createGroup("run" + run);
            group.createDataset("values", values(run));
            group.putAttribute("number", run);
            if (run >= KEPT) {
                file.delete("/run" + (run - KEPT));
            }
            file.flush();
        }
    }

    private static void check(ContainerFile file, int runs) {
        assertThat(file.root().list()).hasSize(KEPT);
        for (int run = runs - KEPT; run < runs; run++) {
            assertThat(file.dataset("/run" + run + "/values").read()).isEqualTo(values(run));
            assertThat(file.group("/run" + run).attribute("number").read()).isEqualTo(run);
        }
    }

    private static double ratio(Path path) throws IOException {
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            return (double) Files.size(path) / file.space().liveBytes();
        }
    }

    private double afterLogging(ShrinkPolicy policy) throws IOException {
        Path path = folder.resolve("log.h5");
        try (ContainerFile file = ContainerFile.create(
                path, CreateOptions.defaults().withOverwrite(true).withShrinking(policy))) {
            log(file, 0, 20);
            check(file, 20);
        }
        for (int first = 20; first < 40; first += 5) {
            try (ContainerFile file =
                    ContainerFile.open(path, OpenOptions.defaults().withShrinking(policy))) {
                log(file, first, first + 5);
                check(file, first + 5);
            }
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            check(file, 40);
            assertThat(file.space().untrackedBytes()).isZero();
        }
        return ratio(path);
    }

    /** So few and large blocks slide only if twice as much is free as the ratio allows; in between, the file is longer. */
    @Test
    void keepsTheFileShort() throws IOException {
        double slides = 2 * RATIO - 1;
        assertThat(afterLogging(ShrinkPolicy.NONE)).isGreaterThan(slides);
        assertThat(afterLogging(new ShrinkPolicy(RATIO, 1 << 20))).isLessThanOrEqualTo(slides);
    }

    /** Handles follow their objects, and a snapshot keeps what it shows. */
    @Test
    void doesNotDisturbTheApplication() {
        Path path = folder.resolve("handles.h5");
        ShrinkPolicy policy = new ShrinkPolicy(1.01, 1 << 20);
        try (ContainerFile file =
                ContainerFile.create(path, CreateOptions.defaults().withShrinking(policy))) {
            file.root().createDataset("hole", new double[10_000]);
            Dataset kept = file.root().createDataset("kept", values(1));
            Dataset deleted = file.root().createDataset("deleted", values(2));
            file.flush();
            long before = kept.address();
            try (ContainerFile snapshot = file.snapshot()) {
                file.delete("/deleted");
                file.delete("/hole");
                file.flush();
                assertThat(kept.address()).isLessThan(before);
                assertThat(kept.read()).isEqualTo(values(1));
                assertThat(snapshot.dataset("/kept").read()).isEqualTo(values(1));
                assertThat(snapshot.dataset("/deleted").read()).isEqualTo(values(2));
                assertThat(catchThrowable(deleted::read)).isInstanceOf(NoSuchObjectException.class);
            }
        }
    }

    /** A limit of bytes is kept, apart from a single block that is larger. */
    @ParameterizedTest
    @ValueSource(longs = {1, 10_000, 100_000})
    void copiesNoMoreThanAllowed(long bytesPerCommit) {
        Path path = folder.resolve("limit.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            file.root().createDataset("hole", new double[100_000]);
            for (int i = 0; i < 20; i++) {
                file.root().createDataset("d" + i, new double[1_000]);
            }
        }
        try (ContainerFile file = ContainerFile.open(
                path, OpenOptions.defaults().withShrinking(new ShrinkPolicy(1.01, bytesPerCommit)))) {
            file.delete("/hole");
            long before = file.writeStatistics().containerBytes();
            file.flush();
            assertThat(file.writeStatistics().containerBytes() - before)
                    .isLessThan(Math.max(8_000, bytesPerCommit) + 20_000);
        }
    }
}
