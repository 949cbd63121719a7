package dev.fallow;

import java.util.Objects;

/**
 * How a dataset is created.
 *
 * @param layout {@link StorageLayout#CONTIGUOUS} or {@link StorageLayout#COMPACT}
 * @param stringLength bytes of each element of a dataset of strings; 0: as many as the longest one has
 * @param attributes how the dataset keeps its attributes
 */
public record DatasetOptions(StorageLayout layout, int stringLength, AttributeOptions attributes) {
    /** @throws IllegalArgumentException if the layout is another, or the length negative */
    public DatasetOptions {
        Objects.requireNonNull(attributes, "attributes");
        if (layout != StorageLayout.CONTIGUOUS && layout != StorageLayout.COMPACT) {
            throw new IllegalArgumentException("a dataset can be created contiguous or compact, not " + layout);
        }
        if (stringLength < 0) {
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

    /** The same, with attributes kept in another way. */
    public DatasetOptions withAttributes(AttributeOptions newAttributes) {
        return new DatasetOptions(layout, stringLength, newAttributes);
    }
}
