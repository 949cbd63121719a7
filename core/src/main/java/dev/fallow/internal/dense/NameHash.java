package dev.fallow.internal.dense;

import dev.fallow.format.Checksum;
import dev.fallow.format.Utf8;

/** Hashes many names, as {@link NameSearch#hash} does, without an array for each. */
final class NameHash {
    /** Longer names get an array of their own. */
    private static final int MOST = 64;

    private final byte[] buffer = new byte[MOST];

    int of(String name) {
        if (!Utf8.encodeAscii(name, buffer)) {
            return NameSearch.hash(Utf8.encode(name));
        }
        return Checksum.of(buffer, 0, name.length());
    }
}
