package dev.fallow.cli.shell;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Dimensions as Python writes tuples: {@code (100, 3)}, {@code (5,)}. */
public final class ShapeText {
    private ShapeText() {}

    /** The dimensions of a dataset, which are empty for a scalar and null for a null dataspace. */
    public static String of(long[] dimensions) {
        if (dimensions == null) {
            return "null";
        }
        return dimensions.length == 0 ? "scalar" : tuple(dimensions);
    }

    /** The dimensions, and their limits, -1 for none, if they differ: {@code (100, 3) max (None, 3)}. */
    public static String of(long[] dimensions, long[] limits) {
        boolean fixed = limits == null || Arrays.equals(dimensions, limits);
        return of(dimensions) + (fixed ? "" : " max " + tuple(limits));
    }

    private static String tuple(long[] numbers) {
        String joined = Arrays.stream(numbers)
                .mapToObj(number -> number < 0 ? "None" : Long.toString(number))
                .collect(Collectors.joining(", "));
        return numbers.length == 1 ? "(" + joined + ",)" : "(" + joined + ")";
    }
}
