package dev.fallow.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.FileInUseException;
import dev.fallow.NotAContainerException;
import dev.fallow.OpenOptions;
import dev.fallow.StorageException;
import dev.fallow.filter.Filters;
import dev.fallow.type.FixedPoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Containers that are read from sources, honest ones and others. */
class ByteSourcesTest {
    @TempDir
    private Path folder;

    /** A container with a chunked dataset, an attribute and a few groups. */
    static byte[] content() {
        ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());
        file.root().createAttribute("answer", 42);
        for (int i = 0; i < 20; i++) {
            file.root().createGroup("group" + i).createDataset("values", new int[] {i, 2 * i});
        }
        file.root()
                .createDataset(
                        "numbers",
                        FixedPoint.INT32,
                        new long[] {1_000},
                        DatasetOptions.defaults().withChunks(100).withFilters(Filters.deflate(1)))
                .write(numbers());
        file.close();
        return file.toByteArray();
    }

    private static int[] numbers() {
        int[] numbers = new int[1_000];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i * i;
        }
        return numbers;
    }

    private static void check(ContainerFile file) {
        assertThat(file.isReadOnly()).isTrue();
        assertThat(file.root().listRecursively()).hasSize(41);
        assertThat(file.root().attribute("answer").read()).isEqualTo(42);
        assertThat((int[]) file.dataset("numbers").read()).isEqualTo(numbers());
        for (int i = 0; i < 20; i++) {
            assertThat((int[]) file.dataset("group" + i + "/values").read()).containsExactly(i, 2 * i);
        }
        assertThat(file.space().findings()).isEmpty();
    }

    @Test
    void arraysBuffersAndChannelsHaveTheSameContent() throws IOException {
        byte[] content = content();
        Path path = Files.write(folder.resolve("file.h5"), content);
        ByteBuffer inside = ByteBuffer.allocateDirect(content.length + 100).position(50);
        inside.put(content).limit(inside.position()).position(50);
        FileChannel closed = FileChannel.open(path);
        for (ByteSource each : new ByteSource[] {
            ByteSources.of(content, "array"),
            ByteSources.of(inside, "buffer"),
            ByteSources.of(FileChannel.open(path), "file"),
            ByteSources.of(new Behind(FileChannel.open(path)), "channel"),
            ByteSources.of(closed, "closed")
        }) {
            try (ContainerFile file = ContainerFile.openReadOnly(each)) {
                check(file);
                assertThat(file.name()).isEqualTo(each.name());
            }
        }
        assertThat(closed.isOpen()).isFalse();
        assertThat(inside.position()).isEqualTo(50);
    }

    /**
     * Some readers of one channel are interrupted all the time: each loses only the read during which that happened, and the
     * others lose none.
     */
    @ParameterizedTest
    @ValueSource(strings = {"file", "channel", "cached"})
    void anInterruptedReaderEndsItsOwnReadOnly(String kind) throws Exception {
        Path path = Files.write(folder.resolve("file.h5"), content());
        FileChannel channel = FileChannel.open(path);
        ByteSource source = ByteSources.of(kind.equals("channel") ? new Behind(channel) : channel, kind);
        if (kind.equals("cached")) { // that keeps nothing, so that each read reaches the channel
            source = ByteSources.cached(source, CacheOptions.defaults().withCacheBytes(0));
        }
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger interrupts = new AtomicInteger();
        AtomicInteger wholeReads = new AtomicInteger();
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> victims = new ArrayList<>();
        List<Thread> others = new ArrayList<>();
        try (ContainerFile file = ContainerFile.openReadOnly(
                source, OpenOptions.defaults().withReadOnly(true).withCacheBytes(0))) {
            for (int i = 0; i < 3; i++) {
                victims.add(new Thread(() -> {
                    while (!over.get()) {
                        try {
                            file.dataset("numbers").read();
                        } catch (StorageException e) {
                            if (e.getMessage().contains("interrupted") && Thread.interrupted()) {
                                interrupts.incrementAndGet();
                            } else {
                                failures.add(e);
                            }
                        } catch (RuntimeException | Error e) {
                            failures.add(e);
                        }
                    }
                }));
                others.add(new Thread(() -> {
                    try {
                        while (!over.get()) {
                            assertThat((int[]) file.dataset("numbers").read()).isEqualTo(numbers());
                            wholeReads.incrementAndGet();
                        }
                    } catch (RuntimeException | Error e) {
                        failures.add(e);
                    }
                }));
            }
            victims.forEach(Thread::start);
            others.forEach(Thread::start);
            while (failures.isEmpty() && (interrupts.get() < 200 || wholeReads.get() < 200)) {
                victims.forEach(Thread::interrupt);
                Thread.sleep(0, 100_000);
            }
            over.set(true);
            for (Thread each : victims) {
                each.join();
            }
            for (Thread each : others) {
                each.join();
            }
            assertThat(failures).isEmpty();
            assertThat(channel.isOpen()).isTrue();
            check(file);
        }
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void fewBytesAtATimeAreEnough() {
        try (ContainerFile file = ContainerFile.openReadOnly(new Source(content()) {
            @Override
            public int read(long position, ByteBuffer target) {
                return super.read(position, target.slice(target.position(), Math.min(3, target.remaining())), target);
            }
        })) {
            check(file);
        }
    }

    @Test
    void aSourceIsNotEdited() {
        assertThatThrownBy(() -> ContainerFile.openReadOnly(new Source(content()), OpenOptions.defaults()))
                .isInstanceOf(IllegalArgumentException.class);
        try (ContainerFile file = ContainerFile.openReadOnly(new Source(content()))) {
            assertThatThrownBy(() -> file.root().createGroup("new"))
                    .isInstanceOf(ContainerException.class)
                    .hasMessageContaining("read-only");
        }
    }

    /** A container that is open for editing is refused, as there is no journal to look at. */
    @Test
    void aMarkedFileIsRefused() throws IOException {
        Path path = Files.write(folder.resolve("file.h5"), content());
        try (ContainerFile edited = ContainerFile.open(path)) {
            edited.root().createGroup("new");
            edited.flush();
            byte[] marked = Files.readAllBytes(path);
            Source source = new Source(marked);
            assertThatThrownBy(() -> ContainerFile.openReadOnly(source)).isInstanceOf(FileInUseException.class);
            assertThat(source.closed).isEqualTo(1);
        }
    }

    @Test
    void aSourceThatCannotBeOpenedIsClosed() {
        Source noContainer = new Source(new byte[5_000]);
        assertThatThrownBy(() -> ContainerFile.openReadOnly(noContainer))
                .isInstanceOf(NotAContainerException.class)
                .hasMessageContaining("test source");
        assertThat(noContainer.closed).isEqualTo(1);
        Source negative = new Source(content()) {
            @Override
            public long size() {
                return -1;
            }
        };
        assertThatThrownBy(() -> ContainerFile.openReadOnly(negative))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("-1 bytes");
        assertThat(negative.closed).isEqualTo(1);
        Source failing = new Source(content()) {
            @Override
            public long size() throws IOException {
                throw new IOException("no size today");
            }
        };
        assertThatThrownBy(() -> ContainerFile.openReadOnly(failing))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("no size today");
        assertThat(failing.closed).isEqualTo(1);
    }

    @Test
    void theSourceIsClosedWithTheContainer() {
        Source source = new Source(content());
        ContainerFile file = ContainerFile.openReadOnly(source);
        assertThat(source.closed).isZero();
        file.close();
        file.close();
        assertThat(source.closed).isEqualTo(1);
    }

    /** Each lie is found when it is told, and names the source. */
    @Test
    void liesAreFound() {
        refused("moved the buffer by 0", StorageException.class, (position, target) -> 0);
        refused("moved the buffer by 0", StorageException.class, (position, target) -> 5);
        refused("moved the buffer by 1", StorageException.class, (position, target) -> {
            target.put((byte) 0);
            return Integer.MAX_VALUE;
        });
        refused("bytes are missing", CorruptFileException.class, (position, target) -> -1);
        refused("the source failed", StorageException.class, (position, target) -> {
            throw new IllegalStateException("a mistake");
        });
        refused("moved the buffer", StorageException.class, (position, target) -> {
            int count = target.remaining();
            target.position(target.limit());
            target.limit(target.capacity());
            return target.limit() == target.position() ? count + 1 : count;
        });
        refused("the ETag was", SourceChangedException.class, (position, target) -> {
            throw new SourceChangedException("test source: the ETag was \"a\" and is \"b\"");
        });
    }

    /** How a source reads. */
    private interface Lie {
        int read(long position, ByteBuffer target) throws IOException;
    }

    private static void refused(String message, Class<? extends Exception> type, Lie lie) {
        Source source = new Source(content()) {
            @Override
            public int read(long position, ByteBuffer target) {
                try {
                    return lying ? lie.read(position, target) : super.read(position, target);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        };
        try (ContainerFile file = ContainerFile.openReadOnly(source)) {
            source.lying = true;
            assertThatThrownBy(() -> file.dataset("group7/values").read())
                    .isInstanceOf(type)
                    .hasMessageContainingAll("test source", message);
            source.lying = false;
            check(file);
        }
    }

    /** A source that other tests change. */
    private static class Source implements ByteSource {
        private final byte[] content;
        boolean lying;
        int closed;

        Source(byte[] content) {
            this.content = content;
        }

        @Override
        public String name() {
            return "test source";
        }

        @Override
        public long size() throws IOException {
            return content.length;
        }

        @Override
        public int read(long position, ByteBuffer target) {
            return read(position, target, target);
        }

        int read(long position, ByteBuffer part, ByteBuffer target) {
            int count = Math.min(part.remaining(), content.length - (int) position);
            target.put(content, (int) position, count);
            return count;
        }

        @Override
        public void close() {
            closed++;
        }
    }

    /** A channel that is not a {@link FileChannel}. */
    private record Behind(FileChannel channel) implements SeekableByteChannel {
        @Override
        public int read(ByteBuffer target) throws IOException {
            return channel.read(target);
        }

        @Override
        public int write(ByteBuffer source) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long position() throws IOException {
            return channel.position();
        }

        @Override
        public SeekableByteChannel position(long position) throws IOException {
            channel.position(position);
            return this;
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public SeekableByteChannel truncate(long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isOpen() {
            return channel.isOpen();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
