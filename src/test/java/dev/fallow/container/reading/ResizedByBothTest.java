package dev.fallow.container.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.container.session.SpaceChecks;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.chunk.Chunking;
import dev.fallow.oracle.type.ReferenceType;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chunked datasets that one library shrinks and the other one extends. */
@NeedsReference
class ResizedByBothTest {
    @TempDir
    private Path folder;

    /**
     * libhdf5 flags the layout message of a dataset with early allocation as constant, and later refuses to change it. When
     * Fallow frees the only chunk, the message changes, so the flag has to go.
     */
    @Test
    void theOnlyChunkIsAllocatedAgain() {
        Path path = folder.resolve("file.h5");
        Chunking single = new Chunking(List.of(4L), List.of(4L), List.of(), 9L, true, false);
        try (ReferenceFile file = ReferenceFile.create(path, ReferenceOptions.persistent())) {
            file.createChunkedDataset("/early", ReferenceType.int32(), new long[] {4}, single, List.of(1L, 2L, 3L, 4L));
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.dataset("/early").resize(0);
        }
        assertThat(SpaceChecks.check(path, "shrunk").untrackedBytes()).isZero();
        try (ReferenceFile file = ReferenceFile.open(path, true, ReferenceOptions.persistent())) {
            assertThat(file.storageSize("/early")).isZero();
            file.resize("/early", new long[] {3});
            file.writePart("/early", new long[] {1}, new long[] {1}, List.of(7L));
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.dataset("/early").read()).isEqualTo(new int[] {9, 7, 9});
        }
        assertThat(SpaceChecks.check(path, "extended").untrackedBytes()).isZero();
    }

    /** The copy of an empty dataset has no index, so its layout message must not be constant as that of the original. */
    @Test
    void aCopyOfAnEmptyDatasetGrows() {
        Path path = folder.resolve("file.h5");
        Chunking early = new Chunking(List.of(39L), List.of(-1L), List.of(), 9L, true, false);
        ReferenceOptions latest = ReferenceOptions.persistent();
        try (ReferenceFile file = ReferenceFile.create(path, latest)) {
            file.createChunkedDataset("/early", ReferenceType.int32(), new long[] {2}, early, List.of(1L, 2L));
            file.resize("/early", new long[] {0});
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            file.copy("early", "copy");
        }
        try (ReferenceFile file = ReferenceFile.open(path, true, latest)) {
            file.append("/copy", 0, new long[] {1}, List.of(7L));
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThat(file.dataset("/copy").read()).isEqualTo(new int[] {7});
        }
        assertThat(SpaceChecks.check(path, "extended").untrackedBytes()).isZero();
    }
}
