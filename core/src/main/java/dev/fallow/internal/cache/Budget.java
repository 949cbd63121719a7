package dev.fallow.internal.cache;

import dev.fallow.format.FormatException;

/**
 * A limit on the total size of all objects of one structure. Objects do not overlap, so their total is at most the size
 * of the file. Without the limit, a damaged index that refers to one object repeatedly could cost unbounded time and
 * memory.
 */
public final class Budget {
    private final String structure;
    private final long address;
    private final long most;
    private long used;

    public Budget(String structure, long address, long most) {
        this.structure = structure;
        this.address = address;
        this.most = most;
    }

    /**
     * Consumes part of the limit.
     *
     * @throws FormatException if the limit is exceeded
     */
    public void take(long bytes) {
        if (bytes > most - used) {
            throw new FormatException(
                    structure,
                    address,
                    "expected objects of at most %d bytes in total, found %d and %d more".formatted(most, used, bytes));
        }
        used += bytes;
    }
}
