package dev.fallow.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.crash.Image;
import dev.fallow.crash.RecordedMedium;
import dev.fallow.internal.cache.DirtyBlock;
import dev.fallow.internal.storage.Barrier;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A journal is not written if nobody could recover from it. */
class JournalWriteTest {
    private static final int SUPERBLOCK = 48;
    private static final int END = 1_000;

    private static final JournalFindings NOTHING = new JournalFindings(JournalFindings.State.NONE, null, "empty");

    private static DirtyBlock block(long address, int length) {
        return new DirtyBlock(address, new byte[length], 0, length, null, 0);
    }

    @Test
    void blocksThatOverlapAreRefusedBeforeAnythingIsWritten() throws IOException {
        List<List<DirtyBlock>> wrong = List.of(
                List.of(block(100, 50), block(149, 10)),
                List.of(block(200, 10), block(100, 10)),
                List.of(block(SUPERBLOCK - 1, 10)),
                List.of(block(END - 9, 10)));
        for (List<DirtyBlock> blocks : wrong) {
            RecordedMedium medium = new RecordedMedium(Image.none());
            try (Journal journal =
                    new Journal(medium.journal(), medium.journal().own(), medium.container(), NOTHING, true)) {
                int before = medium.count();
                assertThatThrownBy(() -> journal.write(
                                new byte[SUPERBLOCK],
                                new byte[SUPERBLOCK],
                                END,
                                blocks,
                                Barrier.RECORD_BEFORE_APPLYING))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("cannot be committed");
                assertThat(medium.count()).isEqualTo(before);
                journal.write(
                        new byte[SUPERBLOCK],
                        new byte[SUPERBLOCK],
                        END,
                        List.of(block(SUPERBLOCK, 10), block(SUPERBLOCK + 10, 5), block(END - 9, 9)),
                        Barrier.RECORD_BEFORE_APPLYING);
                assertThat(medium.count()).isGreaterThan(before);
            }
        }
    }
}
