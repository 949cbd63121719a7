package dev.fallow.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.CreateOptions;
import dev.fallow.DatasetOptions;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.Group;
import dev.fallow.NotAContainerException;
import dev.fallow.Selection;
import dev.fallow.SpaceSettings;
import dev.fallow.filter.Filters;
import dev.fallow.source.CacheOptions;
import dev.fallow.source.SourceStatistics;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What reading from a server costs: the requests and bytes, counted on both sides. */
class HttpSourceTest {
    private static final int GROUPS = 50;
    private static final int CHUNKS = 200;
    private static final int CHUNK = 5_000;

    @TempDir
    private Path folder;

    private Path path;
    private int[] numbers;

    @BeforeEach
    void create() {
        path = folder.resolve("file.h5");
        numbers = new int[CHUNKS * CHUNK];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i * 31 ^ i >> 3;
        }
        try (ContainerFile file = ContainerFile.create(path)) {
            file.root().createAttribute("answer", 42);
            for (int i = 0; i < GROUPS; i++) {
                Group group = file.root().createGroup("group" + i);
                group.createDataset("values", new int[] {i, -i});
                group.createAttribute("number", i);
            }
            DatasetOptions chunks = DatasetOptions.defaults().withChunks(CHUNK);
            long[] extent = {numbers.length};
            file.root().createDataset("raw", FixedPoint.INT32, extent, chunks).write(numbers);
            file.root()
                    .createDataset(
                            "packed",
                            FixedPoint.INT32,
                            extent,
                            chunks.withFilters(Filters.shuffle(), Filters.deflate(1)))
                    .write(numbers);
            file.root().createDataset("contiguous", numbers);
        }
    }

    private static void check(ContainerFile file) {
        assertThat(file.root().listRecursively()).hasSize(2 * GROUPS + 3);
        for (int i = 0; i < GROUPS; i++) {
            assertThat((int[]) file.dataset("/group" + i + "/values").read()).containsExactly(i, -i);
            assertThat(file.group("/group" + i).attribute("number").read()).isEqualTo(i);
        }
    }

    private static void agree(TestServer server, SourceStatistics statistics) {
        assertThat(statistics.requests()).isEqualTo(server.requests.get());
        assertThat(statistics.bytes()).isEqualTo(server.bytes.get());
    }

    /** All objects of this file are in its first 256 KiB, but for those behind the elements. */
    @Test
    void theStartOfTheFileIsOneRequest() throws IOException {
        try (TestServer server = new TestServer(path);
                HttpSource source = HttpSource.open(server.uri());
                ContainerFile file = ContainerFile.openReadOnly(source)) {
            assertThat(file.root().attribute("answer").read()).isEqualTo(42);
            assertThat(source.statistics().requests()).isOne();
            assertThat(source.statistics().bytes()).isEqualTo(256 << 10);
            check(file);
            assertThat(source.statistics().requests()).isLessThanOrEqualTo(4);
            agree(server, source.statistics());
            assertThat(file.name()).isEqualTo(server.uri().toString());
            assertThat(source.validator()).hasValue(Files.size(path) + " \"first\"");
        }
    }

    /** Each byte is read about once, in requests of up to 4 MiB, several at a time. */
    @Test
    void adjacentChunksAreJoined() throws IOException {
        for (String name : List.of("raw", "packed", "contiguous")) {
            try (TestServer server = new TestServer(path);
                    HttpSource source = HttpSource.open(server.uri());
                    ContainerFile file = ContainerFile.openReadOnly(source)) {
                server.latencyMillis = 20;
                long stored = "packed".equals(name) ? Files.size(path) - 8L * numbers.length : 4L * numbers.length;
                assertThat((int[]) file.dataset(name).read()).isEqualTo(numbers);
                assertThat(source.statistics().requests()).as(name).isLessThanOrEqualTo(8);
                assertThat(source.statistics().bytes()).as(name).isLessThan(stored + (1 << 20));
                assertThat(server.mostAtOnce.get()).as(name).isLessThanOrEqualTo(5);
                agree(server, source.statistics());
            }
        }
    }

    @Test
    void largePartsAreReadAtTheSameTime() throws IOException {
        CacheOptions small =
                CacheOptions.defaults().withLargestRequest(256 << 10).withParallelRequests(3);
        try (TestServer server = new TestServer(path);
                HttpSource source =
                        HttpSource.open(server.uri(), HttpOptions.defaults().withCache(small));
                ContainerFile file = ContainerFile.openReadOnly(source)) {
            server.latencyMillis = 50;
            assertThat((int[]) file.dataset("raw").read()).isEqualTo(numbers);
            assertThat(server.mostAtOnce.get()).isBetween(2, 4);
            agree(server, source.statistics());
        }
    }

    /** A part that is larger than what is kept goes to the buffer directly. */
    @Test
    void aLargeReadOfTheSource() throws IOException {
        byte[] all = Files.readAllBytes(path);
        CacheOptions small =
                CacheOptions.defaults().withLargestRequest(512 << 10).withCacheBytes(1 << 20);
        try (TestServer server = new TestServer(path);
                HttpSource source =
                        HttpSource.open(server.uri(), HttpOptions.defaults().withCache(small))) {
            ByteBuffer target = ByteBuffer.allocateDirect(all.length + 10).position(10);
            int from = 1_000_003;
            int count = source.read(from, target.limit(10 + all.length - from));
            assertThat(count).isEqualTo(all.length - from);
            assertThat(target.flip().position(10)).isEqualTo(ByteBuffer.wrap(all, from, count));
            assertThat(server.requests.get()).isEqualTo(1 + (count + (512 << 10) - 1) / (512 << 10));
            assertThat(source.read(all.length, ByteBuffer.allocate(1))).isEqualTo(-1);
        }
    }

    /** The second read of the same blocks asks for nothing. */
    @Test
    void whatWasReadIsKept() throws IOException {
        try (TestServer server = new TestServer(path);
                HttpSource source = HttpSource.open(server.uri());
                ContainerFile file = ContainerFile.openReadOnly(source)) {
            check(file);
            int requests = server.requests.get();
            check(file);
            assertThat(server.requests.get()).isEqualTo(requests);
            assertThat(source.statistics().hits()).isPositive();
        }
    }

    @Test
    void theCacheIsBounded() throws IOException {
        CacheOptions small = CacheOptions.defaults()
                .withBlockBytes(4_096)
                .withCacheBytes(100_000)
                .withHeadBytes(4_096);
        try (TestServer server = new TestServer(path);
                HttpSource source =
                        HttpSource.open(server.uri(), HttpOptions.defaults().withCache(small));
                ContainerFile file = ContainerFile.openReadOnly(source)) {
            check(file);
            assertThat((int[]) file.dataset("packed").read()).isEqualTo(numbers);
            assertThat((int[]) file.dataset("raw").read()).isEqualTo(numbers);
            check(file);
            assertThat(source.cachedBytes()).isBetween(1L, 100_000L);
            agree(server, source.statistics());
        }
    }

    /** Nothing is kept, so each read is a request; all values are right nevertheless. */
    @Test
    void withoutACache() throws IOException {
        CacheOptions none =
                CacheOptions.defaults().withCacheBytes(0).withHeadBytes(0).withReadAheadBytes(0);
        try (TestServer server = new TestServer(path);
                HttpSource source =
                        HttpSource.open(server.uri(), HttpOptions.defaults().withCache(none));
                ContainerFile file = ContainerFile.openReadOnly(source)) {
            check(file);
            assertThat((int[]) file.dataset("packed").read()).isEqualTo(numbers);
            assertThat(source.cachedBytes()).isZero();
        }
    }

    /** 10 GB of elements that no one has written: the metadata is between them, in the way of libhdf5. */
    @Test
    void aLargeFileIsListedWithFewRequests() throws IOException {
        for (int datasets : new int[] {1, 4, 8}) {
            SourceStatistics cost = costOfLookingAt(CreateOptions.defaults(), datasets);
            assertThat(cost.requests()).as("%d datasets", datasets).isLessThanOrEqualTo(10);
            assertThat(cost.bytes()).as("%d datasets", datasets).isLessThanOrEqualTo(1 << 20);
        }
    }

    /** With pages, metadata is together, in as many places as it needs pages. */
    @Test
    void pagesKeepMetadataTogether() throws IOException {
        SourceStatistics apart = costOfLookingAt(CreateOptions.defaults(), 100);
        SourceStatistics together = costOfLookingAt(
                CreateOptions.defaults()
                        .withSpace(SpaceSettings.defaults()
                                .withStrategy(FileSpaceStrategy.PAGE)
                                .withPageSize(1 << 16)),
                100);
        assertThat(apart.requests()).isGreaterThan(60);
        assertThat(together.requests()).isLessThanOrEqualTo(3);
        assertThat(together.bytes()).isLessThanOrEqualTo(1 << 19);
    }

    /** Makes a file of 10 GB with this number of datasets and as many groups, lists it, and reads an attribute. */
    private SourceStatistics costOfLookingAt(CreateOptions options, int datasets) throws IOException {
        Path large = folder.resolve("large.h5");
        long elements = (10L << 30) / Double.BYTES / datasets;
        try (ContainerFile file = ContainerFile.create(large, options.withOverwrite(true))) {
            for (int i = 0; i < datasets; i++) {
                DatasetOptions allocated = DatasetOptions.defaults().withFillNever(true);
                file.root()
                        .createDataset("big" + i, FloatingPoint.FLOAT64, new long[] {elements}, allocated)
                        .write(
                                Selection.index(0),
                                1.0); // elements that are not written would get space after all headers
                file.root().createGroup("run" + i).createAttribute("temperature", i + 0.5);
            }
        }
        assertThat(Files.size(large)).isGreaterThan(10L << 30);
        try (TestServer server = new TestServer(large);
                HttpSource source = HttpSource.open(server.uri());
                ContainerFile file = ContainerFile.openReadOnly(source)) {
            assertThat(file.root().listRecursively()).hasSize(2 * datasets);
            int last = datasets - 1;
            assertThat(file.group("run" + last).attribute("temperature").read()).isEqualTo(last + 0.5);
            agree(server, source.statistics());
            return source.statistics();
        }
    }

    /** Threads that need the same blocks read them once. */
    @Test
    void manyThreadsShareTheBlocks() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try (TestServer server = new TestServer(path);
                HttpSource source = HttpSource.open(server.uri())) {
            server.latencyMillis = 10;
            byte[] all = Files.readAllBytes(path);
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                running.add(threads.submit(() -> {
                    for (int at = 300_000; at < 1_300_000; at += 10_000) {
                        ByteBuffer target = ByteBuffer.allocate(1_000);
                        assertThat(source.read(at, target)).isEqualTo(1_000);
                        assertThat(target.flip()).isEqualTo(ByteBuffer.wrap(all, at, 1_000));
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
            assertThat(server.requests.get()).isLessThanOrEqualTo(18);
        } finally {
            threads.shutdownNow();
        }
    }

    /** The readers of a container share the blocks of its source. */
    @Test
    void manyThreadsReadOneContainer() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try (TestServer server = new TestServer(path);
                HttpSource source = HttpSource.open(server.uri());
                ContainerFile file = ContainerFile.openReadOnly(source)) {
            server.latencyMillis = 10;
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                running.add(threads.submit(() -> {
                    check(file);
                    assertThat((int[]) file.dataset("packed").read()).isEqualTo(numbers);
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
            assertThat(server.bytes.get()).isLessThan(2 * Files.size(path));
            agree(server, source.statistics());
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void filesThatAreNoContainers() throws IOException {
        for (int length : new int[] {0, 1, 700}) {
            Path other = Files.write(folder.resolve("other" + length), new byte[length]);
            try (TestServer server = new TestServer(other)) {
                assertThatThrownBy(() -> ContainerFile.openReadOnly(HttpSource.open(server.uri())))
                        .isInstanceOf(NotAContainerException.class);
            }
        }
        byte[] content = Files.readAllBytes(path);
        Path truncated = Files.write(folder.resolve("truncated"), java.util.Arrays.copyOf(content, content.length / 2));
        try (TestServer server = new TestServer(truncated)) {
            assertThatThrownBy(() -> ContainerFile.openReadOnly(HttpSource.open(server.uri())))
                    .isInstanceOf(CorruptFileException.class);
        }
    }
}
