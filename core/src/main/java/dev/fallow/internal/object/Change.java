package dev.fallow.internal.object;

import java.io.IOException;

/** A change that has been checked: what is left is to make it. */
@FunctionalInterface
public interface Change {
    /** Makes it. */
    void apply() throws IOException;
}
