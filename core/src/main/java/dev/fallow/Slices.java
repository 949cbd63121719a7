package dev.fallow;

import java.util.Arrays;
import java.util.Objects;

/**
 * A selection as text, one part for each dimension, as in numpy: an index, which leaves the dimension out of the shape, or {@code
 * from:to:step}, in which each number may be missing. Negative numbers count from the end, {@code ...} stands for the dimensions that
 * are missing, and missing dimensions at the end are whole. A range that is partly outside a dataset is cut off; an index outside is
 * refused.
 *
 * <p>The extent of the dataset decides which elements these are: {@link #in}.
 */
public final class Slices implements Selection {
    private static final String ELLIPSIS = "...";

    private final String text;
    private final String[] parts;
    /** The index of the ellipsis; the number of parts if there is none. */
    private final int ellipsis;

    /** What is selected of one dimension. */
    private record Range(long start, long count, long step, boolean index) {}

    Slices(String text) {
        this.text = text;
        parts = text.isBlank() ? new String[0] : text.split(",", -1);
        int found = -1;
        for (int i = 0; i < parts.length; i++) {
            parts[i] = parts[i].strip();
            if (!parts[i].equals(ELLIPSIS)) {
                range(i, 0, Long.MAX_VALUE);
            } else if (found >= 0) {
                throw bad("more than one \"...\"");
            } else {
                found = i;
            }
        }
        ellipsis = found < 0 ? parts.length : found;
    }

    /** Requires a selection whose elements do not depend on a dataset. */
    static void requireNone(Selection selection) {
        if (Objects.requireNonNull(selection, "selection") instanceof Slices) {
            throw new IllegalArgumentException(
                    "slice " + selection + ": which elements these are depends on a dataset; Slices.in tells");
        }
    }

    /** The number of dimensions is that of the dataset: {@link Selection#UNKNOWN_RANK}. */
    @Override
    public int rank() {
        return UNKNOWN_RANK;
    }

    /**
     * The selected elements of a dataset.
     *
     * @param dimensions the number of elements in each dimension, of which there is at least one
     * @throws OutOfRangeException if an index is outside; the message names the dimension
     * @throws WrongTypeException if there are more parts than dimensions
     */
    public Hyperslab in(long... dimensions) {
        Range[] ranges = ranges(dimensions);
        long[] block = new long[ranges.length];
        Arrays.fill(block, 1);
        return new Hyperslab(
                Arrays.stream(ranges).mapToLong(Range::start).toArray(),
                Arrays.stream(ranges).mapToLong(Range::step).toArray(),
                Arrays.stream(ranges).mapToLong(Range::count).toArray(),
                block);
    }

    /**
     * The number of selected elements in each dimension, without those that have an index.
     *
     * @param dimensions as for {@link #in}
     * @throws WrongTypeException as for {@link #in}
     */
    public long[] shape(long... dimensions) {
        return Arrays.stream(ranges(dimensions))
                .filter(range -> !range.index)
                .mapToLong(Range::count)
                .toArray();
    }

    private Range[] ranges(long[] dimensions) {
        boolean open = ellipsis < parts.length;
        int given = parts.length - (open ? 1 : 0);
        if (dimensions.length == 0 || given > dimensions.length) {
            throw new WrongTypeException(said("%d dimensions, the dataset has %d".formatted(given, dimensions.length)));
        }
        int missing = dimensions.length - given;
        Range[] ranges = new Range[dimensions.length];
        for (int i = 0; i < ranges.length; i++) {
            if (i >= ellipsis && i < ellipsis + missing) {
                ranges[i] = new Range(0, dimensions[i], 1, false);
            } else {
                ranges[i] = range(i < ellipsis ? i : i - missing + (open ? 1 : 0), i, dimensions[i]);
            }
        }
        return ranges;
    }

    private Range range(int part, int dimension, long size) {
        String[] numbers = parts[part].split(":", -1);
        if (numbers.length > 3 || parts[part].isEmpty()) {
            throw bad("expected an index or from:to:step, found \"" + parts[part] + "\"");
        }
        if (numbers.length == 1) {
            long index = fromEnd(number(numbers[0], 0), size);
            if (index < 0 || index >= size) {
                throw new OutOfRangeException(said(
                        "index %s of dimension %d, which has %d elements".formatted(parts[part], dimension, size)));
            }
            return new Range(index, 1, 1, true);
        }
        long step = numbers.length < 3 ? 1 : number(numbers[2], 1);
        if (step < 1) {
            throw bad("expected a step of at least 1, found " + step);
        }
        long from = clamp(fromEnd(number(numbers[0], 0), size), size);
        long to = clamp(fromEnd(number(numbers[1], size), size), size);
        return new Range(from, to <= from ? 0 : (to - from - 1) / step + 1, step, false);
    }

    private static long fromEnd(long number, long size) {
        return number < 0 ? number + size : number;
    }

    private static long clamp(long number, long size) {
        return Math.max(0, Math.min(number, size));
    }

    private long number(String number, long otherwise) {
        if (number.isBlank()) {
            return otherwise;
        }
        try {
            return Long.parseLong(number.strip());
        } catch (NumberFormatException e) {
            throw bad("expected a number, found \"" + number + "\"");
        }
    }

    private IllegalArgumentException bad(String problem) {
        return new IllegalArgumentException(said(problem));
    }

    private String said(String problem) {
        return "slice [" + NameText.printableMessage(text) + "]: " + problem;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Slices that && Arrays.equals(parts, that.parts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(parts);
    }

    @Override
    public String toString() {
        return "[" + String.join(", ", parts) + "]";
    }
}
