package dev.fallow.options;

import java.util.Objects;

/**
 * Options for creating a dataset.
 *
 * @param layout {@link StorageLayout#CONTIGUOUS} or {@link StorageLayout#COMPACT}
 * @param stringLength how strings are stored when no datatype is given: {@link #VARIABLE_LENGTH}; or bytes per string,
 *     where 0 stands for the length of the longest one
 * @param attributes how the dataset stores its attributes
 */
public record DatasetOptions(StorageLayout layout, int stringLength, AttributeOptions attributes) {
    /** UTF-8 strings of individual length, stored in the global heap. This is the default. */
    public static final int VARIABLE_LENGTH = -1;

    /** @throws IllegalArgumentException if the layout is not one of these two, or the length is negative */
    public DatasetOptions {
        Objects.requireNonNull(attributes, "attributes");
        if (layout != StorageLayout.CONTIGUOUS && layout != StorageLayout.COMPACT) {
            throw new IllegalArgumentException("a dataset can be created contiguous or compact, not " + layout);
        }
        if (stringLength < VARIABLE_LENGTH) {
            throw new IllegalArgumentException("stringLength: " + stringLength);
        }
    }

    /** Contiguous layout: the elements occupy one run of the file. */
    public static DatasetOptions contiguous() {
        return new DatasetOptions(StorageLayout.CONTIGUOUS, VARIABLE_LENGTH, AttributeOptions.defaults());
    }

    /** Compact layout: the elements are in the object header, for small datasets. */
    public static DatasetOptions compact() {
        return new DatasetOptions(StorageLayout.COMPACT, VARIABLE_LENGTH, AttributeOptions.defaults());
    }

    /** Returns a copy with fixed-length strings of this many bytes; 0 stands for the length of the longest one. */
    public DatasetOptions withStringLength(int newStringLength) {
        return new DatasetOptions(layout, newStringLength, attributes);
    }

    /** Returns a copy with variable-length strings. */
    public DatasetOptions withVariableStrings() {
        return withStringLength(VARIABLE_LENGTH);
    }

    /** Returns a copy with these attribute options. */
    public DatasetOptions withAttributes(AttributeOptions newAttributes) {
        return new DatasetOptions(layout, stringLength, newAttributes);
    }
}
