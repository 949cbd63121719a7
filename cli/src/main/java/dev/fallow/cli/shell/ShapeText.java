package dev.fallow.cli.shell;

import dev.fallow.Attribute;
import dev.fallow.Dataset;
import dev.fallow.NameText;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/** Dimensions as Python writes tuples: {@code (100, 3)}, {@code (5,)}. */
public final class ShapeText {
    /** What has no dimensions because it has no elements: a null dataspace. */
    public static final String NULL = "null";

    private ShapeText() {}

    /** The dimensions of a dataset; nothing for a null dataspace. */
    public static Optional<long[]> dimensions(Dataset dataset) {
        return dataset.isNull() ? Optional.empty() : Optional.of(dataset.dimensions());
    }

    /** The dimensions of an attribute; nothing for a null dataspace. */
    public static Optional<long[]> dimensions(Attribute attribute) {
        return attribute.isNull() ? Optional.empty() : Optional.of(attribute.dimensions());
    }

    /** The dimensions of a dataset and their limits. */
    public static String of(Dataset dataset) {
        return dataset.isNull() ? NULL : of(dataset.dimensions(), dataset.maxDimensions());
    }

    /** The dimensions of an attribute. */
    public static String of(Attribute attribute) {
        return attribute.isNull() ? NULL : of(attribute.dimensions());
    }

    /** The dimensions, of which a scalar has none. */
    public static String of(long[] dimensions) {
        return dimensions.length == 0 ? "scalar" : tuple(dimensions);
    }

    /** The dimensions, and their limits, -1 for none, if they differ: {@code (100, 3) max (None, 3)}. */
    public static String of(long[] dimensions, long[] limits) {
        return of(dimensions) + (Arrays.equals(dimensions, limits) ? "" : " max " + tuple(limits));
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
        StringJoiner sizes = joiner(names.size());
        for (int i = 0; i < dimensions.length; i++) {
            String name = NameText.printable(names.get(i));
            sizes.add(name.isEmpty() ? Long.toString(dimensions[i]) : name + " " + dimensions[i]);
        }
        return sizes + plain.substring(of(dimensions).length());
    }

    private static String tuple(long[] numbers) {
        StringJoiner joined = joiner(numbers.length);
        for (long number : numbers) {
            joined.add(number < 0 ? "None" : Long.toString(number));
        }
        return joined.toString();
    }

    private static StringJoiner joiner(int count) {
        return new StringJoiner(", ", "(", count == 1 ? ",)" : ")");
    }
}
