package dev.fallow;

import java.util.Objects;

/**
 * How a dataset is created.
 *
 * @param layout {@link StorageLayout#CONTIGUOUS} or {@link StorageLayout#COMPACT}
 * @param stringLength bytes of each element of a dataset of strings whose type is not given; 0: as many as the longest one
 *     has; {@link #VARIABLE_LENGTH}
 * @param attributes how the dataset keeps its attributes
 */
public record DatasetOptions(StorageLayout layout, int stringLength, AttributeOptions attributes) {
    /** Each string is as long as it is; they are kept in the global heap. */
    public static final int VARIABLE_LENGTH = -1;

    /** @throws IllegalArgumentException if the layout is another, or the length negative */
    public DatasetOptions {
        Objects.requireNonNull(attributes, "attributes");
        if (layout != StorageLayout.CONTIGUOUS && layout != StorageLayout.COMPACT) {
            throw new IllegalArgumentException("a dataset can be created contiguous or compact, not " + layout);
        }
        if (stringLength < VARIABLE_LENGTH) {
            throw new IllegalArgumentException("stringLength: " + stringLength);
        }
    }

    /** In one run of the file. */
    public static DatasetOptions contiguous() {
        return new DatasetOptions(StorageLayout.CONTIGUOUS, 0, AttributeOptions.defaults());
    }

    /** Inside the object header: for small ones. */
    public static DatasetOptions compact() {
        return new DatasetOptions(StorageLayout.COMPACT, 0, AttributeOptions.defaults());
    }

    /** The same, with this many bytes for each string. */
    public DatasetOptions withStringLength(int newStringLength) {
        return new DatasetOptions(layout, newStringLength, attributes);
    }

    /** The same, with strings of variable length. */
    public DatasetOptions withVariableStrings() {
        return withStringLength(VARIABLE_LENGTH);
    }

    /** The same, with attributes kept in another way. */
    public DatasetOptions withAttributes(AttributeOptions newAttributes) {
        return new DatasetOptions(layout, stringLength, newAttributes);
    }
}
