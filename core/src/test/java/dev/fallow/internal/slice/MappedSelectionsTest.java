package dev.fallow.internal.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.Blocks;
import dev.fallow.CorruptFileException;
import dev.fallow.Hyperslab;
import dev.fallow.Points;
import dev.fallow.Selection;
import dev.fallow.VirtualMapping;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The selections of mappings, compared with lists of all their elements. */
class MappedSelectionsTest {
    private static final long SEED = Long.getLong("fallow.seed", 20261122);

    private static long[] of(long... numbers) {
        return numbers;
    }

    private static Hyperslab random(Random random, int rank, int most) {
        long[] start = new long[rank];
        long[] stride = new long[rank];
        long[] count = new long[rank];
        long[] block = new long[rank];
        for (int i = 0; i < rank; i++) {
            start[i] = random.nextInt(4);
            block[i] = 1 + random.nextInt(3);
            stride[i] = block[i] + random.nextInt(3);
            count[i] = 1 + random.nextInt(most);
        }
        return new Hyperslab(start, stride, count, block);
    }

    /** The coordinates of all elements in row-major order. */
    private static List<List<Long>> elements(Hyperslab slab) {
        List<List<Long>> all = List.of(List.of());
        for (int i = 0; i < slab.rank(); i++) {
            List<List<Long>> longer = new ArrayList<>();
            for (List<Long> each : all) {
                for (long k = 0; k < slab.count()[i]; k++) {
                    for (long b = 0; b < slab.block()[i]; b++) {
                        List<Long> next = new ArrayList<>(each);
                        next.add(slab.start()[i] + k * slab.stride()[i] + b);
                        longer.add(next);
                    }
                }
            }
            all = longer;
        }
        return all;
    }

    private static List<List<Long>> visited(Numbered numbered, long from, long count) throws IOException {
        List<List<Long>> found = new ArrayList<>();
        long[] expected = {from};
        numbered.forEachRow(from, count, (at, number, length) -> {
            assertThat(number).isEqualTo(expected[0]);
            expected[0] += length;
            for (long i = 0; i < length; i++) {
                List<Long> element = new ArrayList<>();
                for (long each : at) {
                    element.add(each);
                }
                element.set(at.length - 1, at[at.length - 1] + i);
                found.add(element);
            }
        });
        return found;
    }

    @Test
    void elementsAreFoundByTheirNumbers() throws IOException {
        Random random = new Random(SEED);
        for (int round = 0; round < 300; round++) {
            String where = "fallow.seed=" + SEED + ", round " + round;
            Hyperslab slab = random(random, 1 + random.nextInt(3), 3);
            List<List<Long>> all = elements(slab);
            Regular regular = Regular.of(slab, where);
            assertThat(regular.count()).as(where).isEqualTo(all.size());
            int from = random.nextInt(all.size());
            int count = random.nextInt(all.size() - from + 1);
            assertThat(visited(regular, from, count)).as(where).isEqualTo(all.subList(from, from + count));
            ElementRuns runs = new ElementRuns(slab.rank());
            regular.forEachRow(0, regular.count(), (at, number, length) -> runs.add(at, length));
            assertThat(visited(runs, from, count)).as(where).isEqualTo(all.subList(from, from + count));
        }
    }

    @Test
    void overlapsAndBlocksAreThoseOfTheElements() throws IOException {
        Random random = new Random(SEED);
        for (int round = 0; round < 1_000; round++) {
            String where = "fallow.seed=" + SEED + ", round " + round;
            int rank = 1 + random.nextInt(3);
            Hyperslab first = random(random, rank, 4);
            Hyperslab second = random(random, rank, 4);
            List<List<Long>> inFirst = elements(first);
            List<List<Long>> inSecond = elements(second);
            Map<Long, Long> expected = new HashMap<>();
            for (int i = 0; i < inFirst.size(); i++) {
                int number = inSecond.indexOf(inFirst.get(i));
                if (number >= 0) {
                    expected.put((long) i, (long) number);
                }
            }
            Regular virtual = Regular.of(second, where);
            Overlap overlap = new Overlap(Regular.of(first, where), virtual);
            assertThat(overlap.isEmpty()).as(where).isEqualTo(expected.isEmpty());
            Map<Long, Long> found = new HashMap<>();
            overlap.forEachRun((one, other, length) -> {
                for (long i = 0; i < length; i++) {
                    assertThat(found.put(one + i, other + i)).as(where).isNull();
                }
            });
            assertThat(found).as(where).isEqualTo(expected);
            if (!expected.isEmpty()) {
                checkBoxes(where, overlap, virtual, expected, random);
            }
        }
    }

