package dev.fallow.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.Hyperslab;
import dev.fallow.OpenOptions;
import dev.fallow.Selection;
import dev.fallow.StorageException;
import dev.fallow.TooLargeException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WriteMode;
import dev.fallow.container.Seals;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.mapping.IntegerFile;
import dev.fallow.oracle.mapping.IntegerFile.Segment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Datasets that libhdf5 has created with external files. */
@NeedsReference
class ExternalFilesReferenceTest {
    private static final long SEED = Long.getLong("fallow.seed", 20261122);
    private static final long REST = IntegerFile.UNLIMITED;

    @TempDir
    private Path folder;

    private Path path;

    @BeforeEach
    void writeFiles() throws IOException {
        folder = folder.toRealPath();
        path = folder.resolve("container.h5");
        Files.write(folder.resolve("a.bin"), bytes(0, 40));
        Files.write(folder.resolve("b.bin"), bytes(1000, 50));
    }

    private static byte[] bytes(int first, int count) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * count).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            bytes.putInt(first + i);
        }
        return bytes.array();
    }

    private void create(long[] sizes, Segment... segments) {
        try (IntegerFile file = IntegerFile.create(path)) {
            file.external("/d", sizes, List.of(segments));
        }
    }

    private static int[] flat(Object array) {
        return array instanceof int[][] rows
                ? Arrays.stream(rows).flatMapToInt(Arrays::stream).toArray()
                : (int[]) array;
    }

    private int[] reference(Selection selection) {
        try (IntegerFile file = IntegerFile.open(path)) {
            return file.read("/d", (Hyperslab) selection);
        }
    }

    private static final Segment[][] LAYOUTS = {
        {new Segment("a.bin", 0, 160)},
        {new Segment("a.bin", 8, 100), new Segment("b.bin", 4, REST)},
        {new Segment("a.bin", 80, 120), new Segment("b.bin", 180, REST)}, // past the end of both files
        {
            new Segment("b.bin", 6, 50),
            new Segment("a.bin", 1, 33),
            new Segment("b.bin", 0, 7),
            new Segment("a.bin", 0, 70)
        }, // elements in several files
        {new Segment("a.bin", 1 << 20, 160)},
    };

    @Test
    void elementsAreThoseThatLibhdf5Reads() {
        Random random = new Random(SEED);
        for (Segment[] segments : LAYOUTS) {
            create(new long[] {8, 5}, segments);
            try (ContainerFile file = ContainerFile.openReadOnly(path)) {
                String what = "fallow.seed=" + SEED + ", " + Arrays.toString(segments);
                Dataset dataset = file.dataset("/d");
                assertThat(flat(dataset.read())).as(what).isEqualTo(reference(null));
                for (int i = 0; i < 20; i++) {
                    long[] start = {random.nextInt(8), random.nextInt(5)};
                    Selection selection = Selection.block(start, new long[] {
                        1 + random.nextInt(8 - (int) start[0]), 1 + random.nextInt(5 - (int) start[1])
                    });
                    assertThat(flat(dataset.read(selection)))
                            .as(what + selection)
                            .isEqualTo(reference(selection));
                }
                assertThat(file.space().findings()).isEmpty();
                assertThat(file.space().untracked()).isEmpty();
            }
        }
    }

    @Test
    void elementsAreOverwrittenInPlace() throws IOException {
        create(new long[] {8, 5}, LAYOUTS[1]);
        int[][] values = new int[8][5];
        for (int i = 0; i < 40; i++) {
            values[i / 5][i % 5] = 7 * i;
        }
        byte[] before = Files.readAllBytes(path);
        try (ContainerFile file = ContainerFile.open(path)) {
            file.dataset("/d").write(values);
            file.dataset("/d").write(Selection.block(new long[] {2, 1}, new long[] {3, 2}), new int[3][2]);
            for (int[] row : Arrays.copyOfRange(values, 2, 5)) {
                Arrays.fill(row, 1, 3, 0);
            }
            assertThat((int[][]) file.dataset("/d").read()).isDeepEqualTo(values);
            assertThatThrownBy(() -> file.dataset("/d").write(values, WriteMode.COPY))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContainingAll("/d", "external files");
        }
        assertThat(Files.readAllBytes(path)).hasSameSizeAs(before);
        assertThat(reference(null)).isEqualTo(flat(values));
        ByteBuffer a =
                ByteBuffer.wrap(Files.readAllBytes(folder.resolve("a.bin"))).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(a.capacity()).isEqualTo(160);
        assertThat(a.getInt(4)).isEqualTo(1);
        assertThat(a.getInt(108)).isEqualTo(27);
    }

    private void refused(Class<? extends ContainerException> type, String... parts) {
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThatThrownBy(file.dataset("/d")::read).isInstanceOf(type).hasMessageContainingAll(parts);
        }
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThatThrownBy(() -> file.dataset("/d").write(new int[10]))
                    .isInstanceOf(type)
                    .hasMessageContainingAll(parts);
        }
    }

    @Test
    void filesThatMayNotBeUsed() throws IOException, InterruptedException {
        Path inner = Files.createDirectory(folder.resolve("inner"));
        path = inner.resolve("container.h5");
        Path a = folder.resolve("a.bin");
        Files.createSymbolicLink(inner.resolve("link"), a);
        Files.createDirectory(inner.resolve("folder"));
        byte[] before = Files.readAllBytes(a);
        for (String name : List.of("../a.bin", a.toString(), "link", "${ORIGIN}/../a.bin")) {
            create(new long[] {10}, new Segment(name, 0, 40));
            refused(UnsupportedFeatureException.class, "/d", name, "not in the folder", "externalFolders");
            try (ContainerFile file = ContainerFile.open(
                    path, OpenOptions.defaults().withReadOnly(true).withExternalFolders(folder))) {
                assertThat((int[]) file.dataset("/d").read()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
            }
            OpenOptions none = OpenOptions.defaults()
                    .withReadOnly(true)
                    .withExternalFolders(folder)
                    .withExternalFiles(false);
            try (ContainerFile file = ContainerFile.open(path, none)) {
                assertThatThrownBy(file.dataset("/d")::read)
                        .isInstanceOf(UnsupportedFeatureException.class)
                        .hasMessageContaining("externalFiles");
            }
        }
        create(new long[] {10}, new Segment("folder", 0, 40));
        refused(UnsupportedFeatureException.class, "/d", "folder is a directory");
        create(new long[] {10}, new Segment("missing", 0, 40));
        refused(
                StorageException.class,
                "/d",
                "\"missing\" does not exist",
                inner.resolve("missing").toString());
        create(new long[] {10}, new Segment("container.h5", 0, 40));
        try (ContainerFile file = ContainerFile.open(path)) { // it would overwrite itself
            assertThatThrownBy(() -> file.dataset("/d").write(new int[10]))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContainingAll("/d", "open for editing");
        }
        assertThat(Files.readAllBytes(a)).isEqualTo(before);
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "mkfifo is needed for a FIFO");
        assertThat(new ProcessBuilder("/usr/bin/mkfifo", inner.resolve("pipe").toString())
                        .start()
                        .waitFor())
                .isZero();
        create(new long[] {10}, new Segment("pipe", 0, 40));
        refused(UnsupportedFeatureException.class, "/d", "pipe is a FIFO");
    }

    @Test
    void aContainerInMemoryHasNoFolder() throws IOException {
        create(new long[] {10}, new Segment("a.bin", 0, 40));
        try (ContainerFile file = ContainerFile.openBytes(
                Files.readAllBytes(path), OpenOptions.defaults().withReadOnly(true))) {
            assertThatThrownBy(file.dataset("/d")::read)
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContainingAll("/d", "in memory", "no folder");
        }
    }

    /** The sizes of the parts are changed, and their heap of names damaged. */
    @Test
    void damagedDescriptions() throws IOException {
        create(new long[] {10}, new Segment("a.bin", 0, 40));
        byte[] bytes = Files.readAllBytes(path);
        byte[] size = new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0};
        int at = indexOf(bytes, size) + 8;
        Seals seals = new Seals(bytes);
        bytes[at] = 36;
        seals.renew(bytes);
        Files.write(path, bytes);
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThatThrownBy(file.dataset("/d")::read)
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContainingAll("/d", "external files with 40 bytes, found 36");
        }
        create(new long[] {10}, new Segment("a.bin", 0, 40));
        bytes = Files.readAllBytes(path);
        bytes[indexOf(bytes, "HEAP".getBytes(StandardCharsets.ISO_8859_1))] = 'X';
        Files.write(path, bytes);
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            assertThatThrownBy(file.dataset("/d")::read)
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("HEAP");
        }
    }

    private static int indexOf(byte[] bytes, byte[] part) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(new String(part, StandardCharsets.ISO_8859_1));
    }

    @Test
    void deletingAndCopyingLeaveTheFilesAlone() throws IOException {
        create(new long[] {8, 5}, LAYOUTS[1]);
        int[] expected = reference(null);
        try (ContainerFile file = ContainerFile.open(path)) {
            file.copy("/d", "/e");
            file.delete("/d");
            assertThat(flat(file.dataset("/e").read())).isEqualTo(expected);
            assertThat(file.space().findings()).isEmpty();
            assertThat(file.space().untracked()).isEmpty();
            try (ContainerFile other = ContainerFile.createInMemory(CreateOptions.defaults())) {
                assertThatThrownBy(() -> file.copyTo(other, "/e", "/e"))
                        .isInstanceOf(UnsupportedFeatureException.class)
                        .hasMessageContainingAll("/e", "external files");
            }
            file.copy("/e", "/d");
            file.delete("/e");
        }
        assertThat(reference(null)).isEqualTo(expected);
        try (ContainerFile file = ContainerFile.open(path)) {
            long used = file.allocatedBytes() - file.freeBytes();
            file.delete("/d");
            assertThat(file.allocatedBytes() - file.freeBytes()).isLessThan(used - 100);
            assertThat(file.space().untracked()).isEmpty();
        }
        assertThat(Files.readAllBytes(folder.resolve("a.bin"))).isEqualTo(bytes(0, 40));
        assertThat(Files.readAllBytes(folder.resolve("b.bin"))).isEqualTo(bytes(1000, 50));
    }

    /** A description of 2^40 elements; only those selected are read. */
    @Test
    void hugeDimensions() {
        create(new long[] {1L << 40}, new Segment("a.bin", 0, REST));
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            Dataset dataset = file.dataset("/d");
            assertThat((int[]) dataset.read(Selection.block(new long[] {38}, new long[] {4})))
                    .containsExactly(38, 39, 0, 0);
            assertThat((int[]) dataset.read(Selection.block(new long[] {(1L << 40) - 1}, new long[] {1})))
                    .containsExactly(0);
            assertThatThrownBy(dataset::read).isInstanceOf(TooLargeException.class);
        }
    }
}
