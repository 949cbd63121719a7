package dev.fallow.internal.handle;

import dev.fallow.WrongTypeException;
import dev.fallow.type.FixedPoint;
import java.util.Arrays;

/**
 * The characters of MATLAB 7.3: UTF-16 in unsigned integers of 2 bytes, with the attribute MATLAB_class. MATLAB has the first dimension
 * fastest, so a text of n characters has the dimensions n, 1, and of m rows n, m.
 */
record MatlabText(DatasetHandle dataset) {
    private static final String CLASS = "MATLAB_class";
    private static final String EMPTY = "MATLAB_empty";
    private static final String TEXT = "char";

    /** Whether a dataset is to be read as text that it has in this form. */
    static boolean isWanted(DatasetHandle dataset, Class<?> type) {
        return (type == String.class || type == String[].class)
                && dataset.datatype() instanceof FixedPoint
                && isOfClass(dataset, TEXT);
    }

    /** Whether MATLAB has written a dataset as one of a class. */
    static boolean isOfClass(DatasetHandle dataset, String name) {
        return dataset.hasAttribute(CLASS)
                && name.equals(dataset.attribute(CLASS).read());
    }

    /**
     * The characters that stand for text, all of the dataset's in its order.
     *
     * @param value one row, or an array of all
     * @throws WrongTypeException if it has another shape
     */
    Object units(Object value) {
        String[] text = value instanceof String row ? new String[] {row} : (String[]) value;
        long[] sizes = dataset.dimensions();
        boolean fits = !dataset.hasAttribute(EMPTY)
                && (sizes.length == 1 ? text.length == 1 : sizes.length == 2 && text.length == sizes[1])
                && Arrays.stream(text).allMatch(row -> row != null && row.length() == sizes[0]);
        if (!fits) {
            throw new WrongTypeException("%s: %s: expected text for the dimensions %s, found rows with %s characters"
                    .formatted(
                            dataset.fileName(),
                            dataset.shownPath(),
                            Arrays.toString(sizes),
                            Arrays.stream(text)
                                    .map(row -> row == null ? "no" : String.valueOf(row.length()))
                                    .toList()));
        }
        char[] units = new char[Math.toIntExact(sizes[0]) * text.length];
        for (int i = 0; i < units.length; i++) {
            units[i] = text[i % text.length].charAt(i / text.length);
        }
        return units;
    }

    /**
     * The text.
     *
     * @param type {@code String} for one row, {@code String[]} for all
     * @throws WrongTypeException if there are several rows for a {@code String}, or more than two dimensions
     */
    Object as(Class<?> type) {
        if (dataset.hasAttribute(EMPTY)) {
            return type == String.class ? (Object) "" : new String[0]; // the elements are the dimensions then
        }
        long[] sizes = dataset.dimensions();
        if (sizes.length == 0 || sizes.length > 2) {
            throw new WrongTypeException("%s: %s: expected text of one or two dimensions, found %s"
                    .formatted(dataset.fileName(), dataset.shownPath(), Arrays.toString(sizes)));
        }
        int rows = sizes.length == 1 ? 1 : Math.toIntExact(sizes[1]);
        if (type == String.class && rows != 1) {
            throw new WrongTypeException("%s: %s: a text of %d rows is read as String[]"
                    .formatted(dataset.fileName(), dataset.shownPath(), rows));
        }
        int[] units = dataset.read(int[].class);
        char[][] text = new char[rows][rows == 0 ? 0 : units.length / rows];
        for (int i = 0; i < units.length; i++) {
            text[i % rows][i / rows] = (char) units[i];
        }
        String[] strings = Arrays.stream(text).map(String::new).toArray(String[]::new);
        return type == String.class ? strings[0] : strings;
    }
}
