package dev.fallow.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.CreateOptions;
import dev.fallow.OpenOptions;
import dev.fallow.crash.CrashImages;
import dev.fallow.crash.CrashRun;
import dev.fallow.format.journal.CommitRecord;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A journal is distinguished from other files after any crash. */
class JournalContentTest {
    private static boolean isJournal(byte[] content) {
        try {
            return Recovery.isJournal(new MemoryStorage(content));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A container is created, edited, closed, opened and edited again; the program or the machine fails at any moment.
     */
    @Test
    void everythingThatACrashLeavesIsAJournal() {
        AtomicInteger journals = new AtomicInteger();
        for (int tornStep : new int[] {1, 512}) {
            CrashRun created = CrashRun.creating(7, 12, CreateOptions.defaults(), Set.of());
            for (CrashRun run : new CrashRun[] {created, created.reopening(12, OpenOptions.defaults())}) {
                CrashImages images = new CrashImages(run.medium(), 7, tornStep, 8);
                CrashImages.Check check = (image, events, how) -> {
                    if (image.journal() != null) {
                        assertThat(isJournal(image.journal())).as(how).isTrue();
                        journals.incrementAndGet();
                    }
                };
                images.killed(run.medium().count(), check);
                images.wentDown(run.medium().count(), check);
            }
        }
        assertThat(journals.get()).isGreaterThan(1_000);
    }

    @Test
    void filesOfOthersAreNone() {
        assertThat(isJournal("notes".getBytes(StandardCharsets.US_ASCII))).isFalse();
        assertThat(isJournal(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 1})).isFalse();
        assertThat(isJournal("FALLOWJ".getBytes(StandardCharsets.US_ASCII)))
                .as("torn")
                .isTrue();
        assertThat(isJournal("FALLOWX\n".getBytes(StandardCharsets.US_ASCII))).isFalse();
        byte[] disk = new byte[100_000]; // like a disk image that starts with zeros
        disk[32_768] = 1;
        assertThat(isJournal(disk)).isFalse();
        for (int at :
                new int[] {8, 4_095, CommitRecord.SLOT_BYTES + CommitRecord.mostLength(), CommitRecord.FIRST_BODY - 1
                }) {
            byte[] one = new byte[CommitRecord.FIRST_BODY];
            one[at] = 1;
            assertThat(isJournal(one)).as("at " + at).isFalse();
        }
    }

    @Test
    void nothingAndZerosAreWhatACrashLeaves() {
        assertThat(isJournal(new byte[0])).isTrue();
        assertThat(isJournal(new byte[1])).isTrue();
        assertThat(isJournal(new byte[CommitRecord.FIRST_BODY + 100_000])).isTrue();
    }

    /** A sparse file of zeros can have any length. */
    @Test
    void atManyZerosNobodyLooks() throws IOException {
        Storage zeros = new Storage() {
            @Override
            public long size() {
                return 1L << 50;
            }

            @Override
            public void read(long position, ByteBuffer target) {
                assertThat(position).isZero();
                byte[] slots = new byte[target.remaining()];
                Arrays.fill(slots, (byte) 0);
                target.put(slots);
            }

            @Override
            public void write(long position, ByteBuffer source) {
                throw new AssertionError();
            }

            @Override
            public void resize(long size) {
                throw new AssertionError();
            }

            @Override
            public void force() {
                throw new AssertionError();
            }

            @Override
            public void close() {
                throw new AssertionError();
            }
        };
        assertThat(Recovery.isJournal(zeros)).isFalse();
    }
}
