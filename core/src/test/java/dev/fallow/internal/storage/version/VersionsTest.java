package dev.fallow.internal.storage.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.Storage;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A version has the content of the storage at its creation, regardless of later writes. */
class VersionsTest {
    private static byte[] all(Storage storage) throws IOException {
        byte[] bytes = new byte[(int) storage.size()];
        storage.read(0, ByteBuffer.wrap(bytes));
        return bytes;
    }

    /** What an interrupt closes belongs to one version; the writer and other versions go on. */
    @Test
    void anInterruptedReaderLosesItsVersionOnly() throws Exception {
        int half = 20 << 20;
        try (Versions versions = new Versions(new MemoryStorage(new byte[2 * half]))) {
            Version version = versions.now();
            versions.write(0, ByteBuffer.wrap(filled(half)));
            Version other = versions.now();
            for (int round = 0; !isClosed(version, half); round++) {
                assumeTrue(round < 1_000, "no interrupt has met a read");
                interruptAReader(version, half);
            }
            versions.write(half, ByteBuffer.wrap(filled(half)));
            assertThatThrownBy(() -> version.read(2L * half - 10, ByteBuffer.allocate(10)))
                    .hasMessageContaining("was interrupted while it read this snapshot");
            byte[] expected = filled(2 * half);
            Arrays.fill(expected, half, 2 * half, (byte) 0);
            assertThat(Arrays.equals(all(other), expected)).isTrue();
        }
    }

    /** Whether what was saved in the file cannot be read any more. */
    private static boolean isClosed(Version version, int end) throws IOException {
        try {
            version.read(end - 10, ByteBuffer.allocate(10));
            return false;
        } catch (ClosedChannelException e) {
            return true;
        }
    }

    private static void interruptAReader(Version version, int end) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        Thread victim = new Thread(() -> {
            try {
                while (true) {
                    version.read(end - (2 << 20), ByteBuffer.allocateDirect(2 << 20));
                    started.countDown();
                }
            } catch (IOException e) {
                started.countDown(); // interrupted
            }
        });
        victim.start();
        started.await();
        victim.interrupt();
        victim.join();
    }

    private static byte[] filled(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 1);
        return bytes;
    }

    @Test
    void everyVersionStaysAsItWas() throws IOException {
        Random random = new Random(1);
        byte[] start = new byte[5_000];
        random.nextBytes(start);
        Versions versions = new Versions(new MemoryStorage(start));
        List<Version> open = new ArrayList<>();
        List<byte[]> expected = new ArrayList<>();
        for (int step = 0; step < 2_000; step++) {
            int dice = random.nextInt(20);
            if (dice == 0 && open.size() < 6) {
                open.add(versions.now());
                expected.add(all(versions.current()));
            } else if (dice == 1 && !open.isEmpty()) {
                int index = random.nextInt(open.size());
                open.remove(index).close();
                expected.remove(index);
            } else if (dice < 4) {
                versions.resize(random.nextInt(8_000));
            } else {
                byte[] bytes = new byte[1 + random.nextInt(300)];
                random.nextBytes(bytes);
                versions.write(random.nextInt(7_000), ByteBuffer.wrap(bytes));
            }
            for (int i = 0; i < open.size(); i++) {
                assertThat(all(open.get(i))).as("step " + step).isEqualTo(expected.get(i));
                int length = expected.get(i).length;
                int from = length == 0 ? 0 : random.nextInt(length);
                ByteBuffer part = ByteBuffer.allocate(length - from == 0 ? 0 : random.nextInt(length - from));
                open.get(i).read(from, part);
                assertThat(part.array())
                        .as("step " + step)
                        .isEqualTo(Arrays.copyOfRange(expected.get(i), from, from + part.capacity()));
            }
        }
    }

    @Test
    void whatDoesNotFitIntoMemoryIsInATemporaryFile() throws IOException {
        byte[] start = new byte[KeptBytes.MOST_BYTES_IN_MEMORY + (3 << 20)];
        new Random(2).nextBytes(start);
        Versions versions = new Versions(new MemoryStorage(start));
        Version version = versions.now();
        versions.write(10, ByteBuffer.allocate(start.length));
        versions.resize(0);
        assertThat(all(version)).isEqualTo(start);
        version.close();
    }

    /** Truncated just before a read, and extended before the reader learns why it failed. */
    private static final class Changing implements Storage {
        private final Storage inner;
        private final Versions versions = new Versions(this);
        private int times;

        Changing(byte[] content, int times) {
            inner = new MemoryStorage(content);
            this.times = times;
        }

        @Override
        public void read(long position, ByteBuffer target) throws IOException {
            if (times == 0) {
                inner.read(position, target);
                return;
            }
            int left = times - 1;
            times = 0; // the version keeps the old bytes
            versions.resize(10);
            try {
                inner.read(position, target);
            } finally {
                versions.resize(200);
                times = left;
            }
        }

        @Override
        public long size() throws IOException {
            return inner.size();
        }

        @Override
        public void write(long position, ByteBuffer source) throws IOException {
            inner.write(position, source);
        }

        @Override
        public void resize(long size) throws IOException {
            inner.resize(size);
        }

        @Override
        public void force() throws IOException {
            inner.force();
        }

        @Override
        public void close() throws IOException {
            inner.close();
        }
    }

    @Test
    void aReadDuringWhichTheStorageIsTruncatedAndExtended() throws IOException {
        byte[] start = new byte[100];
        new Random(3).nextBytes(start);
        Changing storage = new Changing(start, 3);
        Version version = storage.versions.now();
        assertThat(all(version)).isEqualTo(start);
        assertThat(storage.times).isZero();
    }

    /** A medium that never returns what its size promises. */
    @Test
    void aReadThatFailsAgainAndAgainFails() throws IOException {
        Changing storage = new Changing(new byte[100], Integer.MAX_VALUE);
        Version version = storage.versions.now();
        assertThatThrownBy(() -> all(version)).isInstanceOf(EOFException.class);
    }

    @Test
    void aVersionEndsWithItsStorage() throws IOException {
        Versions versions = new Versions(new MemoryStorage(new byte[100]));
        Version version = versions.now();
        assertThatThrownBy(() -> version.read(99, ByteBuffer.allocate(2))).isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> version.write(0, ByteBuffer.allocate(1)))
                .isInstanceOf(UnsupportedOperationException.class);
        versions.close();
        assertThatThrownBy(() -> version.read(0, ByteBuffer.allocate(1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
    }
}
