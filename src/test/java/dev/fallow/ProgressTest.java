package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an application is told of operations on the whole file, and how it ends them. */
class ProgressTest {
    private static final int OBJECTS = 2_000;
    private static final int ELEMENTS = 1 << 20;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void create() {
        file = folder.resolve("file.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            for (int i = 0; i < OBJECTS; i++) {
                container
                        .root()
                        .createDataset(
                                "d" + i,
                                new int[] {i},
                                DatasetOptions.defaults().withLayout(StorageLayout.COMPACT));
            }
            container.root().createDataset("large", new double[ELEMENTS]);
        }
    }

    /** What was told: done and total, one after the other. */
    private static final class Told implements Progress {
        private final List<long[]> calls = new ArrayList<>();

        @Override
        public boolean at(long done, long total) {
            calls.add(new long[] {done, total});
            return true;
        }

        /** Grows, until it equals the total; several times, if an operation has several walks. */
        void verify(long total) {
            assertThat(calls).hasSizeGreaterThan(2);
            long before = 0;
            for (long[] call : calls) {
                assertThat(call[0]).isGreaterThanOrEqualTo(before);
                assertThat(call[1]).isIn(total, call[0]);
                before = call[0] == call[1] ? 0 : call[0];
            }
            assertThat(before).isZero();
        }
    }

    @Test
    void everyWalkTells() {
        long total;
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            total = container.allocatedBytes();
        }
        List<Consumer<ContainerFile>> operations = List.of(
                ContainerFile::space,
                ContainerFile::spaceBreakdown,
                container ->
                        container.reclaimUntracked(MaintenanceOptions.defaults().withDryRun(true)),
                ContainerFile::shrinkPlan,
                ContainerFile::check);
        for (Consumer<ContainerFile> operation : operations) {
            Told told = new Told();
            try (ContainerFile container = ContainerFile.open(
                    file, OpenOptions.defaults().withReadOnly(true).withProgress(told))) {
                operation.accept(container);
            }
            told.verify(total);
        }
        Told checked = new Told();
        ContainerFile.check(file, CheckOptions.defaults().withProgress(checked));
        checked.verify(total);
        Told verified = new Told();
        try (ContainerFile container =
                ContainerFile.open(file, OpenOptions.defaults().withProgress(verified))) {
            container.root().createGroup("new");
        }
        verified.verify(total);
    }

    @Test
    void aWalkThatIsEndedChangesNothing() throws IOException {
        byte[] before = Files.readAllBytes(file);
        OpenOptions options = OpenOptions.defaults().withProgress((done, total) -> false);
        try (ContainerFile container = ContainerFile.open(file, options)) {
            assertThatThrownBy(() -> container.root().createGroup("new")).isInstanceOf(CancellationException.class);
            assertThatThrownBy(container::space).isInstanceOf(CancellationException.class);
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThatThrownBy(
                        () -> ContainerFile.check(file, CheckOptions.defaults().withProgress((done, total) -> false)))
                .isInstanceOf(CancellationException.class);
    }

    /** Copies tell of the bytes of elements; one that is ended frees what it has copied. */
    @Test
    void aCopyTellsAndCanBeEnded() {
        boolean[] copying = {false};
        Told told = new Told();
        OpenOptions options = OpenOptions.defaults().withProgress((done, total) -> {
            if (copying[0]) {
                told.at(done, total);
            }
            return !copying[0] || done < ELEMENTS * 4;
        });
        try (ContainerFile container = ContainerFile.open(file, options)) {
            container.root().createGroup("verified");
            container.flush();
            long length = container.allocatedBytes();
            copying[0] = true;
            assertThatThrownBy(() -> container.copy("/large", "/copy")).isInstanceOf(CancellationException.class);
            copying[0] = false;
            assertThat(container.root().exists("copy")).isFalse();
            container.flush();
            assertThat(container.allocatedBytes()).isEqualTo(length);
            assertThat(container.space().untrackedBytes()).isZero();
            container.copy("/large", "/copy");
        }
        assertThat(told.calls.get(0)).containsExactly(ELEMENTS, -1);
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.dataset("/copy").read(double[].class)).isEqualTo(new double[ELEMENTS]);
            assertThat(container.space().findings()).isEmpty();
        }
    }
}
