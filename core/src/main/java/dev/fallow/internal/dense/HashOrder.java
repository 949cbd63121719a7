package dev.fallow.internal.dense;

import dev.fallow.format.FormatException;
import dev.fallow.format.Utf8;
import java.util.Arrays;

/** Checks that the names in a B-tree are in the order of their hashes, and of their bytes among equal hashes. */
final class HashOrder {
    private final long indexAddress;
    private String nameBefore = "";
    private int hashBefore;

    /** @param indexAddress the address of the B-tree, for messages */
    HashOrder(long indexAddress) {
        this.indexAddress = indexAddress;
    }

    /**
     * Checks the next name.
     *
     * @throws FormatException if it is not after the one before
     */
    void next(String name, int hash) {
        int compared = Integer.compareUnsigned(hashBefore, hash);
        if (compared > 0 || compared == 0 && Arrays.compareUnsigned(Utf8.encode(nameBefore), Utf8.encode(name)) >= 0) {
            throw new FormatException(
                    "version 2 B-tree",
                    indexAddress,
                    "expected links in the order of the hashes of their names, found %s (0x%08x) after 0x%08x"
                            .formatted(name, hash, hashBefore));
        }
        nameBefore = name;
        hashBefore = hash;
    }
}
