package dev.fallow.internal.dense;

import dev.fallow.format.Checksum;
import dev.fallow.format.FormatException;
import dev.fallow.format.Utf8;
import java.util.Arrays;

/** Checks that the names in a B-tree are in the order of their hashes, and of their bytes among equal hashes. */
public final class HashOrder {
    private final long indexAddress;
    private byte[] nameBefore = {};
    private int hashBefore;

    /** @param indexAddress the address of the B-tree, for messages */
    public HashOrder(long indexAddress) {
        this.indexAddress = indexAddress;
    }

    /**
     * Checks the next name.
     *
     * @throws FormatException if it is not after the one before
     */
    public void next(String text) {
        byte[] name = Utf8.encode(text);
        int hash = Checksum.of(name, 0, name.length);
        int compared = Integer.compareUnsigned(hashBefore, hash);
        if (compared > 0 || compared == 0 && Arrays.compareUnsigned(nameBefore, name) >= 0) {
            throw new FormatException(
                    "version 2 B-tree",
                    indexAddress,
                    "expected links in the order of the hashes of their names, found %s (0x%08x) after 0x%08x"
                            .formatted(text, hash, hashBefore));
        }
        nameBefore = name;
        hashBefore = hash;
    }
}
