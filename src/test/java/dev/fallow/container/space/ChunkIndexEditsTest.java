package dev.fallow.container.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.OpenOptions;
import dev.fallow.format.layout.ChunkedLayout.Index;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.internal.session.ChunkEdits;
import dev.fallow.internal.session.Session;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.SpaceReport;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** libhdf5 reads, and extends, the chunk indexes that were changed here. */
@NeedsReference
class ChunkIndexEditsTest {
    private static final long UNLIMITED = -1;
    private static final int EDITS = 150;

    @TempDir
    private Path folder;

    private record Shape(String name, long[] sizes, long[] most, long[] chunk) {
        private int count() {
            return Math.toIntExact(Arrays.stream(sizes).reduce(1, (a, b) -> a * b));
        }

        private int[] numbers(int factor) {
            int[] numbers = new int[count()];
            Arrays.setAll(numbers, i -> i * factor + 1);
            return numbers;
        }
    }

    private static Shape shape(String name, long[] sizes, long[] most, long... chunk) {
        return new Shape(name, sizes, most, chunk);
    }

    private static long[] of(long... numbers) {
        return numbers;
    }

    private static Stream<Shape> shapes() {
        return Stream.of(
                shape("single", of(7, 5), of(7, 5), 7, 5),
                shape("implicit", of(20, 17), of(30, 20), 3, 4),
                shape("fixed", of(20, 17, 3), of(25, 40, 7), 3, 4, 2),
                shape("fixed-paged", of(50, 90), of(60, 100), 2, 1),
                shape("growing", of(1_500), of(UNLIMITED), 3),
                shape("growing-second", of(20, 17), of(25, UNLIMITED), 3, 4),
                shape("growing-third", of(19, 18, 17), of(20, 21, UNLIMITED), 2, 3, 4),
                // 50,000 chunks in each row of the maximum extent: paged from the third row on
                shape("growing-paged", of(9, 100), of(UNLIMITED, 100_000), 1, 2),
                shape("square", of(60, 130), of(UNLIMITED, UNLIMITED), 2, 3));
    }

    /** A dataset, the elements that it has, and the address of its header. */
    private record Stored(Shape shape, int[] elements, long header) {}

    private static Stored create(ReferenceFile file, String name, Shape shape, boolean filtered, boolean empty) {
        file.createChunkedDataset(
                name,
                ReferenceType.int32(),
                shape.sizes,
                shape.most,
                shape.chunk,
                filtered,
                shape.name.equals("implicit"),
                empty ? null : shape.numbers(7));
        return new Stored(shape, empty ? new int[shape.count()] : shape.numbers(7), file.headerAddress(name));
    }

    private static Map<String, Stored> fill(ReferenceFile file) {
        Map<String, Stored> all = new TreeMap<>();
        shapes().forEach(shape -> {
            for (boolean empty : new boolean[] {false, true}) {
                String name = "/" + shape.name + (empty ? "-empty" : "");
                all.put(name, create(file, name, shape, false, empty));
                if (!shape.name.equals("implicit")) {
                    all.put(name + "-filtered", create(file, name + "-filtered", shape, true, empty));
                }
            }
        });
        return all;
    }

    private static SpaceReport report(Path path) {
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            return file.space();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = FormatBound.class,
            names = {"EARLIEST", "V110", "LATEST"})
    void libhdf5ReadsAndExtendsWhatWasChangedHere(FormatBound bound) throws Exception {
        Path path = folder.resolve("chunks.h5");
        Map<String, Stored> all;
        try (ReferenceFile file =
                ReferenceFile.create(path, ReferenceOptions.persistent().bounds(bound, FormatBound.LATEST))) {
            all = fill(file);
        }
        Set<Index> kinds = EnumSet.noneOf(Index.class);
        Session session = ContainerOpener.open(path, OpenOptions.defaults());
        for (Map.Entry<String, Stored> each : all.entrySet()) {
            ChunkEdits edits = new ChunkEdits(session, each.getValue().header);
            kinds.add(edits.layout().index());
            change(each.getValue(), edits, new Random(each.getKey().hashCode()));
            session.flush();
        }
        session.close();
        assertThat(kinds).hasSize(bound == FormatBound.EARLIEST ? 1 : 5);
        requireConsistent(path);
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            all.forEach((name, stored) ->
                    assertThat(file.read(name)).as(bound + name).isEqualTo(stored.elements));
            all.forEach((name, stored) -> file.write(name, stored.shape.numbers(3)));
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            all.forEach((name, stored) ->
                    assertThat(file.read(name)).as(bound + name).isEqualTo(stored.shape.numbers(3)));
        }
        requireConsistent(path);
    }

    private static void requireConsistent(Path path) {
        SpaceReport report = report(path);
        assertThat(report.findings()).isEmpty();
        assertThat(report.untrackedBytes()).isZero();
    }

    private static void change(Stored stored, ChunkEdits edits, Random random) throws Exception {
        Shape shape = stored.shape;
        boolean fixedPlace = edits.layout().index() == Index.IMPLICIT;
        for (int edit = 0; edit < EDITS; edit++) {
            long[] at = new long[shape.sizes.length];
            for (int d = 0; d < at.length; d++) {
                at[d] = random.nextInt((int) ((shape.sizes[d] - 1) / shape.chunk[d]) + 1);
            }
            boolean removing = !fixedPlace && random.nextInt(3) == 0;
            int value = removing ? 0 : random.nextInt();
            if (removing) {
                edits.remove(at);
            } else {
                int bytes = (int) edits.layout().chunkBytes();
                ByteBuffer content = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
                while (content.hasRemaining()) {
                    content.putInt(value);
                }
                edits.put(at, content.array());
            }
            setChunk(stored, at, value);
        }
    }

    /** Sets the elements of a chunk that are inside the extent. */
    private static void setChunk(Stored stored, long[] coordinates, int value) {
        Shape shape = stored.shape;
        long[] first = new long[coordinates.length];
        long[] last = Arrays.stream(shape.chunk).map(length -> length - 1).toArray();
        long[] at = first.clone();
        do {
            long number = 0;
            boolean inside = true;
            for (int d = 0; d < at.length; d++) {
                long offset = coordinates[d] * shape.chunk[d] + at[d];
                inside &= offset < shape.sizes[d];
                number = number * shape.sizes[d] + offset;
            }
            if (inside) {
                stored.elements[(int) number] = value;
            }
        } while (StoredIndex.next(at, first, last));
    }
}
