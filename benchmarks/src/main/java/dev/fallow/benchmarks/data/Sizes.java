package dev.fallow.benchmarks.data;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How much there is to do.
 *
 * @param rows of the field
 * @param columns of the field
 * @param slices of the field; and the number of random elements
 * @param doubles elements of the contiguous dataset
 * @param appended rows that are appended
 * @param rounds of rewriting
 * @param chunks of the dataset with many chunks
 * @param deleted chunks of the dataset that is deleted
 */
public record Sizes(int rows, int columns, int slices, int doubles, int appended, int rounds, int chunks, int deleted) {
    /** For the command line of a process. */
    @Override
    public String toString() {
        return ("rows=%d,columns=%d,slices=%d,doubles=%d,appended=%d,rounds=%d,chunks=%d,deleted=%d")
                .formatted(rows, columns, slices, doubles, appended, rounds, chunks, deleted);
    }

    /** Reads the result of {@link #toString}. */
    public static Sizes parse(String text) {
        Map<String, Integer> values = Arrays.stream(text.split(","))
                .map(pair -> pair.split("="))
                .collect(Collectors.toMap(pair -> pair[0], pair -> Integer.valueOf(pair[1])));
        return new Sizes(
                values.get("rows"),
                values.get("columns"),
                values.get("slices"),
                values.get("doubles"),
                values.get("appended"),
                values.get("rounds"),
                values.get("chunks"),
                values.get("deleted"));
    }

    /** The bytes of the field. */
    public long fieldBytes() {
        return (long) rows * columns * Float.BYTES;
    }

    /** The bytes of the contiguous dataset. */
    public long doubleBytes() {
        return (long) doubles * Double.BYTES;
    }
}
