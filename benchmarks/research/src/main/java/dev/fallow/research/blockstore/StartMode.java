package dev.fallow.research.blockstore;

/** The origin of a store's state at opening. */
public enum StartMode {
    /** The store was created. */
    CREATED,
    /** The state written on close. */
    FAST,
    /** Recovered from headers or lists, because the store was not closed. */
    RECOVERED
}