    /** A source of the same shape, with dimensions of one element before, between and after. */
    private static void checkBoxes(
            String where, Overlap overlap, Regular virtual, Map<Long, Long> expected, Random random)
            throws IOException {
        List<long[]> dimensions = new ArrayList<>();
        for (long length : virtual.shape()) {
            if (random.nextInt(3) == 0) {
                dimensions.add(of(random.nextInt(5), 1, 1, 1));
            }
            long block = 1 + random.nextInt((int) length);
            dimensions.add(
                    length % block == 0
                            ? of(random.nextInt(3), block + random.nextInt(2), length / block, block)
                            : of(random.nextInt(3), 1, 1, length));
        }
        long[][] parts = new long[4][dimensions.size()];
        for (int i = 0; i < dimensions.size(); i++) {
            for (int j = 0; j < 4; j++) {
                parts[j][i] = dimensions.get(i)[j];
            }
        }
        Hyperslab slab = new Hyperslab(parts[0], parts[1], parts[2], parts[3]);
        List<List<Long>> source = elements(slab);
        long[] extent = new long[slab.rank()];
        Arrays.fill(extent, 1_000);
        MappedBoxes boxes = MappedBoxes.of(overlap, virtual, Regular.of(slab, where), extent);
        if (boxes == null) {
            return; // too many
        }
        Map<Long, List<Long>> found = new HashMap<>();
        boolean whole = boxes.forEach((start, lengths, place, strides) -> {
            for (List<Long> at : elements(new Hyperslab(new long[start.length], ones(start), ones(start), lengths))) {
                long number = place;
                List<Long> element = new ArrayList<>();
                for (int i = 0; i < start.length; i++) {
                    number += at.get(i) * strides[i];
                    element.add(start[i] + at.get(i));
                }
                assertThat(found.put(number, element)).as(where).isNull();
            }
        });
        assertThat(whole).isTrue();
        Map<Long, List<Long>> wanted = new HashMap<>();
        expected.forEach((place, number) -> wanted.put(place, source.get((int) (long) number)));
        assertThat(found).as(where).isEqualTo(wanted);
    }

    private static long[] ones(long[] like) {
        long[] ones = new long[like.length];
        Arrays.fill(ones, 1);
        return ones;
    }

    @Test
    void theIndexFindsWhatOverlaps() {
        Random random = new Random(SEED);
        for (int round = 0; round < 100; round++) {
            String where = "fallow.seed=" + SEED + ", round " + round;
            int rank = 1 + random.nextInt(3);
            List<Regular> slabs = new ArrayList<>();
            for (int i = random.nextInt(600); i > 0; i--) {
                long[] start = random.longs(rank, 0, 50).toArray();
                slabs.add(Regular.block(
                        start, random.longs(rank, i % 7 == 0 ? 0 : 1, 6).toArray()));
            }
            Regular with = Regular.block(
                    random.longs(rank, 0, 50).toArray(),
                    random.longs(rank, 1, 20).toArray());
            TreeSet<Integer> expected = new TreeSet<>();
            for (int i = 0; i < slabs.size(); i++) {
                if (slabs.get(i).count() > 0 && slabs.get(i).overlaps(with)) {
                    expected.add(i);
                }
            }
            TreeSet<Integer> found = new TreeSet<>();
            new BoxIndex(rank, slabs)
                    .search(with, each -> assertThat(found.add(each)).isTrue());
            assertThat(found).as(where).isEqualTo(expected);
        }
    }

