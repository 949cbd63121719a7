package dev.fallow.internal.cache;

import dev.fallow.format.FormatException;

/**
 * How many bytes all objects of one structure may have together. The objects of a file do not overlap, so that they are
 * no more than the file; a damaged index that names one object again and again would otherwise cost time and memory
 * without bound.
 */
public final class Budget {
    private final String structure;
    private final long address;
    private final long most;
    private long used;

    /**
     * @param structure the specification's name, for messages
     * @param address of the structure
     * @param most bytes
     */
    public Budget(String structure, long address, long most) {
        this.structure = structure;
        this.address = address;
        this.most = most;
    }

    /**
     * Takes some of it.
     *
     * @throws FormatException if there is not so much left
     */
    public void take(long bytes) {
        if (bytes > most - used) {
            throw new FormatException(
                    structure,
                    address,
                    "expected objects of at most %d bytes together, found %d and %d more".formatted(most, used, bytes));
        }
        used += bytes;
    }
}
