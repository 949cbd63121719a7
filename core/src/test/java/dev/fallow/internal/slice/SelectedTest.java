package dev.fallow.internal.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.Blocks;
import dev.fallow.Hyperslab;
import dev.fallow.Points;
import dev.fallow.Selection;
import dev.fallow.TooLargeException;
import dev.fallow.WrongTypeException;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Selections in grids, compared with a model that asks for each element. */
class SelectedTest {
    private static final int GRIDS = 120;
    private static final int SELECTIONS = 25;

    static long[] seeds() {
        return Seeds.range(1, 4);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everySelectedElementIsVisitedOnceInItsPlace(long seed) throws IOException {
        Random random = new Random(seed);
        long elements = 0;
        for (int i = 0; i < GRIDS; i++) {
            Grid grid = grid(random);
            RandomSelections selections = new RandomSelections(random, grid.extent());
            for (int k = 0; k < SELECTIONS; k++) {
                Selection selection = selections.any();
                elements += check(
                        grid,
                        selection,
                        "%s, %s of %s in %s"
                                .formatted(
                                        Seeds.name(seed),
                                        text(selection),
                                        Arrays.toString(grid.extent()),
                                        Arrays.toString(grid.chunk())));
            }
        }
        assertThat(elements).as("elements compared").isGreaterThan(GRIDS * SELECTIONS);
    }

    private static Grid grid(Random random) {
        int rank = 1 + random.nextInt(4);
        long[] extent = new long[rank];
        long[] chunk = new long[rank];
        for (int i = 0; i < rank; i++) {
            int most = new int[] {200, 24, 11, 7}[rank - 1];
            extent[i] = random.nextInt(40) == 0 ? 0 : 1 + random.nextInt(most);
            chunk[i] = 1 + random.nextInt(random.nextBoolean() ? 3 : most + 2);
        }
        return new Grid(extent, chunk);
    }

    private static String text(Selection selection) {
        if (selection instanceof Points points) {
            return "points " + Arrays.toString(points.coordinates());
        } else if (selection instanceof Blocks blocks) {
            return "blocks " + Arrays.toString(blocks.corners());
        } else if (selection instanceof Hyperslab slab) {
            return "hyperslab from %s by %s, %s of %s"
                    .formatted(
                            Arrays.toString(slab.start()),
                            Arrays.toString(slab.stride()),
                            Arrays.toString(slab.count()),
                            Arrays.toString(slab.block()));
        }
        return selection.toString();
    }

    /** Returns the number of selected elements. */
    private static int check(Grid grid, Selection selection, String what) throws IOException {
        List<long[]> expected = SelectionModel.elements(selection, grid.extent());
        Selected selected = Selections.of(selection, grid, "model");
        assertThat(selected.count()).as(what).isEqualTo(expected.size());
        assertThat(Arrays.stream(selected.shape()).reduce(1, (one, other) -> one * other))
                .as(what)
                .isEqualTo(expected.size());
        if (selection instanceof Hyperslab slab) {
            assertThat(selected.shape()).as(what).isEqualTo(shape(slab));
        } else if (selection instanceof Points || selection instanceof Blocks blocks && blocks.count() > 1) {
            assertThat(selected.shape()).as(what).hasSize(1);
        }

        long[] found = new long[expected.size()];
        Arrays.fill(found, -1);
        List<long[]> chunks = new ArrayList<>();
        selected.forEachChunk(coordinates -> chunks.add(coordinates.clone()));
        for (long[] chunk : chunks) {
            long inChunk = take(grid, selected, chunk, found, what);
            assertThat(inChunk).as(what).isPositive();
            assertThat(selected.countIn(chunk)).as(what).isEqualTo(inChunk);
        }
        assertThat(found)
                .as(what)
                .isEqualTo(expected.stream()
                        .mapToLong(element -> SelectionModel.number(element, grid.extent()))
                        .toArray());
        checkChunks(grid, selected, chunks, what);
        return expected.size();
    }

    private static long[] shape(Hyperslab slab) {
        long[] shape = new long[slab.rank()];
        for (int i = 0; i < shape.length; i++) {
            shape[i] = slab.count()[i] * slab.block()[i];
        }
        return shape;
    }

    /** Enters the row-major numbers of a chunk's selected elements into their places in the result. */
    private static long take(Grid grid, Selected selected, long[] chunk, long[] found, String what) throws IOException {
        long[] taken = {0};
        selected.forEachRun(chunk, (offset, index, count) -> {
            assertThat(count).as(what).isPositive();
            for (long i = 0; i < count; i++) {
                long[] element = element(grid, chunk, offset + i);
                for (int d = 0; d < element.length; d++) {
                    assertThat(element[d]).as(what).isLessThan(grid.extent()[d]);
                }
                assertThat(found[(int) (index + i)])
                        .as("%s: place %d", what, index + i)
                        .isEqualTo(-1);
                found[(int) (index + i)] = SelectionModel.number(element, grid.extent());
            }
            taken[0] += count;
        });
        return taken[0];
    }

    private static long[] element(Grid grid, long[] chunk, long offset) {
        long[] element = new long[chunk.length];
        long rest = offset;
        for (int d = chunk.length - 1; d >= 0; d--) {
            element[d] = chunk[d] * grid.chunk()[d] + rest % grid.chunk()[d];
            rest /= grid.chunk()[d];
        }
        assertThat(rest).as("offset %d is inside the chunk", offset).isZero();
        return element;
    }

    /** The chunks are visited once, their number and corners are right, and no other one has selected elements. */
    private static void checkChunks(Grid grid, Selected selected, List<long[]> chunks, String what) throws IOException {
        assertThat(chunks.stream().map(Arrays::toString).toList()).as(what).doesNotHaveDuplicates();
        assertThat(selected.chunkCount()).as(what).isEqualTo(chunks.size());
        if (!chunks.isEmpty()) {
            long[] first = chunks.get(0).clone();
            long[] last = first.clone();
            for (long[] chunk : chunks) {
                for (int d = 0; d < chunk.length; d++) {
                    first[d] = Math.min(first[d], chunk[d]);
                    last[d] = Math.max(last[d], chunk[d]);
                }
            }
            assertThat(selected.firstChunk()).as(what).isEqualTo(first);
            assertThat(selected.lastChunk()).as(what).isEqualTo(last);
        }
        long[] counts = new long[grid.rank()];
        for (int d = 0; d < counts.length; d++) {
            counts[d] = grid.chunks(d);
        }
        long[] total = {0};
        SelectionModel.forEach(counts, chunk -> total[0] += selected.countIn(chunk));
        assertThat(total[0]).as(what).isEqualTo(selected.count());
    }

    @Test
    void unlimitedCountsAndBlocksEndWithTheDataset() throws IOException {
        Grid grid = new Grid(new long[] {23}, new long[] {5});
        Selected whole = Selections.of(slab(4, 7, Selection.UNLIMITED, 3), grid, "d");
        assertThat(numbers(grid, whole)).containsExactly(4, 5, 6, 11, 12, 13, 18, 19, 20);
        Selected cut = Selections.of(slab(4, 7, Selection.UNLIMITED, 6), grid, "d");
        assertThat(numbers(grid, cut))
                .as("whole blocks only")
                .containsExactly(4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16);
        Selected rest = Selections.of(slab(20, 1, 1, Selection.UNLIMITED), grid, "d");
        assertThat(numbers(grid, rest)).containsExactly(20, 21, 22);
        Selected none = Selections.of(slab(21, 7, Selection.UNLIMITED, 3), grid, "d");
        assertThat(numbers(grid, none)).isEmpty();
    }

    private static Hyperslab slab(long start, long stride, long count, long block) {
        return new Hyperslab(new long[] {start}, new long[] {stride}, new long[] {count}, new long[] {block});
    }

    private static long[] numbers(Grid grid, Selected selected) throws IOException {
        long[] found = new long[(int) selected.count()];
        Arrays.fill(found, -1);
        selected.forEachChunk(chunk -> take(grid, selected, chunk, found, "numbers"));
        return found;
    }

    @Test
    void aScalarIsAGridOfOneElement() throws IOException {
        Grid grid = Grid.whole(new long[0]);
        assertThat(numbers(grid, Selections.of(null, grid, "d"))).containsExactly(0);
        assertThat(numbers(grid, Selections.of(new Selection.All(0), grid, "d")))
                .containsExactly(0);
        assertThat(numbers(grid, Selections.of(new Selection.None(0), grid, "d")))
                .isEmpty();
    }

    /** The work depends on what is selected, not on the size of the dataset. */
    @Test
    void aFewElementsOfAHugeGridAreFoundAtOnce() throws IOException {
        long huge = 1L << 31;
        Grid grid = new Grid(new long[] {huge, huge - 1}, new long[] {3, 1000});
        Selected corners = Selections.of(
                new Hyperslab(new long[] {0, 1}, new long[] {huge - 1, huge - 3}, new long[] {2, 2}, new long[] {1, 1}),
                grid,
                "d");
        List<String> chunks = new ArrayList<>();
        List<Long> offsets = new ArrayList<>();
        corners.forEachChunk(chunk -> {
            chunks.add(Arrays.toString(chunk));
            corners.forEachRun(chunk, (offset, index, count) -> offsets.add(offset));
        });
        long lastRow = (huge - 1) / 3;
        long lastColumn = (huge - 2) / 1000;
        assertThat(chunks)
                .containsExactly(
                        "[0, 0]",
                        "[0, " + lastColumn + "]",
                        "[" + lastRow + ", 0]",
                        "[" + lastRow + ", " + lastColumn + "]");
        long rowOffset = (huge - 1) % 3 * 1000;
        long columnOffset = (huge - 2) % 1000;
        assertThat(offsets).containsExactly(1L, columnOffset, rowOffset + 1, rowOffset + columnOffset);
        assertThat(corners.chunkCount()).isEqualTo(4);
        assertThat(Selections.of(Selection.points(new long[] {huge - 1, 0}), grid, "d")
                        .firstChunk())
                .containsExactly(lastRow, 0);
    }

    @Test
    void whatIsOutsideTheDatasetIsRefused() {
        Grid grid = new Grid(new long[] {10, 4}, new long[] {3, 3});
        for (Selection outside : List.of(
                Selection.block(new long[] {9, 0}, new long[] {2, 1}),
                Selection.block(new long[] {11, 0}, new long[] {0, 1}),
                Selection.block(new long[] {Long.MAX_VALUE, 0}, new long[] {1, 1}),
                Selection.block(new long[] {5, 0}, new long[] {Long.MAX_VALUE, 1}),
                Selection.points(new long[] {1, 1}, new long[] {10, 0}),
                new Blocks(2, new long[] {0, 0, 1, 1, 8, 0, 10, 3}),
                new Blocks(2, new long[] {0, 0, Long.MAX_VALUE, 1, 0, 0, 1, 1}))) {
            assertThatThrownBy(() -> Selections.of(outside, grid, "file: /d"))
                    .as(text(outside))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageStartingWith("file: /d: dimension 0");
        }
    }

    @Test
    void anotherRankAndOverlappingBlocksAreRefused() {
        Grid grid = new Grid(new long[] {10, 4}, new long[] {3, 3});
        for (Selection other : List.of(
                Selection.block(new long[] {0}, new long[] {1}),
                Selection.points(new long[] {0, 0, 0}),
                new Blocks(1, LongStream.of(0, 1).toArray()))) {
            assertThatThrownBy(() -> Selections.of(other, grid, "file: /d"))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessage("file: /d: expected a selection of 2 dimensions, found " + other.rank());
        }
        Hyperslab overlapping =
                new Hyperslab(new long[] {0, 0}, new long[] {1, 1}, new long[] {2, 1}, new long[] {3, 1});
        assertThatThrownBy(() -> Selections.of(overlapping, grid, "file: /d"))
                .isInstanceOf(WrongTypeException.class)
                .hasMessage("file: /d: dimension 0: blocks of 3 elements at a distance of 1 overlap");
    }

    @Test
    void aUnionWithTooManyRowsIsRefusedBeforeItTakesMemory() {
        long side = 1L << 30;
        Grid grid = new Grid(new long[] {side, side}, new long[] {100, 100});
        Blocks rows = new Blocks(2, new long[] {0, 0, side - 1, 0, 0, 0, 1, 1});
        assertThatThrownBy(() -> Selections.of(rows, grid, "file: /d"))
                .isInstanceOf(TooLargeException.class)
                .hasMessageStartingWith("file: /d: a union of blocks with more than");
    }
}
