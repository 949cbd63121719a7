package dev.fallow.internal.virtual;

import dev.fallow.CorruptFileException;
import dev.fallow.Selection;
import dev.fallow.internal.data.ElementTarget;
import dev.fallow.internal.slice.ElementRuns;
import dev.fallow.internal.slice.MappedBoxes;
import dev.fallow.internal.slice.MappingTable;
import dev.fallow.internal.slice.Numbered;
import dev.fallow.internal.slice.Overlap;
import dev.fallow.internal.slice.Regular;
import dev.fallow.internal.slice.Selections;
import dev.fallow.internal.storage.Memory;
import java.io.IOException;

/**
 * Reads the elements of one source of a virtual dataset: blocks of it if both selections have the same shape, and lists of
 * runs of bounded length otherwise. Elements that the source does not have are left out.
 */
final class MappedElements {
    private static final int RUNS_AT_ONCE = 1 << 16;

    private final Source source;
    private final long[] extent;
    private final int elementSize;
    private final Numbered elements;
    private final ElementTarget target;
    private final ElementRuns runs;
    /** The place of each run in the target. */
    private final ElementRuns places = new ElementRuns(1);

    private final long[] place = new long[1];
    private boolean whole = true;

    /**
     * The elements of a source.
     *
     * @param elements that are mapped, which need not be inside the source
     * @param target for elements as the source has them
     */
    MappedElements(Source source, long[] extent, Numbered elements, ElementTarget target) {
        this.source = source;
        elementSize = Memory.length(source.context().where(), source.datatype().size());
        this.extent = extent;
        this.elements = elements;
        this.target = target;
        runs = new ElementRuns(extent.length);
    }

    /**
     * The elements of a source that a mapping selects, which need not be inside the source.
     *
     * @throws CorruptFileException if the source has another number of dimensions, or a null dataspace
     */
    static Numbered of(MappingTable table, int mapping, Source source) throws IOException {
        Selection selection = table.mapping(mapping).source();
        long[] sizes = source.extent();
        if (selection.rank() != Selection.UNKNOWN_RANK && selection.rank() != sizes.length) {
            throw new CorruptFileException("%s: a source of %d dimensions for a selection of %d: %s"
                    .formatted(
                            table.where(mapping),
                            sizes.length,
                            selection.rank(),
                            source.context().where()));
        }
        return Selections.numbered(selection, sizes, table.where(mapping));
    }

    /** The message about different numbers of elements. */
    static String differ(String where, long expected, long found, Source source) {
        return "%s: %d elements of the virtual dataset, but %d of the source %s"
                .formatted(where, expected, found, source.context().where());
    }

    /**
     * Reads elements. Those in lists may not be read before {@link #finish}.
     *
     * @param request elements of the virtual dataset
     * @param base the place of the first one in the target
     * @param part elements of the virtual dataset that are mapped to this source
     * @param first the number of the first one in the selection of the mapping
     * @return whether the source has all these elements, as far as they were read
     */
    boolean read(Regular request, long base, Regular part, long first) throws IOException {
        Overlap overlap = new Overlap(request, part);
        if (overlap.isEmpty()) {
            return true;
        }
        MappedBoxes boxes = elements instanceof Regular regular && regular.count() == part.count()
                ? MappedBoxes.of(overlap, part, regular, extent)
                : null;
        if (boxes == null) {
            overlap.forEachRun((inRequest, number, length) -> elements.forEachRow(
                    first + number,
                    length,
                    (from, at, count) -> add(from, base + inRequest + (at - first - number), count)));
            return whole;
        }
        finish();
        boolean all = boxes.forEach((start, lengths, at, strides) -> source.deliver(
                Selection.block(start, lengths),
                new PlacedTarget(target, PlacedTarget.places(base + at, lengths, strides), elementSize)));
        return all && whole;
    }

    private void add(long[] from, long firstPlace, long count) throws IOException {
        int last = extent.length - 1;
        for (int i = 0; i < last; i++) {
            if (from[i] >= extent[i]) {
                whole = false;
                return;
            }
        }
        long present = Math.max(0, Math.min(count, extent[last] - from[last]));
        whole &= present == count;
        if (present > 0) {
            runs.add(from, present);
            place[0] = firstPlace;
            places.add(place, present);
            if (runs.runs() == RUNS_AT_ONCE) {
                finish();
            }
        }
    }

    /** Reads the elements in the lists. Returns whether the source has all elements. */
    boolean finish() throws IOException {
        if (runs.runs() > 0) {
            source.deliver(runs, new PlacedTarget(target, PlacedTarget.places(places), elementSize));
            runs.clear();
            places.clear();
        }
        return whole;
    }
}
