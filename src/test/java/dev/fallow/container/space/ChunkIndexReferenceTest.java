package dev.fallow.container.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.OpenOptions;
import dev.fallow.internal.chunk.ChunkIndex;
import dev.fallow.internal.chunk.StoredChunk;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.storage.Storage;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.type.ReferenceType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Chunks are found where libhdf5 has put them: the bytes at the addresses in an index are compared with the elements.
 * libhdf5's own functions for the addresses of chunks are wrong for some extensible arrays.
 */
@NeedsReference
class ChunkIndexReferenceTest {
    private static final long UNLIMITED = -1;

    @TempDir
    private Path folder;

    private record Shape(String name, long[] sizes, long[] most, long[] chunk, boolean early) {}

    private static Shape shape(String name, long[] sizes, long[] most, long... chunk) {
        return new Shape(name, sizes, most, chunk, name.equals("implicit"));
    }

    private static long[] of(long... numbers) {
        return numbers;
    }

    private static Stream<Shape> shapes() {
        return Stream.of(
                shape("single", of(7, 5), of(7, 5), 7, 5),
                shape("implicit", of(20, 17), of(30, 20), 3, 4),
                shape("fixed", of(20), of(20), 3),
                shape("fixed-larger", of(20, 17, 3), of(25, 40, 7), 3, 4, 2),
                shape("fixed-paged", of(9_000), of(9_500), 4),
                shape("fixed-paged-2", of(50, 90), of(60, 100), 2, 1),
                shape("growing", of(1_500), of(UNLIMITED), 3),
                // 50,000 chunks in each row of the maximum extent: paged from the third row on
                shape("growing-paged", of(9, 100), of(UNLIMITED, 100_000), 1, 2),
                shape("growing-first", of(20, 17), of(UNLIMITED, 30), 3, 4),
                shape("growing-second", of(20, 17), of(25, UNLIMITED), 3, 4),
                shape("growing-first-3", of(9, 8, 7), of(UNLIMITED, 11, 20), 2, 3, 4),
                shape("growing-second-3", of(9, 8, 7), of(20, UNLIMITED, 11), 2, 3, 4),
                shape("growing-third-3", of(19, 18, 17), of(20, 21, UNLIMITED), 2, 3, 4),
                shape("square", of(160, 130), of(UNLIMITED, UNLIMITED), 2, 3),
                shape("cube", of(19, 18, 17), of(UNLIMITED, 30, UNLIMITED), 2, 3, 4),
                shape("nothing", of(0, 5), of(UNLIMITED, 5), 2, 3));
    }

    private static int[] numbers(Shape shape) {
        int[] numbers = new int[Math.toIntExact(Arrays.stream(shape.sizes).reduce(1, (a, b) -> a * b))];
        Arrays.setAll(numbers, i -> i * 7 + 1);
        return numbers;
    }

    @ParameterizedTest
    @EnumSource(
            value = FormatBound.class,
            names = {"EARLIEST", "V110", "LATEST"})
    void chunksAreFoundWhereTheyAre(FormatBound bound) throws IOException {
        Path path = folder.resolve("chunks.h5");
        Map<String, Long> headers = new HashMap<>();
        try (ReferenceFile file =
                ReferenceFile.create(path, ReferenceOptions.persistent().bounds(bound, FormatBound.LATEST))) {
            for (boolean filtered : new boolean[] {false, true}) {
                for (Shape shape :
                        shapes().filter(each -> !filtered || !each.early).toList()) {
                    String name = "/" + shape.name + (filtered ? "-filtered" : "");
                    file.createChunkedDataset(
                            name,
                            ReferenceType.int32(),
                            shape.sizes,
                            shape.most,
                            shape.chunk,
                            filtered,
                            shape.early,
                            numbers(shape));
                    headers.put(name, file.headerAddress(name));
                }
            }
        }
        try (Storage storage = new MemoryStorage(Files.readAllBytes(path))) {
            Session session = ContainerOpener.openIn(
                    storage, path.toString(), OpenOptions.defaults().withReadOnly(true));
            for (Shape shape : shapes().toList()) {
                for (String suffix : new String[] {"", "-filtered"}) {
                    Long header = headers.get("/" + shape.name + suffix);
                    if (header != null) {
                        check(bound + " " + shape.name + suffix, shape, new StoredIndex(session, header), storage);
                    }
                }
            }
        }
    }

