package dev.fallow.internal.session;

import java.io.IOException;

/** An operation that may throw internal exceptions. */
@FunctionalInterface
public interface SessionOperation<T> {
    /** Runs it. */
    T run() throws IOException;
}
