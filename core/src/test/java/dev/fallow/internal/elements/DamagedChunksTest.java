package dev.fallow.internal.elements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.Dataset;
import dev.fallow.OpenOptions;
import dev.fallow.RawElements;
import dev.fallow.Selection;
import dev.fallow.TooLargeException;
import dev.fallow.WrongTypeException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Hostile chunks, in the index that has no checksums: 6 x 5 numbers in chunks of 2 x 3, so that there are 3 x 2 chunks,
 * whose keys are in their order.
 */
class DamagedChunksTest {
    private static final int CHUNKS = 6;
    /** Offsets in the node: its level, its number of entries, its first key. */
    private static final int LEVEL = 5;

    private static final int ENTRIES = 6;
    private static final int FIRST_KEY = 24;
    private static final int KEY = 32;
    private static final int STRIDE = KEY + 8;
    /** Of the field in a superblock of version 0. */
    private static final int END_OF_FILE = 40;

    private static final long MOST_BYTES = 8 << 20;

    private static ByteBuffer load(String name) {
        return ByteBuffer.wrap(ChunkedFiles.read(name)).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The offset of the only node of the index. */
    private static int node(ByteBuffer file) {
        return offset(file, "TREE\1".getBytes(StandardCharsets.ISO_8859_1));
    }

    private static int offset(ByteBuffer file, byte[] wanted) {
        for (int at = 0; at + wanted.length <= file.capacity(); at++) {
            if (Arrays.equals(file.array(), at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        throw new AssertionError("not in the file: " + Arrays.toString(wanted));
    }

    private static int key(ByteBuffer file, int chunk) {
        return node(file) + FIRST_KEY + chunk * STRIDE;
    }

    private static long address(ByteBuffer file, int chunk) {
        return file.getLong(key(file, chunk) + KEY);
    }

    private static Selection block(int chunk) {
        int column = chunk % 2 * 3;
        return Selection.block(new long[] {chunk / 2 * 2, column}, new long[] {2, 5 - column < 3 ? 2 : 3});
    }

    private static int[][] expected(int chunk) {
        int from = chunk / 2 * 10 + chunk % 2 * 3;
        return chunk % 2 == 0
                ? new int[][] {{from, from + 1, from + 2}, {from + 5, from + 6, from + 7}}
                : new int[][] {{from, from + 1}, {from + 5, from + 6}};
    }

    private static String coordinates(int chunk) {
        return "/d, chunk [%d, %d] at address ".formatted(chunk / 2, chunk % 2);
    }

    private static void use(ByteBuffer file, Consumer<Dataset> user) {
        try (ContainerFile container =
                ContainerFile.openBytes(file.array(), OpenOptions.defaults().withReadOnly(true))) {
            user.accept(container.dataset("/d"));
        }
    }

    private static void assertOnlyThisIsRefused(ByteBuffer file, int damaged, String... words) {
        use(file, dataset -> {
            assertThatThrownBy(dataset::read)
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContainingAll(words);
            for (int chunk = 0; chunk < CHUNKS; chunk++) {
                Selection block = block(chunk);
                if (chunk == damaged) {
                    assertThatThrownBy(() -> dataset.read(block))
                            .isInstanceOf(CorruptFileException.class)
                            .hasMessageContainingAll(words);
                } else {
                    assertThat((int[][]) dataset.read(block)).isDeepEqualTo(expected(chunk));
                }
            }
            assertThatThrownBy(() -> dataset.read(RawElements.class)).isInstanceOf(CorruptFileException.class);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void theOtherChunksOfADamagedOneAreRead(int damaged) {
        ByteBuffer file = load("earliest-tree-checked");
        long address = address(file, damaged);
        int inside = (int) address + 12;
        file.put(inside, (byte) (file.get(inside) + 1));
        assertOnlyThisIsRefused(file, damaged, coordinates(damaged) + address, "filter 3 (fletcher32)");
    }

    @Test
    void aCutStreamNamesItsFilter() {
        ByteBuffer file = load("earliest-tree-gzip");
        file.putInt(key(file, 4), 5);
        assertOnlyThisIsRefused(
                file, 4, coordinates(4) + address(file, 4), "filter 1 (deflate): the stream is cut off: 5 bytes");
    }

    @Test
    void aChunkOfAnotherLengthThanTheFiltersGiveIsRefused() {
        ByteBuffer file = load("earliest-tree-gzip");
        file.putInt(key(file, 2), 24).putInt(key(file, 2) + 4, 1); // deflate is skipped: 24 bytes are taken as they are
        use(file, dataset -> assertThat((int[][]) dataset.read(block(2))).hasDimensions(2, 3));
        file.putInt(key(file, 2), 23);
        assertOnlyThisIsRefused(file, 2, coordinates(2), "expected 24 bytes of raw data, found 23");
    }

    @ParameterizedTest
    @ValueSource(strings = {"earliest-tree-raw", "earliest-tree-gzip"})
    void chunksOutsideTheFileAreRefused(String name) {
        for (long outside :
                new long[] {1 << 20, Long.MAX_VALUE - 10, 1L << 40, load(name).capacity() - 5}) {
            ByteBuffer file = load(name);
            file.putLong(key(file, 3) + KEY, outside);
            use(file, dataset -> {
                assertThatThrownBy(dataset::read)
                        .as("address %d", outside)
                        .isInstanceOf(CorruptFileException.class)
                        .hasMessageContaining("/d");
                assertThatThrownBy(() -> dataset.read(block(3))).isInstanceOf(CorruptFileException.class);
                assertThat((int[][]) dataset.read(block(2))).isDeepEqualTo(expected(2));
                assertThat((int[][]) dataset.read(block(4))).isDeepEqualTo(expected(4));
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 23, 25, Integer.MAX_VALUE, -1})
    void chunksWithoutFiltersHaveOneSize(int size) {
        ByteBuffer file = load("earliest-tree-raw");
        file.putInt(key(file, 3), size);
        use(
                file,
                dataset -> assertThatThrownBy(() -> dataset.read(block(3)))
                        .isInstanceOf(CorruptFileException.class)
                        .hasMessageContaining("/d"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, Integer.MAX_VALUE, -1})
    void chunksWithFiltersAreInsideTheFile(int size) {
        ByteBuffer file = load("earliest-tree-gzip");
        file.putInt(key(file, 3), size);
        assertThatThrownBy(() -> use(file, dataset -> dataset.read(block(3))))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("/d");
    }

    @Test
    void chunksMayShareTheirBytes() {
        ByteBuffer file = load("earliest-tree-gzip");
        file.putLong(key(file, 2) + KEY, address(file, 0)).putInt(key(file, 2), file.getInt(key(file, 0)));
        use(file, dataset -> {
            assertThat((int[][]) dataset.read(block(2))).isDeepEqualTo(expected(0));
            assertThat((int[][]) dataset.read(block(0))).isDeepEqualTo(expected(0));
            assertThat(((int[][]) dataset.read())[2]).containsExactly(0, 1, 2, 13, 14);
        });
    }

    /** 64 KB that decode to 64 MB where 24 bytes are expected. */
    @Test
    void aBombIsRefusedWithLittleMemory() {
        byte[] bomb = deflated(64 << 20);
        ByteBuffer small = load("earliest-tree-gzip");
        ByteBuffer file = ByteBuffer.wrap(Arrays.copyOf(small.array(), small.capacity() + bomb.length))
                .order(ByteOrder.LITTLE_ENDIAN);
        file.put(small.capacity(), bomb).putLong(END_OF_FILE, file.capacity());
        file.putInt(key(file, 0), bomb.length).putLong(key(file, 0) + KEY, small.capacity());
        long allocated = allocatedBy(() -> use(
                file,
                dataset -> assertThatThrownBy(() -> dataset.read(block(0)))
                        .isInstanceOf(CorruptFileException.class)
                        .hasMessageContainingAll(coordinates(0), "filter 1 (deflate): expected at most 24 bytes")));
        assertThat(allocated).isLessThan(MOST_BYTES);
    }

    private static byte[] deflated(int zeros) {
        Deflater deflater = new Deflater();
        deflater.setInput(new byte[zeros]);
        deflater.finish();
        byte[] stream = new byte[1 << 20];
        int length = deflater.deflate(stream);
        deflater.end();
        return Arrays.copyOf(stream, length);
    }

    private static long allocatedBy(Runnable operation) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        operation.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    /** The only chunk is declared to have 20,000 x 20,000 or 30,000 x 30,000 elements, more than an array. */
    @ParameterizedTest
    @ValueSource(ints = {20_000, 30_000})
    void aSmallFileWithAHugeChunkNeedsLittleMemory(int side) {
        ByteBuffer file = load("earliest-tree-gzip");
        int layout = layout(file);
        file.putInt(layout, side).putInt(layout + 4, side).putShort(node(file) + ENTRIES, (short) 1);
        file.putLong(key(file, 1) + 8, side).putLong(key(file, 1) + 16, 0);
        long allocated = allocatedBy(() -> use(
                file,
                dataset -> assertThatThrownBy(() -> dataset.read(block(0)))
                        .isInstanceOf(side > 23_000 ? TooLargeException.class : CorruptFileException.class)
                        .hasMessageContainingAll(coordinates(0), Long.toString(4L * side * side))));
        assertThat(allocated).isLessThan(MOST_BYTES);
    }

    /** The offset of the chunk's dimensions in the layout message. */
    private static int layout(ByteBuffer file) {
        ByteBuffer dimensions = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        dimensions.putInt(2).putInt(3).putInt(4);
        return offset(file, dimensions.array());
    }

    @Test
    void chunksOfNoElementsOrOtherElementsAreRefused() {
        for (int[] dimensions : new int[][] {{0, 3, 4}, {2, 0, 4}, {2, 3, 0}, {2, 3, 8}, {-1, -1, 4}}) {
            ByteBuffer file = load("earliest-tree-gzip");
            int at = layout(file);
            for (int i = 0; i < dimensions.length; i++) {
                file.putInt(at + 4 * i, dimensions[i]);
            }
            assertThatThrownBy(() -> use(file, dataset -> dataset.read(block(0))))
                    .as(Arrays.toString(dimensions))
                    .isInstanceOf(CorruptFileException.class);
        }
    }

    @Test
    void anIndexThatContainsItselfIsRefused() {
        ByteBuffer file = load("earliest-tree-gzip");
        file.put(node(file) + LEVEL, (byte) 1);
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            file.putLong(key(file, chunk) + KEY, node(file));
        }
        use(file, dataset -> {
            assertThatThrownBy(dataset::read)
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContainingAll("/d: version 1 B-tree node at address", "expected a node of level 0");
            assertThatThrownBy(() -> dataset.read(block(5)))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContainingAll("/d: version 1 B-tree node at address", "expected a node of level 0");
        });
    }

    @Test
    void hugeExtentsAreReadInPart() {
        ByteBuffer file = load("earliest-tree-gzip");
        ByteBuffer extent = ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(6)
                .putLong(5);
        int at = offset(file, extent.array());
        file.putLong(at, 1L << 50);
        use(file, dataset -> {
            assertThatThrownBy(dataset::read)
                    .isInstanceOf(TooLargeException.class)
                    .hasMessageContaining("/d");
            assertThatThrownBy(() -> dataset.read(RawElements.class)).isInstanceOf(TooLargeException.class);
            assertThat((int[][]) dataset.read(block(5))).isDeepEqualTo(expected(5));
            Selection end = Selection.block(new long[] {(1L << 50) - 1, 0}, new long[] {1, 5});
            assertThat(((int[][]) dataset.read(end))[0]).containsExactly(0, 0, 0, 0, 0);
        });
        file.putLong(at, 1L << 62).putLong(at + 8, 1L << 10);
        assertThatThrownBy(() -> use(file, dataset -> dataset.read(block(0))))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("fewer than 2^63 elements");
    }

    @Test
    void whatIsOutsideTheDatasetIsTheCallersError() {
        use(load("earliest-tree-gzip"), dataset -> {
            for (Selection outside : new Selection[] {
                Selection.block(new long[] {5, 0}, new long[] {2, 1}),
                Selection.block(new long[] {0}, new long[] {1}),
                Selection.points(new long[] {0, 5})
            }) {
                assertThatThrownBy(() -> dataset.read(outside))
                        .isInstanceOf(WrongTypeException.class)
                        .hasMessageContaining("/d");
                assertThatThrownBy(
                                () -> dataset.read(outside, RawElements.class).bytes())
                        .isInstanceOf(WrongTypeException.class);
            }
        });
    }

    /** A cut file is not opened, or its elements are read right or refused. */
    @ParameterizedTest
    @ValueSource(strings = {"earliest-tree-raw", "earliest-tree-gzip", "v110-fixed-raw", "v110-extensible-checked"})
    void filesThatAreCutInAChunkAreRefused(String name) {
        byte[] whole = ChunkedFiles.read(name);
        byte[][] right = new byte[1][];
        use(
                ByteBuffer.wrap(whole),
                dataset -> right[0] = dataset.read(RawElements.class).bytes());
        int refused = 0;
        for (int length = whole.length - 1; length > 0; length -= 11) {
            ByteBuffer cut = ByteBuffer.wrap(Arrays.copyOf(whole, length));
            try {
                use(
                        cut,
                        dataset -> assertThat(dataset.read(RawElements.class).bytes())
                                .isEqualTo(right[0]));
            } catch (ContainerException e) {
                assertThat(e).hasMessageContaining("container in memory");
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(whole.length / 11 / 2);
    }
}
