package dev.fallow.internal.object;

import dev.fallow.format.Utf8;

/** Converts names to their bytes in the file. */
final class StoredNames {
    private StoredNames() {}

    /** The bytes of a name to look up; null if it contains a lone surrogate, which no name in a file has. */
    static byte[] bytes(String name) {
        try {
            return Utf8.encode(name);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
