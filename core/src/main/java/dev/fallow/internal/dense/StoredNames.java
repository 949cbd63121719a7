package dev.fallow.internal.dense;

import dev.fallow.format.Utf8;

/** Converts names to their bytes in the file. */
public final class StoredNames {
    private StoredNames() {}

    /** The bytes of a name to look up; null if it contains a lone surrogate, which no name in a file has. */
    public static byte[] bytes(String name) {
        try {
            return Utf8.encode(name);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
