package dev.fallow.internal.space;

import dev.fallow.internal.path.PathNode;

/**
 * A structure and its owner, for messages; converted to a string only on request.
 *
 * @param path of the owner; null if there is no single one
 * @param raw whether it is raw data, or is allocated as raw data
 */
public record LiveLabel(String structure, PathNode path, boolean raw) {
    LiveLabel(String structure, PathNode path) {
        this(structure, path, false);
    }

    /** Whether the structure with this label is raw data, or is allocated as raw data. */
    public static boolean isRawData(Object label) {
        return label instanceof LiveLabel known && known.raw;
    }

    @Override
    public String toString() {
        return path == null ? structure : structure + " of " + path;
    }
}
