package dev.fallow.internal.filter;

import dev.fallow.filter.FilterException;

/** A filter is needed that is neither built in nor provided as a service. The chunk may be sound. */
public final class MissingFilterException extends FilterException {
    private static final long serialVersionUID = 1;

    MissingFilterException(String message) {
        super(message);
    }
}