    private static void check(String name, Shape shape, StoredIndex stored, Storage storage) throws IOException {
        long[] last = stored.lastCoordinates();
        long[] first = new long[shape.sizes.length];
        ChunkIndex index = stored.open();
        if (last == null) {
            long[] any = new long[shape.sizes.length];
            assertThat(index.find(any)).as(name).isNull();
            index.forEach(first, any, (at, chunk) -> {
                throw new AssertionError(name + ": " + Arrays.toString(at));
            });
            return;
        }
        Map<String, StoredChunk> all = new HashMap<>();
        long[] at = first.clone();
        int[] expected = numbers(shape);
        do {
            StoredChunk chunk = index.find(at);
            assertThat(chunk).as("%s: %s", name, Arrays.toString(at)).isNotNull();
            assertThat(chunk.size()).isEqualTo(stored.layout().chunkBytes() + (stored.filtered() ? 4 : 0));
            assertThat(chunk.filterMask()).isZero();
            requireElements(name, shape, at, chunk, expected, storage);
            all.put(Arrays.toString(at), chunk);
        } while (StoredIndex.next(at, first, last));
        assertThat(new HashMap<>(inBox(name, stored.open(), first, last)))
                .as(name)
                .isEqualTo(all);
        Random random = new Random(name.hashCode());
        for (int i = 0; i < 20; i++) {
            long[] low = new long[last.length];
            long[] high = new long[last.length];
            for (int d = 0; d < last.length; d++) {
                low[d] = random.nextInt((int) last[d] + 1);
                high[d] = low[d] + random.nextInt((int) (last[d] - low[d]) + 1);
            }
            Map<String, StoredChunk> found = inBox(name, index, low, high);
            assertThat(found.size()).as(name).isEqualTo((int) StoredIndex.volume(low, high));
            found.forEach((key, chunk) -> assertThat(chunk).as(name + key).isEqualTo(all.get(key)));
        }
    }

    private static Map<String, StoredChunk> inBox(String name, ChunkIndex index, long[] low, long[] high)
            throws IOException {
        Map<String, StoredChunk> found = new HashMap<>();
        index.forEach(low, high, (at, chunk) -> {
            for (int d = 0; d < at.length; d++) {
                assertThat(at[d]).as(name).isBetween(low[d], high[d]);
            }
            assertThat(found.put(Arrays.toString(at), chunk))
                    .as(name + ": visited twice")
                    .isNull();
        });
        return found;
    }

    /** Compares the elements of a chunk that are inside the extent. */
    private static void requireElements(
            String name, Shape shape, long[] coordinates, StoredChunk chunk, int[] expected, Storage storage)
            throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) chunk.size()).order(ByteOrder.LITTLE_ENDIAN);
        storage.read(chunk.address(), bytes);
        long[] first = new long[shape.sizes.length];
        long[] last = Arrays.stream(shape.chunk).map(length -> length - 1).toArray();
        long[] at = first.clone();
        int position = 0;
        do {
            long number = 0;
            boolean inside = true;
            for (int d = 0; d < at.length; d++) {
                long offset = coordinates[d] * shape.chunk[d] + at[d];
                inside &= offset < shape.sizes[d];
                number = number * shape.sizes[d] + offset;
            }
            if (inside && bytes.getInt(4 * position) != expected[(int) number]) {
                throw new AssertionError("%s: chunk %s, element %s: expected %d, found %d"
                        .formatted(
                                name,
                                Arrays.toString(coordinates),
                                Arrays.toString(at),
                                expected[(int) number],
                                bytes.getInt(4 * position)));
            }
            position++;
        } while (StoredIndex.next(at, first, last));
    }
}
