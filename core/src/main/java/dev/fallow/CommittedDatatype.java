package dev.fallow;

import dev.fallow.type.Datatype;
import dev.fallow.type.ElementType;

/**
 * A datatype stored as an object of its own, which datasets and attributes refer to. It exists until its last link and
 * its last user are deleted; {@link #linkCount()} counts both.
 */
public non-sealed interface CommittedDatatype extends StoredObject, ElementType {
    @Override
    Datatype datatype();
}
