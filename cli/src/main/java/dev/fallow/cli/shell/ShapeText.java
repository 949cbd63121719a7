package dev.fallow.cli.shell;

import dev.fallow.Attribute;
import dev.fallow.Dataset;
import dev.fallow.NameText;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** Dimensions as Python writes tuples: {@code (100, 3)}, {@code (5,)}. */
public final class ShapeText {
    private ShapeText() {}

    /** The dimensions of a dataset; null for a null dataspace. */
    public static long[] dimensions(Dataset dataset) {
        return dataset.isNull() ? null : dataset.dimensions();
    }

    /** The dimensions of an attribute; null for a null dataspace. */
    public static long[] dimensions(Attribute attribute) {
        return attribute.isNull() ? null : attribute.dimensions();
    }

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

    /**
     * The same, with the names of dimensions before their sizes: {@code (time 100, 3)}.
     *
     * @param names one for each dimension, which is empty for one without a name; or none
     */
    public static String of(long[] dimensions, long[] limits, List<String> names) {
        String plain = of(dimensions, limits);
        if (names.isEmpty()) {
            return plain;
        }
        StringJoiner sizes = new StringJoiner(", ", "(", names.size() == 1 ? ",)" : ")");
        for (int i = 0; i < dimensions.length; i++) {
            String name = NameText.printable(names.get(i));
            sizes.add(name.isEmpty() ? Long.toString(dimensions[i]) : name + " " + dimensions[i]);
        }
        return sizes + plain.substring(of(dimensions).length());
    }

    private static String tuple(long[] numbers) {
        String joined = Arrays.stream(numbers)
                .mapToObj(number -> number < 0 ? "None" : Long.toString(number))
                .collect(Collectors.joining(", "));
        return numbers.length == 1 ? "(" + joined + ",)" : "(" + joined + ")";
    }
}
