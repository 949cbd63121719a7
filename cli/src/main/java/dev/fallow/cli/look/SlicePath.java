package dev.fallow.cli.look;

import dev.fallow.ContainerException;
import dev.fallow.selection.Hyperslab;
import dev.fallow.value.NameText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A path with an optional slice: {@code /a/b[0:10, 5, ::2]}. For each dimension the slice has an index, or {@code
 * from:to:step} with each part optional. Dimensions without an entry are whole; {@code ...} stands for as many as are
 * missing. Negative numbers count from the end.
 *
 * @param path of the object
 * @param slice what is between the brackets; null if there are none
 */
public record SlicePath(String path, String slice) {
    /** Separates the slice at the end, if there is one. */
    static SlicePath of(String text) {
        int open = text.endsWith("]") ? text.lastIndexOf('[') : -1;
        return open < 0
                ? new SlicePath(text, null)
                : new SlicePath(text.substring(0, open), text.substring(open + 1, text.length() - 1));
    }

    /**
     * A part of a dataset.
     *
     * @param elements in all dimensions
     * @param shape the number of elements in each dimension, without those for which an index is given
     */
    record Part(Hyperslab elements, long[] shape) {}

    /** The elements from-to in one dimension. */
    private record Range(long start, long count, long step, boolean index) {
        Range(long start, long count, long step) {
            this(start, count, step, false);
        }
    }

    /**
     * The selected elements of a dataset.
     *
     * @param dimensions of the dataset
     * @throws ContainerException if the slice cannot be read, or has too many dimensions
     */
    Part selection(long[] dimensions) {
        String[] parts = slice == null || slice.isBlank() ? new String[0] : slice.split(",", -1);
        int ellipsis = -1;
        for (int i = 0; i < parts.length; i++) {
            if (parts[i].strip().equals("...")) {
                if (ellipsis >= 0) {
                    throw bad("more than one \"...\"");
                }
                ellipsis = i;
            }
        }
        int given = parts.length - (ellipsis < 0 ? 0 : 1);
        if (given > dimensions.length) {
            throw bad("%d dimensions, the dataset has %d".formatted(given, dimensions.length));
        }
        int rank = dimensions.length;
        long[] start = new long[rank];
        long[] stride = new long[rank];
        long[] count = new long[rank];
        long[] block = new long[rank];
        Arrays.fill(block, 1);
        List<Long> shape = new ArrayList<>();
        for (int i = 0; i < rank; i++) {
            int part = ellipsis < 0 || i < ellipsis ? i : i - (rank - given) + 1;
            boolean whole = part >= parts.length || ellipsis >= 0 && part <= ellipsis && i >= ellipsis;
            Range range = whole ? new Range(0, dimensions[i], 1) : range(parts[part].strip(), i, dimensions[i]);
            start[i] = range.start;
            stride[i] = range.step;
            count[i] = range.count;
            if (!range.index) {
                shape.add(range.count);
            }
        }
        return new Part(
                new Hyperslab(start, stride, count, block),
                shape.stream().mapToLong(Long::longValue).toArray());
    }

    private Range range(String part, int dimension, long size) {
        String[] numbers = part.split(":", -1);
        if (numbers.length > 3 || part.isEmpty()) {
            throw bad("expected an index or from:to:step, found \"" + part + "\"");
        }
        if (numbers.length == 1) {
            long index = fromEnd(number(numbers[0], 0), size);
            if (index < 0 || index >= size) {
                throw bad("index %s of dimension %d, which has %d elements".formatted(part, dimension, size));
            }
            return new Range(index, 1, 1, true);
        }
        long step = numbers.length < 3 ? 1 : number(numbers[2], 1);
        if (step < 1) {
            throw bad("expected a step of at least 1, found " + step);
        }
        long from = clamp(fromEnd(number(numbers[0], 0), size), size);
        long to = clamp(fromEnd(number(numbers[1], size), size), size);
        return new Range(Math.min(from, size), to <= from ? 0 : (to - from - 1) / step + 1, step);
    }

    private static long fromEnd(long number, long size) {
        return number < 0 ? number + size : number;
    }

    private static long clamp(long number, long size) {
        return Math.max(0, Math.min(number, size));
    }

    private long number(String text, long otherwise) {
        if (text.isBlank()) {
            return otherwise;
        }
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw bad("expected a number, found \"" + text + "\"");
        }
    }

    private ContainerException bad(String problem) {
        return new ContainerException("slice [" + NameText.printableMessage(slice) + "]: " + problem);
    }
}
