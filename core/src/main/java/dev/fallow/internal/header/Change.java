package dev.fallow.internal.header;

import java.io.IOException;

/** A checked change, ready to be applied. */
@FunctionalInterface
public interface Change {
    /** Applies the change. */
    void apply() throws IOException;
}
