package dev.fallow.spark.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerFile;
import dev.fallow.DatasetOptions;
import dev.fallow.source.ByteSource;
import dev.fallow.source.CacheOptions;
import dev.fallow.source.SourceChangedException;
import dev.fallow.spark.CountingFileSystem;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HadoopSourceTest {
    private static final Configuration CONFIGURATION = configuration();

    @TempDir
    java.nio.file.Path folder;

    private static Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set("fs.counted.impl", CountingFileSystem.class.getName());
        return configuration;
    }

    private Path path(String scheme, String name) {
        return new Path(scheme + ":" + folder.resolve(name));
    }

    /** The local file system has vectored reads, the counting one has none. */
    @ParameterizedTest
    @ValueSource(strings = {"file", "counted"})
    void readsAreTheBytesOfTheFile(String scheme) throws IOException {
        Random random = new Random(5);
        byte[] content = new byte[3_000_001];
        random.nextBytes(content);
        Files.write(folder.resolve("bytes"), content);
        CacheOptions options = CacheOptions.defaults().withBlockBytes(4_096).withCacheBytes(1 << 20);
        Path bytes = path(scheme, "bytes");
        FileVersion listed = FileVersion.of(bytes.getFileSystem(CONFIGURATION).getFileStatus(bytes));
        try (HadoopSource source = HadoopSource.open(bytes, CONFIGURATION, listed, options)) {
            assertThat(source.size()).isEqualTo(content.length);
            assertThat(source.name()).startsWith(scheme + ":").endsWith("/bytes");
            assertThat(source.validator().orElseThrow()).endsWith("/3000001");
            source.willRead(List.of(new ByteSource.Range(100_000, 500_000)));
            for (int i = 0; i < 200; i++) {
                int position = random.nextInt(content.length);
                int length = Math.min(content.length - position, random.nextInt(i % 10 == 0 ? 2_000_000 : 20_000));
                ByteBuffer target = i % 2 == 0 ? ByteBuffer.allocate(length) : ByteBuffer.allocateDirect(length);
                while (target.hasRemaining()) {
                    assertThat(source.read(position + target.position(), target))
                            .isPositive();
                }
                assertThat(target.flip())
                        .isEqualTo(ByteBuffer.wrap(content, position, length).slice());
            }
            assertThat(source.read(content.length, ByteBuffer.allocate(1))).isEqualTo(-1);
            assertThat(source.statistics().requests()).isPositive();
            assertThat(source.statistics().bytes()).isGreaterThan(content.length);
        }
    }

    @Test
    void aContainerIsReadWithFewRequests() throws IOException {
        try (ContainerFile file = ContainerFile.create(folder.resolve("run.h5"))) {
            file.root()
                    .createDataset(
                            "line",
                            LongStream.range(0, 1_000_000).toArray(),
                            DatasetOptions.defaults().withChunks(1_000));
        }
        CountingFileSystem.reset();
        HadoopSource source = HadoopSource.open(path("counted", "run.h5"), CONFIGURATION);
        try (ContainerFile file = ContainerFile.openReadOnly(source)) {
            assertThat(file.dataset("line").read(long[].class))
                    .isEqualTo(LongStream.range(0, 1_000_000).toArray());
        }
        assertThat(CountingFileSystem.reads()).hasSizeBetween(2, 20);
        assertThat(source.statistics().requests())
                .isEqualTo(CountingFileSystem.reads().size());
        assertThat(source.statistics().bytes())
                .isEqualTo(CountingFileSystem.bytes())
                .isBetween(8_000_000L, 9_000_000L);
    }

    @Test
    void aChangedFileIsNoticed() throws IOException {
        java.nio.file.Path file = Files.write(folder.resolve("changing"), new byte[1_000]);
        FileVersion listed = list("changing").get(0).version();
        HadoopSource source = HadoopSource.open(path("file", "changing"), CONFIGURATION);
        source.checkUnchanged();
        Files.write(file, new byte[999]);
        assertThatThrownBy(source::checkUnchanged)
                .isInstanceOf(SourceChangedException.class)
                .hasMessageContaining(
                        "changing: the file has changed since it was listed or opened: expected 1000 bytes")
                .hasMessageContaining("found 999 bytes");
        assertThatThrownBy(() ->
                        HadoopSource.open(path("file", "changing"), CONFIGURATION, listed, CacheOptions.defaults()))
                .isInstanceOf(SourceChangedException.class);
        Files.delete(file);
        assertThatThrownBy(source::checkUnchanged).hasMessageContaining("was deleted");
        assertThatThrownBy(() -> HadoopSource.open(path("file", "changing"), CONFIGURATION))
                .isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> HadoopSource.open(path("file", ""), CONFIGURATION))
                .hasMessageContaining("a folder");
    }

    @Test
    void aFileThatBecameShorterIsAnError() throws IOException {
        Files.write(folder.resolve("cut"), new byte[2_000_000]);
        for (String scheme : List.of("file", "counted")) {
            try (HadoopSource source = HadoopSource.open(path(scheme, "cut"), CONFIGURATION)) {
                Files.write(folder.resolve("cut"), new byte[10]);
                assertThatThrownBy(() -> source.read(1_500_000, ByteBuffer.allocate(100)))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("cut: ");
                Files.write(folder.resolve("cut"), new byte[2_000_000]);
            }
        }
    }

    @Test
    void credentialsAreNotPrinted() {
        assertThat(HadoopSource.printable(new Path("s3a://key:secret@bucket/a.h5")))
                .isEqualTo("s3a://bucket/a.h5");
    }

    @Test
    void filesAreListed() throws IOException {
        for (String name :
                List.of("a/1.h5", "a/2.h5", "a/_x/3.h5", "a/.y.h5", "b/c/4.h5", "b/4.h5.fallow-journal", "b/5.txt")) {
            Files.createDirectories(folder.resolve(name).getParent());
            Files.write(folder.resolve(name), new byte[name.length()]);
        }
        assertThat(names(list(""))).containsExactlyInAnyOrder("1.h5", "2.h5", "4.h5", "5.txt");
        assertThat(names(list("a"))).containsExactlyInAnyOrder("1.h5", "2.h5");
        assertThat(names(list("a/_x"))).containsExactly("3.h5");
        assertThat(names(list("a/.y.h5"))).containsExactly(".y.h5");
        assertThat(names(list("a/[1].h5"))).containsExactly("1.h5");
        assertThat(names(list("{a/1,b/c/4}.h5"))).containsExactlyInAnyOrder("1.h5", "4.h5");
        assertThat(names(list("*/c"))).containsExactly("4.h5");
        FileEntry entry = list("b/c/4.h5").get(0);
        assertThat(entry.path()).isEqualTo(path("file", "b/c/4.h5"));
        assertThat(entry.version().length()).isEqualTo("b/c/4.h5".length());
        assertThat(entry.version().modified())
                .isEqualTo(folder.resolve("b/c/4.h5").toFile().lastModified());
        assertThatThrownBy(() -> list("none")).isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> list("none*")).hasMessageContaining("no file matches file:");
    }

    private List<FileEntry> list(String path) throws IOException {
        List<FileEntry> entries = new ArrayList<>();
        FileListing.forEach(List.of(folder.resolve(path).toString()), CONFIGURATION, true, null, entries::add);
        return entries;
    }

    private static List<String> names(List<FileEntry> entries) {
        return entries.stream().map(FileEntry::name).toList();
    }
}