    @Test
    void anUnlimitedDimensionEndsWithTheExtent() throws IOException {
        Hyperslab blocks = new Hyperslab(of(2, 0), of(5, 1), of(Selection.UNLIMITED, 1), of(3, 2));
        Clip clip = new Clip(blocks, Clip.unlimited(blocks));
        long[] positions = new long[12];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = clip.positions(i);
        }
        assertThat(positions).containsExactly(0, 0, 0, 1, 2, 3, 3, 3, 4, 5, 6, 6);
        assertThat(clip.extent(0)).isZero();
        assertThat(clip.extent(3)).isEqualTo(5);
        assertThat(clip.extent(4)).isEqualTo(8);
        assertThat(visited(clip.first(4, "test"), 0, 8))
                .isEqualTo(List.of(
                        List.of(2L, 0L),
                        List.of(2L, 1L),
                        List.of(3L, 0L),
                        List.of(3L, 1L),
                        List.of(4L, 0L),
                        List.of(4L, 1L),
                        List.of(7L, 0L),
                        List.of(7L, 1L)));
        assertThat(clip.block(2, "test").low(0)).isEqualTo(12);
        Hyperslab all = new Hyperslab(of(0, 4), of(1, 1), of(3, 1), of(1, Selection.UNLIMITED));
        Clip end = new Clip(all, Clip.unlimited(all));
        assertThat(end.dimension()).isEqualTo(1);
        assertThat(end.positions(10)).isEqualTo(6);
        assertThat(end.extent(6)).isEqualTo(10);
    }

    @Test
    void namesOfBlocks() {
        assertThat(MappingTable.sourceName("a%b-%%-%b", 12, "test")).isEqualTo("a12-%-12");
        assertThat(MappingTable.dependsOnBlock("%%b")).isFalse();
        assertThat(MappingTable.dependsOnBlock("%%%b")).isTrue();
        assertThatThrownBy(() -> MappingTable.sourceName("100%", 0, "test"))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContainingAll("test", "100%");
    }

    private static MappingTable table(Selection source, Selection virtual, String name) {
        return new MappingTable(List.of(new VirtualMapping(name, "/d", source, virtual)), of(10, 10), "file: /v");
    }

    @Test
    void contradictionsAreRefused() {
        Selection all = new Selection.All(Selection.UNKNOWN_RANK);
        Hyperslab grows = new Hyperslab(of(0, 0), of(1, 1), of(Selection.UNLIMITED, 1), of(1, 10));
        Hyperslab growsTwice =
                new Hyperslab(of(0, 0), of(1, 1), of(Selection.UNLIMITED, Selection.UNLIMITED), of(1, 1));
        Selection other = Selection.block(of(0), of(10));
        Hyperslab overlapping = new Hyperslab(of(0, 0), of(1, 1), of(5, 1), of(2, 10));
        Hyperslab huge = new Hyperslab(of(0, 0), of(1L << 40, 1), of(1L << 40, 1), of(1, 10));
        Object[][] cases = {
            {all, other, "f", "2 dimensions, found 1"},
            {grows, all, "f", "only the selection of the source is unlimited"},
            {all, grows, "f", "no %b in the names"},
            {grows, grows, "f%b", "limited source"},
            {all, all, "f%b", "unlimited number of blocks"},
            {all, new Hyperslab(of(0, 0), of(1, 1), of(1, 1), of(Selection.UNLIMITED, 10)), "f%b", "number of blocks"},
            {all, growsTwice, "f%b", "one unlimited dimension, found 2"},
            {all, overlapping, "f", "overlap"},
            {all, huge, "f", "2^63-1"},
            {all, new Blocks(2, of(0, 0, 5, Long.MAX_VALUE)), "f", "2^63-2"},
        };
        for (Object[] each : cases) {
            assertThatThrownBy(() -> table((Selection) each[0], (Selection) each[1], (String) each[2]))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContainingAll("file: /v, mapping 0", (String) each[3]);
        }
    }

    /** A search in 10,000 tiles looks at few of them. */
    @Test
    void aSliceOfManyTiles() {
        List<VirtualMapping> mappings = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            for (int j = 0; j < 100; j++) {
                mappings.add(
                        VirtualMapping.ofWhole("f" + i, "/d" + j, Selection.block(of(10L * i, 10L * j), of(10, 10))));
            }
        }
        MappingTable table = new MappingTable(mappings, of(1000, 1000), "test");
        TreeSet<Integer> found = new TreeSet<>();
        table.search(Regular.block(of(35, 95), of(10, 10)), found::add);
        assertThat(found).containsExactly(309, 310, 409, 410);
        found.clear();
        table.search(Regular.block(of(0, 995), of(1000, 1)), found::add);
        assertThat(found).hasSize(100).allMatch(each -> each % 100 == 99);
        assertThat(table.least()).containsExactly(1000, 1000);
    }

    @Test
    void pointsAreInTheirOrder() throws IOException {
        Points points = (Points) Selection.points(of(3, 4), of(0, 1), of(3, 5));
        MappingTable table = table(points, points, "f");
        assertThat(table.count(0)).isEqualTo(3);
        List<Integer> found = new ArrayList<>();
        table.search(Regular.block(of(3, 5), of(1, 1)), found::add);
        assertThat(found).containsExactly(2);
        assertThat(table.part(2).first()).isEqualTo(2);
        assertThat(visited(Selections.numbered(points, of(10, 10), "test"), 1, 2))
                .isEqualTo(List.of(List.of(0L, 1L), List.of(3L, 5L)));
    }
}
