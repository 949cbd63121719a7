package dev.fallow.report;

import dev.fallow.ObjectKind;
import java.util.Objects;
import java.util.Optional;

/**
 * An object that a walk has found.
 *
 * @param number its number, from 0 in the order of the walk: the root group is 0, and a parent precedes its children
 * @param parent the number of the object that refers to it; -1 for the root group
 * @param name in the parent, exactly as stored; "/" for the root group; empty for a committed datatype that was found as the
 *     datatype of the parent
 * @param kind {@link ObjectKind#UNKNOWN} if the object could not be read
 * @param address of its object header
 * @param linkCount the number of links and users according to its object header; 0 if it could not be read
 */
public record SpaceObject(int number, int parent, Optional<String> name, ObjectKind kind, long address, long linkCount)
        implements SpaceItem {
    /** Requires a name, or none. */
    public SpaceObject {
        Objects.requireNonNull(name, "name");
    }
}
