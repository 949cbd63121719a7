package dev.fallow.internal.object;

import dev.fallow.format.Utf8;

/** Names as the bytes that a file has of them. */
final class StoredNames {
    private StoredNames() {}

    /** The bytes of a name that is looked for; null if it has a lone surrogate, which no name in a file has. */
    static byte[] bytes(String name) {
        try {
            return Utf8.encode(name);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
