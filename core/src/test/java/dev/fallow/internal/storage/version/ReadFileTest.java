package dev.fallow.internal.storage.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.internal.storage.FileChannelStorage;
import dev.fallow.internal.storage.FileFacts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that another program changes while it is read: the reader fails, and looking for that costs next to nothing. */
class ReadFileTest {
    private static final int LENGTH = 1_000;

    @TempDir
    private Path folder;

    private Path path;
    private final AtomicLong time = new AtomicLong();
    private final AtomicInteger looks = new AtomicInteger();

    @BeforeEach
    void write() throws IOException {
        path = Files.write(folder.resolve("file").toAbsolutePath(), new byte[LENGTH])
                .toRealPath();
        Files.setLastModifiedTime(path, FileTime.fromMillis(1_000)); // so that each change is another time
    }

    private ReadFile open() throws IOException {
        return ReadFile.of(FileChannelStorage.open(path, false), time::get, () -> {
            looks.incrementAndGet();
            return FileFacts.identity(path);
        });
    }

    private static byte first(ReadFile file) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        file.read(0, one);
        return one.get(0);
    }

    private void change(int to) throws IOException {
        try (FileChannel other = FileChannel.open(path, StandardOpenOption.WRITE)) {
            other.write(ByteBuffer.wrap(new byte[] {(byte) to}), 0);
        }
    }

    /** No system call for each read: one look in each pause in which the file is read. */
    @Test
    void looksAreCountedByTimeAndNotByReads() throws IOException {
        try (ReadFile file = open()) {
            for (int i = 0; i < 10_000; i++) {
                first(file);
            }
            assertThat(looks).hasValue(0);
            for (int i = 0; i < 10_000; i++) {
                time.addAndGet(ReadFile.PAUSE_NANOS / 100);
                first(file);
            }
            assertThat(looks).hasValue(100);
        }
    }

    @Test
    void aChangedFileIsRefusedFromThenOn() throws IOException {
        try (ReadFile file = open()) {
            first(file);
            change(1);
            time.addAndGet(ReadFile.PAUSE_NANOS);
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> first(file))
                        .isInstanceOf(IOException.class)
                        .hasMessageContainingAll("another program has changed the file", "Open it again");
            }
            assertThat(looks).as("the first time only").hasValue(1);
        }
        try (ReadFile file = open()) {
            assertThat(first(file)).isEqualTo((byte) 1);
        }
    }

    @Test
    void aFileThatWasCutIsRefusedAtOnce() throws IOException {
        try (ReadFile file = open()) {
            try (FileChannel other = FileChannel.open(path, StandardOpenOption.WRITE)) {
                other.truncate(0);
            }
            assertThatThrownBy(() -> first(file)).hasMessageContainingAll("has 0 bytes", "before it had " + LENGTH);
        }
    }

    /** What is read is the file that was opened, not the one that has its name now. */
    @Test
    void aFileThatWasReplacedIsReadOn() throws IOException {
        change(7);
        Files.setLastModifiedTime(path, FileTime.fromMillis(1_000));
        try (ReadFile file = open()) {
            Path other = Files.write(folder.resolve("other"), new byte[LENGTH + 1]);
            Files.move(other, path, StandardCopyOption.REPLACE_EXISTING);
            time.addAndGet(ReadFile.PAUSE_NANOS);
            assertThat(first(file)).isEqualTo((byte) 7);
        }
    }

    /** An editor of this JVM keeps what it overwrites; what other programs do after it is seen again. */
    @Test
    void anEditorOfThisJvmIsNoOtherProgram() throws IOException {
        try (ReadFile file = open()) {
            try (Versions editor = new Versions(FileChannelStorage.open(path, true))) {
                editor.own(false);
                editor.marked();
                editor.write(0, ByteBuffer.wrap(new byte[] {1, 2, 3}));
                editor.resize(10);
                time.addAndGet(ReadFile.PAUSE_NANOS);
                assertThat(first(file)).isZero();
                ByteBuffer all = ByteBuffer.allocate(LENGTH);
                file.read(0, all);
                assertThat(all.array()).containsOnly(0);
            }
            time.addAndGet(ReadFile.PAUSE_NANOS);
            assertThat(first(file)).isZero();
            Files.setLastModifiedTime(path, FileTime.fromMillis(2_000));
            time.addAndGet(ReadFile.PAUSE_NANOS);
            assertThatThrownBy(() -> first(file)).hasMessageContaining("another program has changed the file");
        }
    }

    @Test
    void aReaderThatAcceptsChangesIsNotRefused() throws IOException {
        try (ReadFile file = open()) {
            file.acceptChanges();
            change(5);
            time.addAndGet(ReadFile.PAUSE_NANOS);
            assertThat(first(file)).isEqualTo((byte) 5);
            assertThat(looks).hasValue(0);
        }
    }

    /** A whole editor that keeps more than fits into memory. */
    @Test
    void moreIsKeptThanFitsIntoMemory() throws IOException {
        int length = KeptBytes.MOST_BYTES_IN_MEMORY + 100_000;
        byte[] before = new byte[length];
        for (int i = 0; i < length; i++) {
            before[i] = (byte) (i * 31 >> 8);
        }
        Files.write(path, before);
        try (ReadFile file = open();
                Versions editor = new Versions(FileChannelStorage.open(path, true))) {
            editor.own(false);
            editor.write(0, ByteBuffer.wrap(new byte[length]));
            ByteBuffer all = ByteBuffer.allocate(length);
            file.read(0, all);
            assertThat(all.array()).isEqualTo(before);
        }
    }
}
