package dev.fallow.internal.census;

import dev.fallow.internal.path.PathNode;
import dev.fallow.report.SpaceUse;

/**
 * A structure and its owner, for messages; converted to a string only on request.
 *
 * @param path of the owner; null if there is no single one
 * @param raw whether it is raw data, or is allocated as raw data
 * @param use the class of its bytes; null if it is not needed
 */
public record LiveLabel(String structure, PathNode path, boolean raw, SpaceUse use) {
    LiveLabel(String structure, PathNode path, SpaceUse use) {
        this(structure, path, false, use);
    }

    /** A label that is only for messages. */
    public static LiveLabel unclassified(String structure, PathNode path, boolean raw) {
        return new LiveLabel(structure, path, raw, null);
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
